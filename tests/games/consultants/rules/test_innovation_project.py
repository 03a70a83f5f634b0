"""ITS "Innovation Project": set-up, phase 3, phase 4; RULINGS C1, C3.2, C3.10."""

from __future__ import annotations

import pytest

from tests.games.consultants.positions import Table, real_game, work


@pytest.mark.parametrize(("seats", "regular"), [(2, 4), (3, 5), (4, 5)])
def test_the_innovation_project_is_set_up_by_number_of_players(seats: int, regular: int) -> None:
    """With four players the sixth regular project is the Innovation Project."""
    t = Table(seats, {}, rules=real_game())
    projects = [place.project for place in t.view().places]
    assert projects[-1] == -2
    assert all(0 <= project < 6 for project in projects[:-1])
    assert len(projects) == regular + 1


@pytest.mark.parametrize("options", [{"mode": "basic"}, {"innovation": False}])
def test_the_expansion_can_be_turned_off(options: dict[str, object]) -> None:
    t = Table(3, options, rules=real_game())
    assert -2 not in [place.project for place in t.view().places]


def there(seats: int = 2) -> tuple[Table, int]:
    """A table and the number of the Innovation Project's place."""
    t = work(seats, innovation=True)
    return t, len(t.view().places) - 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_number_of_players_decides_the_number_of_desks(seats: int) -> None:
    t, i = there(seats)
    most = real_game().tables.innovation_desks[seats]
    assert len(t.place(i).desks) == most
    assert t.tables.innovation_desks[2] <= t.tables.innovation_desks[3] <= t.tables.innovation_desks[4]


def test_colors_and_the_leftmost_rule_apply() -> None:
    t, i = there()
    t.hand(0, "red", "yellow")
    assert t.can("assign", rank="senior", place=i, desk=0)
    assert not t.can("assign", rank="senior", place=i, desk=1)
    t.assign("red", i, 0).pass_()
    assert t.can("assign", rank="senior", place=i, desk=1)


def test_a_player_can_have_several_consultants_there() -> None:
    t, i = there()
    t.passed(1).hand(0, "red", "yellow").assign("red", i, 0).assign("yellow", i, 1)
    assert t.there(i)[:2] == ["0 red", "0 yellow"]


def test_the_innovation_project_is_never_completed() -> None:
    t, i = there()
    last = t.desk_names(i)[-1]
    assert not last.endswith("*")
    t.row(i, 1, 1).hand(0, last + "*").assign(last + "*", i, 2)
    assert t.there(i) == ["1 red", "1 yellow", f"0 {last}*"]
    assert t.worths() == [10, 10]
    assert t.place(i).desks[2].done == -1


def test_consultants_can_move_to_and_from_the_innovation_project() -> None:
    t, i = there()
    t.passed(1).sit(0, 0, "red", by=0).move(0, 0, i, 0)
    assert t.there(i)[0] == "0 red"
    t.move(i, 0, 1, 0)
    assert t.there(1)[0] == "0 red"


def test_each_consultant_earns_one_dollar_and_returns_to_the_hand() -> None:
    t, i = there()
    t.money(0, 0).row(i, 0, 1, 0).end_round()
    assert t.worths() == [2, 1]
    assert t.there(i) == [None] * 3
    assert {"red", "green"} <= set(t.held(0))
    assert "yellow" in t.held(1)


def test_all_players_see_which_consultants_returned() -> None:
    t, i = there(3)
    t.row(i, 0, 1).sit(i, 2, "green*", by=0).end_round()
    assert t.shown(1, 0) == t.shown(2, 0) == ["red", "green*"]
    assert t.shown(0, 1) == ["yellow"]


def test_the_innovation_project_has_no_deadline() -> None:
    t = work(2, deadlines=True, innovation=True).end_round()
    assert t.view().places[-1].field == 0
    assert t.worths() == [10, 10]


def test_other_projects_pay_their_rewards() -> None:
    t, i = there()
    t.money(0, 0).row(0, 0).row(i, 0).end_round()
    assert t.worths() == [6 + 1, 0]

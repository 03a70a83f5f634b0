"""ITS "Deadlines": set-up, new project, phases 3, 4 and 5; RULINGS C1, C3.2, C3.6."""

from __future__ import annotations

import pytest

from tests.games.consultants.positions import Table, real_game, work

# -- set-up --


@pytest.mark.parametrize(
    ("seats", "innovation", "fields"),
    [
        (2, False, [1, 1, 2, 2]),
        (3, False, [1, 1, 2, 2, 3]),
        (4, False, [1, 1, 2, 2, 3, 3]),
        (2, True, [1, 1, 2, 2, 0]),
        (3, True, [1, 1, 2, 2, 3, 0]),
        (4, True, [1, 1, 2, 2, 3, 0]),
    ],
)
def test_each_project_except_innovation_starts_with_a_marker(seats: int, innovation: bool, fields: list[int]) -> None:
    """The Innovation Project, the last one, has no track."""
    t = Table(seats, {"innovation": innovation}, rules=real_game())
    assert [place.field for place in t.view().places] == fields


@pytest.mark.parametrize("options", [{"mode": "basic"}, {"deadlines": False}])
def test_without_deadlines_there_are_no_markers(options: dict[str, object]) -> None:
    t = Table(4, options, rules=real_game())
    assert {place.field for place in t.view().places} == {0}


# -- new project, phase 3: complete a project --


def complete(field: int) -> Table:
    """Yellow (0), Purple (1) and White (2), as in the example of the text; Yellow completes the project."""
    t = work(3, deadlines=True).money(0, 0, 0).field(0, field).row(0, 1, 2, 1).hand(0, "blue*")
    return t.assign("blue*", 0, 3)


@pytest.mark.parametrize("field", [1, 2])
def test_each_consultant_receives_three_dollars_more_on_time(field: int) -> None:
    """6+3 for Yellow, 4+3 for Purple, 2+3 for White, 1+3 for Purple again."""
    assert complete(field).worths() == [6 + 3, 4 + 3 + 1 + 3, 2 + 3]


@pytest.mark.parametrize("field", [3, 4, 5])
def test_a_late_completion_brings_no_bonus_and_no_penalty(field: int) -> None:
    assert complete(field).worths() == [6, 4 + 1, 2]


def test_a_completed_project_costs_no_penalty() -> None:
    """The client is simply relieved."""
    t = work(3, deadlines=True).money(0, 0, 0).field(0, 5).row(0, 1, 1, 1).hand(0, "blue*").assign("blue*", 0, 3)
    t.end_round()
    assert t.worths() == [6, 7, 0]


@pytest.mark.parametrize("field", [1, 3, 5])
def test_a_new_project_has_its_marker_on_the_first_field(field: int) -> None:
    assert complete(field).place(0).field == 1


# -- phase 4: rewards --


def test_example_one_players_without_consultants_pay() -> None:
    """Purple, White, Green, Yellow; neither Purple nor Yellow has assigned a consultant; the marker is on field 4."""
    t = work(4, deadlines=True).field(0, 4).row(0, 1, 2).end_round()
    assert t.worths() == [10 - 6, 10 + 4, 10 + 6, 10 - 6]


def test_example_two_the_leftmost_player_pays_if_all_are_present() -> None:
    """Purple, White and Green; Purple's consultant is at the leftmost desk; the marker is on field 5."""
    t = work(3, deadlines=True).field(0, 5).row(0, 0, 1, 2).end_round()
    assert t.worths() == [10 + 2 - 10, 10 + 4, 10 + 6]


def test_a_second_consultant_further_right_does_not_prevent_the_penalty() -> None:
    t = work(2, deadlines=True).field(0, 4).row(0, 0, 1, 0).end_round()
    assert t.worths() == [10 + 6 + 2 - 6, 10 + 4]


def test_the_leftmost_occupied_desk_decides() -> None:
    t = work(2, deadlines=True).field(0, 4).row(0, None, 1, 0).end_round()
    assert t.worths() == [10 + 6, 10 + 4 - 6]


@pytest.mark.parametrize(("field", "penalty"), [(1, 0), (2, 0), (3, 0), (4, 6), (5, 10)])
def test_the_penalty_depends_on_the_field(field: int, penalty: int) -> None:
    t = work(2, deadlines=True).field(0, field)
    assert t.place(0).penalty == penalty
    assert t.place(0).late == ([0, 1] if penalty else [])
    t.end_round()
    assert t.worths() == [10 - penalty] * 2


def test_every_late_project_costs_a_penalty() -> None:
    t = work(2, deadlines=True).money(30, 30).field(0, 4).field(1, 5).field(2, 4).row(2, 1).end_round()
    assert t.worths() == [30 - 6 - 10 - 6, 30 + 6 - 6 - 10]


def test_rewards_come_before_penalties() -> None:
    t = work(2, deadlines=True).money(0, 0).field(0, 4).row(1, 0).end_round()
    assert [(boss.money, boss.debt) for boss in t.view().players] == [(0, 0), (0, 6)]


def test_an_unpaid_penalty_becomes_a_debt() -> None:
    t = work(2, deadlines=True).money(4, 0).field(0, 5).row(0, 1).end_round()
    assert [(boss.money, boss.debt) for boss in t.view().players] == [(0, 6), (6, 0)]
    assert t.worths() == [-6, 6]


# -- phase 5 --


def test_every_marker_moves_one_field_and_stays_on_the_last() -> None:
    t = work(4, deadlines=True, innovation=True)
    for place, field in enumerate((1, 2, 3, 4, 5)):
        t.field(place, field)
    t.end_round()
    assert [place.field for place in t.view().places] == [2, 3, 4, 5, 5, 0]


def test_without_deadlines_there_is_no_phase_5() -> None:
    t = work(2).end_round()
    assert {place.field for place in t.view().places} == {0}
    assert "All deadlines get closer." not in t.said()


def test_an_empty_project_space_has_no_deadline() -> None:
    t = work(2, deadlines=True).nothing(0).end_round()
    assert t.place(0).field == 0
    assert t.worths() == [10, 10]


# -- what the board says of a marker --


def test_each_field_of_the_track_has_a_description() -> None:
    t = work(2, deadlines=True)
    more = "a $3 bonus per consultant on completion"
    assert t.view().rules.stakes == [
        more, more, "no bonus and no penalty", "a $6 penalty at the end of the round",
        "a $10 penalty at the end of the round",
    ]  # fmt: skip
    assert work(2).view().rules.stakes == []

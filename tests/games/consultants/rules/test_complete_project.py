"""ITS "Complete project"; RULINGS C1, C3.1, C3.4, C3.8."""

from __future__ import annotations

import pytest

from tests.games.consultants.positions import Table, work


def finish(t: Table, *, place: int = 0) -> Table:
    """Seat 0 puts a principal on the last desk, which is free."""
    name = t.desk_names(place)[-1]
    return t.hand(0, name).assign(name, place, len(t.desk_names(place)) - 1)


@pytest.mark.parametrize(
    ("row", "dollars"),
    [
        ((1, 2, 1), [6, 4 + 1, 2]),
        ((1, 1, 2), [6, 2 + 1, 4]),
        ((2, 2, 2), [6, 0, 4 + 2 + 1]),
        ((0, 1, 2), [6 + 1, 2, 4]),
        ((None, None, 1), [6, 4, 0]),
        ((2, None, 1), [6, 4, 2]),
    ],
)
def test_a_principal_on_the_last_desk_completes_the_project_and_pays_from_the_right(
    row: tuple[int | None, ...], dollars: list[int]
) -> None:
    t = finish(work(3).money(0, 0, 0).row(0, *row))
    assert t.worths() == dollars


def test_an_international_project_pays_on_the_gold_track() -> None:
    t = finish(work(3).money(0, 0, 0).abroad(0).row(0, 1, 1, 2, 1))
    assert t.worths() == [10, 7 + 3 + 2, 5]


def test_an_international_project_replaces_a_completed_one() -> None:
    t = work(3).row(0, 1, 1, 1)
    new, left = t.state.stock[-1], t.view().stock
    finish(t)
    assert t.place(0).project == new
    assert t.tables.projects[new].regular is False
    assert t.there(0) == [None] * 5
    assert t.view().stock == left - 1


def test_consultants_return_to_their_decks() -> None:
    t = work(3).row(0, 1, 1, 1)
    seniors, principals = len(t.state.seniors), len(t.state.principals)
    finish(t)
    assert (t.view().seniors, t.view().principals) == (seniors + 3, principals)


def test_the_project_counts_for_its_completer_and_the_next_player_is_on_turn() -> None:
    t = finish(work(3).row(0, 1, 1, 1))
    assert [boss.completed for boss in t.view().players] == [1, 0, 0]
    assert t.due == [1]


def test_a_principal_who_moves_to_the_last_desk_completes_the_project() -> None:
    t = work(2).money(0, 0).abroad(1).row(1, 1, 1, 1).sit(1, 3, "blue*", by=0).row(0, 1, 1, 1).move(1, 3, 0, 3)
    assert t.worths() == [6, 4 + 2 + 1]
    assert t.there(1)[3] is None
    assert t.boss(0).moves == 1


def test_other_desks_do_not_complete_a_project() -> None:
    t = work(2).row(0, 1, 1).hand(0, "green*").assign("green*", 0, 2)
    assert t.worths() == [10, 10]
    assert t.place(0).desks[2].owner == 0


def test_the_space_stays_empty_without_international_projects() -> None:
    t = finish(work(2).stock(0).row(0, 1, 1, 1))
    place = t.place(0)
    assert (place.project, place.desks, place.field) == (-1, [], 0)
    assert "There are no international projects left, so the spot stays empty." in t.said()
    t.end_round()
    assert t.worths()[1] == 10 + 7


def test_without_deadlines_there_is_no_bonus() -> None:
    t = finish(work(2, deadlines=False).money(0, 0).row(0, 1, 1, 1))
    assert t.worths() == [6, 7]
    assert t.place(0).field == 0

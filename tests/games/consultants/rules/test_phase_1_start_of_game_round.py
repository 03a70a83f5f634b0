"""ITS "Phase 1: Start of game round"; RULINGS C1, C3.2, C3.5, C3.7."""

from __future__ import annotations

import pytest

from cashbox.engine.chance import SeededChance
from tests.games.consultants.positions import Table, real_game, work


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_player_receives_two_new_seniors(seats: int) -> None:
    t = work(seats).end_round()
    for seat in range(seats):
        assert len(t.held(seat)) == 3
        assert (t.boss(seat).seniors, t.boss(seat).principals) == (3, 0)


def test_any_senior_in_the_deck_can_be_dealt() -> None:
    """The stack is shuffled: every senior may come."""
    found = set()
    for seed in range(60):
        t = work(2)
        t.chance = SeededChance(seed)
        found |= set(t.end_round().held(0))
    assert found == {"red", "yellow", "green", "blue", "violet"}


def test_a_short_deck_deals_what_is_left() -> None:
    t = work(3, starter=1).keep("seniors", 3).end_round()
    assert [boss.seniors for boss in t.view().players] == [1, 3, 2]
    assert t.phase == "start"


def test_pass_counters_are_turned_over() -> None:
    t = work(3).end_round()
    assert [boss.passed for boss in t.view().players] == [False] * 3


def test_move_counters_are_turned_over() -> None:
    t = work(3).moved(0, 2).moved(1, 1).end_round()
    assert [boss.moves for boss in t.view().players] == [2, 2, 2]
    t.do("starter", player=0)
    assert [boss.moves for boss in t.view().players] == [2, 2, 2]


def test_the_old_event_card_is_discarded() -> None:
    t = work(3).end_round()
    assert t.view().event == -1
    seen = [t.state.events_left[-1]]
    while t.state.events_left and t.due:
        t.do("starter", player=0)
        if t.phase == "event":
            while t.phase == "event":
                t.do("stay")
        seen.append(t.view().event)
        t.end_round()
    assert len(set(seen[1:])) == len(seen[1:]) == len(t.tables.events)


@pytest.mark.parametrize(
    ("money", "debt", "starter", "chooser"),
    [
        ((10, 4, 7), 0, 0, 1),
        ((3, 4, 7), 0, 2, 0),
        ((5, 5, 9), 0, 0, 1),
        ((5, 9, 5), 0, 0, 2),
        ((5, 9, 5), 0, 1, 2),
        ((5, 9, 5), 0, 2, 0),
        ((5, 5, 5), 0, 1, 2),
        ((0, 9, 0), 3, 1, 0),
    ],
)
def test_the_poorest_player_chooses_the_start_player(
    money: tuple[int, ...], debt: int, starter: int, chooser: int
) -> None:
    """Money less debt; ties go to the next after the old starting player, who comes last."""
    t = work(3, starter=starter).money(*money).debt(0, debt).end_round()
    assert t.phase == "start"
    assert t.due == [chooser]
    assert t.forms() == [{"type": "starter", "player": seat} for seat in range(3)]


def test_the_chosen_player_has_the_first_turn() -> None:
    t = work(3).money(1, 5, 5).end_round().do("starter", player=2)
    assert (t.view().starter, t.due) == (2, [2])


def test_the_first_start_player_is_random() -> None:
    starters = set()
    for seed in range(40):
        t = Table(4, {}, seed)
        assert t.view().round == 1
        assert t.phase in ("work", "event")
        starters.add(t.view().starter)
        assert t.due == [t.view().starter]
    assert starters == {0, 1, 2, 3}


@pytest.mark.parametrize(("seats", "regular"), [(2, 4), (3, 5), (4, 6)])
def test_regular_projects_are_laid_out(seats: int, regular: int) -> None:
    t = Table(seats, {"mode": "basic"}, rules=real_game())
    projects = [place.project for place in t.view().places]
    assert len(projects) == len(set(projects)) == regular
    assert all(0 <= project < 6 for project in projects)


def test_projects_and_events_are_shuffled() -> None:
    tables = [Table(2, {"mode": "basic"}, seed, real_game()) for seed in range(200)]
    assert {t.place(0).project for t in tables} == set(range(6))
    assert {t.state.stock[-1] for t in tables} == set(range(6, len(real_game().tables.projects)))
    assert {t.view().event for t in tables} == set(range(len(real_game().tables.events)))

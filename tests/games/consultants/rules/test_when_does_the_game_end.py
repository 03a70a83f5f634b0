"""ITS "When does the game end?"; RULINGS C1, C3.6, C3.8."""

from __future__ import annotations

import pytest

from tests.games.consultants.positions import work


def test_the_game_ends_with_the_round_of_the_last_international_project() -> None:
    t = work(2).stock(1).row(0, 1, 1, 1).hand(0, "blue*").assign("blue*", 0, 3)
    assert t.view().last
    assert t.view().stock == 0
    assert "That was the last international project, so this is the last round." in t.said()
    assert t.due == [1]
    t.pass_()
    assert t.game.outcome(t.state) is None
    t.pass_()
    assert (t.phase, t.due, t.view().round) == ("over", [], 2)


def test_the_game_does_not_end_earlier() -> None:
    t = work(2).stock(2).row(0, 1, 1, 1).hand(0, "blue*").assign("blue*", 0, 3).end_round()
    assert not t.view().last
    assert t.phase == "start"


def test_the_last_round_is_completed_and_pays() -> None:
    t = work(2).stock(1).money(0, 0).row(0, 1, 1, 1).row(1, 1).hand(0, "blue*").assign("blue*", 0, 3).end_round()
    assert t.worths() == [6, 4 + 2 + 1 + 6]
    assert t.winners() == [1]


def test_the_game_ends_with_the_round_of_the_last_event_card() -> None:
    t = work(2).next_event("bonus-season").next_round()
    assert t.view().events_left == 0
    assert t.phase == "work"
    t.end_round()
    assert t.phase == "over"
    assert t.worths() == [12, 12]


@pytest.mark.parametrize(
    ("money", "debts", "winners", "text"),
    [
        ((5, 9, 3), (0, 0, 0), [1], "{1} wins with $9."),
        ((9, 9, 3), (0, 0, 0), [0, 1], "{0} and {1} share the win with $9."),
        ((0, 0, 0), (4, 2, 3), [1], "{1} wins with −$2."),
        ((1, 1, 1), (0, 0, 0), [0, 1, 2], "{0}, {1}, and {2} share the win with $1."),
    ],
)
def test_the_largest_sum_wins(money: tuple[int, ...], debts: tuple[int, ...], winners: list[int], text: str) -> None:
    t = work(3).money(*money).next_event()
    for seat, debt in enumerate(debts):
        t.debt(seat, debt)
    t.end_round()
    outcome = t.game.outcome(t.state)
    assert outcome is not None
    assert list(outcome.scores) == [m - d for m, d in zip(money, debts, strict=True)]
    assert list(outcome.winners) == winners
    assert outcome.text == text


def test_a_penalty_of_the_last_round_counts() -> None:
    t = work(2, deadlines=True).money(10, 10).next_event().field(0, 5).sit(0, 0, "red", by=0).end_round()
    assert t.worths() == [16, 0]


def test_the_ranking_is_by_money_minus_debt() -> None:
    t = work(4).money(9, 12, 9, 15).debt(3, 7)
    assert t.view().order == [1, 0, 2, 3]

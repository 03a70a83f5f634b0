"""Test the outcome of a game as all players see it."""

from __future__ import annotations

from cashbox.engine.game import Outcome, Ranked


def test_the_best_score_comes_first_and_tied_seats_keep_their_order() -> None:
    ranking = Outcome((3, 8, -1, 3), (1,), "{1} wins.").ranking()
    assert [(one.seat, one.score, one.won) for one in ranking] == [
        (1, 8, True), (0, 3, False), (3, 3, False), (2, -1, False),
    ]  # fmt: skip


def test_among_tied_seats_the_winner_comes_first() -> None:
    assert [one.seat for one in Outcome((5, 5, 5), (2,), "{2} wins.").ranking()] == [2, 0, 1]


def test_an_opponent_without_a_seat_wins_if_no_player_does() -> None:
    won = Outcome((7,), (), "Bubba wins.", {"Bubba": 7}).ranking()
    assert won == [Ranked(1, "Bubba", 7, won=True), Ranked(0, "", 7, won=False)]
    lost = Outcome((7,), (0,), "{0} wins.", {"Bubba": 6}).ranking()
    assert lost == [Ranked(0, "", 7, won=True), Ranked(1, "Bubba", 6, won=False)]

"""CASH "Premium Earnings"; RULINGS B2.2."""

from __future__ import annotations

from tests.games.cash.positions import turn


def test_premium_earnings_takes_each_opponents_highest_uninsured_cash() -> None:
    t = turn(4).cash(0, 5_000).cash(1, 75_000, 10_000).cash(2, 25_000).insured(2, "basic", 50_000).hand(0, "premium")
    t.discard("premium").do("take")
    assert t.tabled(0) == [5_000, 25_000, 75_000]
    assert [t.tabled(seat) for seat in (1, 2, 3)] == [[10_000], [], []]
    assert t.covered(2) == [("basic", [50_000])]


def test_premium_earnings_can_take_150_000() -> None:
    t = turn(2).cash(1, 5_000, 150_000).hand(0, "premium").discard("premium").do("take")
    assert t.tabled(0) == [150_000]


def test_taking_clearing_and_the_extra_turn_are_optional() -> None:
    t = turn(2).cash(1, 5_000).investigated(0).hand(0, "premium").discard("premium")
    assert t.types() == {"take", "leave"}
    t.do("take")
    assert t.types() == {"clear", "keep"}
    t.do("clear")
    assert t.firm(0).probe == -1
    t.finish()
    assert t.types() == {"again", "rest"}
    t.do("again")
    assert (t.active, t.count(0), t.phase) == (0, 8, "act")


def test_the_player_can_take_nothing_and_decline_the_turn() -> None:
    t = turn(2).cash(1, 5_000).hand(0, "premium").discard("premium").do("leave").finish().do("rest")
    assert (t.tabled(1), t.active) == ([5_000], 1)


def test_an_opponent_without_uninsured_cash_loses_no_turn() -> None:
    t = turn(3).cash(1, 5_000).hand(0, "premium").discard("premium").do("take")
    assert t.firm(2).lost == 0

"""CASH "Bull market cards", "Dividend Yield"; RULINGS B2.2, B2.10, B2.13."""

from __future__ import annotations

import pytest

from tests.games.cash.positions import turn


def test_dividend_yield_takes_each_opponents_lowest_uninsured_cash() -> None:
    t = turn(4).cash(0, 5_000).cash(1, 75_000, 10_000).cash(2, 25_000).insured(2, "economy", 5_000).hand(0, "dividend")
    t.discard("dividend").do("take")
    assert t.tabled(0) == [5_000, 10_000, 25_000]
    assert [t.tabled(seat) for seat in (1, 2, 3)] == [[75_000], [], []]
    assert t.covered(2) == [("economy", [5_000])]


def test_an_opponent_without_uninsured_cash_loses_nothing() -> None:
    t = turn(3).cash(1, 5_000).hand(0, "dividend").discard("dividend").do("take")
    assert (t.tabled(0), t.firm(2).lost) == ([5_000], 0)


def test_taking_is_optional() -> None:
    t = turn(2).cash(1, 5_000).hand(0, "dividend").discard("dividend")
    assert t.types() == {"take", "leave"}
    t.do("leave")
    assert (t.tabled(0), t.tabled(1), t.firm(0).extra) == ([], [5_000], 1)


def test_nothing_is_asked_if_no_opponent_has_uninsured_cash() -> None:
    t = turn(3).insured(1, "economy", 5_000).hand(0, "dividend").discard("dividend")
    assert (t.phase, t.firm(0).extra) == ("close", 1)


def test_its_three_effects_are_three_separate_choices() -> None:
    t = turn(2).cash(1, 5_000).investigated(0).hand(0, "dividend").discard("dividend")
    assert t.types() == {"take", "leave"}
    t.do("leave")
    assert t.types() == {"clear", "keep"}
    t.do("clear").finish()
    assert t.types() == {"again", "rest"}


def test_it_ends_only_an_investigation_of_its_player() -> None:
    t = turn(3).investigated(1).hand(0, "dividend").discard("dividend")
    assert t.phase == "close"
    assert t.firm(1).probe >= 0


def test_the_extra_turn_follows_this_turn() -> None:
    t = turn(2).hand(0, "dividend", 5_000).discard("dividend").finish()
    assert (t.active, t.count(0)) == (0, 7)
    t.do("again")
    assert (t.active, t.count(0), t.phase, t.firm(0).extra) == (0, 8, "act", 0)
    t.play(5_000).finish()
    assert t.active == 1


def test_the_extra_turn_can_be_declined() -> None:
    t = turn(2).hand(0, "dividend").discard("dividend").finish().do("rest")
    assert (t.active, t.firm(0).extra, t.count(0)) == (1, 0, 7)


def test_a_second_dividend_yield_in_the_extra_turn_gives_another() -> None:
    t = turn(2).hand(0, "dividend", "dividend").discard("dividend").finish().do("again")
    t.discard("dividend").finish().do("again")
    assert (t.active, t.count(0)) == (0, 8)


def test_the_next_player_follows_the_extra_turn() -> None:
    t = turn(3).hand(0, "dividend").discard("dividend").finish().do("again")
    t.idle()
    assert t.active == 1


@pytest.mark.parametrize("what", ["take", "leave"])
def test_it_takes_at_most_one_card_from_each_opponent(what: str) -> None:
    t = turn(2).cash(1, 5_000, 5_000, 5_000).hand(0, "dividend").discard("dividend").do(what)
    assert len(t.tabled(1)) == (2 if what == "take" else 3)

"""CASH "Venture Capital"; RULINGS B2.4, B2.8."""

from __future__ import annotations

import pytest

from tests.games.cash.positions import turn


def test_it_is_played_for_25_000_of_uninsured_cash() -> None:
    t = turn(2).cash(0, 25_000, 50_000).hand(0, "venture").play("venture")
    assert (t.firm(0).ventures, t.tabled(0), t.dumped()) == (1, [50_000], [25_000])


def test_not_without_the_fee() -> None:
    t = turn(2).cash(0, 5_000, 10_000, 50_000).insured(0, "economy", 25_000).hand(0, "venture", 25_000)
    assert not t.can("play", "venture")
    assert t.can("discard", "venture")


def test_tabled_it_doubles_all_tabled_cash_insured_or_not() -> None:
    line = turn(2).venture(0).cash(0, 50_000).insured(0, "economy", 10_000).stop()
    assert (line.tabled, line.doubled, line.total) == (60_000, 60_000, 120_000)


def test_not_the_cash_in_hand() -> None:
    t = turn(2).venture(0).cash(0, 50_000).hand(0, 5_000)
    assert t.stop().total == 95_000


def test_nor_bear_cards_while_it_is_tabled() -> None:
    assert turn(2).venture(0).hand(0, "crash").stop().total == -25_000


@pytest.mark.parametrize(("bear", "cost"), [("crash", 25_000), ("recession", 50_000), ("bankruptcy", 150_000)])
def test_in_the_hand_it_doubles_what_bear_cards_cost(bear: str, cost: int) -> None:
    t = turn(2).hand(1, "venture", bear)
    assert t.stop(1).bears == -2 * cost
    assert t.totals() == [0, -2 * cost]


def test_in_the_hand_it_costs_nothing_by_itself() -> None:
    assert turn(2).hand(1, "venture").stop(1).total == 0


def test_in_the_hand_it_doubles_neither_cash_tabled_nor_cash_in_hand() -> None:
    assert turn(2).cash(1, 50_000).hand(1, "venture", 5_000).stop(1).total == 45_000


def test_one_tabled_and_one_in_the_hand_double_both() -> None:
    line = turn(2).cash(1, 50_000).venture(1).hand(1, "venture", "crash").stop(1)
    assert (line.doubled, line.bears, line.total) == (50_000, -50_000, 50_000)


def test_it_doubles_once() -> None:
    """RULINGS B2.8."""
    assert turn(2).venture(0, 3).cash(0, 50_000).stop().total == 100_000
    assert turn(2).hand(1, "venture", "venture", "crash").stop(1).total == -50_000


def test_a_second_one_may_be_played_without_effect() -> None:
    t = turn(2).venture(0).cash(0, 25_000, 50_000).hand(0, "venture").play("venture")
    assert t.firm(0).ventures == 2
    t.finish().idle()
    assert t.stop().total == 100_000


def test_not_under_investigation() -> None:
    assert not turn(2).investigated(0).cash(0, 25_000).hand(0, "venture").can("play", "venture")


def test_discarded_it_costs_and_does_nothing() -> None:
    t = turn(2).cash(0, 25_000).hand(0, "venture").discard("venture")
    assert (t.tabled(0), t.firm(0).ventures, t.dumped()) == ([25_000], 0, ["venture"])

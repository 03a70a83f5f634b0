"""CASH "Venture Capital"; RULINGS B2.4, B2.8."""

from __future__ import annotations

import pytest

from tests.games.cash.positions import turn


def test_venture_capital_costs_25_000_of_uninsured_cash() -> None:
    t = turn(2).cash(0, 25_000, 50_000).hand(0, "venture").play("venture")
    assert (t.firm(0).ventures, t.tabled(0), t.dumped()) == (1, [50_000], [25_000])


def test_venture_capital_cannot_be_played_without_the_fee() -> None:
    t = turn(2).cash(0, 5_000, 10_000, 50_000).insured(0, "economy", 25_000).hand(0, "venture", 25_000)
    assert not t.can("play", "venture")
    assert t.can("discard", "venture")


def test_tabled_venture_capital_doubles_insured_and_uninsured_tabled_cash() -> None:
    line = turn(2).venture(0).cash(0, 50_000).insured(0, "economy", 10_000).stop()
    assert (line.tabled, line.doubled, line.total) == (60_000, 60_000, 120_000)


def test_tabled_venture_capital_does_not_double_cash_in_hand() -> None:
    t = turn(2).venture(0).cash(0, 50_000).hand(0, 5_000)
    assert t.stop().total == 95_000


def test_tabled_venture_capital_does_not_double_bear_cards() -> None:
    assert turn(2).venture(0).hand(0, "crash").stop().total == -25_000


@pytest.mark.parametrize(("bear", "cost"), [("crash", 25_000), ("recession", 50_000), ("bankruptcy", 150_000)])
def test_venture_capital_in_hand_doubles_the_cost_of_bear_cards(bear: str, cost: int) -> None:
    t = turn(2).hand(1, "venture", bear)
    assert t.stop(1).bears == -2 * cost
    assert t.totals() == [0, -2 * cost]


def test_venture_capital_in_hand_costs_nothing_by_itself() -> None:
    assert turn(2).hand(1, "venture").stop(1).total == 0


def test_venture_capital_in_hand_does_not_double_cash() -> None:
    assert turn(2).cash(1, 50_000).hand(1, "venture", 5_000).stop(1).total == 45_000


def test_one_tabled_and_one_in_hand_double_cash_and_bear_cards() -> None:
    line = turn(2).cash(1, 50_000).venture(1).hand(1, "venture", "crash").stop(1)
    assert (line.doubled, line.bears, line.total) == (50_000, -50_000, 50_000)


def test_two_venture_capitals_double_only_once() -> None:
    """RULINGS B2.8."""
    assert turn(2).venture(0, 3).cash(0, 50_000).stop().total == 100_000
    assert turn(2).hand(1, "venture", "venture", "crash").stop(1).total == -50_000


def test_a_second_venture_capital_can_be_played_without_effect() -> None:
    t = turn(2).venture(0).cash(0, 25_000, 50_000).hand(0, "venture").play("venture")
    assert t.firm(0).ventures == 2
    t.finish().idle()
    assert t.stop().total == 100_000


def test_venture_capital_cannot_be_played_under_investigation() -> None:
    assert not turn(2).investigated(0).cash(0, 25_000).hand(0, "venture").can("play", "venture")


def test_a_discarded_venture_capital_is_free_and_has_no_effect() -> None:
    t = turn(2).cash(0, 25_000).hand(0, "venture").discard("venture")
    assert (t.tabled(0), t.firm(0).ventures, t.dumped()) == ([25_000], 0, ["venture"])

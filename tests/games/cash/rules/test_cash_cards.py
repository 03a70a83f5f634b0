"""CASH "Cash cards"."""

from __future__ import annotations

import pytest

from tests.games.cash.positions import CASH, turn


@pytest.mark.parametrize("value", CASH)
def test_cash_is_played_on_the_firm_uninsured(value: int) -> None:
    t = turn(2).hand(0, value).play(value)
    assert t.tabled(0) == [value]
    assert t.firm(0).tabled == value
    assert t.covered(0) == []


@pytest.mark.parametrize("value", CASH)
def test_tabled_cash_adds_its_value_and_cash_in_hand_subtracts_it(value: int) -> None:
    t = turn(2).cash(0, value).hand(1, value)
    t.play_stop()
    assert t.totals() == [value, -value]


def test_there_are_six_denominations() -> None:
    assert CASH == (5_000, 10_000, 25_000, 50_000, 75_000, 150_000)
    t = turn(2)
    assert [t.tables.value[face] for face in range(2, 8)] == list(CASH)


def test_a_firm_can_table_any_amount_of_cash() -> None:
    t = turn(2).cash(0, *[5_000] * 11).hand(0, 5_000).play(5_000)
    assert t.firm(0).tabled == 60_000


def test_cash_cannot_be_played_under_investigation() -> None:
    t = turn(2).investigated(0).hand(0, 5_000)
    assert not t.can("play", 5_000)
    assert t.can("discard", 5_000)


def test_discarded_cash_is_gone() -> None:
    t = turn(2).hand(0, 75_000).discard(75_000)
    assert (t.tabled(0), t.dumped()) == ([], [75_000])

"""CASH "Discarding cash and making change"; RULINGS B2.4."""

from __future__ import annotations

import pytest

from tests.games.cash.positions import turn


@pytest.mark.parametrize("values", [(10_000, 10_000, 5_000), (50_000,), (5_000,) * 5, (75_000, 150_000), ()])
def test_a_fee_is_paid_with_one_card_of_its_value_without_change(values: tuple[int, ...]) -> None:
    t = turn(2).cash(0, *values).hand(0, "venture")
    assert not t.can("play", "venture")
    assert "exactly 25,000" in t.why("play", "venture")


def test_exactly_one_card_of_the_value_is_paid() -> None:
    t = turn(2).cash(0, 5_000, 10_000, 25_000, 25_000, 50_000).hand(0, "venture").play("venture")
    assert t.tabled(0) == [5_000, 10_000, 25_000, 50_000]
    assert t.dumped() == [25_000]


@pytest.mark.parametrize("values", [(10_000, 10_000, 5_000), (50_000,), ()])
def test_a_takeover_fee_gives_no_change(values: tuple[int, ...]) -> None:
    t = turn(2).cash(0, *values).venture(1).hand(0, "takeover").discard("takeover")
    assert (t.firm(1).ventures, t.tabled(0)) == (1, sorted(values))


@pytest.mark.parametrize(("card", "values"), [("broker", (10_000, 10_000, 5_000)), ("banker", (25_000, 25_000))])
def test_smaller_cash_cannot_be_combined_into_a_value(card: str, values: tuple[int, ...]) -> None:
    t = turn(2).cash(1, *values).hand(0, card).discard(card).do("take")
    assert t.tabled(1) == sorted(values)
    assert t.firm(1).lost > 0


def test_larger_cash_gives_no_change() -> None:
    t = turn(2).cash(1, 50_000, 75_000).hand(0, "broker").discard("broker").do("take")
    assert (t.tabled(0), t.tabled(1), t.firm(1).lost) == ([], [50_000, 75_000], 1)


def test_insured_cash_cannot_pay_a_fee() -> None:
    t = turn(2).insured(0, "economy", 25_000).venture(1).hand(0, "venture", "takeover")
    assert not t.can("play", "venture")
    t.discard("takeover")
    assert t.firm(1).ventures == 1


def test_cash_in_hand_cannot_pay_a_fee() -> None:
    t = turn(2).hand(0, "venture", 25_000)
    assert not t.can("play", "venture")

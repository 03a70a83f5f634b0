"""CASH "Acquittal cards"; RULINGS B2.5."""

from __future__ import annotations

import pytest

from tests.games.cash.positions import CRIMES, turn


@pytest.mark.parametrize("crime", CRIMES)
def test_an_acquittal_is_discarded_not_played(crime: str) -> None:
    t = turn(2).investigated(0, crime).hand(0, f"not {crime}")
    assert not t.can("play", f"not {crime}")
    assert t.discard(f"not {crime}").types() == {"clear", "keep"}


@pytest.mark.parametrize("crime", CRIMES)
def test_without_an_investigation_an_acquittal_is_a_plain_discard(crime: str) -> None:
    t = turn(2).hand(0, f"not {crime}").discard(f"not {crime}")
    assert (t.phase, t.dumped()) == ("close", [f"not {crime}"])
    assert t.said()[0].endswith("with no effect.")


def test_an_acquittal_also_works_at_the_hand_check() -> None:
    t = turn(2).investigated(0).hand(0, "license", "not corruption", size=9).discard("license").finish()
    t.discard("not corruption").do("clear")
    assert (t.firm(0).probe, t.active) == (-1, 1)


def test_a_settlement_costs_the_lowest_uninsured_cash() -> None:
    t = turn(2).investigated(0).cash(0, 75_000, 10_000, 50_000).insured(0, "economy", 5_000).hand(0, "settlement")
    t.play("settlement")
    assert t.tabled(0) == [50_000, 75_000]
    assert t.covered(0) == [("economy", [5_000])]
    assert 10_000 in t.dumped()


def test_without_uninsured_cash_a_settlement_does_nothing() -> None:
    t = turn(2).investigated(0).insured(0, "economy", 5_000).hand(0, "settlement", 25_000)
    assert not t.can("play", "settlement")
    assert t.why("play", "settlement") == "You have no uninsured cash to pay with."
    t.discard("settlement")
    assert (t.firm(0).probe >= 0, t.dumped()) == (True, ["settlement"])


def test_without_an_investigation_a_settlement_costs_nothing() -> None:
    t = turn(2).cash(0, 5_000).hand(0, "settlement")
    assert not t.can("play", "settlement")
    assert t.why("play", "settlement") == "You are not under investigation."
    t.discard("settlement")
    assert (t.tabled(0), t.dumped()) == ([5_000], ["settlement"])


def test_a_discarded_settlement_settles_nothing() -> None:
    t = turn(2).investigated(0).cash(0, 5_000).hand(0, "settlement").discard("settlement")
    assert (t.firm(0).probe >= 0, t.tabled(0)) == (True, [5_000])


def test_a_settlement_counts_as_the_card_of_the_turn() -> None:
    t = turn(2).investigated(0).cash(0, 5_000).hand(0, "settlement", 5_000).play("settlement")
    assert not {"play", "discard"} & t.types()

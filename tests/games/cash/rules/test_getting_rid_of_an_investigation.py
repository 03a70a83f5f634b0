"""CASH "How do I get rid of an Investigation card?"; RULINGS B2.2, B2.12."""

from __future__ import annotations

import itertools

import pytest

from tests.games.cash.positions import CRIMES, turn


@pytest.mark.parametrize(("crime", "card"), list(itertools.product(CRIMES, [f"not {crime}" for crime in CRIMES])))
def test_only_a_matching_acquittal_ends_an_investigation(crime: str, card: str) -> None:
    t = turn(2).investigated(0, crime).hand(0, card).discard(card)
    if card == f"not {crime}":
        t.do("clear")
        assert t.dumped() == [card, crime]
    assert (t.firm(0).probe == -1) == (card == f"not {crime}")
    assert t.phase == "close"


@pytest.mark.parametrize("crime", CRIMES)
@pytest.mark.parametrize("card", ["dividend", "premium"])
def test_dividend_yield_and_premium_earnings_end_any_investigation(card: str, crime: str) -> None:
    t = turn(2).investigated(0, crime).hand(0, card).discard(card).do("clear")
    assert t.firm(0).probe == -1
    assert t.dumped() == [card, crime]


@pytest.mark.parametrize("crime", CRIMES)
def test_a_settlement_ends_any_investigation(crime: str) -> None:
    t = turn(2).investigated(0, crime).cash(0, 5_000).hand(0, "settlement").play("settlement")
    assert t.firm(0).probe == -1
    assert sorted(map(str, t.dumped())) == sorted(["settlement", "5000", crime])


@pytest.mark.parametrize("card", ["takeover", "venture"])
def test_takeover_and_venture_capital_end_no_investigation(card: str) -> None:
    """RULINGS B2.2."""
    t = turn(2).investigated(0).cash(0, 25_000).venture(1).hand(0, card).discard(card)
    assert t.firm(0).probe >= 0
    assert t.phase == "close"


@pytest.mark.parametrize("card", ["not corruption", "dividend", "premium"])
def test_a_player_may_keep_an_investigation(card: str) -> None:
    """RULINGS B2.2: every "may" is a choice."""
    t = turn(2).investigated(0).hand(0, card).discard(card)
    assert t.types() == {"clear", "keep"}
    t.do("keep")
    assert t.firm(0).probe >= 0
    assert t.dumped() == [card]


def test_bankruptcy_ends_the_investigation() -> None:
    """RULINGS B2.12."""
    t = turn(2).investigated(0).hand(0, "bankruptcy").discard("bankruptcy")
    assert t.firm(0).probe == -1
    assert "corruption" in t.dumped()
    assert "license" in t.dumped()


def test_a_cleared_firm_can_play_cards_again() -> None:
    t = turn(2).investigated(0).hand(0, "not corruption", 5_000).discard("not corruption").do("clear").finish().idle()
    t.play(5_000)
    assert t.tabled(0) == [5_000]


def test_the_investigation_of_an_opponent_stays() -> None:
    t = turn(2).investigated(1).hand(0, "not corruption").discard("not corruption")
    assert t.firm(1).probe >= 0

"""CASH "Commission cards", "The Broker", "The Banker", "The Taxman"; RULINGS B2.4, B2.7."""

from __future__ import annotations

import pytest

from tests.games.cash.positions import turn

PRICE = {"broker": (25_000, 1), "banker": (50_000, 2)}


@pytest.mark.parametrize("card", PRICE)
def test_one_card_of_exactly_that_value_is_taken_from_each_opponent(card: str) -> None:
    value, _ = PRICE[card]
    t = turn(4).cash(1, value, value).cash(2, 5_000, value).cash(3, value).hand(0, card).discard(card).do("take")
    assert t.tabled(0) == [value] * 3
    assert [t.tabled(seat) for seat in (1, 2, 3)] == [[value], [5_000], []]
    assert [firm.lost for firm in t.view().players] == [0, 0, 0, 0]


@pytest.mark.parametrize("card", PRICE)
def test_an_opponent_without_such_a_card_loses_turns(card: str) -> None:
    value, turns = PRICE[card]
    t = turn(4).cash(1, value).cash(2, 5_000, 75_000).insured(3, "total", value).hand(0, card)
    t.discard(card).do("take")
    assert t.tabled(0) == [value]
    assert [firm.lost for firm in t.view().players] == [0, 0, turns, turns]
    t.finish()
    assert t.active == 1


@pytest.mark.parametrize("card", PRICE)
def test_opponents_lose_turns_even_if_no_opponent_has_such_a_card(card: str) -> None:
    _, turns = PRICE[card]
    t = turn(3).hand(0, card).discard(card)
    assert t.types() == {"take", "leave"}
    t.do("take").finish()
    assert t.active == 0
    assert t.firm(1).lost == t.firm(2).lost == turns - 1


@pytest.mark.parametrize("card", PRICE)
def test_taking_is_optional(card: str) -> None:
    value, _ = PRICE[card]
    t = turn(3).cash(1, value).hand(0, card).discard(card).do("leave")
    assert (t.tabled(0), t.tabled(1), t.firm(2).lost) == ([], [value], 0)


@pytest.mark.parametrize("card", PRICE)
def test_a_commission_card_has_no_effect_under_investigation(card: str) -> None:
    value, _ = PRICE[card]
    t = turn(3).investigated(0).cash(1, value).hand(0, card).discard(card)
    assert (t.phase, t.tabled(1), t.firm(2).lost) == ("close", [value], 0)


@pytest.mark.parametrize("card", PRICE)
def test_the_broker_and_banker_are_discarded_not_played(card: str) -> None:
    assert not turn(2).cash(1, 25_000, 50_000).hand(0, card).can("play", card)


# -- The Taxman --------------------------------------------------------------------------------------------------------


def test_the_taxman_is_played_on_the_firm() -> None:
    t = turn(2).hand(0, "taxman").play("taxman")
    assert t.firm(0).taxman


def test_the_taxman_cannot_be_played_under_investigation() -> None:
    assert not turn(2).investigated(0).hand(0, "taxman").can("play", "taxman")


def test_a_discarded_taxman_does_nothing() -> None:
    t = turn(2).cash(1, 50_000).hand(0, "taxman").discard("taxman").finish().idle()
    t.play_stop()
    assert t.totals() == [0, 50_000]


def test_the_taxman_takes_a_tenth_of_each_opponents_capital() -> None:
    t = turn(3).taxman(0).cash(0, 10_000).cash(1, 50_000).cash(2, 25_000, 5_000).play_stop()
    assert t.totals() == [10_000 + 5_000 + 3_000, 45_000, 27_000]


def test_the_taxman_also_takes_a_tenth_of_a_debt() -> None:
    """RULINGS B2.7: an opponent at -100,000 rises to -90,000, the holder loses 10,000."""
    t = turn(2).taxman(0).hand(1, 75_000, "crash").play_stop()
    assert t.totals() == [-10_000, -90_000]


def test_the_tax_paid_equals_the_tax_received() -> None:
    t = turn(4).taxman(2).cash(0, 75_000).hand(1, 5_000, "bankruptcy").cash(3, 5_000).play_stop()
    assert t.totals() == [67_500, -139_500, 7_500 - 15_500 + 500, 4_500]
    assert sum(t.totals()) == 75_000 - 155_000 + 5_000


def test_the_tax_applies_to_this_round_only() -> None:
    t = turn(2).taxman(0).capital(0, 100_000).capital(1, 500_000).cash(1, 10_000).play_stop()
    assert t.capitals() == [101_000, 509_000]


def test_the_tax_comes_after_all_other_scoring() -> None:
    t = turn(2).taxman(0).venture(1).cash(1, 50_000).hand(1, 10_000, "crash").play_stop()
    assert t.totals() == [6_500, 58_500]


def test_a_taxman_in_hand_does_nothing() -> None:
    t = turn(2).cash(1, 50_000).hand(0, "taxman").play_stop()
    assert t.totals() == [0, 50_000]


def test_under_investigation_a_tabled_taxman_works() -> None:
    t = turn(2).taxman(1).investigated(1).cash(0, 50_000).play_stop()
    assert t.totals() == [45_000, 5_000]

"""CASH "Insurance cards"; RULINGS B2.9."""

from __future__ import annotations

import itertools

import pytest

from tests.games.cash.positions import CASH, turn

LIMITS = {"economy": 25_000, "basic": 50_000, "total": 75_000}


@pytest.mark.parametrize(("cover", "value"), list(itertools.product(LIMITS, CASH)))
def test_insurance_covers_cash_up_to_its_limit(cover: str, value: int) -> None:
    t = turn(2).cash(0, value).hand(0, cover)
    assert t.can("play", cover) == (value <= LIMITS[cover])
    if value <= LIMITS[cover]:
        t.play(cover)
        assert (t.tabled(0), t.covered(0)) == ([], [(cover, [value])])


def test_catherine_cannot_play_her_economy_cover() -> None:
    """An insured 25,000 under some other cover, an uninsured 50,000 and an uninsured 75,000."""
    t = turn(2).insured(0, "basic", 25_000).cash(0, 50_000, 75_000).hand(0, "economy")
    assert not t.can("play", "economy")
    assert t.why("play", "economy") == "You have no uninsured cash card worth 25,000 or less."
    t.cash(0, 25_000)
    t.play("economy")
    assert t.covered(0) == [("basic", [25_000]), ("economy", [25_000])]
    assert t.tabled(0) == [50_000, 75_000]


def test_insurance_cannot_be_played_without_tabled_cash() -> None:
    t = turn(2).hand(0, "total", 5_000)
    assert not t.can("play", "total")


def test_a_cover_insures_any_number_of_cards_within_its_limit() -> None:
    t = turn(2).cash(0, 5_000, 5_000, 5_000, 10_000, 50_000).hand(0, "economy").play("economy")
    for value in (5_000, 10_000, 5_000, 5_000):
        t.do("insure", value=value)
    assert t.covered(0) == [("economy", [5_000, 5_000, 5_000, 10_000])]
    assert t.tabled(0) == [50_000]
    assert t.phase == "close"


def test_the_player_chooses_which_cash_to_insure() -> None:
    t = turn(2).cash(0, 5_000, 10_000, 25_000, 50_000).hand(0, "basic").play("basic")
    assert [form["value"] for form in t.forms() if form["type"] == "insure"] == [5_000, 10_000, 25_000, 50_000]
    t.do("insure", value=25_000)
    assert [form["value"] for form in t.forms() if form["type"] == "insure"] == [5_000, 10_000]
    t.do("insure", value=10_000).do("insure", value=5_000)
    assert t.covered(0) == [("basic", [5_000, 10_000, 25_000])]
    assert t.phase == "close"


def test_the_insured_total_never_exceeds_the_limit() -> None:
    t = turn(2).cash(0, 10_000, 10_000, 10_000).hand(0, "economy").play("economy").do("insure", value=10_000)
    assert t.covered(0) == [("economy", [10_000, 10_000])]
    assert t.tabled(0) == [10_000]


def test_the_player_can_stop_after_one_card_and_loses_the_rest_of_the_limit() -> None:
    t = turn(2).cash(0, 5_000, 10_000).hand(0, "basic").play("basic")
    assert not t.can("done")
    t.do("insure", value=5_000).do("done")
    assert t.covered(0) == [("basic", [5_000])]
    t.cash(0, 25_000)
    assert t.phase == "close"
    t.finish().idle()
    assert "insure" not in t.types()


def test_two_covers_cannot_be_combined() -> None:
    """An Economy and a Basic Cover have 75,000 between them; neither takes a 75,000."""
    t = turn(2).cash(0, 75_000).insured(0, "basic", 5_000).hand(0, "economy", "basic")
    assert not t.can("play", "economy")
    assert not t.can("play", "basic")


def test_each_cover_insures_its_own_cash() -> None:
    t = turn(2).insured(0, "economy", 5_000).cash(0, 25_000).hand(0, "economy").play("economy")
    assert t.covered(0) == [("economy", [5_000]), ("economy", [25_000])]


def test_no_cover_insures_150_000() -> None:
    t = turn(2).cash(0, 150_000).hand(0, *LIMITS)
    assert not any(t.can("play", cover) for cover in LIMITS)


def test_insured_cash_counts_as_much_as_uninsured() -> None:
    assert turn(2).insured(0, "total", 50_000, 25_000).cash(0, 5_000).stop().total == 80_000


@pytest.mark.parametrize("card", ["dividend", "premium", "broker", "banker"])
def test_insured_cash_cannot_be_taken(card: str) -> None:
    t = turn(2).insured(1, "total", 25_000, 50_000).hand(0, card).discard(card)
    if t.phase == "take":
        t.do("take")
    assert (t.tabled(0), t.covered(1)) == ([], [("total", [25_000, 50_000])])


@pytest.mark.parametrize("card", ["crash", "recession", "bankruptcy"])
def test_bear_cards_leave_insured_cash_alone(card: str) -> None:
    t = turn(2).insured(0, "total", 25_000, 50_000).hand(0, card).discard(card)
    assert t.covered(0) == [("total", [25_000, 50_000])]


def test_insured_cash_cannot_pay_for_a_settlement() -> None:
    t = turn(2).investigated(0).insured(0, "economy", 5_000).hand(0, "settlement")
    assert not t.can("play", "settlement")


def test_insurance_cannot_be_played_under_investigation() -> None:
    t = turn(2).investigated(0).cash(0, 5_000).hand(0, "economy")
    assert not t.can("play", "economy")


def test_placing_insurance_uses_no_second_card() -> None:
    t = turn(2).cash(0, 5_000, 10_000).hand(0, "economy").play("economy")
    assert t.types() == {"insure"}

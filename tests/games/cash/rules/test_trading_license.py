"""CASH "Trading License"; RULINGS B2.3."""

from __future__ import annotations

import pytest

from tests.games.cash.positions import CARDS, turn


def test_a_license_takes_effect_when_played_on_the_firm() -> None:
    t = turn(2).unlicensed(0).hand(0, "license", 5_000)
    assert not t.can("play", 5_000)
    t.play("license")
    assert t.firm(0).license
    t.finish().idle()
    t.hand(0, 5_000).play(5_000)
    assert t.tabled(0) == [5_000]


@pytest.mark.parametrize("card", [card for card in CARDS if card != "license"])
def test_without_a_license_no_other_card_can_be_played(card: str | int) -> None:
    t = turn(2).unlicensed(0).cash(0, 25_000).investigated(1, "insider").hand(0, card)
    assert not t.can("play", card)
    assert t.why("play", card) == "You can't play anything else without a Trading License on your firm."


@pytest.mark.parametrize(
    "card",
    ["dividend", "premium", "takeover", "crash", "recession", "bankruptcy", "broker", "banker", "not corruption"],
)
def test_without_a_license_no_discarded_card_takes_effect(card: str) -> None:
    t = turn(2).unlicensed(0).cash(0, 25_000).cash(1, 5_000, 25_000, 50_000).venture(1).hand(0, card)
    t.discard(card)
    assert t.dumped() == [card]
    assert (t.phase, t.due) == ("close", [0])
    assert (t.tabled(0), t.tabled(1)) == ([25_000], [5_000, 25_000, 50_000])
    assert [(firm.lost, firm.extra) for firm in t.view().players] == [(0, 0), (0, 0)]
    assert t.said()[0].endswith(" with no effect.")


@pytest.mark.parametrize("card", list(CARDS))
def test_any_card_can_be_discarded_without_a_license(card: str | int) -> None:
    assert turn(2).unlicensed(0).hand(0, card).can("discard", card)


def test_a_firm_has_at_most_one_license() -> None:
    t = turn(2).hand(0, "license")
    assert not t.can("play", "license")
    assert t.why("play", "license") == "Your firm already has a Trading License. It can only have one."


def test_a_new_license_can_be_played_after_a_loss() -> None:
    t = turn(2).hand(0, "bankruptcy").discard("bankruptcy").finish()
    assert not t.firm(0).license
    t.idle().idle().idle()
    t.hand(0, "license").play("license")
    assert t.firm(0).license


def test_cash_of_a_firm_without_a_license_still_counts() -> None:
    t = turn(2).unlicensed(1).cash(1, 25_000)
    assert t.stop(1).total == 25_000

"""CASH "Drawing, playing, and discarding"; RULINGS B2.14."""

from __future__ import annotations

import pytest

from cashbox.engine.chance import SeededChance
from tests.games.cash.positions import turn


def test_dumped_deals_become_the_new_deck() -> None:
    t = turn(2).deck("taxman").dump(5_000, 10_000).idle()
    assert "taxman" in t.held(1)
    assert (t.view().deck, t.dumped()) == (0, [5_000, 10_000, "license"])
    t.idle()
    assert t.said()[-2:] == ["The dumped deals are shuffled into a new deck of 4 cards.", "P0 draws 1 card."]
    assert (t.view().deck, t.dumped()) == (3, [])


def test_the_new_deck_is_shuffled() -> None:
    found = set()
    for seed in range(30):
        t = turn(2).deck().dump(5_000, 10_000, 25_000, 50_000)
        t.chance = SeededChance(seed)
        t.idle()
        found.add(
            next(str(which) for which in (*t.held(1), "none") if which in (5_000, 10_000, 25_000, 50_000, "none"))
        )
    assert found == {"5000", "10000", "25000", "50000", "none"}, "the card just discarded may be drawn too"


def test_the_round_ends_when_deck_and_dumped_deals_are_empty() -> None:
    t = turn(2).deck().cash(0, 25_000).hand(0, 5_000).play(5_000).finish()
    assert t.view().rounds[-1].why == "no-cards"
    assert t.view().rounds[-1].stopper == -1
    assert t.capitals() == [30_000, 0]
    assert t.view().round == 2


def test_the_round_ends_when_the_hand_check_finds_too_few_cards() -> None:
    t = turn(2).deck("taxman").hand(0, 5_000, size=5).play(5_000).finish()
    assert t.view().rounds[-1].why == "no-cards"


def test_cards_drawn_before_the_deck_ran_out_count() -> None:
    t = turn(2).deck(150_000).hand(0, 5_000, size=5).play(5_000).finish()
    assert t.totals() == [5_000 - 150_000, 0]


def test_drawing_the_last_card_does_not_end_the_round() -> None:
    t = turn(2).deck("taxman").hand(0, 5_000).play(5_000).finish()
    assert (t.view().round, t.active, t.view().deck) == (1, 1, 0)


@pytest.mark.parametrize(
    "card",
    ["license", 5_000, "economy", "corruption", "stop", "settlement", "venture", "taxman"],
)
def test_discarding_a_card_that_takes_effect_when_played_does_nothing(card: str | int) -> None:
    t = turn(3).cash(0, 25_000, 5_000).cash(1, 10_000).hand(0, card)
    others = [t.firm(seat) for seat in (1, 2)]
    before = t.firm(0)
    t.discard(card)
    assert t.dumped() == [card]
    assert [t.firm(seat) for seat in (1, 2)] == others
    assert t.firm(0).hand == 7
    t.finish()
    after = t.firm(0)
    assert (after.cash, after.license, after.ventures, after.taxman, after.policies) == (
        before.cash, before.license, before.ventures, before.taxman, before.policies,
    )  # fmt: skip
    assert (t.view().round, t.active) == (1, 1)


def test_dumped_deals_are_face_up_with_the_latest_on_top() -> None:
    t = turn(2).hand(0, 5_000).discard(5_000).finish().hand(1, "taxman").discard("taxman")
    assert t.dumped() == [5_000, "taxman"]


@pytest.mark.parametrize("card", ["not corruption", "dividend", "premium", "takeover", "crash", "broker", "banker"])
def test_a_card_that_takes_effect_when_discarded_is_not_played(card: str) -> None:
    t = turn(2).cash(0, 25_000, 50_000).cash(1, 25_000, 50_000).venture(1).hand(0, card)
    assert not t.can("play", card)
    assert t.why("play", card).endswith("It only works when you discard it.")
    assert t.can("discard", card)


def test_every_card_can_be_discarded() -> None:
    for cards in (
        ("license", "stop", 5_000, 10_000, 25_000, 50_000, 75_000, 150_000),
        ("economy", "basic", "total", "corruption", "insider", "laundering", "organised", "not corruption"),
        ("not insider", "not laundering", "not organised", "settlement", "dividend", "premium", "venture", "takeover"),
        ("crash", "recession", "bankruptcy", "broker", "banker", "taxman"),
    ):
        t = turn(2).hand(0, *cards)
        assert all(t.can("discard", card) for card in cards)


def test_a_tabled_card_is_on_the_firm() -> None:
    t = turn(2).hand(0, 5_000, "taxman").play(5_000)
    assert t.firm(0).cash != []
    assert t.firm(0).hand == 7


def test_a_taken_card_is_tabled_at_once() -> None:
    t = turn(2).cash(1, 25_000).hand(0, "broker").discard("broker").do("take")
    assert (t.tabled(0), t.tabled(1), t.count(0)) == ([25_000], [], 7)

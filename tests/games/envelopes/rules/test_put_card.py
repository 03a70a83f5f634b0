"""V10 "1) Put a card (or cards) into play", "Card Star Point Value", "Card Cost"; RULINGS A3, A5.12-13."""

from __future__ import annotations

import pytest

from tests.games.envelopes.decks import card
from tests.games.envelopes.positions import Table, month


def test_the_cost_is_paid_and_the_stars_are_scored_at_once() -> None:
    t = month().waiting(0, "two").give(0, red=2, blue=1)
    assert t.gained(lambda: t.do("put", card="two")) == {"red": -1, "blue": -1, "stars": 3}
    assert t.mat(0).calendar[0] == -1
    assert [one.card + 1 for one in t.mat(0).in_play] == [card("two")]
    assert t.sheet(0, "printed") == [(card("two") - 1, 3)]


def test_the_hundred_dollar_handshake_costs_blue_magenta_and_orange() -> None:
    t = month().waiting(0, "Hundred-Dollar Handshake").give(0, blue=1, magenta=1, red=1)
    gained = t.gained(lambda: t.do("put", card="Hundred-Dollar Handshake"))
    assert gained == {"blue": -1, "magenta": -1, "red": -1, "stars": 1}


@pytest.mark.parametrize("missing", ["blue", "magenta", "red"])
def test_the_colors_must_match_the_cost_exactly(missing: str) -> None:
    t = month().waiting(0, "Hundred-Dollar Handshake").give(0, blue=1, magenta=1, red=1, green=5, gray=5, yellow=5)
    t.give(0, **{missing: -1})
    assert not t.can("put", card="Hundred-Dollar Handshake")
    assert "costs 1 red, 1 magenta, and 1 blue" in t.why("put", card="Hundred-Dollar Handshake")


def test_a_cost_of_two_in_a_color_needs_two_of_that_color() -> None:
    t = month().waiting(0, "four").give(0, green=1, yellow=3, magenta=3)
    assert not t.can("put", card="four")
    assert t.give(0, green=1).can("put", card="four")


def test_bucks_do_not_pay_for_cards() -> None:
    assert not month().waiting(0, "any").can("put", card="any")


def test_end_of_game_values_are_not_scored_at_once() -> None:
    t = month().waiting(0, "Analytics Nerd").give(0, green=9, gray=9, yellow=9, red=9, magenta=9, blue=9)
    t.signed(0, t.slot("missouri-arkansas", 0), t.slot("missouri-arkansas", 1))
    assert t.gained(lambda: t.do("put", card="Analytics Nerd"))["stars"] == 2


def test_a_player_can_play_any_number_of_cards_between_other_actions() -> None:
    t = month(2, "May").waiting(0, "any", "March").waiting(0, "two", "April").waiting(0, "fund", "May")
    t.give(0, red=3, blue=1, yellow=1, green=1)
    t.do("put", card="any").do("bet", colour="red", number=1).take("green")
    t.do("put", card="fund").do("put", card="two")
    assert len(t.mat(0).in_play) == 3
    assert t.envelopes() == 0


def test_cards_of_the_last_six_months_can_be_played() -> None:
    t = month(2, "August").waiting(0, "any", "March").give(0, red=1)
    assert t.can("put", card="any")


def test_a_player_cannot_play_an_opponents_card() -> None:
    t = month().waiting(1, "any").give(0, red=1)
    assert not t.can("put", card="any")
    assert "isn't on your calendar" in t.why("put", card="any")


# -- discounts ---------------------------------------------------------------------------------------------------------


def test_airport_hub_makes_fundraising_cards_one_envelope_cheaper() -> None:
    t = month().play_card(0, "Airport Hub").waiting(0, "fund").give(0, red=1)
    assert t.gained(lambda: t.do("put", card="fund")) == {"red": -1, "stars": 2}
    t = month().play_card(0, "Airport Hub").waiting(0, "two").give(0, red=1)
    assert not t.can("put", card="two")


def test_extra_envelopes_waives_an_envelope_of_the_players_choice() -> None:
    for left_out, paid in (("red", "blue"), ("blue", "red")):
        t = month().play_card(0, "Extra Envelopes").waiting(0, "two").give(0, red=1, blue=1)
        t.do("put", card="two")
        assert {form["colour"] for form in t.forms("leave")} == {"red", "blue"}
        assert t.gained(lambda: t.do("leave", colour=left_out)) == {paid: -1, "stars": 3}  # noqa: B023


def test_a_discount_can_waive_an_envelope_the_player_lacks() -> None:
    """ "Which may make it easier to put a card in play." """
    for held in ("red", "blue"):
        t = month().play_card(0, "Extra Envelopes").waiting(0, "two").give(0, **{held: 1})
        assert t.gained(lambda: t.do("put", card="two")) == {held: -1, "stars": 3}  # noqa: B023


def test_discounts_add_up_and_the_cost_never_falls_below_zero() -> None:
    t = month().play_card(0, "cheap pf", "cheaper pf").waiting(0, "four").give(0, magenta=1)
    assert t.gained(lambda: t.do("put", card="four")) == {"magenta": -1, "stars": 6}
    t = month().play_card(0, "Extra Envelopes").waiting(0, "any")
    assert t.gained(lambda: t.do("put", card="any")) == {"stars": 1}
    t = month().play_card(0, "cheap pf", "cheaper pf").waiting(0, "pay buck")
    assert t.gained(lambda: t.do("put", card="pay buck"))["stars"] > 0


def test_a_discount_card_does_not_pay_for_itself() -> None:
    t = month().waiting(0, "cheap pf")
    assert not t.can("put", card="cheap pf")


# -- substitutes -------------------------------------------------------------------------------------------------------


def test_a_wild_color_replaces_any_color_only_in_the_cost_of_cards() -> None:
    t = month().play_card(0, "gray cards").waiting(0, "two").give(0, gray=2)
    assert t.gained(lambda: pay_anyhow(t, "two")) == {"gray": -2, "stars": 3}
    t = month().play_card(0, "gray cards").at(0, "iowa").give(0, gray=3)
    assert not t.can("sign", recruit="iowa")


def test_using_a_substitute_is_a_choice() -> None:
    t = month().play_card(0, "gray cards").waiting(0, "any").give(0, gray=1, red=1)
    t.do("put", card="any")
    assert t.can("done")
    assert t.gained(lambda: t.do("wild", paid="gray", owed="red")) == {"gray": -1, "stars": 1}


def test_the_name_and_likeness_card_lets_a_buck_replace_an_envelope() -> None:
    t = month().play_card(0, "Name-and-Likeness Deal").waiting(0, "two")
    assert t.gained(lambda: pay_anyhow(t, "two")) == {"bucks": -2, "stars": 3}
    t = month().play_card(0, "Name-and-Likeness Deal").waiting(0, "two").give(0, red=1).bucks(0, 1)
    assert t.gained(lambda: t.do("put", card="two")) == {"red": -1, "bucks": -1, "stars": 3}
    assert not month().play_card(0, "Name-and-Likeness Deal").waiting(0, "two").bucks(0, 1).can("put", card="two")


def test_bucks_wild_colors_and_discounts_can_be_combined() -> None:
    t = month().play_card(0, "Name-and-Likeness Deal", "gray cards", "cheap pf").waiting(0, "four")
    t.give(0, gray=1, magenta=1).bucks(0, 1)
    assert t.gained(lambda: pay_anyhow(t, "four")) == {"gray": -1, "magenta": -1, "bucks": -1, "stars": 6}


def pay_anyhow(t: Table, name: str) -> Table:
    return t.do("put", card=name).settle()


def test_two_wild_colors_are_counted_once() -> None:
    """One gray and one blue envelope pay for two in all, whichever stands in for which."""
    t = month().play_card(0, "gray cards", "blue cards").waiting(0, "four").give(0, gray=2, blue=1)
    assert not t.can("put", card="four")
    assert t.give(0, blue=1).can("put", card="four")
    t.do("put", card="four").settle()
    assert t.tally(0) == {"bucks": 7, "stars": 6}


def test_a_wild_envelope_needed_for_its_own_color_replaces_no_other() -> None:
    t = month().play_card(0, "blue cards").waiting(0, "two").give(0, blue=1)
    assert not t.can("put", card="two")
    assert t.give(0, blue=1).can("put", card="two")


def test_a_card_that_rewards_playing_cards_does_not_reward_itself() -> None:
    t = month(2, "April").play_card(0, "Name-and-Likeness Deal").bucks(0, 20)
    t.waiting(0, "on putting", "March").waiting(0, "any", "April").give(0, red=1)
    pay_anyhow(t, "on putting")
    bucks = t.tally()["bucks"]
    t.do("put", card="any")
    if t.view().pending is not None:
        t.do("done")
    assert t.tally()["bucks"] == bucks + 1

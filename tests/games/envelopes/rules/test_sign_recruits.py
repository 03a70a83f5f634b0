"""V10 "6) Sign Recruits"; RULINGS A1, A5.11-13, A5.16."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.envelopes.decks import card
from tests.games.envelopes.positions import Table, month, turn_begins

FACES = (-2, -1, 0, 1, 2)


def iowa(die: int, *cards: str, position: str = "OL") -> Table:
    """Iowa, 4 stars, signed at this roll by who has these cards in play."""
    t = month().at(0, "iowa").give(0, blue=3).play_card(0, *cards)
    t.position(t.slot("iowa"), position)
    return t.do("sign", recruit="iowa", die=die)


def test_signing_pays_the_price_and_moves_recruit_and_token_to_the_mat() -> None:
    t = month().at(0, "iowa").give(0, blue=4)
    assert t.gained(lambda: t.do("sign", recruit="iowa", die=0)) == {"blue": -3, "stars": 4}
    (one,) = t.mat(0).recruits
    assert (one.slot, one.stars) == (t.slot("iowa"), 4)
    assert t.view().signed_by[t.slot("iowa")] == 0


def test_the_bus_must_be_at_the_recruit() -> None:
    t = month().at(0, "illinois").give(0, blue=4)
    assert not t.can("sign", recruit="iowa")
    assert t.why("sign", recruit="iowa") == "Drive your bus to Iowa to sign this recruit."


def test_the_price_must_be_paid_in_the_color_of_the_region() -> None:
    t = month().at(0, "iowa").give(0, blue=2, red=9)
    assert not t.can("sign", recruit="iowa")
    assert "wants 3 blue" in t.why("sign", recruit="iowa")


def test_a_recruit_cannot_be_signed_twice() -> None:
    t = month().at(0, "iowa").give(0, blue=6).do("sign", recruit="iowa", die=0)
    assert not t.can("sign", recruit="iowa")
    assert t.why("sign", recruit="iowa") == "That recruit has already signed."


# -- the Value Modifier Die --------------------------------------------------------------------------------------------


def test_the_value_modifier_die_has_the_right_faces() -> None:
    """One -2, three -1, four 0, three +1, one +2, each draw of twelve as likely."""
    found: Counter[int] = Counter()
    for face in range(12):
        t = month().at(0, "iowa").give(0, blue=3).do("sign", recruit="iowa", chance=[face])
        found[t.mat(0).stars - 4] += 1
    assert found == {-2: 1, -1: 3, 0: 4, 1: 3, 2: 1}


@pytest.mark.parametrize("die", FACES)
def test_the_modifier_changes_the_stars_of_the_token(die: int) -> None:
    t = iowa(die)
    assert t.mat(0).stars == 4 + die
    assert t.sheet(0, "recruit") == [(t.slot("iowa"), 4)]
    assert t.sheet(0, "die") == ([(t.slot("iowa"), die)] if die else [])


def test_a_recruit_is_worth_at_least_one_star() -> None:
    t = month().at(0, "indiana").give(0, blue=1)
    assert t.gained(lambda: t.do("sign", recruit="indiana", die=-2)) == {"blue": -1, "stars": 1}
    t = month().at(0, "indiana").give(0, blue=1)
    assert t.gained(lambda: t.do("sign", recruit="indiana", die=-1))["stars"] == 1


@pytest.mark.parametrize(("die", "stars"), [(-2, 4), (-1, 6), (0, 8), (1, 10), (2, 12)])
def test_a_quarterback_counts_double_after_the_die(die: int, stars: int) -> None:
    assert iowa(die, "Quarterback Meeting Room", position="QB").mat(0).stars == stars
    assert iowa(die, "Quarterback Meeting Room", position="RB").mat(0).stars == 4 + die


def test_the_minimum_of_one_comes_before_doubling() -> None:
    """RULINGS A5.11: the die, then never below 1, then doubling, then adding."""
    t = month().at(0, "indiana").give(0, blue=1)
    t.play_card(0, "Quarterback Meeting Room", "National Pregame Show on Campus")
    t.position(t.slot("indiana"), "QB").do("sign", recruit="indiana", die=-2)
    assert t.mat(0).stars == 1 * 2 + 1


def test_cards_add_after_doubling() -> None:
    t = iowa(1, "National Pregame Show on Campus", "Quarterback Meeting Room", position="QB")
    assert t.mat(0).stars == (4 + 1) * 2 + 1
    assert t.mat(0).recruits[0].stars == 10


def test_the_national_pregame_show_gives_a_star_for_every_recruit() -> None:
    t = iowa(0, "National Pregame Show on Campus")
    assert t.mat(0).stars == 5
    assert t.sheet(0, "card") == [(card("National Pregame Show on Campus") - 1, 1)]
    t.at(0, "illinois").give(0, blue=2)
    assert t.gained(lambda: t.do("sign", recruit="illinois", die=-1))["stars"] == 2 + 1


def test_a_card_against_loss_still_allows_gains() -> None:
    assert [iowa(die, "no loss").mat(0).stars for die in FACES] == [4, 4, 4, 5, 6]


def test_each_signed_recruit_gives_its_bonuses_once() -> None:
    t = month().play_card(0, "on signing", "moves on signing").at(0, "iowa").give(0, blue=3)
    change = t.gained(lambda: t.do("sign", recruit="iowa", die=0).take("green"))
    assert change == {"blue": -3, "stars": 4, "bucks": 1, "green": 1, "moves": 1}


# -- border states -----------------------------------------------------------------------------------------------------


def test_a_border_state_offers_two_recruits() -> None:
    t = month().at(0, "missouri-arkansas").give(0, yellow=2, red=2)
    a, b = t.slot("missouri-arkansas", 0), t.slot("missouri-arkansas", 1)
    assert [form["recruit"] for form in t.forms("sign")] == [a, b]
    change = t.gained(lambda: t.do("sign", recruit=b, die=0))
    assert change == {"yellow": -2, "red": -2, "stars": t.view().values[b]}
    assert t.view().signed_by[a] == -1


def test_both_border_recruits_can_be_signed_in_one_month() -> None:
    t = month().at(0, "missouri-arkansas").give(0, yellow=4, red=4)
    a, b = t.slot("missouri-arkansas", 0), t.slot("missouri-arkansas", 1)
    t.do("sign", recruit=a, die=0).do("sign", recruit=b, die=0)
    assert t.mat(0).stars == t.view().values[a] + t.view().values[b]
    assert t.tally(0)["bucks"] == 7
    assert t.envelopes() == 0


def test_both_border_recruits_can_be_signed_with_prepaid_envelopes() -> None:
    t = month().at(0, "missouri-arkansas").give(0, yellow=2, red=2)
    a, b = t.slot("missouri-arkansas", 0), t.slot("missouri-arkansas", 1)
    t.prepaid(0, a, yellow=2).prepaid(0, b, red=2)
    assert t.gained(lambda: t.do("sign", recruit=a, die=0))["red"] == -2
    assert [beside.slot for beside in t.mat(0).prepaid] == [b]
    assert t.gained(lambda: t.do("sign", recruit=b, die=0))["yellow"] == -2
    assert t.mat(0).prepaid == []


def test_both_border_recruits_can_be_signed_in_different_months() -> None:
    t = month().at(0, "missouri-arkansas").give(0, yellow=2, red=2)
    t.do("sign", recruit=t.slot("missouri-arkansas", 0), die=0).finish_turn()
    t.state.month = 1
    turn_begins(t).give(0, yellow=2, red=2)
    assert t.can("sign", recruit=t.slot("missouri-arkansas", 1))


# -- discounts and substitutes -----------------------------------------------------------------------------------------


def test_a_discount_applies_to_the_states_of_a_region() -> None:
    t = month().play_card(0, "cheap blue").at(0, "iowa").give(0, blue=2)
    assert t.gained(lambda: t.do("sign", recruit="iowa", die=0)) == {"blue": -2, "stars": 4}
    t = month().play_card(0, "cheap blue").at(0, "michigan-ohio").give(0, blue=1, magenta=2)
    assert not t.forms("sign")


def test_a_border_discount_applies_to_the_color_of_the_players_choice() -> None:
    for left_out, other in (("yellow", "red"), ("red", "yellow")):
        t = month().play_card(0, "cheap border").at(0, "missouri-arkansas").give(0, yellow=2, red=2)
        t.do("sign", recruit=t.slot("missouri-arkansas", 0))
        assert {form["colour"] for form in t.forms("leave")} == {"yellow", "red"}
        change = t.gained(lambda: t.do("leave", colour=left_out, die=0))  # noqa: B023
        assert (change[left_out], change[other]) == (-1, -2)


def test_a_surplus_of_prepaid_envelopes_after_a_discount_is_lost() -> None:
    """RULINGS A5.16."""
    t = month().play_card(0, "cheap blue").at(0, "iowa").prepaid(0, 22, blue=3)
    assert t.slot("iowa") == 22
    assert t.gained(lambda: t.do("sign", recruit="iowa", die=0)) == {"stars": 4}
    assert t.mat(0).prepaid == []


def test_a_recruit_paid_in_full_by_runners_costs_nothing_more() -> None:
    t = month().at(0, "wisconsin").prepaid(0, 23, blue=4)
    assert t.gained(lambda: t.do("sign", recruit="wisconsin", die=0)) == {"stars": 5}


def test_prepaid_envelopes_count_only_for_their_recruit() -> None:
    t = month().at(0, "iowa").prepaid(0, 23, blue=4)
    assert not t.can("sign", recruit="iowa")


def test_substitutes_pay_for_recruits_only_with_the_card_for_recruits() -> None:
    t = month().play_card(0, "gray recruits").at(0, "iowa").give(0, blue=1, gray=2)
    assert t.gained(lambda: t.do("sign", recruit="iowa", die=0)) == {"blue": -1, "gray": -2, "stars": 4}
    t = month().play_card(0, "gray recruits").waiting(0, "any").give(0, gray=2)
    assert not t.can("put", card="any")


def test_bucks_pay_for_recruits_with_the_name_and_likeness_card() -> None:
    t = month().play_card(0, "Name-and-Likeness Deal").at(0, "iowa").give(0, blue=1).do("sign", recruit="iowa")
    assert [form["type"] for form in t.forms()] == ["done", "buck"]
    t = month().play_card(0, "Name-and-Likeness Deal").at(0, "iowa").give(0, blue=1).bucks(0, 2)
    assert t.gained(lambda: t.do("sign", recruit="iowa", die=0)) == {"blue": -1, "bucks": -2, "stars": 4}


def test_the_die_is_rolled_only_after_payment() -> None:
    t = month().play_card(0, "Name-and-Likeness Deal").at(0, "illinois").give(0, blue=2)
    t.do("sign", recruit="illinois", chance=[])
    assert t.view().pending is not None
    assert t.gained(lambda: t.do("done", die=2)) == {"blue": -2, "stars": 5}


# -- what others sent --------------------------------------------------------------------------------------------------


def test_envelopes_sent_by_an_opponent_are_lost() -> None:
    """ "They snoozed, they lose." """
    t = month(3).at(0, "iowa").give(0, blue=3)
    t.prepaid(1, 22, blue=2).prepaid(2, 22, blue=1).prepaid(1, 23, blue=1)
    t.do("sign", recruit="iowa", die=0)
    assert [[beside.slot for beside in mat.prepaid] for mat in t.view().players] == [[], [23], []]
    assert t.tally(1) == {"bucks": 7}
    assert t.calendar(1, "April") == {}


def test_envelopes_at_the_other_border_recruit_stay() -> None:
    t = month().at(0, "missouri-arkansas").give(0, yellow=2, red=2)
    a, b = t.slot("missouri-arkansas", 0), t.slot("missouri-arkansas", 1)
    t.prepaid(1, a, red=1).prepaid(1, b, red=1).do("sign", recruit=a, die=0)
    assert [beside.slot for beside in t.mat(1).prepaid] == [b]


def safe(name: str, chain: int) -> Table:
    """Seat 0 signs the recruit whom seat 1 had paid ahead; seat 1 owns the card that keeps such envelopes safe."""
    t = month(2, name, chain=chain).play_card(1, "runner safe").prepaid(1, 22, blue=2)
    return t.at(0, "iowa").give(0, blue=3).do("sign", recruit="iowa", die=0)


def test_a_card_returns_lost_envelopes_to_this_month_if_the_turn_is_still_to_come() -> None:
    assert safe("May", 0).tally(1) == {"bucks": 7, "blue": 2}
    assert safe("February", 0).tally(1) == {"bucks": 7, "blue": 2}


def test_otherwise_envelopes_return_next_month_and_are_lost_in_february() -> None:
    t = safe("May", 1)
    assert t.tally(1) == {"bucks": 7}
    assert t.calendar(1, "June") == {"blue": 2}
    t = safe("February", 1)
    assert t.tally(1) == {"bucks": 7}
    assert t.mat(1).prepaid == []


def test_cards_reward_the_first_recruit_of_a_position() -> None:
    t = month().play_card(0, "on first of position").at(0, "missouri-arkansas").give(0, yellow=4, red=4)
    a, b = t.slot("missouri-arkansas", 0), t.slot("missouri-arkansas", 1)
    t.position(a, "LB").position(b, "LB")
    t.do("sign", recruit=a, die=0)
    assert t.view().pending is not None
    t.take("blue").do("sign", recruit=b, die=0)
    assert t.view().pending is None

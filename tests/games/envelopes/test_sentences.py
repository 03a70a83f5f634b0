"""Test single sentences in situations in which they would be easy to get wrong."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cashbox.engine.sentences import fill
from cashbox.games.envelopes import help as helping
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.content import Content, read_data
from cashbox.games.envelopes.modes import MODES, SETS
from tests.games.envelopes.decks import Form, card_data, game
from tests.games.envelopes.positions import Table, month, new_game

CONTENT = Content(read_data())
MULTI = [mode for mode in MODES if mode.most > 1]
ALONE = [mode for mode in MODES if mode.most == 1]


def label(t: Table, kind: str, seat: int = 0, **fields: Any) -> str:
    return t.game.describe(t.state, seat, t.game.decode(t.form(kind, **fields))).label


def prompt(t: Table, seat: int = 0) -> str:
    return t.game.prompt(t.state, seat, t.names)


def page(mode: Any) -> str:
    return re.sub(r"\s+", " ", helping.page_of(mode, helping.rules_of(mode), CONTENT).everything)


def tip(key: str, mode: Any = MODES[0], **facts: Any) -> str:
    return fill(helping.tips()[key].say, helping.facts(helping.rules_of(mode)) | facts)


# -- the end of a turn: nothing that is kept is said to be discarded ---------------------------------------------------


def test_kept_envelopes_are_not_called_discarded() -> None:
    t = month().play_card(0, "save").give(0, red=1, blue=1)
    assert label(t, "end") == "End turn (you keep 2 envelopes for next month)"
    t.give(0, green=1)
    assert label(t, "end") == "End turn (you keep 2 envelopes for next month and discard 1 envelope)"
    t.do("end")
    assert prompt(t) == "Choose 2 envelopes to keep for next month. You discard the other one."


def test_no_envelope_is_kept_after_the_last_month() -> None:
    t = month(2, "February").play_card(0, "save").give(0, red=2)
    assert label(t, "end") == "End turn (you discard 2 envelopes)"


def test_envelopes_that_become_bucks_are_not_called_discarded() -> None:
    t = month().play_card(0, "leftover bucks").give(0, red=5, blue=1)
    assert label(t, "end") == "End turn (you turn 4 envelopes into 2 bucks and discard 2 envelopes)"
    t.log.clear()
    t.do("end")
    assert t.said()[:2] == ["P0 turns 4 leftover envelopes into 2 bucks.", "P0 discards 2 leftover envelopes."]


def test_a_player_who_can_keep_or_convert_envelopes_sees_both() -> None:
    t = month().play_card(0, "save", "leftover bucks").give(0, red=3)
    assert label(t, "end") == (
        "End turn (you can keep up to 2 envelopes for next month; "
        "if you keep none, you turn 2 envelopes into 1 buck and discard 1 envelope)"
    )
    t.do("end").take("red")
    assert prompt(t) == (
        "You can keep up to 1 more envelope for next month. If you don't, you turn 2 envelopes into 1 buck."
    )
    assert label(t, "done") == "Keep no more (you turn 2 envelopes into 1 buck)"


def test_the_panel_before_the_end_of_a_turn_agrees() -> None:
    t = month().play_card(0, "save").give(0, red=2)
    mine = t.view(0).mine
    assert mine is not None
    assert mine.ending == "You keep 2 envelopes for next month."


@pytest.mark.parametrize("key", ["action.end", "envelope"])
def test_tips_on_the_end_of_a_turn_mention_cards_that_keep_envelopes(key: str) -> None:
    assert "unless a card or" in tip(key)


# -- the bookie --------------------------------------------------------------------------------------------------------


def test_a_second_shift_of_a_die_continues_from_the_first() -> None:
    t = month().play_card(0, "Bookie with Ties to the Program", "double use").bet(0, "green", 5).roll(3, 1, 1, 1, 1, 1)
    assert label(t, "bookie", colour="green", up=True) == "Shift the green die up from 3 to 4"
    t.do("bookie", colour="green", up=True)
    pending = t.view(0).pending
    assert pending is not None
    assert pending.owed[0] == 4
    assert [(one.to, one.tokens) for one in pending.shifts if one.colour == 0] == [(3, 0), (5, 1)]
    assert prompt(t) == "Your bookie can shift one die by 1 once more for your bets or leave the dice as they are."
    assert label(t, "bookie", colour="green", up=True) == "Shift the green die up from 4 to 5 (1 bet there)"
    t.log.clear()
    t.do("bookie", colour="green", up=True)
    assert t.said()[:2] == [
        "P0's bookie turns the green die to 5 for P0's bets.",
        "P0's bet on green 5 wins 2 green and 1 buck.",
    ]


# -- campaigns ---------------------------------------------------------------------------------------------------------


def test_a_cheaper_campaign_is_logged_at_the_price_paid() -> None:
    t = month().play_card(0, "campaign cut").bucks(0, 4)
    assert label(t, "campaign", bucks=5) == "Run a campaign for 3 stars (4 bucks after a discount of 1, 0 left)"
    t.log.clear()
    t.do("campaign", bucks=5)
    assert t.said() == ["P0 spends 4 bucks on a campaign: 3 stars."]
    assert t.sheet(0, "campaign") == [(4, 3)]
    assert t.mat(0).campaign == 4


def test_a_cheaper_final_campaign_is_logged_at_the_price_paid() -> None:
    t = month(2, "February").play_card(0, "campaign cut").bucks(0, 4).bucks(1, 0)
    t.log.clear()
    t.end_game(campaigns={0: 5})
    assert "P0 spends 4 bucks on a final campaign: 3 stars." in t.said()
    assert t.sheet(0, "final_campaign") == [(4, 3)]


def test_the_campaign_panel_shows_this_players_prices() -> None:
    t = month().play_card(0, "campaign cut").bucks(0, 4)
    mine = t.view(0).mine
    assert mine is not None
    steps = [(one.bucks, one.price, one.stars, one.left) for one in mine.campaigns if one.step]
    assert steps == [(1, 1, 1, 3), (3, 2, 2, 2), (5, 4, 3, 0), (8, 7, 4, -1)]


def test_the_refusal_of_a_large_campaign_names_the_highest_price() -> None:
    t = month().play_card(0, "campaign cut").bucks(0, 20)
    assert t.why("campaign", bucks=12) == "Your largest campaign costs 7 bucks and buys 4 stars."


@pytest.mark.slow
def test_the_step_of_twelve_bucks_is_mentioned_only_if_new() -> None:
    for mode in MODES:
        assert ("or add a step of 12 bucks for 5 stars" in page(mode)) == (mode.id != "online")


# -- what signing costs ------------------------------------------------------------------------------------------------


def border(t: Table) -> int:
    return t.slot("missouri-arkansas")


def test_a_refusal_to_sign_names_the_discount() -> None:
    t = month().at(0, "missouri-arkansas").play_card(0, "cheap border").give(0, yellow=1, red=1)
    assert t.why("sign", recruit=border(t)) == (
        "This recruit wants 2 yellow and 2 red (minus 1 envelope). You have 1 yellow and 1 red."
    )


def test_a_refusal_to_sign_names_substitutes() -> None:
    t = month().at(0, "missouri-arkansas").play_card(0, "bucks pay", "gray recruits").bucks(0, 1).give(0, gray=2)
    assert t.why("sign", recruit=border(t)) == (
        "This recruit wants 2 yellow and 2 red. You have 2 gray (gray can replace any color)"
        " and 1 buck to use as envelopes."
    )


def test_the_label_names_the_remainder_if_a_discount_leaves_no_choice() -> None:
    t = month().at(0, "missouri-arkansas").play_card(0, "cheap border").give(0, yellow=1, red=3)
    mine = t.view(0).mine
    assert mine is not None
    price = next(one for one in mine.prices if one.ref == border(t))
    assert (price.less, price.left) == (1, [0, 0, 0, 1, 0, 0])
    t.give(0, yellow=1)
    mine = t.view(0).mine
    assert mine is not None
    price = next(one for one in mine.prices if one.ref == border(t))
    assert (price.payable, price.left) == (True, [])


# -- dice --------------------------------------------------------------------------------------------------------------


def placed(t: Table, colour: str) -> str:
    return prompt(t.do("die", 0, colour=colour), 0)


def test_the_prompt_says_where_a_die_can_go() -> None:
    pips = (5, 1, 2, 4, 3, 6)
    assert placed(month(2, "March").roll(*pips), "red") == (
        "Put the red 4 on your calendar: 4 in June, or 2 in any month from March through August."
    )
    assert placed(month(2, "December").roll(*pips), "green") == (
        "Put the green 5 on your calendar: 2 in any month from December through February."
    )
    assert placed(month(2, "March").roll(*pips), "gray") == (
        "Put the gray 1 on your calendar: 1 in any month from March through August."
    )
    assert placed(month(2, "January").roll(*pips), "yellow") == (
        "Put the yellow 2 on your calendar: 2 in February, or 1 in January or February."
    )


def test_the_prompt_says_where_a_die_can_go_with_the_scheduler() -> None:
    t = month(2, "December").play_card(0, "full anywhere").roll(5, 1, 2, 4, 3, 6)
    full = "Put the green 5 on your calendar: 5 or 2 in any month from December through February."
    assert placed(t, "green") == full
    t.do("place", 0, month="December", half=False)
    mine = t.view(0).mine
    assert mine is not None
    assert mine.gives[3] == "2 in any month from December through February"


def test_the_prompt_says_where_a_die_can_go_in_family_mode() -> None:
    t = month(2, "March", mode="family").roll(5, 1, 2, 4, 3, 6)
    assert placed(t, "red") == "Put the red 4 on your calendar: 4 in any month from March through August."
    assert "in any of six months" in next(mode for mode in MODES if mode.id == "family").text


def test_a_refusal_to_place_a_die_says_what_it_gives() -> None:
    t = month(2, "December").roll(5, 1, 2, 4, 3, 6).do("die", 0, colour="green")
    assert t.why("place", 0, month="December", half=False) == (
        "The green 5 gives you 2 in any month from December through February."
    )


# -- movement, calendar, month's end -----------------------------------------------------------------------------------


def test_free_movement_is_shown_before_but_not_after_the_turn() -> None:
    t = month(2, "June", seat=0).play_card(1, "more moves")
    assert [p.free for p in t.view().players] == [0, 4]
    t.do("end")
    assert [p.free for p in t.view().players] == [-1, 4]
    assert month(2, "June").roll(1, 1, 1, 1, 1, 1).mat(0).free == 2


def test_envelopes_on_the_month_are_collected_after_the_dice() -> None:
    assert "were picked up" in tip("month.now", gathered=True, month="March")
    assert "are picked up once the dice are placed" in tip("month.now", gathered=False, month="March")
    assert not month().roll(1, 1, 1, 1, 1, 1).view().gathered
    assert month().view().gathered


@pytest.mark.slow
def test_help_on_the_end_of_the_month_mentions_the_november_reshuffle() -> None:
    for mode in MODES:
        assert ("With four players, the cards that have left the game are shuffled after November" in page(mode)) == (
            mode in MULTI
        )


# -- the auction -------------------------------------------------------------------------------------------------------


def test_a_bid_buys_only_what_the_auctioneer_sells() -> None:
    t = month(3, auction=True).bucks(0, 5).bucks(2, 5).end_month()
    assert prompt(t, 2) == "Bid for the chain or pass. If you pass, you're out of the auction."
    assert label(t, "bid", 2, bucks=3) == ("Bid 3 bucks (if you get the chain, you pay 3 and have 2 left)")
    t.do("bid", 2, bucks=2)
    assert label(t, "bid", 0, bucks=5) == ("Bid 5 bucks (if you get the chain, you pay 3 and have 2 left)")


# -- cards -------------------------------------------------------------------------------------------------------------


def test_card_106_says_that_its_bucks_are_counted_before_the_final_campaign() -> None:
    assert "before the final campaign" in card_data(106)["text"]
    t = month(2, "February", rules=game()).play_card(0, 106).bucks(0, 3).bucks(1, 0)
    t.end_game(campaigns={0: 3})
    assert t.sheet(0, "end_card") == [(105, 6)]


def test_the_notary_says_how_long_envelopes_come_back() -> None:
    assert "and you have a turn left" in card_data(92)["text"]


# -- Vegas in February -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "over"), [("January", False), ("February", True)])
def test_the_label_of_a_bet_in_the_last_month_says_it_wins_nothing(name: str, over: bool) -> None:
    t = month(2, name).give(0, red=1, blue=1)
    assert ("can't win" in label(t, "bet", colour="red", number=2)) == over
    t.do("bet", colour="red", number=2)
    assert ("can't win" in prompt(t)) == over
    assert t.view().last == over


def test_tips_and_help_cover_vegas_in_the_last_month() -> None:
    assert "can't win" in tip("cell", last=True, colour="red", number=2)
    assert "can't win" not in tip("cell", last=False, colour="red", number=2)
    for key in ("action.bet", "key.vegas"):
        assert "in the last month" in tip(key)
    assert "before the last month, Vegas" in page(MODES[0])


def test_the_last_month_of_a_lesson_is_the_last() -> None:
    t = new_game(1, mode="lesson-1").play_on(lambda t: t.month == "May")
    assert t.view().last


# -- nothing to count --------------------------------------------------------------------------------------------------


def test_a_player_without_recruits_scores_for_no_region() -> None:
    t = month(2, "February")
    t.log.clear()
    t.end_game()
    assert [line for line in t.said() if "region" in line] == [
        "P0 signed no one: no stars for positions, and none for a region except from cards.",
        "P1 signed no one: no stars for positions, and none for a region except from cards.",
    ]


# -- the stash ---------------------------------------------------------------------------------------------------------


def test_an_empty_stash_is_not_offered_in_the_draft() -> None:
    t = month(stash=True).stash(0, 5).hand(0, 1, 2)
    t.state.phase = 3
    assert (
        prompt(t) == "Draft a card for March from your hand or your stash, or discard a card from your hand and pass."
    )
    t.stash(0)
    assert prompt(t) == "Draft a card for March from your hand, or discard a card from your hand and pass."
    t.pool(9)
    assert prompt(t) == "Draft a card for March from your hand or the pool, or discard a card from your hand and pass."
    assert t.why("draft", card=30) == "That card is neither in your hand nor in the pool."


def test_bubba_scores_the_whole_hand_after_a_draft_from_the_stash() -> None:
    t = month(1, mode="solitaire").hand(0, 1, 2, 3).stash(0, 5)
    t.state.phase = 3
    stars = [card_data(number)["stars"] for number in (1, 2, 3)]
    assert f"{sum(stars)} stars if you draft from your stash" in prompt(t)
    assert label(t, "draft", card=5).endswith(f"(Bubba scores {sum(stars)} stars for the rest)")
    assert f"Bubba scores {sum(stars[1:])} star" in label(t, "draft", card=1)


@pytest.mark.slow
def test_help_omits_choosing_a_stash_if_there_is_no_choice() -> None:
    for mode in MODES:
        chosen = helping.rules_of(mode).dealt_stash > helping.rules_of(mode).kept
        assert ("Choosing the stash" in page(mode)) == ("Reject this card" in page(mode)) == chosen
    t = month(2, mode="family")
    assert t.why("reject", card=3) == "You don't reject cards at this table because there is no stash."
    t = new_game(2, mode="family")
    assert t.why("reject", card=3) == (
        "You don't reject cards at this table. You keep every card dealt for your stash."
    )


# -- alone -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ALONE, ids=lambda mode: mode.id)
def test_solitaire_sentences_mention_no_neighbors_or_waiting(mode: Any) -> None:
    text = page(mode).partition("Object of the Game")[2].partition("Options")[0]
    assert text
    for word in ("to the left", "hidden", "at the same time", "next player", "Everybody"):
        assert word not in text, word


@pytest.mark.slow
def test_a_lesson_mentions_no_other_signers() -> None:
    for mode in MODES:
        assert ("if another player signs him first" in page(mode).lower()) == (not helping.rules_of(mode).lesson)


def test_in_solitaire_a_player_discards_and_chooses_again() -> None:
    t = new_game(1, mode="lesson-1")
    assert prompt(t).endswith("or discard a card from your hand and choose again.")
    assert label(t, "pass", **t.forms("pass")[0]).endswith("and choose again")


# -- runners -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["prepaid", "action.runner"])
def test_delivered_envelopes_are_lost_after_the_last_turn_even_in_family_mode(key: str) -> None:
    family = next(mode for mode in MODES if mode.id == "family")
    assert "are lost" in tip(key, family)
    assert "unless a card brings them back" in tip(key)


@pytest.mark.slow
def test_the_help_says_when_a_runners_envelopes_do_not_come_back() -> None:
    family = next(mode for mode in MODES if mode.id == "family")
    assert "After your last turn, they are lost" in page(family)
    assert "unless one of your cards brings them back" in page(MODES[0])


# -- free movement -----------------------------------------------------------------------------------------------------


def test_movement_is_called_free_only_if_all_of_it_is() -> None:
    for mode in (*MODES, *SETS):
        assert "free driving" not in mode.text


def test_first_envelopes_are_promised_only_where_months_are_seeded() -> None:
    form: Form = {"symbols": "chosen", "seeded": 0}
    t = new_game(2, **form)
    assert "first envelopes" not in prompt(t, t.due[0])
    assert not [one for one in t.forms("home") if "envelopes" in label(t, "home", t.due[0], **one)]


def test_differences_mention_only_existing_months() -> None:
    t = new_game(1, mode="lesson-1").play_on(lambda t: t.phase == "dice")
    while t.forms("die"):
        t.do("die", **t.forms("die")[0])
    assert "February" not in t.why("place", month="February", half=False)
    assert v.MONTHS[t.state.rules.last] == "May"


# -- what is said of those who were not asked, and of what there is none of --------------------------------------------


def test_a_seat_without_bucks_has_not_chosen_in_the_final_campaign() -> None:
    t = month(2, "February").bucks(0, 0).bucks(1, 5).end_month()
    assert (t.phase, t.due) == ("final", [1])
    assert t.why("campaign", 0, bucks=1) == "You have no bucks for a final campaign."
    assert [mat.chosen for mat in t.view().players] == [False, False]


def test_a_rejected_card_is_not_called_another_card() -> None:
    t = new_game(2)
    gone, kept = (form["card"] for form in t.forms("reject", 0)[:2])
    t.do("reject", 0, card=gone)
    assert t.why("reject", 0, card=gone) == "You have already rejected that card."
    other = next(card for card in range(1, 121) if card - 1 not in t.player(0).stash and card != gone)
    assert t.why("reject", 0, card=other) == "That card wasn't dealt to you."
    assert kept - 1 in t.player(0).stash


def test_sentences_of_the_open_draft_mention_no_rejected_cards() -> None:
    t = new_game(2, stash_draft=True)
    while t.phase == "stash":
        t.do("draft", t.due[0], **t.forms("draft", t.due[0])[0])
    assert (
        t.why("reject", t.due[0], card=1)
        == "You don't reject cards at this table because players draft the stash openly."
    )


def test_the_label_of_a_late_die_gives_nothing() -> None:
    t = new_game(2, stash=False, dice="exclusive", first="seat 1")
    while t.phase == "draft":
        t.do("draft", t.due[0], **t.forms("draft", t.due[0])[0])
    t.do("die", 0, colour="green")
    while t.due == [0]:
        t.do("place", 0, **t.forms("place", 0)[0])
    mine = t.view(1).mine
    assert mine is not None
    legal = {form["colour"] for form in t.forms("die", 1)}
    assert [bool(gives) for gives in mine.gives] == [colour in legal for colour in v.COLOURS]
    assert "green" not in legal


def test_options_of_other_modes_name_no_value() -> None:
    text = page(MODES[3])
    assert "cannot be changed" not in text
    assert "Not in this mode" in text
    assert "Cut-throat, " not in text


def test_a_lesson_has_no_winner() -> None:
    assert "no one wins or loses a lesson" in page(next(mode for mode in MODES if mode.id == "lesson-1"))


def test_the_pool_gets_no_card_after_the_last_month() -> None:
    """RULINGS A5.5; a lesson ends in May."""
    t = Table(game(), 1, {"mode": "lesson-1"})
    while t.phase != "over":
        legal = t.forms()
        kind = "end" if t.can("end") else legal[0]["type"]
        form = next(form for form in legal if form["type"] == kind)
        t.do(kind, 0, **{name: value for name, value in form.items() if name != "type"})
    assert not t.view().pool

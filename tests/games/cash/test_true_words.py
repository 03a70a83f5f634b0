"""Test sentences that were once false in some situation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cashbox.engine.phrases import with_names
from cashbox.engine.sentences import fill
from cashbox.games.cash import help as helping
from cashbox.games.cash.options import MODES
from tests.games.cash.positions import Table, face, game, turn

CONTENT = game().tables
TIPS = helping.tips()
BOARD = Path(helping.__file__).parent / "board"


def label(t: Table, kind: str, card: str | int | None = None, **fields: Any) -> str:
    return with_names(t.game.describe(t.state, t.due[0], t.game.decode(t.form(kind, card, **fields))).label, t.names)


def prompt(t: Table, seat: int) -> str:
    return t.game.prompt(t.state, seat, t.names)


def page(mode: str = "standard") -> str:
    found = next(one for one in MODES if one.id == mode)
    return helping.page_of(found, helping.rules_of(found), CONTENT).everything


def tip(key: str, **facts: Any) -> str:
    rules = helping.rules_of(MODES[0])
    return fill(TIPS[key].say, helping.facts(rules, CONTENT) | facts)


# -- The Taxman --------------------------------------------------------------------------------------------------------


def test_the_taxman_says_that_he_taxes_the_round_not_the_capital() -> None:
    """RULINGS B2.7, D6: a tenth of each opponent's result of the trading round, a negative one too."""
    for text in (CONTENT.texts[face("taxman")], tip("score.taxed"), label(turn(2).hand(0, "taxman"), "play", "taxman")):
        assert re.search("result (of|for)", text)
        assert "loss" in text
        assert "capital" not in text
        assert "debt" not in text
    assert "10% of each opponent's result for the round" in page()
    t = turn(2).taxman(0).hand(1, size=0).cash(1, 50_000).capital(1, 400_000)
    assert t.stop(1).taxed == -5_000


def test_a_loss_is_taxed() -> None:
    assert turn(2).taxman(0).hand(1, "bankruptcy").stop(1).taxed == 15_000


# -- Bankruptcy --------------------------------------------------------------------------------------------------------


def broke() -> Table:
    t = turn(2).investigated(0).venture(0).taxman(0).cash(0, 25_000, 50_000).insured(0, "economy", 5_000, 10_000)
    return t.hand(0, "bankruptcy", "broker")


def test_bankruptcy_takes_exactly_what_it_says() -> None:
    """RULINGS D6: the firm's License, Taxman, Venture Capital, investigation and uninsured cash, and the whole hand."""
    t = broke()
    hand = set(t.player(0).hand)
    t.discard("bankruptcy")
    firm = t.firm(0)
    assert (firm.license, firm.probe, firm.ventures, firm.taxman, firm.cash) == (False, -1, 0, False, [])
    assert [(one.card, one.cash) for one in firm.policies] == [(face("economy"), [face(5_000), face(10_000)])]
    assert firm.hand == 7
    assert hand <= set(t.state.dump)
    told = " ".join(t.said())
    for name in ("Trading License", "The Taxman", "Venture Capital", "25,000", "50,000", "The Broker"):
        assert f"P0 loses {name}." in told
    assert "The Corruption & Bribery investigation against P0 ends." in told


def test_the_label_of_bankruptcy_names_everything_lost() -> None:
    assert label(broke(), "discard", "bankruptcy") == (
        "Discard Bankruptcy: you lose your license, the investigation, The Taxman, Venture Capital, 25,000, 50,000, "
        "and the rest of your hand but keep insured cash, then draw 7 cards and lose 2 turns"
    )
    t = turn(2).hand(0, "bankruptcy", size=1)
    assert label(t, "discard", "bankruptcy").endswith("you lose your license, then draw 7 cards and lose 2 turns")


@pytest.mark.parametrize("word", ["icense", "investigation", "The Taxman", "Venture Capital", "uninsured cash", "hand"])
def test_the_card_and_help_of_bankruptcy_name_everything_lost(word: str) -> None:
    assert word in CONTENT.texts[face("bankruptcy")].split(" You keep")[0]
    gone = re.search(r"When you discard it, you lose (your license[^.]*)\.", page())
    assert gone
    assert word in gone[1]


def test_the_card_and_help_of_bankruptcy_name_what_stays() -> None:
    assert "You keep your insured cash" in CONTENT.texts[face("bankruptcy")]
    assert "You keep\ninsured cash and the cards that insure it." in page()


# -- without a license -------------------------------------------------------------------------------------------------


def test_the_hand_check_promises_no_effect_without_a_license() -> None:
    t = turn(2).unlicensed(0).hand(0, 5_000, "crash", size=9).discard(5_000).finish()
    assert prompt(t, 0) == "Hand check: discard down to 7 cards. Without a license, your discards have no effect."
    t.discard("crash")
    assert "P0 discards Market Crash with no effect." in t.said()


def test_the_hand_check_promises_nothing_about_cards_that_must_be_played() -> None:
    t = turn(2).hand(0, 5_000, 10_000, size=9).play(5_000).finish()
    assert "what you discard takes effect" not in prompt(t, 0)
    assert "Whatever you discard" not in page()


@pytest.mark.parametrize("key", ["license", "license.none", "action.discard"])
def test_a_license_allows_effects_but_does_not_cause_them(key: str) -> None:
    assert not re.search(r"plays (and|or) discards takes effect", TIPS[key].say)
    if key == "action.discard":
        assert "has a license" in TIPS[key].say


# -- answering an offer ------------------------------------------------------------------------------------------------


def test_accept_is_offered_only_if_possible() -> None:
    t = turn(3).hand(0, 5_000).offer(1, (5_000,), ("taxman",))
    assert not t.can("accept")
    assert prompt(t, 1) == ("P0 asks for cards that you don't have. Decline or make one counteroffer.")
    t.counter(tuple(t.held(1)[:1]), ("premium",))
    assert prompt(t, 0) == "P1 asks for cards that you don't have. You can only decline."


def test_a_counter_offer_waits_for_yes_or_no() -> None:
    assert "counteroffer" not in tip("waiting", counter=True)
    assert "counteroffer" in tip("waiting", counter=False)


def test_third_parties_are_not_shown_an_offer_as_complete() -> None:
    """RULINGS B3: what comes from hands is known to the two alone."""
    t = turn(3).cash(0, 10_000).hand(0, 5_000).offer(1, (5_000,), firm=(10_000,), any_=2)
    assert t.said()[-1] == (
        "P0 offers P1 a trade: 10,000 from P0's firm and possibly cards from P0's hand "
        "in exchange for cards from P1's hand."
    )
    assert "perhaps" not in t.said(1)[-1]


# -- having chosen -----------------------------------------------------------------------------------------------------


def passing() -> Table:
    """Everyone passes two: P1 has two cards, P2 none."""
    return turn(4).hand(1, size=2).hand(2, size=0).hand(0, "recession").discard("recession")


def test_only_players_who_chose_are_told_that_they_chose() -> None:
    t = passing()
    assert t.why("pass", "license", by=1) == "You pass all your cards, so there is nothing to choose."
    assert t.why("pass", "license", by=2) == "You have no cards to pass."
    assert [firm.chosen for firm in t.view().players] == [False] * 4
    while 3 in t.due:
        t.do(**{"kind" if key == "type" else key: value for key, value in t.forms(3)[0].items()}, by=3)
    assert t.why("pass", "license", by=3) == "You have already chosen."
    assert t.firm(3).chosen


def test_the_label_of_passing_mentions_smaller_hands() -> None:
    assert label(turn(2).hand(0, "recession"), "discard", "recession").endswith("2 cards to the right")
    t = turn(2).hand(1, size=1).hand(0, "recession")
    assert label(t, "discard", "recession").endswith("2 cards to the right (or all they have)")
    # The discarded card is not one that its player can pass.
    for held, few in ((2, True), (3, False)):
        t = turn(2).hand(0, "recession", size=held)
        assert label(t, "discard", "recession").endswith("(or all they have)") == few


def test_help_does_not_compare_what_bear_cards_cost() -> None:
    """CASH "Market Crash": discarded, it may cost 150,000 of cash; held at the end, 25,000."""
    t = turn(2).cash(0, 150_000).hand(0, "crash")
    held = t.copy().stop()
    t.discard("crash")
    assert (held.bears, t.firm(0).tabled - held.tabled) == (-25_000, -150_000)
    assert "cost more if" not in page()


# -- turns gained and lost ---------------------------------------------------------------------------------------------


def test_no_extra_turn_is_promised_if_a_lost_turn_cancels_it() -> None:
    t = turn(2).hand(0, "dividend").loses(0, 1)
    assert label(t, "discard", "dividend") == "Discard Dividend Yield: you cancel a lost turn"
    t.discard("dividend").finish()
    assert t.active == 1


def test_no_extra_turn_is_promised_at_the_end_of_the_round() -> None:
    t = turn(2, max_turns=1).hand(0, "dividend")
    assert (
        label(t, "discard", "dividend")
        == "Discard Dividend Yield: you get no extra turn (this is the last turn of the round)"
    )
    t.loses(0, 1)
    assert (
        label(t, "discard", "dividend")
        == "Discard Dividend Yield: you get no extra turn (this is the last turn of the round)"
    )
    before = t.firm(0)
    t.discard("dividend")
    assert (t.firm(0).lost, t.firm(0).extra) == (before.lost, before.extra)


def test_the_premium_earnings_label_omits_taking_without_cash_to_take() -> None:
    assert label(turn(2).hand(0, "premium"), "discard", "premium") == (
        "Discard Premium Earnings: you may take another turn"
    )


def test_the_broker_is_used_on_all_opponents_or_none() -> None:
    t = turn(3).cash(1, 25_000).hand(0, "broker")
    words = "take 25,000 from P1 and make P2 lose 1 turn"
    assert label(t, "discard", "broker") == f"Discard The Broker: you may {words}"
    t.discard("broker")
    assert label(t, "take") == words[0].upper() + words[1:]
    t.do("leave")
    assert t.firm(2).lost == 0


def test_one_of_two_extra_turns_can_be_declined() -> None:
    t = turn(2).hand(0, "dividend", "premium", size=9).discard("dividend").finish().discard("premium")
    assert t.firm(0).extra == 2
    assert label(t, "rest") == "Skip this extra turn (1 left after it)"
    t.do("rest")
    assert label(t, "rest") == "Skip the extra turn"


def test_the_takeover_label_says_that_no_opponent_has_venture_capital() -> None:
    t = turn(2).cash(0, 25_000).venture(0).hand(0, "takeover")
    assert label(t, "discard", "takeover").endswith("(no opponent has Venture Capital)")


def test_the_end_of_the_deck_is_announced_before_drawing() -> None:
    t = turn(2).hand(0, 5_000, size=5).deck().dump("license").play(5_000)
    assert label(t, "finish") == "End turn: draw 1, and the round ends because no cards are left"


# -- refusals ----------------------------------------------------------------------------------------------------------


def test_a_refusal_does_not_restate_the_current_phase() -> None:
    t = turn(3).hand(0, 5_000).do("offer", seat=1)
    assert t.why("play", 5_000) == "Send or undo your offer first."
    t = turn(3).hand(0, 5_000).offer(1, (5_000,), any_=1)
    assert t.why("play", 5_000, by=0) == "The other players have to decide first."
    assert t.why("choose", t.held(1)[0]) == "You choose the face-down cards after you accept."
    t = turn(3).cash(1, 25_000).hand(0, "broker").discard("broker")
    assert t.why("finish") == "Make your current choice first."
    t = turn(3).hand(0, "license", 5_000, size=9).discard("license").finish()
    assert t.why("finish") == "Your turn ends after the hand check."


def test_a_table_without_trading_always_says_so() -> None:
    t = turn(2, trading=False).hand(0, "license", 5_000, size=9).discard("license")
    for kind in ("offer", "propose", "accept", "counter"):
        assert t.why(kind, **({"seat": 1} if kind == "offer" else {})) == "There is no trading at this table."


def test_a_card_already_in_the_offer_is_not_called_missing() -> None:
    t = turn(2).cash(0, 5_000).insured(0, "economy", 5_000).do("offer", seat=1).do("give-firm", 5_000)
    assert t.why("give-firm", 5_000) == "All of those are already in the offer."


def test_only_a_player_who_can_make_an_offer_is_told_about_it() -> None:
    t = turn(3).hand(0, 5_000)
    assert t.why("propose") == "Start an offer first."
    assert t.why("propose", by=1) == "You are not making an offer."


# -- the board and the page --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "false"),
    [
        ("bill", "until it is insured"),  # 150,000 cannot be insured
        ("chosen", "until everybody has chosen"),  # the others never see what was passed
        ("extra", "may take"),
        ("down", "Nobody sees these cards"),  # whoever gives them does
        ("action.accept", "at once"),  # cards asked for face down are chosen first
        ("action.insure", "too"),
        ("stopped", "doubled by Venture Capital"),
    ],
)
def test_tips_do_not_overstate(key: str, false: str) -> None:
    assert false not in TIPS[key].say


def test_a_tie_at_the_target_is_not_said_to_be_won() -> None:
    """CASH "Round breakdown": where capitals are level, another round is played."""
    assert "If it's a tie, there is another round" in tip("goal")
    assert not tip("capital").endswith("wins.") or "most capital wins" in tip("capital")


def test_the_round_names_every_way_to_end() -> None:
    assert "no cards left" in tip("round")
    assert "16 turns" in tip("round", max_turns=16)


def test_no_sentence_begins_with_a_bare_who() -> None:
    """No sentence begins with a relative clause that has no head: "Who has ..."."""
    texts = [one["say"] for one in json.loads((BOARD / "help.json").read_text("utf-8")).values()] + CONTENT.texts
    for text in [*texts, *page().split("\n")]:
        assert not re.search(r"(^|[.;:] )[Ww]ho (?!is this)[a-z]+ ", text), text

"""CASH "Trading, negotiation, and public information"; RULINGS B3."""

from __future__ import annotations

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.match import Match
from cashbox.engine.seats import seats_of
from tests.games.cash.positions import Table, game, names, turn

# -- who, when and how often -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_current_player_can_make_an_offer_to_any_opponent(seats: int) -> None:
    t = turn(seats, seat=1)
    assert {form["seat"] for form in t.forms() if form["type"] == "offer"} == set(range(seats)) - {1}


def test_other_players_cannot_make_offers_before_their_turn() -> None:
    t = turn(3)
    assert t.forms(1) == t.forms(2) == []
    assert t.why("offer", by=1, seat=2) == "It's another player's turn."
    t.idle()
    assert t.can("offer", seat=2)


def test_offers_are_possible_before_and_after_the_card_but_not_at_the_hand_check() -> None:
    t = turn(2).hand(0, 5_000, size=9)
    assert "offer" in t.types()
    t.play(5_000)
    assert "offer" in t.types()
    t.do("finish")
    assert t.types() == {"discard"}
    assert t.why("offer", seat=1) == "You can make offers on your turn, between the draw and the hand check."


def test_a_player_can_make_three_offers_per_opponent_and_turn() -> None:
    t = turn(3).hand(0, 5_000).hand(1, 10_000)
    for left in (3, 2, 1):
        assert t.firm(1).offers == left
        t.offer(1, (5_000,), (10_000,)).do("decline")
    assert t.firm(1).offers == 0
    assert not t.can("offer", seat=1)
    assert t.why("offer", seat=1) == "You have already made that player 3 offers this turn. That's the limit."
    assert t.can("offer", seat=2)


def test_offers_before_and_after_the_card_share_a_limit_that_resets_each_turn() -> None:
    t = turn(2).hand(0, 5_000)
    t.offer(1, (5_000,), any_=1).do("decline").offer(1, (5_000,), any_=1).do("decline")
    t.play(5_000).offer(1, any_=1, firm=(5_000,)).do("decline")
    assert not t.can("offer", seat=1)
    t.finish().idle()
    assert t.can("offer", seat=1)


def test_an_extra_turn_has_its_own_offers() -> None:
    t = turn(2).hand(0, "dividend", 5_000)
    for _ in range(3):
        t.offer(1, (5_000,), any_=1).do("decline")
    t.discard("dividend").do("again")
    assert t.can("offer", seat=1)


def test_counter_offers_cannot_continue_without_end() -> None:
    """A counter-offer is not one of the three."""
    t = turn(2).hand(0, 5_000).hand(1, 10_000)
    t.offer(1, (5_000,), any_=1).counter((10_000,), any_=1).do("decline")
    assert t.firm(1).offers == 2


def test_the_option_turns_trading_off() -> None:
    t = turn(2, trading=False)
    assert "offer" not in t.types()
    assert t.why("offer", seat=1) == "There is no trading at this table."
    t.idle()
    assert t.active == 1


def test_trading_needs_no_license_and_is_allowed_under_investigation() -> None:
    t = turn(2).unlicensed(0).investigated(1).hand(0, 5_000).hand(1, 10_000)
    t.offer(1, (5_000,), (10_000,)).do("accept")
    assert 10_000 in t.held(0)


# -- what --------------------------------------------------------------------------------------------------------------


def test_cards_from_hands_and_firms_can_be_traded_both_ways() -> None:
    t = turn(2).hand(0, "broker", 5_000).cash(0, 25_000).hand(1, "banker", 10_000, size=6).cash(1, 50_000)
    t.offer(1, ("broker",), ("banker",), hidden=(5_000,), any_=1, firm=(25_000,), ask_firm=(50_000,)).do("accept")
    t.do("choose", 10_000)
    assert {"banker", 10_000, 50_000} <= set(t.held(0))
    assert {"broker", 5_000, 25_000} <= set(t.held(1))
    assert (t.tabled(0), t.tabled(1)) == ([], [])
    assert (t.count(0), t.count(1)) == (8 - 2 + 3, 6 - 2 + 3)


def test_received_cards_go_to_the_hand() -> None:
    t = turn(2).hand(0, 5_000).cash(1, 50_000).hand(1, size=5)
    t.offer(1, (5_000,), ask_firm=(50_000,)).do("accept")
    assert (t.tabled(0), t.tabled(1)) == ([], [])
    assert 50_000 in t.held(0)
    assert 5_000 in t.held(1)


@pytest.mark.parametrize("what", ["venture", "taxman"])
def test_a_tabled_venture_capital_or_taxman_can_be_traded(what: str) -> None:
    t = turn(2).hand(0, 5_000).hand(1, size=6).venture(1).taxman(1)
    t.offer(1, (5_000,), ask_firm=(what,)).do("accept")
    assert what in t.held(0)
    firm = t.firm(1)
    assert (firm.ventures, firm.taxman) == ((0, True) if what == "venture" else (1, False))


def test_tabled_licenses_investigations_insured_cash_and_insurance_cannot_be_traded() -> None:
    t = turn(2).hand(0, 5_000).insured(1, "economy", 25_000).investigated(1, "insider").do("offer", seat=1)
    assert "ask-firm" not in t.types()
    licensed = "Licenses and investigations on a firm can't be traded."
    assert t.why("ask-firm", "license") == licensed
    assert t.why("ask-firm", "insider") == licensed
    assert t.why("ask-firm", 25_000) == "Insured cash and the card that insures it can't be traded."
    assert t.why("ask-firm", "economy") == "Insured cash and the card that insures it can't be traded."
    assert t.why("ask-firm", 5_000) == "That firm has no 5,000 to trade."
    own = turn(2).insured(0, "economy", 25_000).investigated(0).do("offer", seat=1)
    assert "give-firm" not in own.types()
    assert own.why("give-firm", 25_000) == "Insured cash and the card that insures it can't be traded."
    assert own.why("give-firm", "license") == licensed


def test_any_card_in_hand_can_be_traded_even_a_license() -> None:
    t = turn(2).hand(0, "license", "insider").hand(1, "economy", 25_000)
    t.offer(1, ("license", "insider"), ("economy", 25_000)).do("accept")
    assert {"economy", 25_000} <= set(t.held(0))
    assert {"license", "insider"} <= set(t.held(1))


def test_uninsured_cash_can_be_traded_next_to_insured_cash_of_the_same_value() -> None:
    t = turn(2).hand(0, 5_000).hand(1, size=6).insured(1, "economy", 25_000).cash(1, 25_000)
    t.offer(1, (5_000,), ask_firm=(25_000,)).do("accept")
    assert t.covered(1) == [("economy", [25_000])]


def test_each_side_must_give_something() -> None:
    t = turn(2).hand(0, 5_000).hand(1, 10_000, size=5).do("offer", seat=1)
    assert t.why("propose") == "Each side has to give at least one card."
    t.do("give-named", 5_000)
    assert not t.can("propose")
    t.do("ask-named", 10_000)
    assert t.can("propose")


def test_an_offer_cannot_ask_for_more_cards_than_the_partner_has() -> None:
    t = turn(2).hand(1, 5_000, size=0).do("offer", seat=1).do("ask-hidden")
    assert t.why("ask-hidden") == "That player doesn't have that many cards in hand."
    assert not t.can("ask-named", 5_000)


def test_an_offer_cannot_contain_a_card_twice() -> None:
    t = turn(2).hand(0, 5_000).cash(0, 10_000).do("offer", seat=1).do("give-named", 5_000)
    assert t.why("give-hidden", 5_000) == "All of those are already in the offer."
    t.do("give-firm", 10_000)
    assert not t.can("give-firm", 10_000)


def test_each_side_gives_at_most_seven_cards() -> None:
    t = turn(2).hand(0, *["license"] * 8).do("offer", seat=1)
    for _ in range(7):
        t.do("give-hidden", "license")
    assert t.why("give-hidden", "license") == "You can give up to 7 cards in an offer."


# -- the size of hands -------------------------------------------------------------------------------------------------


def test_the_waiting_partner_cannot_exceed_seven_cards() -> None:
    t = turn(2).hand(0, 5_000, 10_000).do("offer", seat=1).do("give-named", 5_000).do("give-named", 10_000)
    t.do("ask-hidden")
    assert t.why("propose") == "Only the player whose turn it is may end up with more than 7 cards."
    t.do("ask-hidden")
    assert t.can("propose")


def test_cards_from_the_firm_count_toward_the_hand_limit() -> None:
    t = turn(2).cash(0, 5_000).cash(1, 10_000).do("offer", seat=1).do("give-firm", 5_000).do("ask-firm", 10_000)
    assert not t.can("propose")
    assert t.do("ask-hidden").can("propose")


def test_a_smaller_hand_can_receive_more_cards() -> None:
    t = turn(2).hand(0, 5_000, 10_000, 25_000).hand(1, "broker", size=5)
    t.offer(1, (5_000, 10_000, 25_000), ("broker",)).do("accept")
    assert t.count(1) == 7


def test_the_current_player_can_exceed_seven_and_discards_at_the_hand_check() -> None:
    t = turn(2).hand(0, 5_000).hand(1, 10_000, 25_000, 50_000)
    t.offer(1, (5_000,), (10_000, 25_000, 50_000)).do("accept")
    assert (t.count(0), t.count(1)) == (10, 5)
    t.play(10_000).finish()
    assert t.phase == "check"


def test_the_waiting_partner_does_not_draw_for_given_cards() -> None:
    t = turn(2).hand(0, 5_000).hand(1, 10_000, 25_000)
    t.offer(1, (5_000,), (10_000, 25_000)).do("accept")
    assert t.count(1) == 6


def test_a_counter_offer_keeps_the_waiting_partner_at_seven_cards() -> None:
    t = turn(2).hand(0, 5_000, 10_000).hand(1, "broker", "banker")
    t.offer(1, (5_000,), ("broker",)).do("counter").do("give-named", "broker").do("ask-hidden").do("ask-hidden")
    assert t.why("propose") == "Only the player whose turn it is may end up with more than 7 cards."
    t.do("give-named", "banker").do("propose").do("accept").do("choose", 5_000).do("choose", 10_000)
    assert (t.count(0), t.count(1)) == (8, 7)


def test_a_counter_offer_asks_for_at_most_seven_cards() -> None:
    t = turn(2).hand(0, size=9).offer(1, any_=1, hidden=("license",)).do("counter")
    for _ in range(7):
        t.do("ask-hidden")
    assert t.why("ask-hidden") == "You can ask for up to 7 cards in a counteroffer."
    assert t.why("ask-named", 5_000) == "You can ask for up to 7 cards in a counteroffer."
    assert t.why("ask-firm", 5_000) == "You can ask for up to 7 cards in a counteroffer."


# -- answers -----------------------------------------------------------------------------------------------------------


def offered() -> Table:
    t = turn(3).hand(0, 5_000, "broker").hand(1, 10_000, "banker").hand(2, 25_000)
    return t.offer(1, (5_000,), (10_000,))


def test_only_the_partner_can_answer() -> None:
    t = offered()
    assert t.due == [1]
    assert t.types() == {"accept", "decline", "counter"}
    assert t.types(0) == {"withdraw"}
    assert t.forms(2) == []


def test_an_accepted_offer_takes_effect_at_once() -> None:
    t = offered().do("accept")
    assert 10_000 in t.held(0)
    assert 5_000 in t.held(1)
    assert (t.due, t.phase, t.view().offer) == ([0], "act", None)


def test_an_accepted_offer_is_binding() -> None:
    """Neither side is asked again, and there is no taking it back."""
    t = offered().do("accept")
    assert "decline" not in t.types()


def test_a_declined_offer_changes_nothing() -> None:
    t = offered()
    hands = t.held(0), t.held(1)
    t.do("decline")
    assert (t.held(0), t.held(1)) == hands
    assert (t.due, t.phase, t.view().offer) == ([0], "act", None)


def test_the_turn_continues_after_a_trade_that_follows_the_card() -> None:
    t = turn(2).hand(0, 5_000, 10_000).play(5_000).offer(1, (10_000,), any_=1).do("decline")
    assert t.phase == "close"
    t.finish()
    assert t.active == 1


def test_an_offered_card_must_be_what_its_name_says() -> None:
    t = turn(2).hand(0, 5_000)
    assert not t.do("offer", seat=1).can("give-named", "broker")
    assert t.why("give-named", "broker") == "You have no The Broker in hand."
    t = turn(2).hand(0, 5_000).offer(1, (5_000,), ("broker",))
    assert t.types() == {"decline", "counter"}
    assert t.why("accept") == "You don't have the cards that the offer asks for."


def test_a_partner_who_lacks_a_named_card_cannot_accept() -> None:
    t = turn(2).hand(0, 5_000).hand(1, 10_000).offer(1, (5_000,), (10_000, 10_000))
    assert not t.can("accept")


def test_the_partner_chooses_the_cards_asked_for_face_down() -> None:
    t = turn(2).hand(0, 5_000).hand(1, 10_000, 25_000, 50_000).offer(1, (5_000,), (10_000,), any_=2).do("accept")
    assert t.due == [1]
    assert not t.can("choose", 10_000)
    assert t.why("choose", 10_000) == "That card is already part of the trade."
    assert t.why("choose", "taxman") == "You have no The Taxman in hand."
    t.do("choose", 25_000)
    assert 5_000 not in t.held(1)
    t.do("choose", 50_000)
    assert {10_000, 25_000, 50_000} <= set(t.held(0))
    assert 5_000 in t.held(1)


def test_the_partner_can_decline_until_the_last_card_is_chosen() -> None:
    t = turn(2).hand(0, 5_000).hand(1, 10_000).offer(1, (5_000,), any_=2).do("accept").do("choose", 10_000)
    t.do("decline")
    assert (10_000 in t.held(1), 5_000 in t.held(0), t.due) == (True, True, [0])


def test_a_partner_who_gives_the_whole_hand_chooses_nothing() -> None:
    t = turn(2).hand(0, 5_000).hand(1, 10_000, 25_000, size=2).offer(1, (5_000,), (10_000,), any_=1).do("accept")
    assert t.due == [0]
    assert {10_000, 25_000} <= set(t.held(0))
    assert t.held(1) == [5_000]


def test_face_down_cards_are_transferred() -> None:
    t = turn(2).hand(0, "crash").hand(1, 10_000).offer(1, (), (10_000,), hidden=("crash",)).do("accept")
    assert "crash" in t.held(1)


# -- one counter-offer -------------------------------------------------------------------------------------------------


def test_the_partner_can_make_one_counter_offer() -> None:
    t = offered().counter(("banker",), ("broker",))
    assert t.due == [0]
    assert t.types() == {"accept", "decline"}
    assert t.why("counter") == "You can only accept or decline a counteroffer."
    t.do("accept")
    assert {"banker", 5_000} <= set(t.held(0))
    assert {"broker", 10_000} <= set(t.held(1))


def test_declining_a_counter_offer_ends_the_trade() -> None:
    t = offered().counter(("banker",), ("broker",)).do("decline")
    assert (t.due, t.phase, t.view().offer) == ([0], "act", None)
    assert t.said()[-1] == "P0 declines P1's offer."
    assert not t.can("accept", by=1)


def test_a_partner_who_starts_a_counter_offer_can_still_decline() -> None:
    t = offered().do("counter").do("give-named", "banker").do("decline")
    assert (t.due, t.phase) == ([0], "act")
    assert t.said()[-1] == "P1 declines P0's offer."


def test_the_player_who_accepts_a_counter_offer_chooses_face_down_cards_or_declines() -> None:
    t = offered().counter(("banker",), any_=1).do("accept")
    assert t.due == [0]
    other = t.copy()
    t.do("choose", "broker")
    assert "banker" in t.held(0)
    assert "broker" in t.held(1)
    assert t.due == [0]
    other.do("decline")
    assert other.said()[-1] == "P0 declines P1's offer."
    assert "broker" in other.held(0)


def test_a_counter_offer_replaces_the_first_offer() -> None:
    t = offered().counter(("banker",), ("broker",))
    assert not t.can("accept", by=1)
    offer = t.offered(1)
    assert (offer.maker, offer.partner, offer.counter) == (1, 0, True)


def test_both_players_see_the_offer_behind_a_counter_offer() -> None:
    t = offered().do("counter")
    mine = t.view(1)
    assert mine.offer is not None
    assert (mine.offer.made, mine.answered) == (False, offered().view(1).offer)
    assert [(t.view(seat).offer, t.view(seat).answered) for seat in (0, 2, -1)] == [
        (offered().view(seat).offer, None) for seat in (0, 2, -1)
    ]
    t.offer(-1, ("banker",), ("broker",), begin=False)
    for seat in (0, 1, 2, -1):
        assert t.view(seat).answered == offered().view(seat).offer
    t.do("decline")
    assert t.view(0).answered is None


# -- withdrawing an offer ----------------------------------------------------------------------------------------------


def test_an_offer_can_be_withdrawn_until_it_is_answered() -> None:
    t = offered()
    hands = t.held(0), t.held(1)
    t.do("withdraw", by=0)
    assert (t.due, t.phase, t.view().offer) == ([0], "act", None)
    assert (t.held(0), t.held(1)) == hands
    assert t.said()[-1] == "P0 withdraws the offer to P1."
    assert t.forms(1) == []
    assert t.why("withdraw", by=0) == "You have no pending offer."


def test_only_its_maker_can_withdraw_an_offer() -> None:
    t = offered()
    assert t.why("withdraw", by=1) == "You have no pending offer."
    assert t.why("withdraw", by=2) == "The offer isn't yours to answer."
    assert not t.copy().do("decline").can("withdraw", by=0)
    assert not t.copy().do("accept").can("withdraw", by=0)
    assert not turn(2).hand(0, 5_000).do("offer", seat=1).can("withdraw", by=0)


def test_the_game_waits_for_the_partner_and_not_for_the_maker() -> None:
    """So no clock runs for the maker, no bot is asked for a withdrawal, and the wait for an answer goes on."""
    t = offered()
    assert (t.game.due(t.state), t.game.optional(t.state)) == (0b010, 0b001)
    assert t.view().acting == [1]
    t.do("withdraw", by=0)
    assert (t.game.due(t.state), t.game.optional(t.state)) == (0b001, 0)


@pytest.mark.parametrize("steps", [("counter",), ("counter", "ask-hidden"), ("accept",), ("accept", "choose")])
def test_an_unfinished_answer_is_hidden_and_blocks_nothing(steps: tuple[str, ...]) -> None:
    t = turn(3).hand(0, 5_000).hand(1, 10_000, 25_000).offer(1, (5_000,), any_=2)
    before = [(t.view_bytes(seat), t.forms(seat)) for seat in (0, 2)]
    for step in steps:
        t.do(step, 10_000 if step == "choose" else None)
    assert [(t.view_bytes(seat), t.forms(seat)) for seat in (0, 2)] == before
    t.do("withdraw", by=0)
    assert (t.due, t.phase, t.view(1).offer, t.forms(1)) == ([0], "act", None, [])
    assert {10_000, 25_000} <= set(t.held(1))


def test_withdrawing_closes_the_undo_window() -> None:
    t = offered()
    before = t.game.window(t.state)
    t.do("counter")
    assert t.game.window(t.state) == before
    t.do("withdraw", by=0)
    assert t.game.window(t.state) > before


def test_a_withdrawn_offer_counts_as_one_of_the_three() -> None:
    """So no one can make and withdraw offers forever."""
    t = turn(2).hand(0, 5_000).hand(1, 10_000)
    for left in (2, 1, 0):
        t.offer(1, (5_000,), (10_000,)).do("withdraw", by=0)
        assert t.firm(1).offers == left
    assert not t.can("offer", seat=1)


def test_cards_shown_by_a_withdrawn_offer_stay_known() -> None:
    t = offered().do("withdraw", by=0)
    assert t.shown(1, 0) == [5_000]


def test_a_counter_offer_can_be_withdrawn_too() -> None:
    t = offered().counter(("banker",), ("broker",))
    assert (t.types(0), t.types(1)) == ({"accept", "decline"}, {"withdraw"})
    t.do("withdraw", by=1)
    assert (t.due, t.phase, t.view().offer) == ([0], "act", None)
    assert t.said()[-1] == "P1 withdraws the offer to P0."


def test_only_the_maker_sees_the_face_down_cards() -> None:
    t = turn(3).hand(0, "crash", 5_000).hand(1, 10_000).offer(1, (), (10_000,), hidden=("crash",))
    assert names(t.offered(0).hidden) == ["crash"]
    assert [t.offered(seat).hidden for seat in (1, 2, -1)] == [[], [], []]


# -- a lapsed answer ---------------------------------------------------------------------------------------------------


def lapse(t: Table, seat: int) -> str | None:
    action = t.game.lapse(t.state, seat)
    return None if action is None else t.game.encode(action)["type"]


def test_an_unanswered_offer_expires_as_a_refusal() -> None:
    t = turn(3).hand(0, 5_000).hand(1, 10_000)
    assert [lapse(t, seat) for seat in range(3)] == [None, None, None]
    t.do("offer", seat=1).do("give-named", 5_000)
    assert [lapse(t, seat) for seat in range(3)] == [None, None, None]
    t.do("ask-hidden").do("propose")
    assert [lapse(t, seat) for seat in range(3)] == [None, "decline", None]
    t.do("counter")
    assert lapse(t, 1) == "decline"
    t.do("give-named", 10_000).do("ask-hidden").do("propose")
    assert [lapse(t, seat) for seat in range(3)] == ["decline", None, None]
    t.do("accept")
    assert lapse(t, 0) == "decline"
    t.do("decline")
    assert [lapse(t, seat) for seat in range(3)] == [None, None, None]


def test_an_expired_offer_was_not_declined() -> None:
    match = Match.start(game(), {}, 2, SeededChance(1), players=["Ann", "Ben"])
    ann = seats_of(match.due())[0]
    names_ = ["Ann", "Ben"]
    for kind in ("offer", "give-hidden", "ask-hidden", "propose"):
        legal = match.legal(ann)
        match.act(ann, [next(one for one in legal if match.game.encode(one)["type"] == kind)])
    ben = 1 - ann
    action = match.game.lapse(match.state, ben)
    assert action is not None
    match.act(ben, [action], by="lapse")
    said = f"{names_[ben]} didn't answer {names_[ann]}'s offer in time."
    assert [match.log(viewer, names_)[-1][1] for viewer in (0, 1, -1)] == [said] * 3
    again = Match.replay(match.game, match.journal)
    assert again.log(-1, names_)[-1][1] == said


@pytest.mark.parametrize("card", ["crash", "broker"])
def test_other_choices_never_expire(card: str) -> None:
    t = turn(3).hand(0, card).discard(card)
    assert [lapse(t, seat) for seat in range(3)] == [None, None, None]


def test_only_the_current_player_makes_offers_and_not_at_the_hand_check() -> None:
    t = turn(2).hand(0, "license", 5_000, size=9)
    assert [t.mine(seat).trades for seat in (0, 1)] == [True, False]
    t.discard("license").finish()
    assert t.phase == "check"
    assert not t.mine(0).trades
    assert not turn(2, trading=False).mine(0).trades

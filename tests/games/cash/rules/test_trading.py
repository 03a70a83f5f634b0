"""CASH "Trading, negotiation, and public information"; RULINGS B3."""

from __future__ import annotations

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.match import Match
from cashbox.engine.seats import seats_of
from tests.games.cash.positions import Table, game, names, turn

# -- who, when and how often -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 9))
def test_who_is_on_turn_may_offer_to_any_other(seats: int) -> None:
    t = turn(seats, seat=1)
    assert {form["seat"] for form in t.forms() if form["type"] == "offer"} == set(range(seats)) - {1}


def test_others_may_not_until_their_turn() -> None:
    t = turn(3)
    assert t.forms(1) == t.forms(2) == []
    assert t.why("offer", by=1, seat=2) == "It's another player's turn."
    t.idle()
    assert t.can("offer", seat=2)


def test_before_and_after_the_card_but_not_at_the_hand_check() -> None:
    t = turn(2).hand(0, 5_000, size=9)
    assert "offer" in t.types()
    t.play(5_000)
    assert "offer" in t.types()
    t.do("finish")
    assert t.types() == {"discard"}
    assert t.why("offer", seat=1) == "You can make offers on your turn, between the draw and the hand check."


def test_three_offers_to_each_opponent_in_a_turn() -> None:
    t = turn(3).hand(0, 5_000).hand(1, 10_000)
    for left in (3, 2, 1):
        assert t.firm(1).offers == left
        t.offer(1, (5_000,), (10_000,)).do("decline")
    assert t.firm(1).offers == 0
    assert not t.can("offer", seat=1)
    assert t.why("offer", seat=1) == "You have already made that player 3 offers this turn. That's the limit."
    assert t.can("offer", seat=2)


def test_those_before_and_after_the_card_count_together_and_each_turn_anew() -> None:
    t = turn(2).hand(0, 5_000)
    t.offer(1, (5_000,), any_=1).do("decline").offer(1, (5_000,), any_=1).do("decline")
    t.play(5_000).offer(1, any_=1, firm=(5_000,)).do("decline")
    assert not t.can("offer", seat=1)
    t.finish().idle()
    assert t.can("offer", seat=1)


def test_an_extra_turn_has_offers_of_its_own() -> None:
    t = turn(2).hand(0, "dividend", 5_000)
    for _ in range(3):
        t.offer(1, (5_000,), any_=1).do("decline")
    t.discard("dividend").do("again")
    assert t.can("offer", seat=1)


def test_offers_without_end_are_not_made_by_countering() -> None:
    """A counter-offer is not one of the three."""
    t = turn(2).hand(0, 5_000).hand(1, 10_000)
    t.offer(1, (5_000,), any_=1).counter((10_000,), any_=1).do("decline")
    assert t.firm(1).offers == 2


def test_the_switch_turns_trading_off() -> None:
    t = turn(2, trading=False)
    assert "offer" not in t.types()
    assert t.why("offer", seat=1) == "There is no trading at this table."
    t.idle()
    assert t.active == 1


def test_without_a_license_or_under_investigation_one_may_trade() -> None:
    t = turn(2).unlicensed(0).investigated(1).hand(0, 5_000).hand(1, 10_000)
    t.offer(1, (5_000,), (10_000,)).do("accept")
    assert 10_000 in t.held(0)


# -- what --------------------------------------------------------------------------------------------------------------


def test_cards_of_hands_and_firms_either_way() -> None:
    t = turn(2).hand(0, "broker", 5_000).cash(0, 25_000).hand(1, "banker", 10_000, size=6).cash(1, 50_000)
    t.offer(1, ("broker",), ("banker",), hidden=(5_000,), any_=1, firm=(25_000,), ask_firm=(50_000,)).do("accept")
    t.do("choose", 10_000)
    assert {"banker", 10_000, 50_000} <= set(t.held(0))
    assert {"broker", 5_000, 25_000} <= set(t.held(1))
    assert (t.tabled(0), t.tabled(1)) == ([], [])
    assert (t.count(0), t.count(1)) == (8 - 2 + 3, 6 - 2 + 3)


def test_what_one_receives_goes_to_the_hand() -> None:
    t = turn(2).hand(0, 5_000).cash(1, 50_000).hand(1, size=5)
    t.offer(1, (5_000,), ask_firm=(50_000,)).do("accept")
    assert (t.tabled(0), t.tabled(1)) == ([], [])
    assert 50_000 in t.held(0)
    assert 5_000 in t.held(1)


@pytest.mark.parametrize("what", ["venture", "taxman"])
def test_venture_capital_and_taxman_of_a_firm_can_be_traded(what: str) -> None:
    t = turn(2).hand(0, 5_000).hand(1, size=6).venture(1).taxman(1)
    t.offer(1, (5_000,), ask_firm=(what,)).do("accept")
    assert what in t.held(0)
    firm = t.firm(1)
    assert (firm.ventures, firm.taxman) == ((0, True) if what == "venture" else (1, False))


def test_the_license_of_a_firm_the_investigation_insured_cash_and_insurance_cannot() -> None:
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


def test_any_card_of_a_hand_can_even_a_license_or_an_investigation() -> None:
    t = turn(2).hand(0, "license", "insider").hand(1, "economy", 25_000)
    t.offer(1, ("license", "insider"), ("economy", 25_000)).do("accept")
    assert {"economy", 25_000} <= set(t.held(0))
    assert {"license", "insider"} <= set(t.held(1))


def test_uninsured_cash_beside_insured_of_the_same_value_can() -> None:
    t = turn(2).hand(0, 5_000).hand(1, size=6).insured(1, "economy", 25_000).cash(1, 25_000)
    t.offer(1, (5_000,), ask_firm=(25_000,)).do("accept")
    assert t.covered(1) == [("economy", [25_000])]


def test_each_side_gives_something() -> None:
    t = turn(2).hand(0, 5_000).hand(1, 10_000, size=5).do("offer", seat=1)
    assert t.why("propose") == "Each side has to give at least one card."
    t.do("give-named", 5_000)
    assert not t.can("propose")
    t.do("ask-named", 10_000)
    assert t.can("propose")


def test_no_more_cards_than_the_other_has() -> None:
    t = turn(2).hand(1, 5_000, size=0).do("offer", seat=1).do("ask-hidden")
    assert t.why("ask-hidden") == "That player doesn't have that many cards in hand."
    assert not t.can("ask-named", 5_000)


def test_no_card_twice() -> None:
    t = turn(2).hand(0, 5_000).cash(0, 10_000).do("offer", seat=1).do("give-named", 5_000)
    assert t.why("give-hidden", 5_000) == "All of those are already in the offer."
    t.do("give-firm", 10_000)
    assert not t.can("give-firm", 10_000)


def test_seven_cards_at_most_are_given() -> None:
    t = turn(2).hand(0, *["license"] * 8).do("offer", seat=1)
    for _ in range(7):
        t.do("give-hidden", "license")
    assert t.why("give-hidden", "license") == "You can give up to 7 cards in an offer."


# -- the size of hands -------------------------------------------------------------------------------------------------


def test_who_is_not_on_turn_may_not_rise_above_seven() -> None:
    t = turn(2).hand(0, 5_000, 10_000).do("offer", seat=1).do("give-named", 5_000).do("give-named", 10_000)
    t.do("ask-hidden")
    assert t.why("propose") == "Only the player whose turn it is may end up with more than 7 cards."
    t.do("ask-hidden")
    assert t.can("propose")


def test_cards_of_the_firm_count_as_they_go_to_the_hand() -> None:
    t = turn(2).cash(0, 5_000).cash(1, 10_000).do("offer", seat=1).do("give-firm", 5_000).do("ask-firm", 10_000)
    assert not t.can("propose")
    assert t.do("ask-hidden").can("propose")


def test_a_smaller_hand_has_room() -> None:
    t = turn(2).hand(0, 5_000, 10_000, 25_000).hand(1, "broker", size=5)
    t.offer(1, (5_000, 10_000, 25_000), ("broker",)).do("accept")
    assert t.count(1) == 7


def test_who_is_on_turn_may_rise_above_seven_and_discards_at_the_check() -> None:
    t = turn(2).hand(0, 5_000).hand(1, 10_000, 25_000, 50_000)
    t.offer(1, (5_000,), (10_000, 25_000, 50_000)).do("accept")
    assert (t.count(0), t.count(1)) == (10, 5)
    t.play(10_000).finish()
    assert t.phase == "check"


def test_who_is_not_on_turn_draws_nothing_for_what_was_given() -> None:
    t = turn(2).hand(0, 5_000).hand(1, 10_000, 25_000)
    t.offer(1, (5_000,), (10_000, 25_000)).do("accept")
    assert t.count(1) == 6


def test_a_counter_offer_keeps_to_seven_for_who_is_not_on_turn() -> None:
    t = turn(2).hand(0, 5_000, 10_000).hand(1, "broker", "banker")
    t.offer(1, (5_000,), ("broker",)).do("counter").do("give-named", "broker").do("ask-hidden").do("ask-hidden")
    assert t.why("propose") == "Only the player whose turn it is may end up with more than 7 cards."
    t.do("give-named", "banker").do("propose").do("accept").do("choose", 5_000).do("choose", 10_000)
    assert (t.count(0), t.count(1)) == (8, 7)


def test_a_counter_offer_asks_for_seven_at_most() -> None:
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


def test_the_partner_answers_and_nobody_else() -> None:
    t = offered()
    assert t.due == [1]
    assert t.types() == {"accept", "decline", "counter"}
    assert t.types(0) == {"withdraw"}
    assert t.forms(2) == []


def test_accepted_it_is_done_at_once() -> None:
    t = offered().do("accept")
    assert 10_000 in t.held(0)
    assert 5_000 in t.held(1)
    assert (t.due, t.phase, t.view().offer) == ([0], "act", None)


def test_it_is_binding() -> None:
    """Neither side is asked again, and there is no taking it back."""
    t = offered().do("accept")
    assert "decline" not in t.types()


def test_declined_nothing_changes() -> None:
    t = offered()
    hands = t.held(0), t.held(1)
    t.do("decline")
    assert (t.held(0), t.held(1)) == hands
    assert (t.due, t.phase, t.view().offer) == ([0], "act", None)


def test_after_the_card_the_turn_goes_on_where_it_was() -> None:
    t = turn(2).hand(0, 5_000, 10_000).play(5_000).offer(1, (10_000,), any_=1).do("decline")
    assert t.phase == "close"
    t.finish()
    assert t.active == 1


def test_a_name_is_checked_to_be_true() -> None:
    t = turn(2).hand(0, 5_000)
    assert not t.do("offer", seat=1).can("give-named", "broker")
    assert t.why("give-named", "broker") == "You have no The Broker in hand."
    t = turn(2).hand(0, 5_000).offer(1, (5_000,), ("broker",))
    assert t.types() == {"decline", "counter"}
    assert t.why("accept") == "You don't have the cards that the offer asks for."


def test_who_lacks_one_of_several_named_cards_cannot_accept() -> None:
    t = turn(2).hand(0, 5_000).hand(1, 10_000).offer(1, (5_000,), (10_000, 10_000))
    assert not t.can("accept")


def test_cards_asked_for_face_down_are_the_partners_choice() -> None:
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


def test_until_the_last_is_chosen_one_may_decline() -> None:
    t = turn(2).hand(0, 5_000).hand(1, 10_000).offer(1, (5_000,), any_=2).do("accept").do("choose", 10_000)
    t.do("decline")
    assert (10_000 in t.held(1), 5_000 in t.held(0), t.due) == (True, True, [0])


def test_who_gives_the_whole_hand_has_nothing_to_choose() -> None:
    t = turn(2).hand(0, 5_000).hand(1, 10_000, 25_000, size=2).offer(1, (5_000,), (10_000,), any_=1).do("accept")
    assert t.due == [0]
    assert {10_000, 25_000} <= set(t.held(0))
    assert t.held(1) == [5_000]


def test_face_down_cards_are_given_all_the_same() -> None:
    t = turn(2).hand(0, "crash").hand(1, 10_000).offer(1, (), (10_000,), hidden=("crash",)).do("accept")
    assert "crash" in t.held(1)


# -- one counter-offer -------------------------------------------------------------------------------------------------


def test_the_partner_may_answer_once_with_an_offer_of_his_own() -> None:
    t = offered().counter(("banker",), ("broker",))
    assert t.due == [0]
    assert t.types() == {"accept", "decline"}
    assert t.why("counter") == "You can only accept or decline a counteroffer."
    t.do("accept")
    assert {"banker", 5_000} <= set(t.held(0))
    assert {"broker", 10_000} <= set(t.held(1))


def test_a_counter_offer_declined_ends_it() -> None:
    t = offered().counter(("banker",), ("broker",)).do("decline")
    assert (t.due, t.phase, t.view().offer) == ([0], "act", None)
    assert t.said()[-1] == "P0 declines P1's offer."
    assert not t.can("accept", by=1)


def test_who_begins_a_counter_offer_may_still_decline() -> None:
    t = offered().do("counter").do("give-named", "banker").do("decline")
    assert (t.due, t.phase) == ([0], "act")
    assert t.said()[-1] == "P1 declines P0's offer."


def test_who_accepts_a_counter_offer_chooses_cards_face_down_or_declines_after_all() -> None:
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


def test_the_first_offer_is_gone_once_it_is_countered() -> None:
    t = offered().counter(("banker",), ("broker",))
    assert not t.can("accept", by=1)
    offer = t.offered(1)
    assert (offer.maker, offer.partner, offer.counter) == (1, 0, True)


def test_both_see_the_offer_that_a_counter_offer_answers() -> None:
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


def test_the_maker_may_withdraw_an_offer_until_it_is_answered() -> None:
    t = offered()
    hands = t.held(0), t.held(1)
    t.do("withdraw", by=0)
    assert (t.due, t.phase, t.view().offer) == ([0], "act", None)
    assert (t.held(0), t.held(1)) == hands
    assert t.said()[-1] == "P0 withdraws the offer to P1."
    assert t.forms(1) == []
    assert t.why("withdraw", by=0) == "You have no pending offer."


def test_nobody_else_may_withdraw_it() -> None:
    t = offered()
    assert t.why("withdraw", by=1) == "You have no pending offer."
    assert t.why("withdraw", by=2) == "The offer isn't yours to answer."
    assert not t.copy().do("decline").can("withdraw", by=0)
    assert not t.copy().do("accept").can("withdraw", by=0)
    assert not turn(2).hand(0, 5_000).do("offer", seat=1).can("withdraw", by=0)


def test_the_partner_owes_the_answer_and_the_maker_owes_nothing() -> None:
    """So no clock runs for the maker, no bot is asked for a withdrawal, and the wait for an answer goes on."""
    t = offered()
    assert (t.game.due(t.state), t.game.optional(t.state)) == (0b010, 0b001)
    assert t.view().acting == [1]
    t.do("withdraw", by=0)
    assert (t.game.due(t.state), t.game.optional(t.state)) == (0b001, 0)


@pytest.mark.parametrize("steps", [("counter",), ("counter", "ask-hidden"), ("accept",), ("accept", "choose")])
def test_an_answer_in_the_making_neither_shows_nor_hinders(steps: tuple[str, ...]) -> None:
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


def test_what_was_shown_by_a_withdrawn_offer_stays_known() -> None:
    t = offered().do("withdraw", by=0)
    assert t.shown(1, 0) == [5_000]


def test_a_counter_offer_can_be_withdrawn_too() -> None:
    t = offered().counter(("banker",), ("broker",))
    assert (t.types(0), t.types(1)) == ({"accept", "decline"}, {"withdraw"})
    t.do("withdraw", by=1)
    assert (t.due, t.phase, t.view().offer) == ([0], "act", None)
    assert t.said()[-1] == "P1 withdraws the offer to P0."


def test_only_the_maker_sees_which_cards_go_face_down() -> None:
    t = turn(3).hand(0, "crash", 5_000).hand(1, 10_000).offer(1, (), (10_000,), hidden=("crash",))
    assert names(t.offered(0).hidden) == ["crash"]
    assert [t.offered(seat).hidden for seat in (1, 2, -1)] == [[], [], []]


# -- a lapsed answer ---------------------------------------------------------------------------------------------------


def lapse(t: Table, seat: int) -> str | None:
    action = t.game.lapse(t.state, seat)
    return None if action is None else t.game.encode(action)["type"]


def test_only_an_answer_lapses_and_it_is_no() -> None:
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


def test_an_offer_that_lapsed_was_not_declined() -> None:
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
def test_a_choice_of_another_kind_never_lapses(card: str) -> None:
    t = turn(3).hand(0, card).discard(card)
    assert [lapse(t, seat) for seat in range(3)] == [None, None, None]


def test_only_who_is_on_turn_may_make_offers_and_not_at_the_hand_check() -> None:
    t = turn(2).hand(0, "license", 5_000, size=9)
    assert [t.mine(seat).trades for seat in (0, 1)] == [True, False]
    t.discard("license").finish()
    assert t.phase == "check"
    assert not t.mine(0).trades
    assert not turn(2, trading=False).mine(0).trades

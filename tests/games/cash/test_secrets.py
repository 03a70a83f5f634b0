"""Test that hidden information changes nothing for a seat: its view, its log, its legal list, or refusals.

Source: CASH "Trading, negotiation, and public information"; RULINGS B2.16, B3; docs/architecture.md "What we promise".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox.engine.game import SPECTATOR
from tests.games.cash.positions import Table, Which, game, turn
from tests.games.cash.random_players import play

if TYPE_CHECKING:
    from collections.abc import Callable

VIEWERS = [0, 1, 2, SPECTATOR]


def everything(t: Table, viewer: int) -> object:
    """All that a viewer can get hold of: view, log, legal list, and why each thing is not possible."""
    why = [game().explain(t.state, viewer, action) for action in game().all_actions()]
    prompt = game().prompt(t.state, viewer, t.names)
    return t.view_bytes(viewer), t.said(viewer), game().legal(t.state, viewer), why, prompt


def same_for(viewer: int, *tables: Table) -> bool:
    first, *others = [everything(t, viewer) for t in tables]
    return all(other == first for other in others)


# -- hands and deck ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", VIEWERS)
def test_opponents_hands_are_face_down(viewer: int) -> None:
    one, other = turn(3), turn(3)
    for seat in range(3):
        if seat != viewer:
            one.hand(seat, "broker" if seat else "banker", 5_000)
            other.hand(seat, "stop", "crash", 75_000)
    assert same_for(viewer, one, other)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_only_the_size_of_the_deck_is_visible(viewer: int) -> None:
    assert same_for(viewer, turn(3), turn(3).top("stop", "bankruptcy"))
    assert turn(3).view(viewer).deck == game().tables.size - 3 - 22


def test_only_its_player_sees_a_hand() -> None:
    t = turn(3).hand(1, "broker", 5_000, size=0)
    assert t.held(1) == [5_000, "broker"]
    assert t.view(SPECTATOR).mine is None
    assert [t.mine(seat).shown for seat in range(3)] == [[], [], []]
    assert t.count(1) == 2


@pytest.mark.parametrize("viewer", [1, 2, SPECTATOR])
def test_only_the_player_sees_a_drawn_card(viewer: int) -> None:
    told = []
    for card in ("broker", "bankruptcy"):
        t = turn(3, seat=2).hand(0).top(card).idle()
        told.append(everything(t, viewer))
    assert told[0] == told[1]
    assert "P0 draws 1 card." in t.said(viewer)
    assert "You draw Bankruptcy." in t.said(0)


def test_everything_else_is_public() -> None:
    changes: tuple[Callable[[Table], object], ...] = (
        lambda t: t.cash(1, 5_000),
        lambda t: t.insured(1, "economy", 5_000),
        lambda t: t.venture(1),
        lambda t: t.taxman(1),
        lambda t: t.investigated(1),
        lambda t: t.unlicensed(1),
        lambda t: t.loses(1, 1),
        lambda t: t.capital(1, 5_000),
        lambda t: t.dump("broker"),
        lambda t: t.hand(1, size=6),
    )
    for change in changes:
        for viewer in (0, SPECTATOR):
            t = turn(3)
            before = t.view_bytes(viewer)
            change(t)
            assert t.view_bytes(viewer) != before


# -- offers ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [1, 2, SPECTATOR])
def test_only_its_maker_sees_an_unfinished_offer(viewer: int) -> None:
    def before() -> Table:
        return turn(3).hand(0, 5_000, "broker").cash(0, 10_000).cash(1, 25_000)

    begun, more = before().do("offer", seat=1), before().do("offer", seat=1)
    more.do("give-named", 5_000).do("give-hidden", "broker").do("give-firm", 10_000)
    more.do("ask-firm", 25_000).do("ask-hidden").do("ask-named", "taxman")
    assert same_for(viewer, before(), begun, more)
    assert more.offered(0).give_named == [2]


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_only_its_maker_sees_an_unfinished_counter_offer(viewer: int) -> None:
    def before() -> Table:
        return turn(3).hand(0, 5_000).hand(1, "broker").offer(1, (5_000,), any_=1)

    begun, more = before().do("counter"), before().do("counter")
    more.do("give-hidden", "broker").do("ask-named", "taxman")
    assert same_for(viewer, before(), begun, more)


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_only_the_player_sees_cards_being_chosen_face_down(viewer: int) -> None:
    def before() -> Table:
        return turn(3).hand(0, 5_000).hand(1, "broker", "banker").offer(1, (5_000,), any_=2)

    begun, one, other = before().do("accept"), before().do("accept"), before().do("accept")
    one.do("choose", "broker")
    other.do("choose", "banker")
    assert same_for(viewer, before(), begun, one, other)


def test_only_the_partner_sees_the_named_cards_of_an_offer() -> None:
    t = turn(3).hand(0, 5_000, "broker").offer(1, (5_000, "broker"), ("taxman",), any_=1)
    assert t.shown(1, 0) == [5_000, "broker"]
    assert t.offered(1).give_named == [2, 27]
    assert t.offered(1).ask_named == [29]
    assert t.shown(2, 0) == []


@pytest.mark.parametrize("viewer", [2, SPECTATOR])
def test_third_parties_see_an_offer_and_its_cards_from_firms(viewer: int) -> None:
    def offered(give: tuple[Which, ...], ask: tuple[Which, ...], hidden: tuple[Which, ...], any_: int) -> Table:
        t = turn(3).hand(0, 5_000, "broker", "banker").hand(1, size=4).cash(0, 25_000).cash(1, 50_000)
        return t.offer(1, give, ask, hidden=hidden, any_=any_, firm=(25_000,), ask_firm=(50_000,))

    one, other = offered((5_000,), (), (), 0), offered((), ("taxman",), ("broker", "banker"), 1)
    assert same_for(viewer, one, other)
    offer = one.offered(viewer)
    assert (offer.maker, offer.partner, offer.made) == (0, 1, True)
    assert (offer.give_firm, offer.ask_firm) == ([4], [5])


@pytest.mark.parametrize("viewer", [1, 2, SPECTATOR])
def test_face_down_cards_stay_hidden_until_the_trade(viewer: int) -> None:
    def offered(card: Which) -> Table:
        return turn(3).hand(0, "broker", "crash").hand(1, 5_000).offer(1, (), (5_000,), hidden=(card,))

    one, other = offered("broker"), offered("crash")
    assert same_for(viewer, one, other)
    assert one.offered(0).hidden == [27]
    one.do("accept")
    other.do("accept")
    assert same_for(viewer, one, other) == (viewer != 1)
    assert "broker" in one.held(1)


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_only_the_partner_knows_whether_they_could_accept(viewer: int) -> None:
    one = turn(3).hand(0, 5_000).hand(1, "taxman").offer(1, (5_000,), ("taxman",))
    other = turn(3).hand(0, 5_000).hand(1, "broker").offer(1, (5_000,), ("taxman",))
    assert same_for(viewer, one, other)
    assert one.types() != other.types()
    one.do("decline")
    other.do("decline")
    assert same_for(viewer, one, other)


def test_a_declined_offer_reveals_only_the_shown_cards() -> None:
    t = turn(3).hand(0, 5_000, "broker").hand(1, 10_000)
    t.offer(1, (5_000,), (10_000,), hidden=("broker",), any_=1).do("decline")
    assert t.shown(1, 0) == [5_000]
    assert t.shown(0, 1) == t.shown(2, 0) == t.shown(2, 1) == []
    for viewer in (0, 1, 2, SPECTATOR):
        assert t.view(viewer).offer is None


@pytest.mark.parametrize("viewer", [2, SPECTATOR])
def test_a_trade_shows_others_only_the_number_of_cards_from_hands(viewer: int) -> None:
    def swapped(given: Which, taken: Which) -> Table:
        t = turn(3).hand(0, 5_000, "broker").hand(1, 10_000, "taxman")
        return t.offer(1, (given,), (taken,)).do("accept")

    one, other = swapped(5_000, "taxman"), swapped("broker", 10_000)
    assert same_for(viewer, one, other)
    assert one.said(viewer)[-1] == "P0 trades 1 card from P0's hand to P1 in exchange for 1 card from P1's hand."
    assert one.said(0)[-1] == "P0 trades 5,000 to P1 in exchange for The Taxman."
    assert (one.shown(0, 1), one.shown(1, 0), one.shown(2, 0), one.shown(2, 1)) == ([5_000], ["taxman"], [], [])


def test_every_player_sees_a_card_move_from_a_firm_into_a_hand() -> None:
    t = turn(3).hand(0, 5_000).hand(1, size=6).cash(1, 50_000).offer(1, (5_000,), ask_firm=(50_000,)).do("accept")
    assert t.shown(2, 0) == [50_000] == t.shown(1, 0)


# -- passing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_passing_is_secret_until_all_have_chosen(viewer: int) -> None:
    def crash(card: Which) -> Table:
        return turn(3).hand(0, "crash").hand(1, 5_000, "broker").discard("crash").do("pass", card, by=1)

    one, other = crash(5_000), crash("broker")
    assert same_for(viewer, one, other)
    assert one.firm(1).chosen
    assert one.mine(1).chosen == [2]


@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_a_half_chosen_recession_is_invisible(viewer: int) -> None:
    def recession() -> Table:
        return turn(3).hand(0, "recession").hand(1, 5_000, "broker").discard("recession")

    assert same_for(viewer, recession(), recession().do("pass", 5_000, by=1), recession().do("pass", "broker", by=1))


def test_only_giver_and_receiver_know_a_passed_card() -> None:
    def crash(card: Which) -> Table:
        t = turn(4).hand(0, "crash", "not insider").hand(1, "not insider").hand(2, 5_000, "broker")
        t.hand(3, "not insider").discard("crash").do("pass", card, by=2)
        for seat in (0, 1, 3):
            t.do("pass", "not insider", by=seat)
        return t

    one, other = crash(5_000), crash("broker")
    for viewer in (0, 3, SPECTATOR):
        assert same_for(viewer, one, other)
        assert "P2 passes 1 card to P1." in one.said(viewer)
    assert one.shown(2, 1) == [5_000]
    assert "P2 passes 5,000 to P1." in one.said(1)
    assert "P2 passes 5,000 to P1." in one.said(2)


def test_being_asked_to_pass_reveals_nothing_about_a_hand() -> None:
    """A hand of cards alike is asked like any other, so that it does not show."""
    alike, mixed = turn(3).hand(1, *["license"] * 7), turn(3).hand(1)
    for viewer in (0, 2, SPECTATOR):
        assert same_for(viewer, alike.copy().hand(0, "crash"), mixed.copy().hand(0, "crash"))
    for t in (alike, mixed):
        t.hand(0, "crash").discard("crash")
    for viewer in (2, SPECTATOR):
        assert same_for(viewer, alike, mixed)


# -- what was shown and may have gone ----------------------------------------------------------------------------------


def shown_then_passed(card: Which) -> Table:
    """Seat 1 has been shown a 5,000 of seat 0, which then gives one of its cards to seat 2, who gives one for it."""
    t = turn(3).hand(0, 5_000, "broker").hand(1, 10_000)
    t.offer(1, (5_000,), any_=1).do("decline")
    t.offer(2, (), any_=1, hidden=(card,)).do("accept").do("choose", t.held(2)[0])
    return t


@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_third_parties_cannot_see_whether_a_known_card_was_traded(viewer: int) -> None:
    went, stayed = shown_then_passed(5_000), shown_then_passed("broker")
    assert same_for(viewer, went, stayed)
    assert went.shown(1, 0) == went.shown(1, 2) == []


def test_the_receiver_knows_whether_a_known_card_stayed() -> None:
    t = turn(3).hand(0, 5_000, "broker").hand(1, 10_000)
    t.offer(1, (5_000,), any_=1).do("decline")
    t.offer(1, (), (10_000,), hidden=("broker",)).do("accept")
    assert t.shown(1, 0) == [5_000, 10_000]


def test_trading_only_cards_from_a_firm_leaves_the_hand_known() -> None:
    t = turn(3).hand(0, 5_000).cash(0, 10_000).hand(2, size=5)
    t.offer(1, (5_000,), any_=1).do("decline").offer(2, any_=1, firm=(10_000,)).do("accept").do("choose", t.held(2)[0])
    assert t.shown(1, 0) == [5_000]


@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_passing_after_a_bear_card_hides_a_known_card(viewer: int) -> None:
    def crashed(card: Which) -> Table:
        t = turn(4, seat=2).hand(0, 5_000, "broker").hand(1, "not insider", 10_000).hand(2, "crash", "not insider")
        t.hand(3, "not insider")
        t.state.active, t.state.due = 0, 1
        t.offer(1, (5_000,), any_=1).do("decline")
        t.state.active, t.state.due = 2, 4
        t.discard("crash").do("pass", card, by=0)
        for seat in (1, 2, 3):
            t.do("pass", "not insider", by=seat)
        return t

    went, stayed = crashed(5_000), crashed("broker")
    assert same_for(viewer, went, stayed)
    if viewer == 1:
        assert went.shown(1, 0) == ["not insider"]
        assert went.shown(1, 3) == []


@pytest.mark.parametrize("other_way_round", [False, True])
def test_two_equal_cards_cannot_be_told_apart_when_one_is_discarded(other_way_round: bool) -> None:
    """Seat 1 has been shown a 5,000; one is discarded. Whether there is another it does not know."""

    def discarded(*hand: Which) -> Table:
        t = turn(3).hand(0, *hand).offer(1, (5_000,), any_=1).do("decline")
        if other_way_round:
            t.player(0).hand.reverse()
        return t.discard(5_000)

    assert same_for(1, discarded(5_000, "broker"), discarded(5_000, 5_000), discarded("broker", 5_000))
    assert discarded(5_000, 5_000).shown(1, 0) == []


def test_two_equal_cards_cannot_be_told_apart_when_one_is_shown_again() -> None:
    def twice(*hand: Which) -> Table:
        t = turn(3).hand(0, *hand).offer(1, (5_000,), any_=1).do("decline")
        t.player(0).hand.reverse()
        return t.offer(1, (5_000,), any_=1).do("decline")

    assert twice(5_000, "broker").shown(1, 0) == twice(5_000, 5_000).shown(1, 0) == [5_000]


def test_two_equal_cards_cannot_be_told_apart_when_one_is_received() -> None:
    def given(*hand: Which) -> Table:
        t = turn(3).hand(0, *hand).hand(1, 10_000).offer(1, (5_000,), any_=1).do("decline")
        t.player(0).hand.reverse()
        return t.offer(1, (), (10_000,), hidden=(5_000,)).do("accept")

    one, other = given(5_000, "broker"), given(5_000, 5_000)
    assert one.shown(1, 0) == other.shown(1, 0) == [10_000]


def test_two_equal_cards_shown_together_count_as_two() -> None:
    t = turn(3).hand(0, 5_000, 5_000).offer(1, (5_000, 5_000), any_=2).do("decline")
    assert t.shown(1, 0) == [5_000, 5_000]
    assert t.discard(5_000).shown(1, 0) == [5_000]


def test_the_spectators_log_names_no_card_in_hand() -> None:
    """In whole games: each card that a spectator hears of lies or lay open."""
    for t, _, action in play(4, "spectator"):
        if action < 0:
            told = [line for line in t.said() if " draws " in line or " passes " in line or "You " in line]
            assert told
            assert all(line.split(" draws ")[-1].split(" passes ")[-1][0].isdigit() for line in told)
            assert not any(name in line for line in told for name in t.tables.names if not name[0].isdigit())


@pytest.mark.few(1, usual=2)
@pytest.mark.parametrize("seed", range(4))
def test_known_cards_are_true_in_whole_games(seed: int) -> None:
    """What is listed as known to be in a hand is there."""
    for t, _, _ in play(3, seed):
        for viewer in range(3):
            for shown in t.mine(viewer).shown:
                hand = t.mine(shown.seat).hand
                for face in shown.cards:
                    assert shown.cards.count(face) <= hand.count(face)

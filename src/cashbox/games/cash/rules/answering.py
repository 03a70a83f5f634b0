"""Answers to an offer: accept, decline, or make one counteroffer; and the swap, which is binding.

Source: CASH "Trading, negotiation, and public information"; RULINGS B3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import Description, Facts
from cashbox.engine.phrases import listed, plural
from cashbox.engine.state import note, without
from cashbox.engine.verbs import Phase
from cashbox.games.cash import actions as act
from cashbox.games.cash.content import Content
from cashbox.games.cash.rules.counting import Tally
from cashbox.games.cash.rules.drawing import find, holds, missing
from cashbox.games.cash.rules.hands import hand_over, pick_up
from cashbox.games.cash.rules.offers import close, the_offer, unpack, wares
from cashbox.games.cash.rules.trading import DECLINE, TRADING, WITHDRAW, Trade, no_answer
from cashbox.games.cash.state import ANSWER, BUILD, CHOOSE, NONE, Offer, State
from cashbox.games.cash.text.events import event_kind
from cashbox.games.cash.text.phrases import cards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.log_events import LogEvent
    from cashbox.games.cash.state import Player


def _sides(e: LogEvent[Content]) -> tuple[str, str]:
    """Describe what the maker of an offer gives, and what the partner gives."""
    give_firm, ask_firm, given, taken = unpack(e.what[1:], 4)[0]
    party = e.viewer in (e.seat, e[0])

    def side(owner: str, firm: Sequence[int], hand: Sequence[int]) -> str:
        found = [f"{cards(e.content, firm)} from {owner}'s firm"] if firm else []
        if hand:
            found.append(cards(e.content, hand) if party else f"{plural(len(hand), 'card')} from {owner}'s hand")
        return listed(found)

    return side(e.name, give_firm, given), side(e.names[e[0]], ask_firm, taken)


def _swapped(e: LogEvent[Content]) -> str:
    given, taken = _sides(e)
    return f"{e.name} trades {given} to {e.names[e[0]]} in exchange for {taken}."


def _accepted(e: LogEvent[Content]) -> str:
    if not e.own:
        return ""
    given, taken = _sides(e)
    return f"{e.names[e[0]]} accepts your offer. You give {given} and get {taken}."


SWAPPED: Final = event_kind(_swapped, _accepted, headline=True)
"""The partner, then four lists, each as its length and its faces: from the maker's firm, the partner's firm, the
maker's hand, and the partner's hand."""

# -- the swap --------------------------------------------------------------------------------------------------------


def named_cards(s: State, o: Offer) -> list[int] | None:
    """Return the cards of the partner's hand that were requested by name, None if one is missing."""
    left = s.players[o.partner].hand[:]
    found = []
    for face in o.ask_named:
        card = find(s, left, face)
        if card < 0:
            return None
        left.remove(card)
        found.append(card)
    return found


def face_down(s: State, o: Offer, chosen: list[int]) -> list[int] | None:
    """Return the cards that the partner gives face down, None while there is a choice left. `chosen` are the choices so
    far."""
    hand = s.players[o.partner].hand
    if len(hand) == len(o.ask_named) + o.ask_hidden:
        held = named_cards(s, o) or []
        chosen = [card for card in hand if card not in held]
    return chosen if len(chosen) == o.ask_hidden else None


def swap_if_complete(s: State) -> None:
    """Make the trade once all of the partner's cards are chosen. Received cards go to the hand."""
    o = the_offer(s)
    hidden = face_down(s, o, o.chosen)
    if hidden is not None:
        _swap(s, o, (named_cards(s, o) or []) + hidden)
        close(s)


def _swap(s: State, o: Offer, taken: list[int]) -> None:
    given = o.give_named + o.give_hidden
    if s.events is not None:
        of = s.content.face
        flat: list[int] = []
        for some in (o.give_firm, o.ask_firm, given, taken):
            flat += [len(some), *[of[card] for card in some]]
        note(s, SWAPPED, o.maker, o.partner, *flat)
    for card in o.give_firm:
        _leave_firm(s.players[o.maker], card)
    for card in o.ask_firm:
        _leave_firm(s.players[o.partner], card)
    hand_over(s, [(o.maker, o.partner, given), (o.partner, o.maker, taken)])
    for card in o.give_firm:
        pick_up(s, o.partner, card)
    for card in o.ask_firm:
        pick_up(s, o.maker, card)


def _leave_firm(p: Player, card: int) -> None:
    if card == p.taxman:
        p.taxman = NONE
    elif card in p.ventures:
        p.ventures = without(p.ventures, card)
    else:
        p.cash = without(p.cash, card)


def _count_swap(s: State, seat: int, chosen: list[int]) -> Facts:
    """Return the changes if the trade is made now with these cards from the partner."""
    tally, o = Tally(s, seat), the_offer(s)
    if face_down(s, o, chosen) is None:
        return tally.facts()
    given, taken = len(o.give_named) + len(o.give_hidden), o.asked_of_hand()
    tally.add("hand", taken - given + len(o.ask_firm), o.maker)
    tally.add("hand", given - taken + len(o.give_firm), o.partner)
    for owner, some in ((o.maker, o.give_firm), (o.partner, o.ask_firm)):
        p = s.players[owner]
        for card in some:
            if card == p.taxman:
                tally.add("taxman", -1, owner)
            elif card in p.ventures:
                tally.add("ventures", -1, owner)
            else:
                tally.add("open", -s.worth(card), owner)
    return tally.facts()


# -- answering -------------------------------------------------------------------------------------------------------


class Answer(Trade):
    """An answer to an offer."""

    otherwise = "There is no offer to answer."

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        return super().explain_elsewhere(s, seat, k) or no_answer(s, seat, self.kind)


class Accept(Answer):
    """Accept. If there is a choice of face-down cards to give, it comes next."""

    kind = "accept"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.phase = CHOOSE
        swap_if_complete(s)

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description("Accept", _count_swap(s, seat, []))

    def explain(self, s: State, seat: int, k: int) -> str:
        return "You don't have the cards that the offer asks for."


class Counter(Answer):
    """Answer with a counteroffer."""

    kind = "counter"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        o = the_offer(s)
        s.countered, s.offer = o, Offer(o.partner, o.maker, True)
        s.phase = BUILD

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description("Make a counteroffer")

    def explain(self, s: State, seat: int, k: int) -> str:
        return "You can only accept or decline a counteroffer."


class Answering(Phase[State, Content]):
    """Answer an offer or a counteroffer."""

    number = ANSWER
    heading = TRADING
    verbs = (Accept(), DECLINE, Counter(), WITHDRAW)
    task = "to answer an offer"

    def legal(self, s: State, seat: int) -> list[int]:
        """List the answers: decline; accept, if the seat has the requested cards; answer an offer with a
        counteroffer."""
        o = the_offer(s)
        found = [act.DECLINE]
        if named_cards(s, o) is not None:
            found.append(act.ACCEPT)
        if not o.counter and (s.players[o.partner].hand or wares(s.players[o.partner])):
            found.append(act.COUNTER)
        return found

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        legal, maker = self.legal(s, seat), names[the_offer(s).maker]
        counter = act.COUNTER in legal
        if act.ACCEPT not in legal:
            only = "Decline or make one counteroffer" if counter else "You can only decline"
            return f"{maker} asks for cards that you don't have. {only}."
        answers = "Accept, decline, or make one counteroffer" if counter else "Accept or decline"
        return f"{maker} offers you a trade. {answers}."

    def explain_waiting(self, s: State, seat: int) -> str:
        return "The offer isn't yours to answer."


class Choose(Answer):
    """Give one card for one requested face down. Known: "more", the number still to choose, including this one; "to",
    the seat that receives them; "closes", 1 because completing the choice makes the swap."""

    kind = "choose"
    otherwise = "No one has asked you for face-down cards."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        o = the_offer(s)
        o.chosen = [*o.chosen, self._card(s, k)]
        swap_if_complete(s)

    def describe(self, s: State, seat: int, k: int) -> Description:
        o = the_offer(s)
        known = {"more": o.ask_hidden - len(o.chosen), "to": o.maker, "closes": 1}
        changes = _count_swap(s, seat, [*o.chosen, self._card(s, k)]).changes
        return Description(f"Give {s.content.names[k]} face down", Facts(changes, known))

    def explain(self, s: State, seat: int, k: int) -> str:
        return "That card is already part of the trade." if holds(s, s.players[seat], k) else missing(s, k)

    def _card(self, s: State, face: int) -> int:
        o = the_offer(s)
        taken = [*(named_cards(s, o) or []), *o.chosen]
        return find(s, [card for card in s.players[o.partner].hand if card not in taken], face)


class Choosing(Phase[State, Content]):
    """Choose the cards to give face down; no one else sees the choice yet."""

    number = CHOOSE
    heading = TRADING
    verbs = (Choose(), DECLINE, WITHDRAW)

    def legal(self, s: State, seat: int) -> list[int]:
        o = the_offer(s)
        taken = [*(named_cards(s, o) or []), *o.chosen]
        faces = {s.content.face[card] for card in s.players[o.partner].hand if card not in taken}
        return [act.DECLINE, *[act.CHOOSE + face for face in sorted(faces)]]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        o = the_offer(s)
        return f"Choose {plural(o.ask_hidden - len(o.chosen), 'card')} to give {names[o.maker]} face down."

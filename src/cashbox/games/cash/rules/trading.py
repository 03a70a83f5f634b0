"""Trading: building and making an offer; `answering.py` has the answers.

Source: CASH "Trading, negotiation, and public information"; RULINGS B3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import Description
from cashbox.engine.phrases import player
from cashbox.engine.seats import has, only
from cashbox.engine.state import note, with_value
from cashbox.engine.verbs import Phase, Verb
from cashbox.games.cash import actions as act
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.content import Content
from cashbox.games.cash.options import HAND, OFFERS
from cashbox.games.cash.rules.counting import Tally
from cashbox.games.cash.rules.drawing import find, holds, missing
from cashbox.games.cash.rules.offers import (
    COUNTERED,
    MOST,
    OFFERED,
    asked_count,
    close,
    partners,
    parts,
    proposable,
    the_offer,
    waiting,
    wares,
)
from cashbox.games.cash.state import ACT, ANSWER, BUILD, CHECK, CHOOSE, CLOSE, NONE, Offer, State
from cashbox.games.cash.text.events import event_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.games.cash.state import Player


_STAGES: Final = (ACT, CLOSE, CHECK)
TRADING: Final = "Trading, negotiation, and public information"
"""The heading of its rules."""
_NO_TRADING: Final = "There is no trading at this table."


def in_turn(s: State, seat: int) -> str:
    """Explain why the active player cannot act between the steps of a turn, "" if they can."""
    if seat != s.active or s.phase in _STAGES:
        return ""
    if not has(s.due, seat):
        return "The other players have to decide first."
    return "Send or undo your offer first." if s.phase == BUILD else "Make your current choice first."


def may_offer(s: State, seat: int) -> bool:
    """Check whether a seat may make offers now and has a possible partner."""
    return s.rules.trading and seat == s.active and s.phase in (ACT, CLOSE)


class Trade(Verb[State, Content]):
    """A verb of trading."""

    heading = TRADING

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        return "" if s.rules.trading else _NO_TRADING


class MakeOffer(Trade):
    """Start an offer."""

    kind = "offer"
    otherwise = "You can make offers on your turn, between the draw and the hand check."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.offer = Offer(seat, k, False)
        s.phase = BUILD

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description(f"Make {player(k)} an offer")

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        return super().explain_elsewhere(s, seat, k) or in_turn(s, seat)

    def explain(self, s: State, seat: int, k: int) -> str:
        if not s.rules.trading:
            return _NO_TRADING
        if k >= s.seats:
            return f"This table has no seat {k + 1}."
        if k == seat:
            return "You can't trade with yourself."
        if s.players[seat].offers[k] >= OFFERS:
            return f"You have already made that player {OFFERS} offers this turn. That's the limit."
        return "One of you has nothing to trade."


class Part(Trade):
    """Give or request one more card; no one else sees it yet. button: its label, with {} for the card."""

    button: str

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description(self.button.format(s.content.names[k]))

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        free = has(s.due, seat) and s.phase in (ACT, CLOSE) and partners(s)
        return super().explain_elsewhere(s, seat, k) or ("Start an offer first." if free else "")


class GiveFirm(Part):
    """Give a card from one's own firm."""

    kind = "give-firm"
    button = "Give {} from your firm"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        o = the_offer(s)
        card = find(s, [c for c in wares(s.players[seat]) if c not in o.give_firm], k)
        o.give_firm = [*o.give_firm, card]

    def explain(self, s: State, seat: int, k: int) -> str:
        return _full(the_offer(s)) or _not_ware(s, s.players[seat], k)


class GiveNamed(Part):
    """Give a card from one's own hand, by name."""

    kind = "give-named"
    button = "Give {} from your hand, face up"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        o = the_offer(s)
        o.give_named = [*o.give_named, _of_hand(s, seat, k)]

    def explain(self, s: State, seat: int, k: int) -> str:
        if full := _full(the_offer(s)):
            return full
        return "All of those are already in the offer." if holds(s, s.players[seat], k) else missing(s, k)


class GiveHidden(GiveNamed):
    """Give a card from one's own hand, face down."""

    kind = "give-hidden"
    button = "Give {} from your hand, face down"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        o = the_offer(s)
        o.give_hidden = [*o.give_hidden, _of_hand(s, seat, k)]


class AskFirm(Part):
    """Request a card from the partner's firm."""

    kind = "ask-firm"
    button = "Ask for {} from their firm"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        o = the_offer(s)
        card = find(s, [c for c in wares(s.players[o.partner]) if c not in o.ask_firm], k)
        o.ask_firm = [*o.ask_firm, card]

    def explain(self, s: State, seat: int, k: int) -> str:
        o = the_offer(s)
        return _wants_enough(o) or _not_ware(s, s.players[o.partner], k)


class AskNamed(Part):
    """Request a card from the partner's hand, by name."""

    kind = "ask-named"
    button = "Ask for {} from their hand"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        o = the_offer(s)
        o.ask_named = [*o.ask_named, k]

    def explain(self, s: State, seat: int, k: int) -> str:
        return _wants_enough(the_offer(s)) or "That player doesn't have that many cards in hand."


class AskHidden(AskNamed):
    """Request a card from the partner's hand, of the partner's choice."""

    kind = "ask-hidden"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        the_offer(s).ask_hidden += 1

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description("Ask for a face-down card of their choice")


class Propose(Part):
    """Make the offer: the partner sees it, including the named cards of the hand."""

    kind = "propose"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        o = the_offer(s)
        if o.give_named:
            s.unseen.show(o.give_named, o.maker, only(o.maker) | only(o.partner))
        if not o.counter:
            maker = s.players[o.maker]
            maker.offers = with_value(maker.offers, o.partner, maker.offers[o.partner] + 1)
        if s.events is not None:
            note(s, COUNTERED if o.counter else OFFERED, o.maker, o.partner, *parts(s, o))
        s.phase = ANSWER
        s.due = only(o.partner)
        s.window += 1

    def describe(self, s: State, seat: int, k: int) -> Description:
        tally, o = Tally(s, seat), the_offer(s)
        tally.add("offers", 0 if o.counter else 1, o.partner)
        return Description("Send counteroffer" if o.counter else "Send offer", tally.facts())

    def explain(self, s: State, seat: int, k: int) -> str:
        o = the_offer(s)
        if not o.given() or not asked_count(o):
            return "Each side has to give at least one card."
        return f"Only the player whose turn it is may end up with more than {HAND} cards."


class Decline(Trade):
    """Decline an offer, as long as the answer is not complete."""

    kind = "decline"
    otherwise = "There is no offer to answer."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        o = waiting(s)
        assert o is not None
        note(s, DECLINED, o.partner, o.maker)
        close(s)

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description("Decline")

    def explain(self, s: State, seat: int, k: int) -> str:
        return no_answer(s, seat, self.kind)

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        return super().explain_elsewhere(s, seat, k) or no_answer(s, seat, self.kind)


class Withdraw(Trade):
    """Withdraw an offer before it is answered. It counts as one of the turn's offers because others have seen it."""

    kind = "withdraw"
    otherwise = "You have no pending offer."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        o = waiting(s)
        assert o is not None
        note(s, WITHDREW, o.maker, o.partner)
        close(s)

    def describe(self, s: State, seat: int, k: int) -> Description:
        return Description("Withdraw offer")


DECLINED: Final = event_kind(
    lambda e: f"{e.name} declines {e.names[e[0]]}'s offer.",
    lambda e: f"{e.name} declines your offer." if e[0] == e.viewer else "",
)
"""The offer's maker."""
LAPSED: Final = event_kind(
    lambda e: f"{e.name} didn't answer {e.names[e[0]]}'s offer in time.",
    lambda e: f"{e.name} didn't answer your offer in time." if e[0] == e.viewer else "",
)
"""Like DECLINED, if the answer timed out."""
WITHDREW: Final = event_kind(
    lambda e: f"{e.name} withdraws the offer to {e.names[e[0]]}.",
    lambda e: f"{e.name} withdraws the offer to you." if e[0] == e.viewer else "",
)
"""The partner."""
MAKE_OFFER: Final = MakeOffer()
DECLINE: Final = Decline()
WITHDRAW: Final = Withdraw()


class Building(Phase[State, Content]):
    """Build an offer or a counteroffer; no one else sees it yet."""

    number = BUILD
    heading = TRADING
    verbs = (GiveFirm(), GiveNamed(), GiveHidden(), AskFirm(), AskNamed(), AskHidden(), Propose(), DECLINE, WITHDRAW)
    otherwise = "You are not making an offer."

    def legal(self, s: State, seat: int) -> list[int]:
        """List the cards that can be added to the offer, and making it if possible."""
        o = the_offer(s)
        maker, partner = s.players[o.maker], s.players[o.partner]
        found: list[int] = []
        if o.counter or o.given() < MOST:
            found += [act.GIVE_FIRM + face for face in _faces(s, wares(maker), o.give_firm)]
            for face in _faces(s, maker.hand, o.give_named + o.give_hidden):
                found.append(act.GIVE_NAMED + face)
                found.append(act.GIVE_HIDDEN + face)
        if not o.counter or asked_count(o) < MOST:
            found += [act.ASK_FIRM + face for face in _faces(s, wares(partner), o.ask_firm)]
            if o.asked_of_hand() < len(partner.hand):
                found += s.content.asks
        if proposable(s, o):
            found.append(act.PROPOSE)
        if o.counter:
            found.append(act.DECLINE)
        return found

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        o = the_offer(s)
        what = "counteroffer" if o.counter else "offer"
        return f"Your {what} to {names[o.partner]}: choose what to give and what to ask for, then send it."


def no_answer(s: State, seat: int, kind: str) -> str:
    """Explain why a seat cannot answer, "" if only because there is no offer."""
    o = s.offer
    if not has(s.due, seat):
        return "" if kind != "choose" and waiting(s) is not None else "You have no offer to answer."
    if o is None:
        return ""
    if s.phase == CHOOSE and kind != "choose":
        return "You have already accepted. Choose which cards to give face down."
    if s.phase == BUILD and o.counter:
        return "You are making a counteroffer. Send it, or decline the offer."
    if s.phase == ANSWER and kind == "choose" and o.ask_hidden:
        return "You choose the face-down cards after you accept."
    return ""


def _faces(s: State, among: list[int], put_in: list[int]) -> list[int]:
    """Return the faces of cards that are not in the offer yet, each once, sorted."""
    of = s.content.face
    there = 0
    found: list[int] = []
    for card in among:
        if put_in and card in put_in:
            continue
        face = of[card]
        if not there >> face & 1:
            there |= 1 << face
            found.append(face)
    if len(found) > 1:
        found.sort()
    return found


def _of_hand(s: State, seat: int, face: int) -> int:
    o, of = the_offer(s), s.content.face
    for card in s.players[seat].hand:
        if of[card] == face and card not in o.give_named and card not in o.give_hidden:
            return card
    return NONE


def _full(o: Offer) -> str:
    return f"You can give up to {MOST} cards in an offer." if not o.counter and o.given() >= MOST else ""


def _wants_enough(o: Offer) -> str:
    return f"You can ask for up to {MOST} cards in a counteroffer." if o.counter and asked_count(o) >= MOST else ""


def _not_ware(s: State, owner: Player, face: int) -> str:
    if find(s, wares(owner), face) >= 0:
        return "All of those are already in the offer."
    if not {v.LIE, v.INVESTIGATE}.isdisjoint(s.content.does[face]):
        return "Licenses and investigations on a firm can't be traded."
    if face in [s.content.face[card] for policy in owner.policies for card in policy]:
        return "Insured cash and the card that insures it can't be traded."
    return f"That firm has no {s.content.names[face]} to trade."

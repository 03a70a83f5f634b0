"""Trading: offers of who is on turn, answers, one counter-offer, binding swaps.

Source: CASH "Trading, negotiation, and public information"; RULINGS B3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.cash import actions as act
from cashbox.games.cash import events as ev
from cashbox.games.cash.events import note
from cashbox.games.cash.options import HAND, OFFERS
from cashbox.games.cash.rules.drawing import find
from cashbox.games.cash.rules.hands import hand_over, pick_up
from cashbox.games.cash.state import ANSWER, BUILD, CHOOSE, Offer

if TYPE_CHECKING:
    from cashbox.games.cash.state import Player, State

MOST: Final = HAND
"""Cards that each side of an offer puts in at most, where more could never be brought to an end."""


def wares(p: Player) -> list[int]:
    """What of a firm can be traded: uninsured cash, Venture Capital, The Taxman."""
    return [*p.cash, *p.ventures, p.taxman] if p.taxman >= 0 else p.cash + p.ventures


def partners(s: State) -> list[int]:
    """Opponents to whom who is on turn may make an offer."""
    p = s.players[s.active]
    if not s.rules.trading or not (p.hand or wares(p)):
        return []
    return [
        other
        for other, partner in enumerate(s.players)
        if other != s.active and p.offers[other] < OFFERS and (partner.hand or wares(partner))
    ]


# -- putting an offer together -----------------------------------------------------------------------------------


def begin(s: State, partner: int) -> None:
    """Who is on turn begins an offer."""
    s.offer = Offer(s.active, partner, counter=False)
    s.phase = BUILD


def legal_build(s: State) -> list[int]:
    """What may be added to the offer, and whether it may be made."""
    o = s.offer
    assert o is not None
    maker, partner = s.players[o.maker], s.players[o.partner]
    found: list[int] = []
    if o.counter or o.given() < MOST:
        found += [act.GIVE_FIRM + face for face in _faces(s, wares(maker), o.give_firm)]
        hand = _faces(s, maker.hand, o.give_named + o.give_hidden)
        found += [way + face for face in hand for way in (act.GIVE_NAMED, act.GIVE_HIDDEN)]
    if not o.counter or asked(o) < MOST:
        found += [act.ASK_FIRM + face for face in _faces(s, wares(partner), o.ask_firm)]
        if o.asked_of_hand() < len(partner.hand):
            found += range(act.ASK_NAMED, act.ASK_HIDDEN + 1)
    if proposable(s, o):
        found.append(act.PROPOSE)
    if o.counter:
        found.append(act.DECLINE)
    return found


def _faces(s: State, cards: list[int], put_in: list[int]) -> list[int]:
    """The faces of cards that are not put in yet, each once."""
    of = s.content.face
    return sorted({of[card] for card in cards if card not in put_in})


def asked(o: Offer) -> int:
    """How many cards the maker wants."""
    return len(o.ask_firm) + o.asked_of_hand()


def proposable(s: State, o: Offer) -> bool:
    """Whether each side gives something and nobody who is not on turn would hold more than seven cards."""
    if not o.given() or not asked(o):
        return False
    if o.counter:
        return len(s.players[o.maker].hand) - len(o.give_named) - len(o.give_hidden) + asked(o) <= HAND
    return len(s.players[o.partner].hand) - o.asked_of_hand() + o.given() <= HAND


def build(s: State, action: int) -> None:
    """One more card given or asked for."""
    o = s.offer
    assert o is not None
    maker, partner = s.players[o.maker], s.players[o.partner]
    if action == act.ASK_HIDDEN:
        o.ask_hidden += 1
    elif action >= act.ASK_NAMED:
        o.ask_named.append(action - act.ASK_NAMED)
    elif action >= act.ASK_FIRM:
        o.ask_firm.append(find(s, [c for c in wares(partner) if c not in o.ask_firm], action - act.ASK_FIRM))
    elif action >= act.GIVE_NAMED:
        left = [c for c in maker.hand if c not in o.give_named and c not in o.give_hidden]
        to, face = (o.give_hidden, action - act.GIVE_HIDDEN) if action >= act.GIVE_HIDDEN else (
            o.give_named, action - act.GIVE_NAMED
        )  # fmt: skip
        to.append(find(s, left, face))
    else:
        o.give_firm.append(find(s, [c for c in wares(maker) if c not in o.give_firm], action - act.GIVE_FIRM))


def propose(s: State) -> None:
    """Make the offer: its partner sees it, and the named cards of the hand."""
    o = s.offer
    assert o is not None
    if o.give_named:
        s.unseen.show(o.give_named, o.maker, 1 << o.maker | 1 << o.partner)
    if not o.counter:
        s.players[o.maker].offers[o.partner] += 1
    if s.events is not None:
        note(s, ev.COUNTERED if o.counter else ev.OFFERED, o.maker, o.partner, *parts(s, o))
    s.phase = ANSWER
    s.due = 1 << o.partner
    s.window += 1


def parts(s: State, o: Offer) -> list[int]:
    """An offer as flat ints: how many faces follow, then the faces, of what is given of the firm, asked of the firm,
    given by name, asked by name; then how many cards are given and asked face down."""
    of = s.content.face
    flat: list[int] = []
    for faces in (
        [of[c] for c in o.give_firm],
        [of[c] for c in o.ask_firm],
        [of[c] for c in o.give_named],
        o.ask_named,
    ):
        flat += [len(faces), *faces]
    return [*flat, len(o.give_hidden), o.ask_hidden]


# -- answering it ------------------------------------------------------------------------------------------------


def legal_answer(s: State) -> list[int]:
    """Decline; accept, where one holds what is asked for; answer an offer with one of one's own."""
    o = s.offer
    assert o is not None
    found = [act.DECLINE]
    if named(s, o) is not None:
        found.append(act.ACCEPT)
    if not o.counter and (s.players[o.partner].hand or wares(s.players[o.partner])):
        found.append(act.COUNTER)
    return found


def named(s: State, o: Offer) -> list[int] | None:
    """The cards of the partner's hand that were asked for by name; None where one is missing."""
    left = s.players[o.partner].hand[:]
    found = []
    for face in o.ask_named:
        card = find(s, left, face)
        if card < 0:
            return None
        left.remove(card)
        found.append(card)
    return found


def answer(s: State, action: int) -> None:
    """Take one of the answers; to decline is possible as long as the answer is not complete."""
    o = s.countered if s.phase == BUILD else s.offer
    assert o is not None
    if action == act.ACCEPT:
        s.phase = CHOOSE
        _swap_if_complete(s, o)
    elif action == act.COUNTER:
        s.countered, s.offer = o, Offer(o.partner, o.maker, counter=True)
        s.phase = BUILD
    else:
        note(s, ev.DECLINED, o.partner, o.maker)
        _close(s)


def legal_choose(s: State) -> list[int]:
    """The faces that may be given face down."""
    o = s.offer
    assert o is not None
    held = named(s, o) or []
    taken = [*held, *o.chosen]
    faces = {s.content.face[c] for c in s.players[o.partner].hand if c not in taken}
    return [act.DECLINE, *[act.CHOOSE + face for face in sorted(faces)]]


def choose(s: State, face: int) -> None:
    """Give one card for one that was asked for face down; with the last the swap is made."""
    o = s.offer
    assert o is not None
    taken = [*(named(s, o) or []), *o.chosen]
    o.chosen.append(find(s, [c for c in s.players[o.partner].hand if c not in taken], face))
    _swap_if_complete(s, o)


def _swap_if_complete(s: State, o: Offer) -> None:
    free = len(s.players[o.partner].hand) - len(o.ask_named) - o.ask_hidden
    if not free:
        held = named(s, o) or []
        o.chosen = [c for c in s.players[o.partner].hand if c not in held]
    if len(o.chosen) == o.ask_hidden:
        _swap(s, o)
        _close(s)


def _swap(s: State, o: Offer) -> None:
    """The trade itself; what one receives goes to the hand."""
    maker, partner = s.players[o.maker], s.players[o.partner]
    given = o.give_named + o.give_hidden
    taken = (named(s, o) or []) + o.chosen
    if s.events is not None:
        of = s.content.face
        flat: list[int] = []
        for cards in (o.give_firm, o.ask_firm, given, taken):
            flat += [len(cards), *[of[card] for card in cards]]
        note(s, ev.SWAPPED, o.maker, o.partner, *flat)
    for card in o.give_firm:
        _leave_firm(maker, card)
    for card in o.ask_firm:
        _leave_firm(partner, card)
    hand_over(s, [(o.maker, o.partner, given), (o.partner, o.maker, taken)])
    for card in o.give_firm:
        pick_up(s, o.partner, card)
    for card in o.ask_firm:
        pick_up(s, o.maker, card)


def _leave_firm(p: Player, card: int) -> None:
    if card == p.taxman:
        p.taxman = -1
    elif card in p.ventures:
        p.ventures.remove(card)
    else:
        p.cash.remove(card)


def _close(s: State) -> None:
    """Back to the turn, whose stage decides what is asked."""
    s.offer = s.countered = None
    s.phase = s.after
    s.due = 0
    s.window += 1

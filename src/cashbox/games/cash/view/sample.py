"""Sample states that one seat, or several together, cannot tell from the true one.

Cards that none of these seats has seen are redealt among their possible places. A card that one of them has seen, but
that may have moved in secret since, may be anywhere it could have gone. Choices that the others have not revealed yet
are resampled. Samples depend only on what the seats know, and their probability is proportional to the number of
possible histories: `engine/hidden_cards/sampler.py`.

Source: CASH "Trading, negotiation, and public information"; RULINGS B3; docs/architecture.md "Chance, decks, and
secrets".
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cashbox.engine.hidden_cards.sampler import Sampler
from cashbox.engine.seats import has, only
from cashbox.games.cash import state as st
from cashbox.games.cash.options import HAND
from cashbox.games.cash.rules.cards import hold_back

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.engine.chance import Chance
    from cashbox.games.cash.state import Offer, Player, State


def sampler(true: State, seats: int) -> Callable[[Chance], State]:
    """See `Views.sampler`."""
    return partial(_sample, true, seats, Sampler(true.unseen, seats or only(true.seats)))


def _sample(true: State, seats: int, cards: Sampler, chance: Chance) -> State:
    s = true.clone()
    _aims(s, seats)
    _offers(s, seats, chance)
    _cards(s, cards.sample(s.unseen, chance))
    _in_order(s, seats)
    _choices(s, seats, chance)
    return s


# -- cards ---------------------------------------------------------------------------------------------------------


def _cards(s: State, change: dict[int, int]) -> None:
    """Replace hidden cards by other cards that the seats cannot tell from them."""

    def other(cards: list[int]) -> list[int]:
        return [change.get(card, card) for card in cards]

    s.deck, s.dump = other(s.deck), other(s.dump)
    for step in s.steps:
        step.card = change.get(step.card, step.card)
    for p in s.players:
        p.hand, p.cash, p.ventures, p.chosen = other(p.hand), other(p.cash), other(p.ventures), other(p.chosen)
        p.license, p.probe, p.taxman = other([p.license, p.probe, p.taxman])
        p.policies = [other(policy) for policy in p.policies]
    for offer in (s.offer, s.countered):
        if offer is not None:
            offer.give_firm, offer.ask_firm = other(offer.give_firm), other(offer.ask_firm)
            offer.give_named, offer.give_hidden = other(offer.give_named), other(offer.give_hidden)
            offer.chosen = other(offer.chosen)


def _in_order(s: State, eyes: int) -> None:
    """Sort hidden cards, so that their order reveals nothing."""
    face = s.content.face

    def order(card: int) -> tuple[int, int]:
        return face[card], card

    s.deck.sort(key=order)
    for seat, p in enumerate(s.players):
        if not has(eyes, seat):
            p.hand.sort(key=order)


# -- hidden choices ----------------------------------------------------------------------------------


def _choices(s: State, eyes: int, chance: Chance) -> None:
    """Sample the others' choices that are not revealed yet."""
    for offer in (s.offer, s.countered):
        if offer is not None and not has(eyes, offer.maker):
            _face_down(s, offer, chance)
    if s.phase == st.PASS:
        for other, p in enumerate(s.players):
            if not has(eyes, other):
                _passing(s, other, p, chance)


def _aims(s: State, eyes: int) -> None:
    """Undo a hidden choice of a target, which only the card's owner sees."""
    if not has(eyes, s.active) and hold_back(s):
        del s.steps[0]
        s.phase = s.stage


def _offers(s: State, eyes: int, chance: Chance) -> None:
    """Remove an offer that only its maker sees, and resample the private parts of an offer between others."""
    o = s.offer
    if o is None:
        return
    if s.phase == st.BUILD and not has(eyes, o.maker):
        if not o.counter:
            s.offer, s.phase = None, s.stage
            return
        s.offer, s.countered, s.phase = s.countered, None, st.ANSWER
    elif s.phase == st.CHOOSE and not has(eyes, o.partner):
        o.chosen, s.phase = [], st.ANSWER
    for one in (s.offer, s.countered):
        if one is not None and not has(eyes, one.maker) and not has(eyes, one.partner):
            _private(s, one, chance)


def _private(s: State, o: Offer, chance: Chance) -> None:
    """Sample hand cards on both sides with which the offer could have been made."""
    maker, partner = s.players[o.maker], s.players[o.partner]
    o.give_named, o.ask_named = [], []
    given = min(len(maker.hand), chance.draw(3) + (not o.give_firm))
    if not o.counter:
        given = min(given, HAND - len(o.give_firm))
    asked = min(len(partner.hand), chance.draw(3) + (not o.ask_firm))
    if o.counter:
        asked = min(asked, HAND - len(o.ask_firm))
        given = max(given, min(len(maker.hand), len(maker.hand) + len(o.ask_firm) + asked - HAND))
    else:
        asked = max(asked, min(len(partner.hand), len(partner.hand) + len(o.give_firm) + given - HAND))
    hand = maker.hand[:]
    o.give_hidden = [hand.pop(chance.draw(len(hand))) for _ in range(given)]
    o.ask_hidden = asked


def _face_down(s: State, o: Offer, chance: Chance) -> None:
    """Sample the cards offered face down from those that are not named."""
    hand = [card for card in s.players[o.maker].hand if card not in o.give_named]
    o.give_hidden = [hand.pop(chance.draw(len(hand))) for _ in o.give_hidden]


def _passing(s: State, seat: int, p: Player, chance: Chance) -> None:
    """Sample the cards chosen by seats that have finished choosing; the others have not begun."""
    p.chosen = []
    if not has(s.due, seat):
        hand = p.hand[:]
        p.chosen = [hand.pop(chance.draw(len(hand))) for _ in range(min(s.steps[0].left, len(hand)))]

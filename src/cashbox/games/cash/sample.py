"""A state that one seat cannot tell from the true one.

Cards that a seat has never seen are dealt anew among the places where they may be. A card that it has seen, and that
may since have gone from hand to hand unseen, may be where it is or wherever it may have gone. Choices that others have
not made known yet are made anew.

Source: DESIGN "sample"; CASH "Trading, negotiation, and public information"; RULINGS B3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.chance import shuffled
from cashbox.games.cash import state as st
from cashbox.games.cash.options import HAND

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.cash.state import Offer, Player, State

    Move = tuple[int, int, int, int]

ROUNDS: Final = 4
"""How many times each unseen exchange is gone through: what one brings about, another may carry on."""


def sample(true: State, seat: int, chance: Chance) -> State:
    """See the module; seat -1 is a spectator."""
    s = true.clone()
    eye = seat if seat >= 0 else s.seats
    _offers(s, seat, chance)
    _exchanges(s, eye, chance)
    _unseen(s, eye, chance)
    _shown(s, eye)
    for offer in (s.offer, s.countered):
        if offer is not None and offer.maker != seat:
            _face_down(s, offer, chance)
    if s.phase == st.PASS:
        for other, p in enumerate(s.players):
            if other != seat:
                _passing(s, other, p, chance)
    return s


# -- cards that the seat has seen ----------------------------------------------------------------------------------


def _exchanges(s: State, eye: int, chance: Chance) -> None:
    """Of a hand that gave some cards away unseen, any may have been the ones that went."""
    if not s.moves:
        return
    where = {card: other for other, p in enumerate(s.players) for card in p.hand}
    moments = sorted({(move[0], move[1]) for moves in s.moves.values() for move in moves})
    for _ in range(ROUNDS):
        for moment, giver in moments:
            held = [card for card in where if _blind(s, card, eye, moment) and _at(s, card, where, moment) == giver]
            went = [card for card in held if any(_goes(move, moment) for move in s.moves.get(card, ()))]
            stayed = [card for card in held if card not in went]
            for card in went:
                pick = chance.draw(len(stayed) + 1)
                if pick < len(stayed):
                    _swap_futures(s, where, card, stayed[pick], moment)
                    stayed[pick] = card
    for other, p in enumerate(s.players):
        p.hand = [card for card in where if where[card] == other]


def _blind(s: State, card: int, eye: int, moment: int) -> bool:
    """Whether this bit of `known` has not been set for a card of a hand at any time since that moment."""
    if s.known[card] >> eye & 1:
        return False
    return not any(move[3] >> eye & 1 for move in s.moves.get(card, ()) if move[0] > moment)


def _at(s: State, card: int, where: dict[int, int], moment: int) -> int:
    """Whose hand a card was in just before a moment; -1 where it was in none."""
    if s.came[card] >= moment:
        return -1
    for move in s.moves.get(card, ()):
        if move[0] >= moment:
            return move[1]
    return where[card]


def _goes(move: Move, moment: int) -> bool:
    """Whether a card went to another hand at this moment."""
    return move[0] == moment and move[1] != move[2]


def _swap_futures(s: State, where: dict[int, int], a: int, b: int, moment: int) -> None:
    """From that moment on, each card went where the other did; who had known where it was stays the card's own."""
    (before_a, knew_a, after_a), (before_b, knew_b, after_b) = _parts(s, a, moment), _parts(s, b, moment)
    giver = _at(s, a, where, moment)
    to_a, to_b = _next(s, a, where, moment), _next(s, b, where, moment)
    s.moves[a] = [*before_a, (moment, giver, to_b, knew_a), *after_b]
    s.moves[b] = [*before_b, (moment, giver, to_a, knew_b), *after_a]
    where[a], where[b] = where[b], where[a]
    s.known[a], s.known[b] = s.known[b], s.known[a]
    _rename(s, {a: b, b: a})


def _parts(s: State, card: int, moment: int) -> tuple[list[Move], int, list[Move]]:
    """What happened to a card before a moment, who knew then where it was, what happened to it afterwards."""
    moves = s.moves.get(card, [])
    knew = next((move[3] for move in moves if move[0] >= moment), s.known[card])
    return [move for move in moves if move[0] < moment], knew, [move for move in moves if move[0] > moment]


def _next(s: State, card: int, where: dict[int, int], moment: int) -> int:
    """Whose hand a card was in just after a moment."""
    return next(
        (move[2] if move[0] == moment else move[1] for move in s.moves.get(card, ()) if move[0] >= moment), where[card]
    )


# -- cards that it has not seen ------------------------------------------------------------------------------------


def _unseen(s: State, eye: int, chance: Chance) -> None:
    """Deal the cards anew that the seat has never seen since they were shuffled into the deck, to the same places."""
    groups: dict[int, list[int]] = {}
    hidden = s.deck + [card for p in s.players for card in p.hand]
    for card in sorted(hidden):
        if not _ever(s, card, eye):
            groups.setdefault(s.batch[card], []).append(card)
    change: dict[int, int] = {}
    for cards in groups.values():
        change.update(zip(cards, shuffled(cards, chance), strict=True))
    _deal(s, change)


def _ever(s: State, card: int, eye: int) -> bool:
    """Whether a card of a hand or of the deck has been seen in its present life."""
    return bool(s.known[card] >> eye & 1) or any(move[3] >> eye & 1 for move in s.moves.get(card, ()))


def _deal(s: State, change: dict[int, int]) -> None:
    """Put each card in the place, and the past, of another."""
    s.deck = [change.get(card, card) for card in s.deck]
    for p in s.players:
        p.hand = [change.get(card, card) for card in p.hand]
    known, came, moves = s.known[:], s.came[:], s.moves
    s.moves = {}
    for card, moved in moves.items():
        s.moves[change.get(card, card)] = moved
    for card, other in change.items():
        s.known[other], s.came[other] = known[card], came[card]
    _rename(s, change)


def _rename(s: State, change: dict[int, int]) -> None:
    for offer in (s.offer, s.countered):
        if offer is not None:
            offer.give_named = [change.get(card, card) for card in offer.give_named]
            offer.give_hidden = [change.get(card, card) for card in offer.give_hidden]


def _shown(s: State, eye: int) -> None:
    """Who has seen a card that this eye has not: its holder, and who gave it to him; what else was shown to whom, in
    offers between others, it cannot know."""
    for other, p in enumerate(s.players):
        for card in p.hand:
            if not s.known[card] >> eye & 1:
                moves = s.moves.get(card)
                s.known[card] = (1 << other | (1 << moves[-1][1] if moves else 0)) & ~(1 << eye)


# -- choices that it has not seen ----------------------------------------------------------------------------------


def _offers(s: State, seat: int, chance: Chance) -> None:
    """Back to before what only its maker sees; the private parts of an offer between others are made up."""
    o = s.offer
    if o is None:
        return
    if s.phase == st.BUILD and seat != o.maker:
        if not o.counter:
            s.offer, s.phase = None, s.after
            return
        s.offer, s.countered, s.phase = s.countered, None, st.ANSWER
    elif s.phase == st.CHOOSE and seat != o.partner:
        o.chosen, s.phase = [], st.ANSWER
    for one in (s.offer, s.countered):
        if one is not None and seat not in (one.maker, one.partner):
            _private(s, one, chance)


def _private(s: State, o: Offer, chance: Chance) -> None:
    """Some hand cards each way, so that the offer could have been made."""
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
    """Any cards that are not named may be those that are offered face down."""
    hand = [card for card in s.players[o.maker].hand if card not in o.give_named]
    o.give_hidden = [hand.pop(chance.draw(len(hand))) for _ in o.give_hidden]


def _passing(s: State, seat: int, p: Player, chance: Chance) -> None:
    """Whoever has chosen, chose something; whoever has not, has not begun."""
    p.chosen = []
    if not s.due >> seat & 1:
        hand = p.hand[:]
        p.chosen = [hand.pop(chance.draw(len(hand))) for _ in range(min(s.to_pass, len(hand)))]

"""Where cards go: from the deck to a hand, from hand or firm to the dumped deals.

Source: CASH "Drawing, playing, and discarding", "Discarding cash and making change"; RULINGS B2.14.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.cash import events as ev
from cashbox.games.cash.events import note
from cashbox.games.cash.rules.hands import everybody, recognise

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.cash.state import Player, State


def draw(s: State, seat: int, count: int, chance: Chance) -> bool:
    """Draw so many cards; False where deck and dumped deals ran out before."""
    drawn: list[int] = []
    while len(drawn) < count:
        if not s.deck:
            _refill(s)
            if not s.deck:
                break
        deck = s.deck
        at = chance.draw(len(deck))
        card = deck[at]
        last = deck.pop()
        if at < len(deck):
            deck[at] = last
        s.players[seat].hand.append(card)
        s.known[card] = 1 << seat
        s.came[card] = s.clock
        drawn.append(card)
    if s.events is not None and drawn:
        note(s, ev.DREW, seat, *[s.content.face[card] for card in drawn])
    return len(drawn) == count


def _refill(s: State) -> None:
    """The dumped deals become the deck."""
    if not s.dump:
        return
    s.shuffles += 1
    for card in s.dump:
        s.known[card] = 0
        s.batch[card] = s.shuffles
    note(s, ev.REFILLED, -1, len(s.dump))
    s.deck, s.dump = s.dump, []


def find(s: State, cards: list[int], face: int) -> int:
    """A card of this face among these, -1 without one."""
    of = s.content.face
    for card in cards:
        if of[card] == face:
            return card
    return -1


def from_hand(s: State, p: Player, face: int) -> int:
    """A card of this face leaves the hand, for all to see: that cannot be taken back."""
    s.window += 1
    alike = [card for card in p.hand if s.content.face[card] == face]
    card = max(alike, key=lambda one: _history(s, one)) if s.moves else alike[0]
    p.hand.remove(card)
    if len(alike) > 1:
        recognise(s, card, alike, everybody(s))
    if s.moves:
        s.moves.pop(card, None)
    return card


def _history(s: State, card: int) -> int:
    """How much has been seen of a card; of cards alike the best known goes first, since nobody can tell them apart."""
    return sum(move[3].bit_count() for move in s.moves.get(card, ())) + s.known[card].bit_count()


def table_cash(p: Player, card: int) -> None:
    """A cash card comes to lie on the firm, uninsured."""
    p.cash.append(card)
    p.cash.sort()


def cash_of(s: State, p: Player, value: int) -> int:
    """An uninsured cash card of exactly this value, -1 without one; no change is made."""
    for card in p.cash:
        if s.content.value[s.content.face[card]] == value:
            return card
    return -1


def dump_cash(s: State, seat: int, card: int) -> None:
    """Uninsured cash goes to the dumped deals, for a fee or by an effect."""
    s.players[seat].cash.remove(card)
    s.dump.append(card)
    note(s, ev.DUMPED, seat, s.content.face[card])


def clear_probe(s: State, seat: int) -> None:
    """The investigation on a license ends."""
    p = s.players[seat]
    note(s, ev.CLEARED, seat, s.content.face[p.probe])
    s.dump.append(p.probe)
    p.probe = -1

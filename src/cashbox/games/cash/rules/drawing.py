"""Where cards go: from the deck to a hand, from hand or firm to the dumped deals.

Source: CASH "Drawing, playing, and discarding", "Discarding cash and making change"; RULINGS B2.14.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.cash import events as ev
from cashbox.games.cash.events import note
from cashbox.games.cash.state import DECK

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.cash.state import Player, State


def draw(s: State, seat: int, count: int, chance: Chance) -> bool:
    """Draw so many cards; False where deck and dumped deals ran out before."""
    drawn: list[int] = []
    while len(drawn) < count and (s.deck or _refill(s)):
        card = _by_lot(s.deck, chance)
        s.unseen.deal(card, DECK, seat)
        drawn.append(card)
    s.players[seat].hand += drawn
    if s.events is not None and drawn:
        note(s, ev.DREW, seat, *[s.content.face[card] for card in drawn])
    return len(drawn) == count


def _by_lot(deck: list[int], chance: Chance) -> int:
    """Any card of the deck, which leaves it."""
    at = chance.draw(len(deck))
    card = deck[at]
    last = deck.pop()
    if at < len(deck):
        deck[at] = last
    return card


def _refill(s: State) -> bool:
    """The dumped deals become the deck, if there are any."""
    if not s.dump:
        return False
    s.unseen.bury(s.dump, DECK)
    note(s, ev.REFILLED, -1, len(s.dump))
    s.deck, s.dump = s.dump, []
    return True


def find(s: State, cards: list[int], face: int) -> int:
    """A card of this face among these, -1 without one."""
    of = s.content.face
    for card in cards:
        if of[card] == face:
            return card
    return -1


def from_hand(s: State, seat: int, face: int) -> int:
    """A card of this face leaves the hand, for all to see: that cannot be taken back."""
    s.window += 1
    hand = s.players[seat].hand
    card = find(s, hand, face)
    hand.remove(card)
    s.unseen.lay_open(card, seat)
    return card


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

"""Moving cards: from the deck to a hand, from hand or firm to the dumped deals.

Source: CASH "Drawing, playing, and discarding", "Discarding cash and making change"; RULINGS B2.14.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import plural
from cashbox.engine.state import note, without
from cashbox.games.cash.state import DECK, NONE
from cashbox.games.cash.text.events import event_kind
from cashbox.games.cash.text.phrases import cards, investigation

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.engine.log_events import LogEvent
    from cashbox.games.cash.content import Content
    from cashbox.games.cash.state import Player, State


def _drew(e: LogEvent[Content]) -> str:
    if e.own:
        return f"You draw {cards(e.content, e.what)}."
    return f"{e.name} draws {plural(len(e.what), 'card')}."


DREW: Final = event_kind(_drew)
"""Faces; everyone learns how many, only the owner which."""
REFILLED: Final = event_kind(lambda e: f"The dumped deals are shuffled into a new deck of {plural(e[0], 'card')}.")
DUMPED: Final = event_kind(lambda e: f"{e.name} loses {e.content.names[e[0]]}.")
"""The face that an effect or a fee takes from a firm or a hand."""
CLEARED: Final = event_kind(lambda e: f"The {investigation(e.content, e[0])} against {e.name} ends.")
LOSES: Final = event_kind(
    lambda e: f"{e.name} will lose {plural(e[0], 'turn')}.",
    lambda e: f"You will lose {plural(e[0], 'turn')}." if e.own else "",
)


def draw(s: State, seat: int, count: int, chance: Chance) -> bool:
    """Draw this many cards. Returns False if the deck and the dumped deals ran out first."""
    drawn: list[int] = []
    while len(drawn) < count and (s.deck or _refill(s)):
        card = _next(s, seat, chance)
        s.unseen.deal(card, DECK, seat)
        drawn.append(card)
    p = s.players[seat]
    p.hand = p.hand + drawn
    if s.events is not None and drawn:
        note(s, DREW, seat, *[s.content.face[card] for card in drawn])
    return len(drawn) == count


def _next(s: State, seat: int, chance: Chance) -> int:
    """Draw the next card from the deck, at random or as the lesson deals. It cannot be undone either way."""
    if s.lesson is not None:
        s.window += 1
        for card in s.lesson.deal[seat]:
            if card in s.deck:
                s.deck.remove(card)
                return card
    return _by_lot(s.deck, chance)


def _by_lot(deck: list[int], chance: Chance) -> int:
    """Draw any card of the deck."""
    at = chance.draw(len(deck))
    card = deck[at]
    last = deck.pop()
    if at < len(deck):
        deck[at] = last
    return card


def _refill(s: State) -> bool:
    """Turn the dumped deals into the deck, if there are any."""
    if not s.dump:
        return False
    s.unseen.bury(s.dump, DECK)
    note(s, REFILLED, -1, len(s.dump))
    s.deck, s.dump = s.dump, []
    return True


def find(s: State, among: list[int], face: int) -> int:
    """Find a card of this face among these, -1 if there is none."""
    of = s.content.face
    for card in among:
        if of[card] == face:
            return card
    return NONE


def faces(s: State, among: list[int]) -> list[int]:
    """Return the faces of these cards, each once."""
    of = s.content.face
    there = 0
    found: list[int] = []
    for card in among:
        face = of[card]
        if not there >> face & 1:
            there |= 1 << face
            found.append(face)
    return found


def holds(s: State, p: Player, face: int) -> bool:
    """Check whether a card of this face is in the hand."""
    return find(s, p.hand, face) >= 0


def missing(s: State, face: int) -> str:
    """Explain that a card is not in the hand."""
    return f"You have no {s.content.names[face]} in hand."


def from_hand(s: State, seat: int, face: int) -> int:
    """Remove a card of this face from the hand in view of everyone, so it cannot be undone."""
    s.window += 1
    p = s.players[seat]
    card = find(s, p.hand, face)
    p.hand = without(p.hand, card)
    s.unseen.lay_open(card, seat)
    return card


def table_cash(s: State, p: Player, card: int) -> None:
    """Put a cash card on the firm, uninsured."""
    cash = [*p.cash, card]
    if len(cash) > 1:
        cash.sort(key=s.content.rank.__getitem__)
    p.cash = cash


def cash_of(s: State, p: Player, value: int) -> int:
    """Find an uninsured cash card of exactly this value, -1 if there is none, because no change is made."""
    for card in p.cash:
        if s.worth(card) == value:
            return card
    return NONE


def dump_cash(s: State, seat: int, card: int) -> None:
    """Move uninsured cash to the dumped deals, for a fee or by an effect."""
    p = s.players[seat]
    p.cash = without(p.cash, card)
    s.dump.append(card)
    note(s, DUMPED, seat, s.content.face[card])


def clear_probe(s: State, seat: int) -> None:
    """End the investigation of a license."""
    p = s.players[seat]
    note(s, CLEARED, seat, s.content.face[p.probe])
    s.dump.append(p.probe)
    p.probe = NONE


def lose_turns(s: State, seat: int, turns: int) -> None:
    """Make a player lose turns."""
    s.players[seat].lost += turns
    note(s, LOSES, seat, turns)

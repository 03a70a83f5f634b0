"""Cards that change hands in secret.

Source: CASH "Trading, negotiation, and public information" (hands are hidden); docs/architecture.md "Chance, decks, and
secrets".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.seats import only
from cashbox.engine.state import without

if TYPE_CHECKING:
    from cashbox.games.cash.state import State


def hand_over(s: State, moves: list[tuple[int, int, list[int]]]) -> None:
    """Move cards between hands simultaneously: (from, to, cards) each. Only the giver and the receiver see which
    cards."""
    for giver, _, cards in moves:
        for card in cards:
            p = s.players[giver]
            p.hand = without(p.hand, card)
    for _, taker, cards in moves:
        p = s.players[taker]
        p.hand = p.hand + cards
    s.unseen.move([(card, giver, taker, only(giver) | only(taker)) for giver, taker, cards in moves for card in cards])


def pick_up(s: State, seat: int, card: int) -> None:
    """Move an open card to a hand in view of everyone."""
    p = s.players[seat]
    p.hand = [*p.hand, card]
    s.unseen.turn_face_down(card, seat)

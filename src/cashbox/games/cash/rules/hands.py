"""Cards that change hands unseen by others, and who knows where they are.

Source: DESIGN "sample"; CASH "Trading, negotiation, and public information" (hands are hidden).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.games.cash.state import State


def hand_over(s: State, moves: list[tuple[int, int, list[int]]]) -> None:
    """Cards of hands go to other hands, all at one moment: (from, to, cards) each. Only giver and taker see which."""
    s.clock += 1
    for giver, taker, cards in moves:
        stay = s.players[giver].hand
        for card in cards:
            stay.remove(card)
        if cards:
            _lose_sight(s, giver, taker, cards, stay)
    for giver, taker, cards in moves:
        for card in cards:
            s.players[taker].hand.append(card)
            s.moves.setdefault(card, []).append((s.clock, giver, taker, s.known[card]))
            s.known[card] = 1 << giver | 1 << taker


def _lose_sight(s: State, giver: int, taker: int, cards: list[int], stay: list[int]) -> None:
    """Whoever did not see which cards went does not know any more that the others stayed: they stay as if they too had
    moved, to where they were."""
    eyes = 1 << giver | 1 << taker
    for card in cards:
        recognise(s, card, stay, eyes)
    for card in stay:
        if s.known[card] & ~eyes:
            s.moves.setdefault(card, []).append((s.clock, giver, giver, s.known[card]))
            s.known[card] &= eyes


def recognise(s: State, card: int, others: Sequence[int], eyes: int) -> None:
    """A card of a hand is seen by these eyes, the others of the hand are not. Cards of one face look the same: who knew
    that one lies in this hand takes this for it."""
    face = s.content.face
    for other in others:
        eyes &= ~s.known[card]
        if not eyes:
            return
        if face[other] == face[card] and other != card:
            taken = s.known[other] & eyes
            s.known[other] &= ~taken
            s.known[card] |= taken


def pick_up(s: State, seat: int, card: int) -> None:
    """A card that lay open goes to a hand; everybody saw it go."""
    s.players[seat].hand.append(card)
    s.known[card] = everybody(s)
    s.came[card] = s.clock


def everybody(s: State) -> int:
    """The eyes of all seats and of spectators."""
    return (2 << s.seats) - 1

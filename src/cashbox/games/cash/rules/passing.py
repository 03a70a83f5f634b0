"""Everybody passes cards from the hand face down to the right, all at the same time.

Source: CASH "Market Crash", "Global Recession"; RULINGS B2.16. Play goes clockwise, so the right is the seat before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.cash import events as ev
from cashbox.games.cash.actions import PASS
from cashbox.games.cash.events import note
from cashbox.games.cash.rules.drawing import find
from cashbox.games.cash.rules.hands import hand_over
from cashbox.games.cash.state import PASS as PASSING

if TYPE_CHECKING:
    from cashbox.games.cash.state import Player, State


def begin(s: State) -> None:
    """Ask everybody who has more cards than are passed; how many one has is all that may show. The rest pass all."""
    s.phase = PASSING
    s.window += 1
    s.due = 0
    for seat, p in enumerate(s.players):
        if len(p.hand) <= s.to_pass:
            p.chosen = p.hand[: s.to_pass]
        else:
            p.chosen = []
            s.due |= 1 << seat
    if not s.due:
        _pass_on(s)


def legal(s: State, p: Player) -> list[int]:
    """The faces that may be passed next."""
    return list(dict.fromkeys(PASS + s.content.face[card] for card in p.hand if card not in p.chosen))


def choose(s: State, seat: int, face: int) -> None:
    """Choose one card to pass; with the last choice of all the cards go."""
    p = s.players[seat]
    p.chosen.append(find(s, [card for card in p.hand if card not in p.chosen], face))
    if len(p.chosen) == s.to_pass:
        s.due &= ~(1 << seat)
        note(s, ev.PASS_CHOSEN, seat)
        if not s.due:
            _pass_on(s)


def _pass_on(s: State) -> None:
    given = [p.chosen for p in s.players]
    for seat, p in enumerate(s.players):
        p.chosen = []
        if s.events is not None:
            note(s, ev.PASSED, seat, (seat - 1) % s.seats, *[s.content.face[card] for card in given[seat]])
    hand_over(s, [(seat, (seat - 1) % s.seats, cards) for seat, cards in enumerate(given)])
    s.to_pass = 0
    s.window += 1
    s.phase = s.after

"""8) Place wagers in Vegas: an envelope of any colour for a token on a colour and number.

Source: V10 "Place Wagers in Vegas"; RULINGS A1, A5.16.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes.state import NO_STEP, STAKE, changed, forced

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import State

BETS: Final = [act.BET + k for k in range(36)]


def play(s: State, seat: int, bet: int) -> None:
    """Choose where the token goes."""
    p = s.players[seat]
    s.a = bet
    s.step = STAKE
    colour = forced(p, 1)
    if colour >= 0:
        pay(s, seat, act.COLOUR + colour)


def pay(s: State, seat: int, action: int) -> None:
    """Pay for the token with an envelope of this colour."""
    p = s.players[seat]
    colour = action - act.COLOUR
    p.env[colour] -= 1
    p.bets = changed(p.bets, s.a, p.bets[s.a] + 1)
    p.nbets += 1
    s.step = NO_STEP
    ev.note(s, ev.BET, seat, s.a // 6, s.a % 6 + 1, colour)

"""4) Travel in your recruiting bus: free movement first, then an envelope a space.

Source: V10 "Travel in your Recruiting Bus"; RULINGS A1, A5.14.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.state import (
    BOOKIE,
    DEAL,
    DICE,
    DRAFT,
    FARE,
    HOMES,
    MONTH,
    NO_STEP,
    ROLL,
    STASH,
    forced,
    still_to_come,
)

if TYPE_CHECKING:
    from cashbox.games.envelopes.state import Player, State


def allowance(s: State, p: Player) -> int:
    """Free movement of this month: the printed allowance of the quarter, and what coach and cards add."""
    return s.rules.free_moves[s.month // 3] + p.mods[v.MOD_MOVES]


_BEFORE_TURNS = (HOMES, STASH, DEAL, DRAFT, ROLL, BOOKIE, DICE)


def left(s: State, seat: int) -> int:
    """Free movement that a seat has left in its turn, or is going to have in its turn of this month; -1 where that turn
    is over, and while coaches are chosen."""
    p = s.players[seat]
    if s.phase == MONTH and s.current == seat:
        return p.moves
    if s.phase in _BEFORE_TURNS or (s.phase == MONTH and still_to_come(s, seat)):
        return allowance(s, p)
    return -1


def play(s: State, seat: int, space: int) -> None:
    """Drive to a neighbouring space."""
    p = s.players[seat]
    if p.moves > 0:
        p.moves -= 1
        _arrive(s, seat, space, -1)
        return
    s.a = space
    s.step = FARE
    colour = forced(p, 1)
    if colour >= 0:
        pay(s, seat, act.COLOUR + colour)


def pay(s: State, seat: int, action: int) -> None:
    """Pay for the move with an envelope of this colour."""
    colour = action - act.COLOUR
    s.players[seat].env[colour] -= 1
    s.step = NO_STEP
    _arrive(s, seat, s.a, colour)


def _arrive(s: State, seat: int, space: int, paid: int) -> None:
    s.players[seat].space = space
    ev.note(s, ev.MOVED, seat, space, paid)

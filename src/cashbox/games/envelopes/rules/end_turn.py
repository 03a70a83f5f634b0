"""9) Declare your turn over: what is left over is discarded, cards are turned up again, the next player follows.

Source: V10 "Declare your turn over", "Use a card that is already in play".
"""

from __future__ import annotations

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.state import MONTH_END, NO_STEP, SAVE, TURN, Player, State, clockwise, forced, held


def play(s: State, seat: int) -> None:
    """The turn ends, after the owner of a card that saves envelopes has chosen which."""
    p = s.players[seat]
    s.n = p.mods[v.MOD_SAVE] if s.month < s.rules.last else 0
    _go_on(s, seat)


def _go_on(s: State, seat: int) -> None:
    p = s.players[seat]
    while s.n and any(p.env):
        colour = -1 if p.mods[v.MOD_LEFTOVER_BUCKS] else forced(p, s.n)
        if colour < 0:
            s.step = SAVE
            return
        _save(s, seat, colour)
    s.step = NO_STEP
    _over(s, seat)


def legal_save(p: Player) -> list[int]:
    """The colours of which one may be kept; no more, for who would rather have bucks for what is left."""
    out = [act.COLOUR + c for c in held(p)]
    if p.mods[v.MOD_LEFTOVER_BUCKS]:
        out.append(act.DONE)
    return out


def play_save(s: State, seat: int, action: int) -> None:
    """Keep one envelope for next month, or no more."""
    if action == act.DONE:
        s.n = 0
    else:
        _save(s, seat, action - act.COLOUR)
    _go_on(s, seat)


def _save(s: State, seat: int, colour: int) -> None:
    p = s.players[seat]
    p.env[colour] -= 1
    p.later[6 * (s.month + 1) + colour] += 1
    s.n -= 1
    ev.note(s, ev.SAVED, seat, colour)


def _over(s: State, seat: int) -> None:
    p = s.players[seat]
    left = sum(p.env)
    gained = min(left // 2, p.mods[v.MOD_LEFTOVER_BUCKS])
    if gained:
        p.bucks += gained
        ev.note(s, ev.LEFTOVER_BUCKS, seat, gained)
    if left:
        p.env = [0] * 6
        ev.note(s, ev.DISCARDED, seat, left)
    p.used = p.reused = 0
    p.doubles = p.runners = p.signed = p.put = 0
    p.campaign = p.bought = 0
    p.moves = 0
    ev.note(s, ev.TURN_OVER, seat)
    s.window += 1
    s.due = 0
    s.current = clockwise(s, seat)
    s.phase = MONTH_END if s.current == s.chain else TURN

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
    s.n = _saves(s, s.players[seat])
    _go_on(s, seat)


def _saves(s: State, p: Player) -> int:
    """Envelopes that a player's cards save at most; none where there is no next month."""
    return p.mods[v.MOD_SAVE] if s.month < s.rules.last else 0


def kept(s: State, p: Player) -> int:
    """Of the envelopes in supply, how many at most go to next month, were the turn to end now."""
    return min(s.n if s.step == SAVE else _saves(s, p), sum(p.env))


def not_kept(p: Player, left: int) -> tuple[int, int]:
    """What becomes of so many envelopes that are not kept: the bucks they turn into, and how many are discarded."""
    bucks = min(left // 2, p.mods[v.MOD_LEFTOVER_BUCKS])
    return bucks, left - 2 * bucks


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
    gained, lost = not_kept(p, sum(p.env))
    p.env = [0] * 6
    if gained:
        p.bucks += gained
        ev.note(s, ev.LEFTOVER_BUCKS, seat, gained, 2 * gained)
    if lost:
        ev.note(s, ev.DISCARDED, seat, lost)
    p.used = p.reused = 0
    p.doubles = p.runners = p.signed = p.put = 0
    p.campaign = p.bought = 0
    p.moves = 0
    ev.note(s, ev.TURN_OVER, seat)
    s.window += 1
    s.due = 0
    s.current = clockwise(s, seat)
    s.phase = MONTH_END if s.current == s.chain else TURN

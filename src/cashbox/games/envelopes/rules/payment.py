"""Paying the printed cost of a card or recruit: discounts first, then substitutes, then the rest as printed.

Source: V10 "Put a card (or cards) into play", "Sign Recruits"; RULINGS A5.12-13. A choice is offered only where there
is one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.state import NO_STEP, PAY, Player, State

if TYPE_CHECKING:
    from collections.abc import Sequence


def payable(p: Player, owed: Sequence[int], discount: int, wild: int) -> bool:
    """Whether a player can pay: what is short of printed colours must be covered by discount, wild envelopes or
    bucks."""
    env = p.env
    short = 0
    for c in range(6):
        missing = owed[c] - env[c]
        if missing > 0:
            short += missing
    short -= discount
    if short <= 0:
        return True
    if p.mods[v.MOD_BUCKS_PAY]:
        short -= p.bucks
    if wild:
        for c in range(6):
            if wild >> c & 1 and env[c] > owed[c]:
                short -= env[c] - owed[c]
    return short <= 0


def wild_mask(p: Player, for_recruit: int) -> int:
    """The colours whose envelopes may pay for any other."""
    return p.mods[v.MOD_WILD_RECRUITS if for_recruit else v.MOD_WILD_CARDS]


def begin(s: State, p: Player, ref: int, for_recruit: int, owed: list[int], discount: int) -> bool:
    """Start paying for card or slot `ref`; whether all is paid already, no choice being left."""
    s.a = ref
    s.b = for_recruit
    s.n = discount
    s.owed = owed
    return _settle(s, p)


def left_over(s: State, seat: int, ref: int, for_recruit: int, owed: list[int], discount: int) -> tuple[list[int], int]:
    """The envelopes and bucks that the seat on turn has left after paying; no envelopes where it may choose how."""
    p = s.players[seat]
    if not discount and not p.mods[v.MOD_BUCKS_PAY] and not wild_mask(p, for_recruit):
        return [p.env[c] - owed[c] for c in range(6)], p.bucks
    trial = s.clone()
    payer = trial.players[seat]
    if begin(trial, payer, ref, for_recruit, owed[:], discount):
        return payer.env, payer.bucks
    return [], p.bucks


def legal(s: State, p: Player) -> list[int]:
    """The next choice in paying: which envelope to leave out, or what to pay instead of what."""
    owed = s.owed
    wild = wild_mask(p, s.b)
    if s.n:
        return [act.LEAVE + c for c in range(6) if owed[c] and _after(p, owed, c, s.n - 1, wild, 0, -1)]
    out = [act.DONE] if all(owed[c] <= p.env[c] for c in range(6)) else []
    if p.mods[v.MOD_BUCKS_PAY] and p.bucks:
        out += [act.BUCK + c for c in range(6) if owed[c] and _after(p, owed, c, 0, wild, 1, -1)]
    if wild:
        for w in range(6):
            if wild >> w & 1 and p.env[w]:
                out += [
                    act.WILD + 6 * w + c for c in range(6) if owed[c] and c != w and _after(p, owed, c, 0, wild, 0, w)
                ]
    return out


def _after(p: Player, owed: list[int], c: int, discount: int, wild: int, bucks: int, paid: int) -> bool:
    """Whether the rest can be paid once one envelope of colour c is no longer owed."""
    owed[c] -= 1
    p.bucks -= bucks
    if paid >= 0:
        p.env[paid] -= 1
    able = payable(p, owed, discount, wild)
    owed[c] += 1
    p.bucks += bucks
    if paid >= 0:
        p.env[paid] += 1
    return able


def play(s: State, p: Player, action: int) -> bool:
    """Make one choice; whether all is paid."""
    _choose(s, p, action)
    return _settle(s, p)


def _choose(s: State, p: Player, action: int) -> None:
    seat = s.current
    if action == act.DONE:
        for c in range(6):
            p.env[c] -= s.owed[c]
        ev.note(s, ev.PAID, seat, *s.owed, 0)
        s.owed = [0] * 6
    elif action < act.BUCK:
        s.owed[action - act.LEAVE] -= 1
        s.n -= 1
    elif action < act.TRADE:
        p.bucks -= 1
        s.owed[action - act.BUCK] -= 1
        ev.note(s, ev.PAID, seat, 0, 0, 0, 0, 0, 0, 1)
    else:
        paid, c = divmod(action - act.WILD, 6)
        p.env[paid] -= 1
        s.owed[c] -= 1
        ev.note(s, ev.PAID, seat, *(int(k == paid) for k in range(6)), 0)


def _settle(s: State, p: Player) -> bool:
    """Take the choices that have one answer; the discount ends where nothing is owed."""
    while any(s.owed):
        options = legal(s, p)
        action = options[0] if len(options) == 1 else _forced(s, p)
        if action < 0:
            s.step = PAY
            return False
        _choose(s, p, action)
    s.step = NO_STEP
    return True


def _forced(s: State, p: Player) -> int:
    """What has to be chosen sooner or later, so that nobody is asked for an order that does not matter; else -1.

    A colour that a player is short of must be left out, or paid by a substitute, where there is one way only to do so.
    """
    ways = [act.LEAVE] if s.n else []
    if p.mods[v.MOD_BUCKS_PAY] and p.bucks:
        ways.append(act.BUCK)
    wild = wild_mask(p, s.b)
    ways += [act.WILD + 6 * w for w in range(6) if wild >> w & 1 and p.env[w]]
    if len(ways) != 1:
        return -1
    return next((ways[0] + c for c in range(6) if s.owed[c] > p.env[c]), -1)

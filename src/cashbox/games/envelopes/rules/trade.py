"""3) Trade envelopes: three of any colours and a buck for one.

Source: V10 "Trade Envelopes of Cash"; RULINGS A4, A5.15.
"""

from __future__ import annotations

from typing import Final

from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import events as ev
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.rules import counting
from cashbox.games.envelopes.state import GIVE, NO_STEP, Player, State, forced

RATE: Final = 3
LEAST_RATE: Final = 2
TRADES: Final = [act.TRADE + c for c in range(6)]


def rate(p: Player) -> int:
    """Envelopes wanted for one; never fewer than two, so that no trade pays for itself."""
    return max(LEAST_RATE, RATE - p.mods[v.MOD_TRADE_RATE])


def bucks(s: State, p: Player) -> int:
    """Bucks wanted besides."""
    return 0 if p.mods[v.MOD_TRADE_FREE] else s.rules.trade_bucks


def possible(s: State, p: Player, envelopes: int) -> bool:
    """Whether a player with so many envelopes can trade."""
    return envelopes >= rate(p) and p.bucks >= bucks(s, p)


def play(s: State, seat: int, colour: int) -> None:
    """Begin to trade for one envelope of a colour."""
    p = s.players[seat]
    p.bucks -= bucks(s, p)
    s.a = colour
    s.n = rate(p)
    s.owed = [0] * 6
    s.step = GIVE
    _go_on(s, seat)


def give(s: State, seat: int, action: int) -> None:
    """Give one envelope."""
    _give(s, s.players[seat], action - act.COLOUR)
    _go_on(s, seat)


def _give(s: State, p: Player, colour: int) -> None:
    p.env[colour] -= 1
    s.owed[colour] += 1
    s.n -= 1


def _go_on(s: State, seat: int) -> None:
    p = s.players[seat]
    while s.n:
        colour = forced(p, s.n)
        if colour < 0:
            return
        _give(s, p, colour)
    s.step = NO_STEP
    p.env[s.a] += 1
    ev.note(s, ev.TRADED, seat, s.a, *s.owed)
    s.owed = [0] * 6
    if s.rules.trade_bucks == 0 and p.mods[v.MOD_TRADE_FREE]:
        _buck_instead(s, seat)
    counting.trigger(s, seat, v.ON_TRADE)


def _buck_instead(s: State, seat: int) -> None:
    """Where trades cost no buck, the card that waives it gives one on one trade a month."""
    p = s.players[seat]
    for card in p.play:
        if s.content.effect[card].mod == v.MOD_TRADE_FREE and not p.used >> card & 1:
            p.used |= 1 << card
            p.bucks += 1
            ev.note(s, ev.GAINED_BUCKS, seat, card, 1)

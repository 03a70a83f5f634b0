"""Bear market cards, discarded: Market Crash, Global Recession, Bankruptcy.

Source: CASH "Bear market cards", "Market Crash", "Global Recession", "Bankruptcy"; RULINGS B2.11, B2.12.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.unseen import EVERYBODY, OPEN
from cashbox.games.cash import events as ev
from cashbox.games.cash import faces as f
from cashbox.games.cash.events import note
from cashbox.games.cash.options import HAND
from cashbox.games.cash.rules.drawing import clear_probe, draw, dump_cash

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.games.cash.state import State


def strike(s: State, seat: int, face: int, chance: Chance) -> bool:
    """What a bear card does to who discards it. The passing that follows is left in `State.to_pass`. False where no
    cards are left to draw."""
    p = s.players[seat]
    p.lost += s.content.lose[face]
    note(s, ev.LOSES, seat, s.content.lose[face])
    if face == f.BANKRUPTCY:
        _ruin(s, seat)
        return draw(s, seat, HAND, chance)
    if p.cash:
        dump_cash(s, seat, p.cash[0] if face == f.CRASH else p.cash[-1])
    s.to_pass = s.content.passes[face]
    return True


def _ruin(s: State, seat: int) -> None:
    """License (an investigation with it), Taxman, Venture Capital, uninsured cash and hand are dumped."""
    p = s.players[seat]
    if p.probe >= 0:
        clear_probe(s, seat)
    gone = [p.license, *([p.taxman] if p.taxman >= 0 else []), *p.ventures, *p.cash, *p.hand]
    s.unseen.move([(card, seat, OPEN, EVERYBODY) for card in p.hand])
    for card in gone:
        note(s, ev.DUMPED, seat, s.content.face[card])
    s.dump += gone
    p.license = p.taxman = -1
    p.ventures, p.cash, p.hand = [], [], []

"""Investigations, and how to be rid of them: acquittals and settlements.

Source: CASH "Investigation cards", "Acquittal cards", "How do I get rid of an Investigation card?"; RULINGS B2.2,
B2.5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.cash import events as ev
from cashbox.games.cash import faces as f
from cashbox.games.cash.events import note
from cashbox.games.cash.rules.drawing import clear_probe, dump_cash, from_hand
from cashbox.games.cash.rules.firm import may_trade
from cashbox.games.cash.state import TARGET

if TYPE_CHECKING:
    from cashbox.games.cash.state import Player, State


def targets(s: State, seat: int) -> list[int]:
    """Opponents whose license can be investigated: a tabled one, without an investigation."""
    return [other for other, p in enumerate(s.players) if other != seat and p.license >= 0 and p.probe < 0]


def playable(s: State, seat: int) -> bool:
    """Whether this seat can investigate anybody now."""
    return may_trade(s.players[seat]) and bool(targets(s, seat))


def begin(s: State, seat: int, face: int) -> None:
    """Play an investigation; whom it is aimed at is asked where there is a choice."""
    found = targets(s, seat)
    s.limbo = from_hand(s, seat, face)
    s.card = face
    s.phase = TARGET
    if len(found) == 1:
        aim(s, seat, found[0])


def aim(s: State, seat: int, target: int) -> None:
    """Put the investigation onto an opponent's license."""
    s.players[target].probe = s.limbo
    note(s, ev.INVESTIGATED, seat, target, s.card)
    s.limbo = -1
    s.phase = s.after


def acquits(s: State, p: Player, face: int) -> bool:
    """Whether discarding this acquittal can end the investigation against its player."""
    return p.probe >= 0 and s.content.face[p.probe] - f.INVESTIGATION == face - f.ACQUITTAL


def can_settle(p: Player) -> bool:
    """Whether a settlement takes effect: something to settle, and cash to pay with."""
    return p.license >= 0 and p.probe >= 0 and bool(p.cash)


def settle(s: State, seat: int) -> None:
    """Play a settlement: the lowest uninsured cash goes, and the investigation with it."""
    p = s.players[seat]
    s.dump.append(from_hand(s, seat, f.SETTLEMENT))
    note(s, ev.PLAYED, seat, f.SETTLEMENT)
    dump_cash(s, seat, p.cash[0])
    clear_probe(s, seat)

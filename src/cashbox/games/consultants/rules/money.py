"""Dollars that come and go.

Source: RULINGS C3.6: money never goes below 0; what cannot be paid is a debt that the next income pays first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.consultants import events as ev
from cashbox.games.consultants.events import note

if TYPE_CHECKING:
    from cashbox.games.consultants.state import State


def receive(s: State, seat: int, dollars: int) -> None:
    """Income; a debt is paid of it first."""
    p = s.players[seat]
    back = min(p.debt, dollars)
    p.debt -= back
    p.money += dollars - back


def gain(s: State, seat: int, dollars: int) -> None:
    """Income that is told of as such."""
    receive(s, seat, dollars)
    note(s, ev.GAINED, seat, dollars)


def charge(s: State, seat: int, dollars: int) -> int:
    """Pay what is there; the rest becomes a debt, which is answered."""
    p = s.players[seat]
    paid = min(p.money, dollars)
    p.money -= paid
    p.debt += dollars - paid
    return dollars - paid


def pay(s: State, seat: int, dollars: int) -> None:
    """A payment that is told of as such."""
    note(s, ev.PAID, seat, dollars, charge(s, seat, dollars))

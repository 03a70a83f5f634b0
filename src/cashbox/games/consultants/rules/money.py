"""Income and payments in dollars.

Source: RULINGS C3.6: money never goes below 0; what cannot be paid becomes a debt, which the next income pays first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import ACTOR, Change, change
from cashbox.engine.phrases import amount
from cashbox.engine.state import note
from cashbox.games.consultants.state import event_kind
from cashbox.games.consultants.text.phrases import in_dollars

if TYPE_CHECKING:
    from cashbox.games.consultants.state import Player, State


def pays(name: str, dollars: int, debt: int, why: str = "") -> str:
    """Describe what is paid right away and what becomes a debt."""
    if debt == dollars:
        return f"{name} owes {in_dollars(dollars)}{why}."
    return f"{name} pays {in_dollars(dollars - debt)}{why}.{f' {name} owes ${amount(debt)} more.' if debt else ''}"


def you_pay(dollars: int, debt: int, why: str) -> str:
    """Describe the same to the player who pays."""
    if debt == dollars:
        return f"You owe {in_dollars(dollars)}{why}."
    return f"You pay {in_dollars(dollars - debt)}{f' and owe ${amount(debt)} more' if debt else ''}{why}."


GAINED: Final = event_kind(lambda e: f"{e.name} gets {in_dollars(e[0])}.")
"""Dollars."""
PAID: Final = event_kind(lambda e: pays(e.name, e[0], e[1]))
"""Dollars, and how many of them become debt."""


def receive(s: State, seat: int, dollars: int) -> None:
    """Receive income, which pays a debt first."""
    p = s.players[seat]
    back = min(p.debt, dollars)
    p.debt -= back
    p.money += dollars - back


def gain(s: State, seat: int, dollars: int) -> None:
    """Receive income and log it."""
    receive(s, seat, dollars)
    note(s, GAINED, seat, dollars)


def charge(s: State, seat: int, dollars: int) -> int:
    """Pay as much as possible; the rest becomes a debt. Returns the debt."""
    p = s.players[seat]
    paid = min(p.money, dollars)
    p.money -= paid
    p.debt += dollars - paid
    return dollars - paid


def pay(s: State, seat: int, dollars: int) -> None:
    """Make a payment and log it."""
    note(s, PAID, seat, dollars, charge(s, seat, dollars))


def income(p: Player, dollars: int, seat: int = ACTOR) -> tuple[Change, ...]:
    """Return the facts of an income."""
    back = min(p.debt, dollars)
    return (*change("debt", p.debt, -back, seat), *change("dollars", p.money, dollars - back, seat))

"""Dollars that come and go.

Source: RULINGS C3.6: money never goes below 0; what cannot be paid is a debt that the next income pays first.
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
    """Say what is paid at once and what becomes a debt."""
    if debt == dollars:
        return f"{name} owes {in_dollars(dollars)}{why}."
    return f"{name} pays {in_dollars(dollars - debt)}{why}.{f' {name} owes ${amount(debt)} more.' if debt else ''}"


def you_pay(dollars: int, debt: int, why: str) -> str:
    """Say the same to the one who pays."""
    if debt == dollars:
        return f"You owe {in_dollars(dollars)}{why}."
    return f"You pay {in_dollars(dollars - debt)}{f' and owe ${amount(debt)} more' if debt else ''}{why}."


GAINED: Final = event_kind(lambda e: f"{e.name} gets {in_dollars(e[0])}.")
"""Dollars."""
PAID: Final = event_kind(lambda e: pays(e.name, e[0], e[1]))
"""Dollars, and how many of them are a debt."""


def receive(s: State, seat: int, dollars: int) -> None:
    """Income; a debt is paid of it first."""
    p = s.players[seat]
    back = min(p.debt, dollars)
    p.debt -= back
    p.money += dollars - back


def gain(s: State, seat: int, dollars: int) -> None:
    """Income that is told of as such."""
    receive(s, seat, dollars)
    note(s, GAINED, seat, dollars)


def charge(s: State, seat: int, dollars: int) -> int:
    """Pay what is there; the rest becomes a debt, which is answered."""
    p = s.players[seat]
    paid = min(p.money, dollars)
    p.money -= paid
    p.debt += dollars - paid
    return dollars - paid


def pay(s: State, seat: int, dollars: int) -> None:
    """Make a payment and log it as such."""
    note(s, PAID, seat, dollars, charge(s, seat, dollars))


def income(p: Player, dollars: int, seat: int = ACTOR) -> tuple[Change, ...]:
    """Return the facts of an income."""
    back = min(p.debt, dollars)
    return (*change("debt", p.debt, -back, seat), *change("dollars", p.money, dollars - back, seat))

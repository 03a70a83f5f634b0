"""The parts of every game's state: the phase, the seats that owe a decision, the undo window, and the log events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.fields import Fields, dropped, given, whole

if TYPE_CHECKING:
    from cashbox.engine.game import Event


class BaseState(Fields):
    """The base class of states.

    seats: the number of seats. phase: the game's number for the current question. due: mask of the seats that owe a
    decision, see `engine.seats`. window: number of the undo window. events: the list of log events, None while no one
    watches; opening: events of the setup, until someone watches.
    """

    seats: int = given()
    phase: int = whole()
    due: int = whole()
    window: int = whole()
    events: list[Event] | None = dropped()
    opening: list[Event] = dropped(factory=list)


def with_value(values: list[int], k: int, value: int) -> list[int]:
    """Return a new list with one value changed, for lists that copies of a state share."""
    copy = values[:]
    copy[k] = value
    return copy


def without(values: list[int], value: int) -> list[int]:
    """Return a new list without a value that is in it."""
    k = 0
    while values[k] != value:
        k += 1
    copy = values[:]
    del copy[k]
    return copy


def note(s: BaseState, kind: int, seat: int, *what: int) -> None:
    """Log an event if anyone watches. kind: its number in `EventKinds`; seat: the seat that it is about, -1 for
    none."""
    if s.events is not None:
        s.events.append((kind, seat, *what))

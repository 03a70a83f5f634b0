"""What every game's state keeps: the phase, who owes a decision, the undo window, and events for those who watch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.fields import Fields, dropped, given, whole

if TYPE_CHECKING:
    from cashbox.engine.game import Event


class BaseState(Fields):
    """A state that keeps its own books.

    seats: how many. phase: what is asked now, by a number of the game's own. due: mask of the seats that owe a
    decision, see `engine.seats`. window: number of the undo window. events: where events are noted, None while no one
    watches; opening: events of the set-up, until someone watches.
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
    """Note an event if anyone watches. kind: as `EventKinds` numbered it; seat: whom it is about, -1 for no one."""
    if s.events is not None:
        s.events.append((kind, seat, *what))

"""A project is completed: rewards at once, a bonus in time, and a new international project in its place.

Source: ITS "Complete project", "Deadlines Phase 3: Complete a project", "New project"; RULINGS C1, C3.4, C3.8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.consultants import events as ev
from cashbox.games.consultants.events import note
from cashbox.games.consultants.rules import decks, desks, money
from cashbox.games.consultants.state import NO_PROJECT, NO_TRACK, Place

if TYPE_CHECKING:
    from cashbox.games.consultants.state import State

BONUS: Final = 3
IN_TIME: Final = 2
"""The last field of the deadline track on which a completed project is in time."""


def complete(s: State, number: int, seat: int) -> None:
    """Pay, take everybody off, and lay out the next international project."""
    place = s.places[number]
    note(s, ev.COMPLETED, seat, number, place.project)
    s.completed[seat] += 1
    more = bonus(place)
    for desk, dollars in desks.pay(s, place, final=True):
        money.receive(s, place.owners[desk], dollars + more)
        note(s, ev.REWARD, place.owners[desk], number, place.project, dollars + more, more)
    if s.costs[desks.COMPLETING]:
        money.gain(s, seat, s.costs[desks.COMPLETING])
    for card in place.cards:
        if card >= 0:
            decks.return_open(s, card)
    lay_out(s, number)


def bonus(place: Place) -> int:
    """Dollars more for each consultant of a project that is completed now."""
    return BONUS if NO_TRACK < place.deadline <= IN_TIME else 0


def lay_out(s: State, number: int) -> None:
    """Put the next international project in this place; with the last one the last round has come."""
    if not s.stock:
        desks.replace(s, number, Place(NO_PROJECT, 0, NO_TRACK))
        note(s, ev.NONE_LEFT, -1)
        return
    project = s.stock.pop()
    field = 1 if s.rules.deadlines else NO_TRACK
    desks.replace(s, number, Place(project, len(s.content.projects[project].desks), field))
    note(s, ev.LAID_OUT, -1, number, project)
    if not s.stock and not s.last:
        s.last = True
        note(s, ev.LAST_ROUND, -1)

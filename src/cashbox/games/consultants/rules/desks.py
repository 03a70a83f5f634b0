"""Desks: which ones a consultant may take, what completes a project, and the pay of consultants on projects.

Source: ITS "Assign", "Move Consultant", "Complete project", "Phase 4: Rewards", "Innovation Project"; RULINGS C3.1,
C3.3, C3.4, C3.10, D4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.state import with_value
from cashbox.games.consultants import actions as act
from cashbox.games.consultants.content import (
    COLOURS,
    GOLD,
    MOST_DESKS,
    PRINCIPAL,
    PRINCIPALS,
    RANKS,
    SENIOR,
    SILVER,
    TOP,
    kind_of,
)
from cashbox.games.consultants.state import INNOVATION, NO_PROJECT

if TYPE_CHECKING:
    from cashbox.games.consultants.state import Place, State

INNOVATION_PAY: Final = 1
"""Dollars for each consultant of the Innovation Project; events that apply to each project add to it."""


def colours(s: State, place: Place) -> list[int]:
    """Return the colors of a project's desks, from left to right."""
    return s.content.innovation if place.project == INNOVATION else s.content.projects[place.project].desks


def open_desks(place: Place) -> list[int]:
    """Return the desks that can be taken, regardless of color: the leftmost of an empty project, otherwise any free
    one to the left of the rightmost consultant, and the one to its right."""
    found = []
    free = True
    for desk in range(len(place.cards) - 1, -1, -1):
        if place.cards[desk] < 0:
            found.append(desk)
        elif free:
            found = found[-1:]
            free = False
    return found[-1:] if free else found


def fits(s: State, place: Place, desk: int, colour: int, rank: int) -> bool:
    """Check whether a consultant matches a desk: its color, and a principal if the desk requires one."""
    if place.project == INNOVATION:
        return s.content.innovation[desk] == colour
    project = s.content.projects[place.project]
    return project.desks[desk] == colour and (rank == PRINCIPAL or not project.wants[desk])


def openings(s: State, place: Place, first: int) -> list[tuple[int, int]]:
    """Return each kind of consultant that can join a project now, with the action that assigns it. `first` is the
    number of the project's leftmost desk among all."""
    if place.project == NO_PROJECT:
        return []
    here = colours(s, place)
    wants = None if place.project == INNOVATION else s.content.projects[place.project].wants
    found = []
    for desk in open_desks(place):
        senior = kind_of(here[desk], SENIOR)
        found.append((senior + PRINCIPAL, act.ASSIGN + act.DESKS + first + desk))
        if wants is None or not wants[desk]:
            found.append((senior, act.ASSIGN + first + desk))
    return found


def open_to(s: State) -> list[list[int]]:
    """Return, for each kind of consultant, the actions that assign one to a desk now. Cached until someone takes or
    leaves a desk; do not modify the result."""
    found = s.open
    if not found:
        s.open = found = [[] for _ in range(len(COLOURS) * len(RANKS))]
        first = 0
        for place in s.places:
            if not place.openings:
                place.openings = openings(s, place, first)
            for kind, action in place.openings:
                found[kind].append(action)
            first += MOST_DESKS
    return found


def sit_down(s: State, place: Place, desk: int, card: int, seat: int) -> None:
    """Put a seat's consultant at a desk."""
    place.cards = with_value(place.cards, desk, card)
    place.owners = with_value(place.owners, desk, seat)
    place.seated |= 1 << seat
    place.openings = []
    s.open = []


def leave(s: State, place: Place, desk: int) -> int:
    """Remove the consultant from a desk, and return its card."""
    card, seat = place.cards[desk], place.owners[desk]
    place.cards = with_value(place.cards, desk, -1)
    place.owners = with_value(place.owners, desk, -1)
    if seat not in place.owners:
        place.seated ^= 1 << seat
    place.openings = []
    s.open = []
    return card


def desks_taken(s: State, seat: int) -> int:
    """Count the desks with a seat's consultants."""
    return sum([place.owners.count(seat) for place in s.places])


def replace(s: State, number: int, place: Place) -> None:
    """Put another project into a place on the table."""
    s.places[number] = place
    s.open = []


def completes(place: Place, desk: int) -> bool:
    """Check whether taking this desk completes the project. The Innovation Project is never completed."""
    return place.project != INNOVATION and desk == len(place.cards) - 1


def further_right(place: Place, desk: int) -> int:
    """Count the consultants further right on a project than a desk."""
    return sum([1 for card in place.cards[desk + 1 :] if card >= 0])


def on_track(s: State, place: Place, others: int) -> int:
    """Return the dollars on a project's track for the consultant with this many others further right."""
    return INNOVATION_PAY if place.project == INNOVATION else s.content.projects[place.project].pay[others]


def is_regular(s: State, place: Place) -> bool:
    """Check whether events treat a project as a regular one, which includes the Innovation Project (RULINGS D4)."""
    return place.project == INNOVATION or s.content.projects[place.project].regular


def by_event(s: State, place: Place) -> int:
    """Return the dollars that an event adds or subtracts for each consultant of a project of this kind."""
    return s.costs[SILVER if is_regular(s, place) else GOLD]


def paid(s: State, place: Place, others: int, rank: int) -> int:
    """Return the dollars for such a consultant, by its rank, with what events add whenever a project pays; never below
    0.

    ITS "Complete project": completion pays as the end of a round does; RULINGS D4.
    """
    dollars = on_track(s, place, others) + by_event(s, place)
    if others == 0:
        dollars += s.costs[TOP]
    if rank == PRINCIPAL:
        dollars += s.costs[PRINCIPALS]
    return max(0, dollars)


def pay(s: State, place: Place) -> list[tuple[int, int]]:
    """List the desk and dollars of every consultant of a project, from the right."""
    found: list[tuple[int, int]] = []
    for desk in range(len(place.cards) - 1, -1, -1):
        card = place.cards[desk]
        if card >= 0:
            others = len(found)
            rank = s.content.rank[card]
            found.append((desk, paid(s, place, others, rank)))
    return found

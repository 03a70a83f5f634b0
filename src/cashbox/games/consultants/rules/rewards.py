"""Phase 4, rewards and penalties, and phase 5, moving the deadline markers.

Source: ITS "Phase 4: Rewards", "Deadline Phase 4: Rewards", "Deadlines Phase 5: Deadline in sight!", "Innovation
Project Phase 4: Rewards"; RULINGS C1, C3.2, C3.10.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import listed
from cashbox.engine.state import note
from cashbox.games.consultants.rules import complete, decks, desks, money
from cashbox.games.consultants.state import FIELDS, INNOVATION, NO_PROJECT, NO_TRACK, event_kind
from cashbox.games.consultants.text.phrases import consultant, in_dollars, project

if TYPE_CHECKING:
    from cashbox.engine.log_events import LogEvent
    from cashbox.games.consultants.content import Content
    from cashbox.games.consultants.state import Place, State

PENALTY: Final = {4: 6, 5: 10}
"""Dollars by the field of the deadline marker."""


def _payday(e: LogEvent[Content]) -> str:
    each = [f"{name} {in_dollars(dollars)}" for name, dollars in zip(e.names, e.what[1:], strict=False)]
    return f"Payday for round {e[0]}: {listed(each)}."


def _because(e: LogEvent[Content]) -> str:
    return f" because {project(e.content, e[1])} is late"


PAYDAY: Final = event_kind(_payday)
"""Round, then the total pay of projects minus penalties by seat."""
LATE: Final = event_kind(
    lambda e: money.pays(e.name, e[2], e[3], _because(e)),
    lambda e: money.you_pay(e[2], e[3], _because(e)) if e.own and e[3] else "",
)
"""Place, project, dollars, and how many of them become debt, which the sheet of the payday does not show."""
DEADLINES: Final = event_kind("All deadlines get closer.")
BACK: Final = event_kind(lambda e: f"{e.name} takes back a {consultant(e[0])} from the Innovation Project.")
"""Consultant."""


def run(s: State) -> None:
    """Pay everyone on a project, take the penalties, and clear the Innovation Project. The payments are recorded in
    `State.payday`, one after the other: project, seat, and dollars of each, negative for a penalty."""
    payday: list[int] = []
    for number, place in enumerate(s.places):
        if place.project != NO_PROJECT:
            for desk, dollars in desks.pay(s, place):
                money.receive(s, place.owners[desk], dollars)
                note(s, complete.REWARD, place.owners[desk], number, place.project, dollars, 0, 1)
                payday += (place.project, place.owners[desk], dollars)
    for number, place in enumerate(s.places):
        for seat in late(s, place):
            owed = money.charge(s, seat, PENALTY[place.deadline])
            note(s, LATE, seat, number, place.project, PENALTY[place.deadline], owed)
            payday += (place.project, seat, -PENALTY[place.deadline])
    s.payday = payday
    note(s, PAYDAY, -1, s.round, *_totals(payday, s.seats))
    for place in s.places:
        if place.project == INNOVATION:
            _back_to_hands(s, place)


def _totals(payday: list[int], seats: int) -> list[int]:
    """Add the payments up by seat."""
    return [sum(payday[k + 2] for k in range(0, len(payday), 3) if payday[k + 1] == seat) for seat in range(seats)]


def summary(s: State) -> tuple[list[tuple[int, bool, list[int]]], list[int]]:
    """Sum up the last payday by project, in the order in which they paid: the project, whether it is a penalty, and
    dollars by seat; and the total dollars of each seat. Empty lists before the first payday."""
    rows: dict[tuple[int, bool], list[int]] = {}
    for k in range(0, len(s.payday), 3):
        project_, seat, dollars = s.payday[k : k + 3]
        rows.setdefault((project_, dollars < 0), [0] * s.seats)[seat] += dollars
    found = [(number, penalty, dollars) for (number, penalty), dollars in rows.items()]
    return found, _totals(s.payday, s.seats)


def late(s: State, place: Place) -> list[int]:
    """Return the seats that pay a project's penalty: all players without a consultant on it; if there are none, the
    owner of the leftmost consultant."""
    if place.deadline not in PENALTY or place.project == NO_PROJECT:
        return []
    absent = [seat for seat in range(s.seats) if seat not in place.owners]
    if absent:
        return absent
    return [next(owner for owner in place.owners if owner >= 0)]


def stake(field: int) -> int:
    """Return the value of a field of the deadline track: the bonus of each consultant, or a negative penalty."""
    return complete.BONUS if field <= complete.IN_TIME else -PENALTY.get(field, 0)


def in_words(field: int) -> str:
    """Describe the value of a field of the deadline track."""
    dollars = stake(field)
    if dollars > 0:
        return f"a {in_dollars(dollars)} bonus per consultant on completion"
    return f"a ${-dollars} penalty at the end of the round" if dollars else "no bonus and no penalty"


def _back_to_hands(s: State, place: Place) -> None:
    for desk, card in enumerate(place.cards):
        if card >= 0:
            owner = place.owners[desk]
            decks.pick_up(s, owner, desks.leave(s, place, desk))
            note(s, BACK, owner, decks.kind(s, card))


def next_field(field: int) -> int:
    """Return where a deadline marker is after the round: one field further, or on the last field."""
    return NO_TRACK if field == NO_TRACK else min(field + 1, FIELDS)


def move_markers(s: State) -> None:
    """Advance every deadline marker."""
    before = [place.deadline for place in s.places]
    for place in s.places:
        place.deadline = next_field(place.deadline)
    if before != [place.deadline for place in s.places]:
        note(s, DEADLINES, -1)

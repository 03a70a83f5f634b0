"""Move Consultant: one of the player's own consultants goes to a desk on another project.

Source: ITS "Move Consultant"; RULINGS C3.1, C3.9.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine import seats
from cashbox.engine.facts import Description, Facts, change
from cashbox.engine.phrases import plural
from cashbox.engine.state import note
from cashbox.games.consultants import actions as act
from cashbox.games.consultants.content import MOST_DESKS, WHAT, at_desk, desk_at
from cashbox.games.consultants.rules import decks, desks
from cashbox.games.consultants.rules.assign import cannot_sit, desk_name, no_such_desk, seating_facts, sit, worth
from cashbox.games.consultants.rules.working import Working, WorkPhase
from cashbox.games.consultants.state import MOVE, WORK, event_kind
from cashbox.games.consultants.text.phrases import DESK_NAMES, consultant, project

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.chance import Chance
    from cashbox.engine.log_events import LogEvent
    from cashbox.games.consultants.content import Content
    from cashbox.games.consultants.state import State

MOVES: Final = WHAT.index("moves")
_PLACE: Final = [(assignment - act.ASSIGN) % act.DESKS // MOST_DESKS for assignment in range(act.LIFT)]
"""The place that a consultant is assigned to, by the action."""


def _moved(e: LogEvent[Content]) -> str:
    to = f"the {DESK_NAMES[e[4]]} desk of {project(e.content, e[5])}"
    return f"{e.name} moves a {consultant(e[0])} from {project(e.content, e[2])} to {to}."


MOVED: Final = event_kind(_moved, headline=True)
"""Consultant; place and project that it leaves; place, desk and project that it goes to."""


class Lift(Working):
    """Pick up the consultant to move."""

    kind = "lift"
    heading = "Move Consultant"

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        s.lifted = k
        s.phase = MOVE

    def describe(self, s: State, seat: int, k: int) -> Description:
        left = s.players[seat].moves - 1
        label = f"Move your consultant from {desk_name(s, *desk_at(k))} ({plural(left, 'move')} left after this)"
        return Description(label, Facts(known={"moves": left}))

    def explain(self, s: State, seat: int, k: int) -> str:
        if missing := no_such_desk(s, k):
            return missing
        number, desk = desk_at(k)
        if s.places[number].owners[desk] != seat:
            return "You have no consultant there."
        if not s.players[seat].moves:
            none = "You have no moves left this round."
            return none if s.costs[MOVES] else "This round's event doesn't allow that."
        return "No other project has an open desk for that consultant."


class Seat(Working):
    """Seat the consultant elsewhere."""

    kind = "seat"
    otherwise = "You are not moving a consultant."

    def do(self, s: State, seat: int, k: int, chance: Chance) -> None:
        number, desk = desk_at(k)
        source, left = desk_at(s.lifted)
        old = s.places[source]
        card = desks.leave(s, old, left)
        s.lifted = -1
        s.players[seat].moves -= 1
        note(s, MOVED, seat, decks.kind(s, card), source, old.project, number, desk, s.places[number].project)
        sit(s, seat, number, desk, card)
        s.due = 0

    def describe(self, s: State, seat: int, k: int) -> Description:
        changes, known = seating_facts(s, seat, *desk_at(k), s.content.rank[_lifted(s)], moving=True)
        facts = Facts((*change("moves", s.players[seat].moves, -1), *changes), known)
        return Description(f"Move to {desk_name(s, *desk_at(k))}: {worth(facts)}", facts)

    def explain_elsewhere(self, s: State, seat: int, k: int) -> str:
        if s.phase == WORK and seats.has(s.due, seat) and s.players[seat].moves and movable(s, seat):
            return "First choose the consultant that you want to move."
        return ""

    def explain(self, s: State, seat: int, k: int) -> str:
        if missing := no_such_desk(s, k):
            return missing
        if desk_at(k)[0] == desk_at(s.lifted)[0]:
            return "You have to move a consultant to another project."
        return cannot_sit(s, k, decks.kind(s, _lifted(s)))


class Move(WorkPhase):
    """Choose the desk for the consultant that was picked up."""

    number = MOVE
    heading = "Move Consultant"
    verbs = (Seat(),)
    task = "to move a consultant"

    def legal(self, s: State, seat: int) -> list[int]:
        number, _ = desk_at(s.lifted)
        free = desks.open_to(s)[decks.kind(s, _lifted(s))]
        return [act.SEAT + (one - act.ASSIGN) % act.DESKS for one in free if _PLACE[one] != number]

    def prompt(self, s: State, seat: int, names: Sequence[str]) -> str:
        return "Choose a desk on another project."


def _lifted(s: State) -> int:
    """Return the card that was picked up."""
    number, desk = desk_at(s.lifted)
    return s.places[number].cards[desk]


def movable(s: State, seat: int) -> list[int]:
    """Return the actions that pick up one of the seat's consultants that could go to another project."""
    free, kind = desks.open_to(s), s.content.kind
    found: list[int] = []
    for number, place in enumerate(s.places):
        if place.seated >> seat & 1:
            for desk, owner in enumerate(place.owners):
                if owner == seat:
                    # They are sorted by place, so the first or the last is elsewhere if any is.
                    where = free[kind[place.cards[desk]]]
                    if where and (_PLACE[where[0]] != number or _PLACE[where[-1]] != number):
                        found.append(act.LIFT + at_desk(number, desk))
    return found

"""Completing a project: immediate rewards, a bonus if it is in time, and a new international project in its place.

Source: ITS "Complete project", "Deadlines Phase 3: Complete a project", "New project"; RULINGS C1, C3.4, C3.8.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.facts import ACTOR, TABLE, Change, change
from cashbox.engine.state import note, with_value
from cashbox.games.consultants.content import COMPLETING
from cashbox.games.consultants.rules import decks, desks, money
from cashbox.games.consultants.state import NO_PROJECT, NO_TRACK, event_kind, new_place
from cashbox.games.consultants.text.phrases import in_dollars, project

if TYPE_CHECKING:
    from cashbox.engine.log_events import LogEvent
    from cashbox.games.consultants.content import Content
    from cashbox.games.consultants.state import Place, State

BONUS: Final = 3
IN_TIME: Final = 2
"""The last field of the deadline track on which a completed project is in time."""


def _reward(e: LogEvent[Content]) -> str:
    return f"{e.name} gets {_pay(e)}."


def _pay(e: LogEvent[Content]) -> str:
    bonus = f", including ${e[3]} for being on time" if e[3] else ""
    return f"{in_dollars(e[2])} from {project(e.content, e[1])}{bonus}"


COMPLETED: Final = event_kind(lambda e: f"{e.name} completes {project(e.content, e[1])}.", headline=True)
"""Place, project."""
REWARD: Final = event_kind(_reward, lambda e: f"You get {_pay(e)}." if e.own and not e[4] else "")
"""Place, project, dollars, the bonus included in them, and 1 on a payday, whose sheet lists them for everyone."""
LAID_OUT: Final = event_kind(lambda e: f"New international project: {project(e.content, e[1])}.")
"""Place, project."""
NONE_LEFT: Final = event_kind("There are no international projects left, so the spot stays empty.")
LAST_ROUND: Final = event_kind("That was the last international project, so this is the last round.")


def complete(s: State, number: int, seat: int) -> None:
    """Pay, clear the project, and lay out the next international project."""
    place = s.places[number]
    note(s, COMPLETED, seat, number, place.project)
    s.completed = with_value(s.completed, seat, s.completed[seat] + 1)
    more = bonus(place)
    for desk, dollars in desks.pay(s, place):
        money.receive(s, place.owners[desk], dollars + more)
        note(s, REWARD, place.owners[desk], number, place.project, dollars + more, more, 0)
    if s.costs[COMPLETING]:
        money.gain(s, seat, s.costs[COMPLETING])
    for card in place.cards:
        if card >= 0:
            decks.return_open(s, card)
    lay_out(s, number)


def facts(s: State, place: Place, seat: int, paid: dict[int, int], *, moving: bool) -> tuple[Change, ...]:
    """Return the facts of completing a project with another consultant, a principal. `paid` is dollars by seat, see
    `prospect.for_completing`; `moving`: whether the consultant leaves another desk."""
    found = list(change("completed", s.completed[seat], 1))
    for owner, dollars in paid.items():
        whose = ACTOR if owner == seat else owner
        found += money.income(s.players[owner], dollars, whose)
        leave = place.owners.count(owner) + int(moving and owner == seat)
        found += change("desks", desks.desks_taken(s, owner), -leave, whose)
    left = [s.content.rank[card] for card in place.cards if card >= 0]
    found += change("seniors", len(s.seniors), len(left) - sum(left), TABLE)
    found += change("principals", len(s.principals), sum(left) + 1, TABLE)
    return (*found, *change("stock", len(s.stock), -min(1, len(s.stock)), TABLE))


def bonus(place: Place) -> int:
    """Return the bonus in dollars for each consultant of a project that is completed now."""
    return BONUS if NO_TRACK < place.deadline <= IN_TIME else 0


def lay_out(s: State, number: int) -> None:
    """Put the next international project in this place; the last one starts the last round."""
    if not s.stock:
        desks.replace(s, number, new_place(NO_PROJECT, 0, NO_TRACK))
        note(s, NONE_LEFT, -1)
        return
    found = s.stock[-1]
    s.stock = s.stock[:-1]
    field = 1 if s.rules.deadlines else NO_TRACK
    desks.replace(s, number, new_place(found, len(s.content.projects[found].desks), field))
    note(s, LAID_OUT, -1, number, found)
    if not s.stock and not s.last:
        s.last = True
        note(s, LAST_ROUND, -1)

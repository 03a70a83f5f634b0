"""The worth of a project to one seat as it stands, and the change from another consultant at a desk, in dollars.

All of it comes from the view: desks, consultants, the deadline marker, the costs of the round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.consultants.content import COMPLETING, GOLD, PRINCIPAL, PRINCIPALS, SILVER, TOP, at_desk
from cashbox.games.consultants.rules.complete import BONUS, IN_TIME
from cashbox.games.consultants.rules.rewards import PENALTY
from cashbox.games.consultants.state import INNOVATION, NO_PROJECT

if TYPE_CHECKING:
    from cashbox.games.consultants.content import Content
    from cashbox.games.consultants.view.glimpse import Glimpse, Place

    Seats = list[tuple[int, int]]

RIVALS: Final = {2: 0.9, 3: 0.5, 4: 0.35}
"""The value of a dollar lost by the average rival, by the number of players."""
STAYING: Final = 0.8
"""The factor for future rewards, because another player may complete the project first."""
COMING: Final = {2: 0.2, 3: 0.75}
"""The weight of a penalty that is not due yet, by the field of the marker."""
PRINCIPAL_WORTH: Final = 3.5
SENIOR_WORTH: Final = 0.6
"""What a used consultant would have been worth elsewhere."""


class Worth:
    """The table as one seat sees it. heed: whether deadlines count."""

    def __init__(self, view: Glimpse, content: Content, *, heed: bool) -> None:
        self.view = view
        self.content = content
        self.seat = view.seat
        self.heed = heed and view.deadlines
        self.rounds = 1.0 if view.last else min(2.6, 1.0 + view.stock / (0.45 * view.seats + 0.4))
        """The number of rounds that will probably still pay a consultant who sits down now, including this one."""
        self.streams: dict[int, float] = {}
        """The cached worth of places as they are."""
        self.changes: dict[int, float] = {}
        """The cached change if a consultant of this seat takes a desk, by rank and desk."""
        self.desks: dict[int, list[tuple[int, int]]] = {}
        """The cached desks open to a kind of consultant, as place and desk."""
        self.best: dict[int, float] = {}
        """The cached best value of a consultant of the hand, by kind."""

    # -- one project -------------------------------------------------------------------------------------------------

    def stream(self, number: int, people: Seats) -> float:
        """Return the worth of one round's rewards at a project with these people, including penalties. `people` has
        (consultant, owner) by desk, -1 for no one."""
        place = self.view.places[number]
        paid = self._paid(place, people)
        worth = self._weigh(paid)
        return worth - self._penalty(place, people)

    def as_it_is(self, number: int) -> float:
        """Return the worth of this round's rewards of a project with the people who sit there."""
        if number not in self.streams:
            self.streams[number] = self.stream(number, self.people(number))
        return self.streams[number]

    def _paid(self, place: Place, people: Seats) -> list[float]:
        paid = [0.0] * self.view.seats
        rank = 0
        pay = None if place.project == INNOVATION else self.content.projects[place.project]
        for kind, owner in reversed(people):
            if owner < 0:
                continue
            if pay is None:
                paid[owner] += 1.0
                continue
            paid[owner] += max(0.0, pay.pay[rank] + self._by_event(place, rank, kind) / self.rounds)
            rank += 1
        return paid

    def _by_event(self, place: Place, rank: int, kind: int) -> int:
        """Return what the round's event adds for a consultant of this kind with this many others further right."""
        costs = self.view.costs
        more = costs[SILVER] if self.content.projects[place.project].regular else costs[GOLD]
        return more + (costs[TOP] if rank == 0 else 0) + costs[PRINCIPALS] * (kind % 2)

    def _weigh(self, by_seat: list[float]) -> float:
        others = sum(by_seat) - by_seat[self.seat]
        return by_seat[self.seat] - RIVALS[self.view.seats] * others / (self.view.seats - 1)

    def _penalty(self, place: Place, people: Seats) -> float:
        """Return how much more the deadline costs this seat than the others, which counts more as it approaches."""
        if not self.heed or place.field == 0:
            return 0.0
        felt = PENALTY[place.field] if place.field in PENALTY else COMING.get(place.field, 0.0) * PENALTY[4]
        by_seat = [-felt] * self.view.seats
        for _, owner in people:
            if owner >= 0:
                by_seat[owner] = 0.0
        if -felt not in by_seat:
            by_seat[next(owner for _, owner in people if owner >= 0)] = -felt
        return -self._weigh(by_seat)

    def used_up(self, kind: int) -> float:
        """Return what a consultant would have been good for elsewhere, nothing in the last round."""
        if self.view.last:
            return 0.0
        return PRINCIPAL_WORTH if kind % 2 == PRINCIPAL else SENIOR_WORTH

    # -- changes -----------------------------------------------------------------------------------------------------

    def people(self, number: int) -> Seats:
        """Return the people at the desks of a project."""
        return self.view.places[number].people[:]

    def without(self, number: int, desk: int) -> float:
        """Return the change if the consultant at a desk leaves."""
        people = self.people(number)
        people[desk] = (-1, -1)
        return (self.stream(number, people) - self.as_it_is(number)) * self.rounds

    def sitting(self, number: int, desk: int, kind: int, *, of_hand: bool) -> float:
        """Return the change if a consultant of this seat takes a desk. `of_hand`: whether it comes from the hand."""
        if self.view.places[number].project == INNOVATION:
            return 1.0
        key = 2 * at_desk(number, desk) + kind % 2
        change = self.changes.get(key)
        if change is None:
            change = self.changes[key] = self._seated(number, desk, kind)
        return change - self.used_up(kind) if of_hand else change

    def _seated(self, number: int, desk: int, kind: int) -> float:
        """Return the change if a consultant takes a desk, without the cost of using one from the hand."""
        place = self.view.places[number]
        before = self.as_it_is(number)
        people = self.people(number)
        people[desk] = (kind, self.seat)
        if desk == len(people) - 1:
            return self._completed(place, people) - STAYING * before * (self.rounds - 1.0)
        return (self.stream(number, people) - before) * self.rounds + self._nearly(place, people)

    def _completed(self, place: Place, people: Seats) -> float:
        """Return what completing a project pays at once."""
        paid = [0.0] * self.view.seats
        project = self.content.projects[place.project]
        bonus = BONUS if self.heed and 0 < place.field <= IN_TIME else 0
        for position, (kind, owner) in enumerate((kind, owner) for kind, owner in reversed(people) if owner >= 0):
            more = self._by_event(place, position, kind)
            paid[owner] += max(0, project.pay[position] + more) + bonus
        paid[self.seat] += self.view.costs[COMPLETING]
        return self._weigh(paid)

    def _nearly(self, place: Place, people: Seats) -> float:
        """Return the expected part of the bonus for a consultant on a project that may still be completed in time."""
        if not self.heed or place.field > IN_TIME or place.project == NO_PROJECT:
            return 0.0
        taken = sum(1 for _, owner in people if owner >= 0)
        return BONUS * 0.5 * taken / len(people)

"""What some eyes, taken as one, know of what happened to cards: taken out of the truth in an order that tells nothing
else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.classes import UNKNOWN
from cashbox.engine.native import mypyc_attr
from cashbox.engine.sightings import Sight
from cashbox.engine.unseen import OPEN, moments

if TYPE_CHECKING:
    from cashbox.engine.unseen import Event, Unseen
    from cashbox.engine.ways import Seen


@mypyc_attr(allow_interpreted_subclasses=True)
class Known:
    """What the eyes know of what happened.

    past: the true events as far as the eyes know of them; moments: by the clock, the same, in an order that tells
    nothing, as the eyes know it; told: the same, by a clock that tells nothing of what others were shown; looks,
    lacking: by that clock. hides: whether the cards of a holder are hidden from them; home: by holder, the cards there
    at the start.
    """

    __slots__ = (
        "eyes", "hides", "home", "lacking", "looks", "moments", "past", "told", "truth",
    )  # fmt: skip

    def __init__(self, truth: Unseen, eyes: int) -> None:
        self.truth = truth
        self.eyes = eyes
        self.past: list[Event] = [e for e in truth.past if e[2] != e[3] or e[4] & eyes]
        self.home: dict[int, list[int]] = {}
        for card, holder in enumerate(truth.home):
            self.home.setdefault(holder, []).append(card)
        holders = {*self.home, *[e[2] for e in self.past], *[e[3] for e in self.past]}
        hands = [seat for seat in range(truth.seats) if eyes >> seat & 1]
        self.hides = {OPEN: False} | {holder: holder != OPEN and holder not in hands for holder in holders}
        self.moments = {self.past[at][0]: self._moment(at, stop) for at, stop in moments(self.past)}
        order = sorted([*self.moments, *[look[0] for look in truth.looks], *[lack[0] for lack in truth.lacking]])
        clock = {before: now for now, before in enumerate(order, 1)}
        self.told = [(clock[before], some) for before, some in self.moments.items()]
        self.looks = [(clock[before], holder, saw) for before, holder, saw in truth.looks]
        self.lacking = [(clock[before], holder, kind) for before, holder, kind in truth.lacking]

    def _moment(self, at: int, stop: int) -> list[Seen]:
        """What happened at once, as the eyes know it."""
        found: list[Seen] = []
        for number in range(at, stop):
            _, card, giver, taker, saw = self.past[number]
            found.append((number, self.truth.kind[card] if saw & self.eyes else UNKNOWN, giver, taker))
        found.sort(key=lambda e: (e[2], e[3], e[1], self.back_of(e[0]), e[0]))
        return found

    def back_of(self, number: int) -> int:
        """The back of the card of an event."""
        return self.truth.back[self.truth.kind[self.past[number][1]]]

    def steps(self) -> list[list[Seen] | Sight]:
        """What happened, and what the eyes have seen of hidden holders as a whole, in order."""
        found: dict[int, list[Seen] | Sight] = {**self.moments, **self._sights()}
        return [found[clock] for clock in sorted(found)]

    def _sights(self) -> dict[int, Sight]:
        """By the clock, what the eyes have seen of hidden holders as a whole."""
        looked = {clock: (holder, UNKNOWN) for clock, holder, saw in self.truth.looks if saw & self.eyes}
        looked |= {clock: (holder, kind) for clock, holder, kind in self.truth.lacking}
        where, at = list(self.truth.home), 0
        found: dict[int, Sight] = {}
        for clock, (holder, kind) in sorted(looked.items()):
            while at < len(self.past) and self.past[at][0] < clock:
                where[self.past[at][1]] = self.past[at][3]
                at += 1
            if self.hides.get(holder):
                there = [self.truth.kind[card] for card, here in enumerate(where) if here == holder]
                found[clock] = Sight(-1 - len(found), holder, sorted(there) if kind == UNKNOWN else [], kind)
        return found

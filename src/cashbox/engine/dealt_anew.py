"""Hidden cards dealt anew: another past that some eyes, taken as one, cannot tell from the true one.

What the eyes know is taken out of what happened (`Knowledge`), for the cards of each back (`engine/strands.py`):
in what classes they may have gone is worked out from that alone and one such way is drawn (`engine/ways.py`); then each
event gets a card of its class, and the cards that nobody of them has seen are shuffled. So two truths that the eyes
cannot tell apart give the same samples by the same draws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.classes import UNKNOWN
from cashbox.engine.sightings import Sight
from cashbox.engine.strands import NO_CARD, Strand
from cashbox.engine.unseen import OPEN, moments

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.engine.unseen import Event, Unseen
    from cashbox.engine.ways import Seen


class Knowledge:
    """What the eyes know of what happened.

    past: the true events as far as the eyes know of them; moments: by the clock, the same, in an order that tells
    nothing, as the eyes know it; hides: whether the cards of a holder are hidden from them; home: by holder, the cards
    there at the start. strands: for each back.
    """

    __slots__ = ("hides", "home", "moments", "past", "strands", "truth")

    def __init__(self, truth: Unseen, eyes: int) -> None:
        self.truth = truth
        self.past: list[Event] = [e for e in truth.past if e[2] != e[3] or e[4] & eyes]
        self.home: dict[int, list[int]] = {}
        for card, holder in enumerate(truth.home):
            self.home.setdefault(holder, []).append(card)
        holders = {*self.home, *[e[2] for e in self.past], *[e[3] for e in self.past]}
        hands = [seat for seat in range(truth.seats) if eyes >> seat & 1]
        self.hides = {holder: holder != OPEN and holder not in hands for holder in holders}
        self.moments = {self.past[at][0]: self._moment(at, stop, eyes) for at, stop in moments(self.past)}
        steps: dict[int, list[Seen] | Sight] = {**self.moments, **self._sights(eyes)}
        order = [steps[clock] for clock in sorted(steps)]
        self.strands = [Strand(back, self, order) for back in sorted({truth.back[kind] for kind in truth.kind})]

    def _moment(self, at: int, stop: int, eyes: int) -> list[Seen]:
        """What happened at once, as the eyes know it."""
        found: list[Seen] = []
        for number in range(at, stop):
            _, card, giver, taker, saw = self.past[number]
            found.append((number, self.truth.kind[card] if saw & eyes else UNKNOWN, giver, taker))
        found.sort(key=lambda e: (e[2], e[3], e[1], self.back_of(e[0]), e[0]))
        return found

    def back_of(self, number: int) -> int:
        """The back of the card of an event."""
        return self.truth.back[self.truth.kind[self.past[number][1]]]

    def _sights(self, eyes: int) -> dict[int, Sight]:
        """By the clock, what the eyes have seen of hidden holders as a whole."""
        looked = {clock: (holder, -1) for clock, holder, saw in self.truth.looks if saw & eyes}
        looked |= {clock: (holder, kind) for clock, holder, kind in self.truth.lacking}
        where, at = list(self.truth.home), 0
        found: dict[int, Sight] = {}
        for clock, (holder, kind) in sorted(looked.items()):
            while at < len(self.past) and self.past[at][0] < clock:
                where[self.past[at][1]] = self.past[at][3]
                at += 1
            if self.hides.get(holder):
                there = (
                    [] if kind >= 0 else [self.truth.kind[card] for card, here in enumerate(where) if here == holder]
                )
                found[clock] = Sight(-1 - len(found), holder, sorted(there), kind)
        return found

    def deal(self, into: Unseen, chance: Chance) -> dict[int, int]:
        """Deal anew what these eyes do not know, and write what happened accordingly into another.

        Answers which card lies in the place of each, open ones too, where it is another.
        """
        who = [NO_CARD] * len(self.past)
        for strand in self.strands:
            strand.deal(who, chance)
        truth = self.truth
        order = sorted([*self.moments, *[look[0] for look in truth.looks], *[lack[0] for lack in truth.lacking]])
        clock = {before: now for now, before in enumerate(order, 1)}
        into.rewrite(
            [
                (clock[before], who[number], giver, taker, self.past[number][4])
                for before, some in self.moments.items()
                for number, _, giver, taker in some
            ],
            [(clock[before], holder, eyes) for before, holder, eyes in truth.looks],
            [(clock[before], holder, kind) for before, holder, kind in truth.lacking],
        )
        return {place: card for place, card in self.places(who).items() if place != card}

    # -- where everything is in the end --------------------------------------------------------------------------

    def places(self, who: list[int]) -> dict[int, int]:
        """Which card lies in the place of each."""
        truth, past, kind = self.truth, self.past, self.truth.kind
        holder, last = list(truth.home), [NO_CARD] * len(truth.home)
        mine, its = list(truth.home), [NO_CARD] * len(truth.home)
        order = [number for some in self.moments.values() for number, _, _, _ in some]
        seen = {number for some in self.moments.values() for number, seen_as, _, _ in some if seen_as != UNKNOWN}
        for number in order:
            card = past[number][1]
            holder[card], last[card] = past[number][3], number
            mine[who[number]], its[who[number]] = past[number][3], number
        found: dict[int, int] = {}
        free: dict[tuple[int, int], list[int]] = {}
        for card, at in enumerate(its):
            if at in seen or (at == NO_CARD and not self.hides[mine[card]]):
                continue
            free.setdefault((mine[card], truth.back[kind[card]]), []).append(card)
        rest: list[int] = []
        for card, at in enumerate(last):
            if at == NO_CARD and not self.hides[holder[card]]:
                found[card] = card
            elif at in seen and its[who[at]] == at:
                found[card] = who[at]
            else:
                rest.append(card)
        taken = set(found.values())
        for card, at in enumerate(its):
            if at in seen and card not in taken:
                free.setdefault((mine[card], truth.back[kind[card]]), []).append(card)
        for some in free.values():
            some.sort(key=lambda card: (kind[card], card), reverse=True)
        for card in rest:
            found[card] = free[holder[card], truth.back[kind[card]]].pop()
        return found

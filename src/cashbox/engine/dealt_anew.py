"""Hidden cards dealt anew: another past that some eyes, taken as one, cannot tell from the true one.

What the eyes know is taken out of what happened (`Knowledge`), for the cards of each back (`engine/strands.py`):
in what classes they may have gone is worked out from that alone and one such way is drawn (`engine/ways.py`); then each
event gets a card of its class, and the cards that nobody of them has seen are shuffled. So two truths that the eyes
cannot tell apart give the same samples by the same draws.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.classes import UNKNOWN
from cashbox.engine.exchanges import Exchanges
from cashbox.engine.sightings import Sight
from cashbox.engine.strands import NO_CARD, Strand
from cashbox.engine.unseen import OPEN, moments

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.engine.unseen import Event, Unseen
    from cashbox.engine.ways import Seen

SWEEPS: Final = 2
"""How often each event is exchanged where few ways stood for many."""


class Knowledge:
    """What the eyes know of what happened.

    past: the true events as far as the eyes know of them; moments: by the clock, the same, in an order that tells
    nothing, as the eyes know it; told: the same, by a clock that tells nothing of what others were shown; looks,
    lacking: by that clock. hides: whether the cards of a holder are hidden from them; home: by holder, the cards there
    at the start. strands: for each back; exact: no way was left out.
    """

    __slots__ = (
        "exact", "eyes", "hides", "home", "lacking", "looks", "moments", "past", "places", "strands", "told", "truth",
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
        self.hides = {holder: holder != OPEN and holder not in hands for holder in holders}
        self.moments = {self.past[at][0]: self._moment(at, stop) for at, stop in moments(self.past)}
        order = sorted([*self.moments, *[look[0] for look in truth.looks], *[lack[0] for lack in truth.lacking]])
        clock = {before: now for now, before in enumerate(order, 1)}
        self.told = [(clock[before], some) for before, some in self.moments.items()]
        self.looks = [(clock[before], holder, saw) for before, holder, saw in truth.looks]
        self.lacking = [(clock[before], holder, kind) for before, holder, kind in truth.lacking]
        self.strands = self._strands()
        self.exact = all(strand.ways.exact for strand in self.strands)
        self.places = _Places(self)

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

    def _strands(self) -> list[Strand]:
        steps: dict[int, list[Seen] | Sight] = {**self.moments, **self._sights()}
        order = [steps[clock] for clock in sorted(steps)]
        return [Strand(back, self, order) for back in sorted({self.truth.back[kind] for kind in self.truth.kind})]

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

    def deal(self, into: Unseen, chance: Chance) -> dict[int, int]:
        """Deal anew what these eyes do not know, and write what happened accordingly into another.

        Answers which card lies in the place of each, open ones too, where it is another.
        """
        who = [NO_CARD] * len(self.past)
        for strand in self.strands:
            strand.deal(who, chance)
        into.rewrite(self._past(who), self.looks[:], self.lacking[:])
        if not self.exact:
            who = self._exchanged(into, chance)
            into.retell(self._past(who))
        return {place: card for place, card in self.places.of(who).items() if place != card}

    def _past(self, who: list[int]) -> list[Event]:
        """What happened, with these cards."""
        past = self.past
        return [(now, who[n], giver, taker, past[n][4]) for now, some in self.told for n, _, giver, taker in some]

    def _exchanged(self, made: Unseen, chance: Chance) -> list[int]:
        """The card of each event after some exchanges: they lead away from what was made up to what is likely."""
        other = Exchanges(made, made.past, self.eyes)
        for _ in range(SWEEPS):
            other.sweep(chance)
        who = [NO_CARD] * len(self.past)
        order = [number for _, some in self.told for number, _, _, _ in some]
        for number, card in zip(order, other.who, strict=True):
            who[number] = card
        return who


class _Places:
    """Where everything is in the end. order: the numbers of all events, with the taker; seen: of those that the eyes
    saw. holder, last: where each card truly is, and the number of its last event; by_kind: all cards."""

    __slots__ = ("by_kind", "hides", "holder", "last", "order", "seen", "truth")

    def __init__(self, known: Knowledge) -> None:
        truth, hides = known.truth, known.hides
        self.truth = truth
        self.hides = hides
        self.order = [(number, taker) for some in known.moments.values() for number, _, _, taker in some]
        self.seen = {number for some in known.moments.values() for number, kind, _, _ in some if kind != UNKNOWN}
        self.holder, self.last = list(truth.home), [NO_CARD] * len(truth.home)
        for number, taker in self.order:
            card = known.past[number][1]
            self.holder[card], self.last[card] = taker, number
        self.by_kind = sorted(range(len(truth.home)), key=lambda card: (truth.kind[card], card), reverse=True)

    def of(self, who: list[int]) -> dict[int, int]:
        """Which card lies in the place of each, with these cards of all events."""
        back, kind, seen = self.truth.back, self.truth.kind, self.seen
        mine, its = list(self.truth.home), [NO_CARD] * len(self.truth.home)
        for number, taker in self.order:
            card = who[number]
            mine[card], its[card] = taker, number
        found: dict[int, int] = {}
        rest: list[int] = []
        for card, at in enumerate(self.last):
            if at == NO_CARD and not self.hides[self.holder[card]]:
                found[card] = card
            elif at in seen and its[who[at]] == at:
                found[card] = who[at]
            else:
                rest.append(card)
        taken = set(found.values())
        free: dict[tuple[int, int], list[int]] = {}
        for card in self.by_kind:
            if card not in taken:
                free.setdefault((mine[card], back[kind[card]]), []).append(card)
        for card in rest:
            found[card] = free[self.holder[card], back[kind[card]]].pop()
        return found

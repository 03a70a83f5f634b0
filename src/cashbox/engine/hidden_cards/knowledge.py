"""What viewers know about cards that lie face down.

`CardHistory` belongs to the true state: it records every move of every card and who saw which card it was. `Knowledge`
is what some viewers, pooling what they saw, know of it: their information set. It is written down in an order that
depends on nothing else, so two true states that they can't tell apart give equal knowledge.

Cards of one kind look alike; cards of one back look alike face down. A holder is any int: a seat, a deck; OPEN where
everyone sees a card. A viewer is a seat, or the number after the last seat for spectators; a mask has a bit for each,
and EVERYBODY is the mask of all. A deck has no order.
"""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.native import mypyc_attr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Move = tuple[int, int, int, int, int]
    """Moment, card, from, to, mask of the viewers who saw which card."""
    ObservedMove = tuple[int, int, int, int]
    """A move as the viewers know it: its number, the card's kind (UNKNOWN: they don't see it), from, to."""
    Levels = tuple[int, ...]


EVERYBODY: Final = -1
"""The mask of all eyes."""
OPEN: Final = -1
"""The holder of cards that lie open."""
UNKNOWN: Final = -1
"""The kind of a card that the viewers don't see."""
CHUNK: Final = 48
"""How many events of the past are set aside at a time; copies share what is set aside."""


@mypyc_attr(acyclic=True)
class CardHistory:
    """What was seen of a number of cards.

    kind[card]: what all can tell of its face; back[kind]: of its back; home[card]: its holder at the start, which
    everybody knows. Holders 0..seats-1 are hands. lacking: (moment, holder, kind), when everybody saw that there was
    none. clock: the moment now. laid_by, recent: the past, of which so many events as `laid` says are laid by; of
    `recent` the first ones only, as many as `fresh` says: copies share it, and the first that notes something adds it
    there, while the others go on with a list of their own. looked, seen: the same for `looks`. sure: by (holder, kind),
    the eyes that know of one such card, of two... in the hand of another, where any does; it has heard of the first
    `counted` events, and of the others when it is asked for. Copies share all but numbers.
    """

    __slots__ = (
        "back",
        "certain",
        "chunked",
        "chunks",
        "clock",
        "counted",
        "kind",
        "lacking",
        "looked",
        "looked_count",
        "recent",
        "recent_count",
        "seats",
        "start",
    )  # fmt: skip

    def __init__(
        self,
        kind: Sequence[int],
        back: Sequence[int],
        start: Sequence[int],
        seats: int,
        original: CardHistory | None = None,
    ) -> None:
        """original: what it is to be a copy of."""
        self.kind = kind
        self.back = back
        self.start = start
        self.seats = seats
        if original is not None:
            self.clock: int = original.clock
            self.chunks: tuple[list[Move], ...] = original.chunks
            self.chunked: int = original.chunked
            self.recent: list[Move] = original.recent
            self.recent_count: int = original.recent_count
            self.looked: list[tuple[int, int, int]] = original.looked
            self.looked_count: int = original.looked_count
            self.lacking: tuple[tuple[int, int, int], ...] = original.lacking
            self.certain: dict[tuple[int, int], Levels] = original.certain
            self.counted: int = original.counted
        else:
            self.clock = self.chunked = self.recent_count = self.looked_count = self.counted = 0
            self.chunks = self.lacking = ()
            self.recent, self.looked = [], []
            self.certain = {}

    def __reduce__(self) -> tuple[Any, ...]:
        recent = self.recent[: self.recent_count]
        past = self.clock, self.chunks, self.chunked, recent, self.looks, self.lacking, self.certain, self.counted
        return _remade, (self.kind, self.back, self.start, self.seats, past)

    def clone(self) -> CardHistory:
        """An independent copy."""
        return CardHistory(self.kind, self.back, self.start, self.seats, self)

    @property
    def past(self) -> list[Move]:
        """What happened, in order: (moment, card, from, to, eyes that saw which card); from and to are one holder where
        a card was only shown."""
        return self._since(0)

    @property
    def looks(self) -> list[tuple[int, int, int]]:
        """When a holder was looked through, in order: (moment, holder, eyes that saw all its cards)."""
        return self.looked[: self.looked_count]

    def _since(self, number: int) -> list[Move]:
        """The events from a number on."""
        first, parts = self.chunked, [self.recent[: self.recent_count]]
        for chunk in reversed(self.chunks):
            if first <= number:
                break
            first -= len(chunk)
            parts.append(chunk)
        return [*chain.from_iterable(reversed(parts))][number - first if number > first else 0 :]

    def move(self, moves: Iterable[tuple[int, int, int, int]]) -> None:
        """At one moment cards go from holder to holder: (card, from, to, eyes that see which card it is) each."""
        self.clock += 1
        clock = self.clock
        for card, giver, taker, viewers in moves:
            self._note((clock, card, giver, taker, viewers))

    def go(self, card: int, giver: int, taker: int, viewers: int) -> None:
        """A card goes from holder to holder; these eyes see which."""
        self.clock += 1
        self._note((self.clock, card, giver, taker, viewers))

    def _note(self, event: Move) -> None:
        if len(self.recent) > self.recent_count:
            self.recent = self.recent[: self.recent_count]
        self.recent.append(event)
        self.recent_count += 1
        if self.recent_count > CHUNK:
            self.chunks += (self.recent,)
            self.chunked += self.recent_count
            self.recent, self.recent_count = [], 0

    def _catch_up(self) -> None:
        """Count what has happened since the last time."""
        if self.counted == self.chunked + self.recent_count:
            return
        rest = self._since(self.counted)
        self.certain = self.certain.copy()
        self.counted += len(rest)
        for at, stop in moments(rest):
            self._count(rest[at:stop])

    def _count(self, events: Sequence[Move]) -> None:
        """What eyes can be sure of after one moment."""
        if self.certain:
            for _, card, giver, taker, viewers in events:
                if giver != taker and 0 <= giver < self.seats:
                    self._left(card, giver, viewers)
        shown: dict[tuple[int, int], Levels] = {}
        for _, card, giver, taker, viewers in events:
            others = viewers & ~(1 << taker) if 0 <= taker < self.seats else 0
            if others:
                levels = shown if giver == taker else self.certain
                key = (taker, self.kind[card])
                levels[key] = _one_more(levels.get(key, ()), others)
        for key, looked_count in shown.items():
            self.certain[key] = tuple(
                [a | b for a, b in zip_longest(looked_count, self.certain.get(key, ()), fillvalue=0)]
            )

    def _left(self, card: int, giver: int, viewers: int) -> None:
        """One card less to be sure of: of its kind for all, who saw it go or not; of each other kind that it may have
        been for those who did not."""
        kind, back = self.kind[card], self.back
        for key in [key for key in self.certain if key[0] == giver and back[key[1]] == back[kind]]:
            left = _one_less(self.certain[key], EVERYBODY if key[1] == kind else ~viewers)
            if left:
                self.certain[key] = left
            else:
                del self.certain[key]

    def deal(self, card: int, giver: int, taker: int) -> None:
        """A card goes from a holder that is not a hand to a hand; its seat alone sees which."""
        self.go(card, giver, taker, 1 << taker)

    def lay_open(self, card: int, giver: int) -> None:
        """A card is turned up for everybody."""
        self.go(card, giver, OPEN, EVERYBODY)

    def put(self, card: int, taker: int) -> None:
        """A card that lay open is put face down before everybody."""
        self.go(card, OPEN, taker, EVERYBODY)

    def bury(self, cards: Iterable[int], taker: int) -> None:
        """Cards that lay open are put face down, before everybody, to a holder that is not a hand."""
        self.move([(card, OPEN, taker, EVERYBODY) for card in cards])

    def show(self, cards: Iterable[int], holder: int, viewers: int) -> None:
        """These eyes see cards where they lie; no other eye knows of it."""
        self.move([(card, holder, holder, viewers) for card in cards])

    def look(self, holder: int, viewers: int) -> None:
        """These eyes look through all the cards of a holder that is not a hand."""
        self.clock += 1
        if len(self.looked) > self.looked_count:
            self.looked = self.looked[: self.looked_count]
        self.looked.append((self.clock, holder, viewers))
        self.looked_count += 1

    def lacks(self, holder: int, kind: int) -> None:
        """Everybody sees that a holder has no card of this kind."""
        self.clock += 1
        self.lacking += ((self.clock, holder, kind),)

    def all_shown(self, viewer: int) -> list[list[int]]:
        """By seat, what `shown` tells of its hand."""
        self._catch_up()
        found: list[list[int]] = [[] for _ in range(self.seats)]
        for (hand, kind), levels in self.certain.items():
            for viewers in levels:
                if viewers >> viewer & 1:
                    found[hand].append(kind)
        return [sorted(kinds) for kinds in found]

    def shown(self, viewer: int, holder: int) -> list[int]:
        """The kinds of cards that an eye knows to be in the hand of another, sorted."""
        self._catch_up()
        certain = [
            (kind, viewers) for (hand, kind), levels in self.certain.items() if hand == holder for viewers in levels
        ]
        return sorted([kind for kind, viewers in certain if viewers >> viewer & 1])

    def known_of(self, holder: int) -> list[list[int]]:
        """List by seat the kinds of cards that it knows to be in the hand of another, sorted."""
        self._catch_up()
        found: list[list[int]] = [[] for _ in range(self.seats)]
        for (hand, kind), levels in self.certain.items():
            if hand == holder:
                for viewers in levels:
                    for seat in range(self.seats):
                        if viewers >> seat & 1:
                            found[seat].append(kind)
        return [sorted(kinds) for kinds in found]

    def plain(self) -> list[object]:
        """Everything in it that changes, as plain JSON values."""
        self._catch_up()
        return [self.past, self.looks, self.lacking, sorted(self.certain.items()), self.clock]

    def replace(self, past: list[Move], looks: list[tuple[int, int, int]], lacking: list[tuple[int, int, int]]) -> None:
        """What happened, and was seen of holders as a whole, is this, its moments numbered from 1."""
        self.clock = max([some[-1][0] for some in (past, looks, lacking) if some], default=0)
        self.looked, self.looked_count, self.lacking = looks[:], len(looks), tuple(lacking)
        self.replace_moves(past)

    def replace_moves(self, past: list[Move]) -> None:
        """What happened is this."""
        self.chunked = len(past) // CHUNK * CHUNK
        self.chunks = tuple([past[at : at + CHUNK] for at in range(0, self.chunked, CHUNK)])
        self.recent = past[self.chunked :]
        self.recent_count = len(self.recent)
        self.certain, self.counted = {}, 0


def _one_more(levels: Levels, viewers: int) -> Levels:
    """Eyes that know of one card, of two... when these have come to know of one more."""
    found = []
    for level in levels:
        found.append(level | viewers)
        viewers &= level
    return (*found, viewers) if viewers else tuple(found)


def _one_less(levels: Levels, viewers: int) -> Levels:
    """The same when these can be sure of one less."""
    found = [level & ~viewers | more for level, more in zip(levels, (*levels[1:], 0), strict=True)]
    return tuple([level for level in found if level])


def moments(past: Sequence[Move]) -> Iterator[tuple[int, int]]:
    """Where the events of each moment begin and end."""
    at = 0
    while at < len(past):
        stop = at + 1
        while stop < len(past) and past[stop][0] == past[at][0]:
            stop += 1
        yield at, stop
        at = stop


def _remade(kind: list[int], back: list[int], start: list[int], seats: int, past: tuple[Any, ...]) -> CardHistory:
    """What was pickled."""
    u = CardHistory(kind, back, start, seats)
    u.clock, u.chunks, u.chunked, u.recent, u.looked, u.lacking, u.certain, u.counted = past
    u.recent_count, u.looked_count = len(u.recent), len(u.looked)
    return u


class Inspection:
    """What the eyes see. kinds: of all the cards of a holder, sorted; lacking: the kind of which it has none, -1 where
    all its cards are seen. number: less than 0, where events have theirs from 0 on."""

    __slots__ = ("holder", "kinds", "lacking", "number")

    def __init__(self, number: int, holder: int, kinds: list[int], lacking: int = -1) -> None:
        self.number = number
        self.holder = holder
        self.kinds = kinds
        self.lacking = lacking


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """What the eyes know of what happened.

    past: the true events as far as the eyes know of them; moments: by the clock, the same, in an order that tells
    nothing, as the eyes know it; told: the same, by a clock that tells nothing of what others were shown; looks,
    lacking: by that clock. hides: whether the cards of a holder are hidden from them; home: by holder, the cards there
    at the start.
    """

    __slots__ = (
        "history",
        "is_hidden",
        "lacking",
        "looks",
        "moments",
        "past",
        "renumbered",
        "start",
        "viewers",
    )  # fmt: skip

    def __init__(self, history: CardHistory, viewers: int) -> None:
        self.history = history
        self.viewers = viewers
        self.past: list[Move] = [e for e in history.past if e[2] != e[3] or e[4] & viewers]
        self.start: dict[int, list[int]] = {}
        for card, holder in enumerate(history.start):
            self.start.setdefault(holder, []).append(card)
        holders = {*self.start, *[e[2] for e in self.past], *[e[3] for e in self.past]}
        hands = [seat for seat in range(history.seats) if viewers >> seat & 1]
        self.is_hidden = {OPEN: False} | {holder: holder != OPEN and holder not in hands for holder in holders}
        self.moments = {self.past[at][0]: self._moment(at, stop) for at, stop in moments(self.past)}
        order = sorted([*self.moments, *[look[0] for look in history.looks], *[lack[0] for lack in history.lacking]])
        clock = {before: now for now, before in enumerate(order, 1)}
        self.renumbered = [(clock[before], some) for before, some in self.moments.items()]
        self.looks = [(clock[before], holder, saw) for before, holder, saw in history.looks]
        self.lacking = [(clock[before], holder, kind) for before, holder, kind in history.lacking]

    def _moment(self, at: int, stop: int) -> list[ObservedMove]:
        """What happened at once, as the eyes know it."""
        found: list[ObservedMove] = []
        for number in range(at, stop):
            _, card, giver, taker, saw = self.past[number]
            found.append((number, self.history.kind[card] if saw & self.viewers else UNKNOWN, giver, taker))
        found.sort(key=lambda e: (e[2], e[3], e[1], self.back_of(e[0]), e[0]))
        return found

    def back_of(self, number: int) -> int:
        """The back of the card of an event."""
        return self.history.back[self.history.kind[self.past[number][1]]]

    def steps(self) -> list[list[ObservedMove] | Inspection]:
        """What happened, and what the eyes have seen of hidden holders as a whole, in order."""
        found: dict[int, list[ObservedMove] | Inspection] = {**self.moments, **self._sights()}
        return [found[clock] for clock in sorted(found)]

    def _sights(self) -> dict[int, Inspection]:
        """By the clock, what the eyes have seen of hidden holders as a whole."""
        looked = {clock: (holder, UNKNOWN) for clock, holder, saw in self.history.looks if saw & self.viewers}
        looked |= {clock: (holder, kind) for clock, holder, kind in self.history.lacking}
        where, at = list(self.history.start), 0
        found: dict[int, Inspection] = {}
        for clock, (holder, kind) in sorted(looked.items()):
            while at < len(self.past) and self.past[at][0] < clock:
                where[self.past[at][1]] = self.past[at][3]
                at += 1
            if self.is_hidden.get(holder):
                there = [self.history.kind[card] for card, here in enumerate(where) if here == holder]
                found[clock] = Inspection(-1 - len(found), holder, sorted(there) if kind == UNKNOWN else [], kind)
        return found

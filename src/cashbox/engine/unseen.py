"""Cards that lie face down with their holders, what each eye has seen of them, and other ways it could be.

For games in which hidden cards change hands: a player who knew a card and did not see which cards went no longer
knows where it is, but knows where it may be. Cards of one kind look alike; cards of one back do so face down. A holder
is any int: a seat, a deck; OPEN where all see a card. An eye is a seat, or one more for spectators; a mask has a bit
for each, EVERYBODY all of them. A deck has no order.
"""

from __future__ import annotations

from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.native import mypyc_attr

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Event = tuple[int, int, int, int, int]
    """Moment, card, from, to, eyes that saw which card."""
    Levels = tuple[int, ...]

EVERYBODY: Final = -1
"""The mask of all eyes."""
OPEN: Final = -1
"""The holder of cards that lie open."""
CHUNK: Final = 48
"""How many events of the past are set aside at a time; copies share what is set aside."""


@mypyc_attr(acyclic=True)
class Unseen:
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
        "back", "clock", "counted", "fresh", "home", "kind", "lacking", "laid", "laid_by", "looked", "recent", "seats",
        "seen", "sure",
    )  # fmt: skip

    def __init__(
        self,
        kind: Sequence[int],
        back: Sequence[int],
        home: Sequence[int],
        seats: int,
        original: Unseen | None = None,
    ) -> None:
        """original: what it is to be a copy of."""
        self.kind = kind
        self.back = back
        self.home = home
        self.seats = seats
        if original is not None:
            self.clock: int = original.clock
            self.laid_by: tuple[list[Event], ...] = original.laid_by
            self.laid: int = original.laid
            self.recent: list[Event] = original.recent
            self.fresh: int = original.fresh
            self.looked: list[tuple[int, int, int]] = original.looked
            self.seen: int = original.seen
            self.lacking: tuple[tuple[int, int, int], ...] = original.lacking
            self.sure: dict[tuple[int, int], Levels] = original.sure
            self.counted: int = original.counted
        else:
            self.clock = self.laid = self.fresh = self.seen = self.counted = 0
            self.laid_by = self.lacking = ()
            self.recent, self.looked = [], []
            self.sure = {}

    def __reduce__(self) -> tuple[Any, ...]:
        recent = self.recent[: self.fresh]
        past = self.clock, self.laid_by, self.laid, recent, self.looks, self.lacking, self.sure, self.counted
        return _remade, (self.kind, self.back, self.home, self.seats, past)

    def clone(self) -> Unseen:
        """An independent copy."""
        return Unseen(self.kind, self.back, self.home, self.seats, self)

    @property
    def past(self) -> list[Event]:
        """What happened, in order: (moment, card, from, to, eyes that saw which card); from and to are one holder where
        a card was only shown."""
        return self._since(0)

    @property
    def looks(self) -> list[tuple[int, int, int]]:
        """When a holder was looked through, in order: (moment, holder, eyes that saw all its cards)."""
        return self.looked[: self.seen]

    def _since(self, number: int) -> list[Event]:
        """The events from a number on."""
        first, parts = self.laid, [self.recent[: self.fresh]]
        for chunk in reversed(self.laid_by):
            if first <= number:
                break
            first -= len(chunk)
            parts.append(chunk)
        return [*chain.from_iterable(reversed(parts))][number - first if number > first else 0 :]

    def move(self, moves: Iterable[tuple[int, int, int, int]]) -> None:
        """At one moment cards go from holder to holder: (card, from, to, eyes that see which card it is) each."""
        self.clock += 1
        clock = self.clock
        for card, giver, taker, eyes in moves:
            self._note((clock, card, giver, taker, eyes))

    def go(self, card: int, giver: int, taker: int, eyes: int) -> None:
        """A card goes from holder to holder; these eyes see which."""
        self.clock += 1
        self._note((self.clock, card, giver, taker, eyes))

    def _note(self, event: Event) -> None:
        if len(self.recent) > self.fresh:
            self.recent = self.recent[: self.fresh]
        self.recent.append(event)
        self.fresh += 1
        if self.fresh > CHUNK:
            self.laid_by += (self.recent,)
            self.laid += self.fresh
            self.recent, self.fresh = [], 0

    def _catch_up(self) -> None:
        """Count what has happened since the last time."""
        if self.counted == self.laid + self.fresh:
            return
        rest = self._since(self.counted)
        self.sure = self.sure.copy()
        self.counted += len(rest)
        for at, stop in moments(rest):
            self._count(rest[at:stop])

    def _count(self, events: Sequence[Event]) -> None:
        """What eyes can be sure of after one moment."""
        if self.sure:
            for _, card, giver, taker, eyes in events:
                if giver != taker and 0 <= giver < self.seats:
                    self._left(card, giver, eyes)
        shown: dict[tuple[int, int], Levels] = {}
        for _, card, giver, taker, eyes in events:
            others = eyes & ~(1 << taker) if 0 <= taker < self.seats else 0
            if others:
                levels = shown if giver == taker else self.sure
                key = (taker, self.kind[card])
                levels[key] = _one_more(levels.get(key, ()), others)
        for key, seen in shown.items():
            self.sure[key] = tuple([a | b for a, b in zip_longest(seen, self.sure.get(key, ()), fillvalue=0)])

    def _left(self, card: int, giver: int, eyes: int) -> None:
        """One card less to be sure of: of its kind for all, who saw it go or not; of each other kind that it may have
        been for those who did not."""
        kind, back = self.kind[card], self.back
        for key in [key for key in self.sure if key[0] == giver and back[key[1]] == back[kind]]:
            left = _one_less(self.sure[key], EVERYBODY if key[1] == kind else ~eyes)
            if left:
                self.sure[key] = left
            else:
                del self.sure[key]

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

    def show(self, cards: Iterable[int], holder: int, eyes: int) -> None:
        """These eyes see cards where they lie; no other eye knows of it."""
        self.move([(card, holder, holder, eyes) for card in cards])

    def look(self, holder: int, eyes: int) -> None:
        """These eyes look through all the cards of a holder that is not a hand."""
        self.clock += 1
        if len(self.looked) > self.seen:
            self.looked = self.looked[: self.seen]
        self.looked.append((self.clock, holder, eyes))
        self.seen += 1

    def lacks(self, holder: int, kind: int) -> None:
        """Everybody sees that a holder has no card of this kind."""
        self.clock += 1
        self.lacking += ((self.clock, holder, kind),)

    def all_shown(self, eye: int) -> list[list[int]]:
        """By seat, what `shown` tells of its hand."""
        self._catch_up()
        found: list[list[int]] = [[] for _ in range(self.seats)]
        for (hand, kind), levels in self.sure.items():
            for eyes in levels:
                if eyes >> eye & 1:
                    found[hand].append(kind)
        return [sorted(kinds) for kinds in found]

    def shown(self, eye: int, holder: int) -> list[int]:
        """The kinds of cards that an eye knows to be in the hand of another, sorted."""
        self._catch_up()
        sure = [(kind, eyes) for (hand, kind), levels in self.sure.items() if hand == holder for eyes in levels]
        return sorted([kind for kind, eyes in sure if eyes >> eye & 1])

    def known_of(self, holder: int) -> list[list[int]]:
        """List by seat the kinds of cards that it knows to be in the hand of another, sorted."""
        self._catch_up()
        found: list[list[int]] = [[] for _ in range(self.seats)]
        for (hand, kind), levels in self.sure.items():
            if hand == holder:
                for eyes in levels:
                    for seat in range(self.seats):
                        if eyes >> seat & 1:
                            found[seat].append(kind)
        return [sorted(kinds) for kinds in found]

    def plain(self) -> list[object]:
        """Everything in it that changes, as plain JSON values."""
        self._catch_up()
        return [self.past, self.looks, self.lacking, sorted(self.sure.items()), self.clock]

    def rewrite(
        self, past: list[Event], looks: list[tuple[int, int, int]], lacking: list[tuple[int, int, int]]
    ) -> None:
        """What happened, and was seen of holders as a whole, is this, its moments numbered from 1."""
        self.clock = max([some[-1][0] for some in (past, looks, lacking) if some], default=0)
        self.looked, self.seen, self.lacking = looks[:], len(looks), tuple(lacking)
        self.retell(past)

    def retell(self, past: list[Event]) -> None:
        """What happened is this."""
        self.laid = len(past) // CHUNK * CHUNK
        self.laid_by = tuple([past[at : at + CHUNK] for at in range(0, self.laid, CHUNK)])
        self.recent = past[self.laid :]
        self.fresh = len(self.recent)
        self.sure, self.counted = {}, 0


def _one_more(levels: Levels, eyes: int) -> Levels:
    """Eyes that know of one card, of two... when these have come to know of one more."""
    found = []
    for level in levels:
        found.append(level | eyes)
        eyes &= level
    return (*found, eyes) if eyes else tuple(found)


def _one_less(levels: Levels, eyes: int) -> Levels:
    """The same when these can be sure of one less."""
    found = [level & ~eyes | more for level, more in zip(levels, (*levels[1:], 0), strict=True)]
    return tuple([level for level in found if level])


def moments(past: Sequence[Event]) -> Iterator[tuple[int, int]]:
    """Where the events of each moment begin and end."""
    at = 0
    while at < len(past):
        stop = at + 1
        while stop < len(past) and past[stop][0] == past[at][0]:
            stop += 1
        yield at, stop
        at = stop


def _remade(kind: list[int], back: list[int], home: list[int], seats: int, past: tuple[Any, ...]) -> Unseen:
    """What was pickled."""
    u = Unseen(kind, back, home, seats)
    u.clock, u.laid_by, u.laid, u.recent, u.looked, u.lacking, u.sure, u.counted = past
    u.fresh, u.seen = len(u.recent), len(u.looked)
    return u

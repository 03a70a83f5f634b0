"""What a game tells of its own end: how everyone stood along the way, where every point came from, awards.

A game that tells it says how a state stands (`Rules.standing`) and, of a game that is over, its `Tale`. The engine
makes an ending of both, see `ending.py`. Nothing here is more than those know who watched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from cashbox.engine.phrases import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class Standing(NamedTuple):
    """How a state stands. scores: by seat, then of the opponents without one, as `Outcome` has them; after the end they
    are the outcome's. part: of the game, in as few words as fit under a chart ("April", "Round 3")."""

    scores: tuple[int, ...]
    part: str


class Happened(NamedTuple):
    """One event. n: the number of its entry; event: as the game noted it."""

    n: int
    event: tuple[int, ...]


class Past(NamedTuple):
    """A game that is over, as it is told of. state: the last one; names: of the players, by seat. events: those of the
    entries that stand, in order. standings: by the number of an entry, how everyone stood after it. stood: the numbers
    of the entries that stand."""

    state: Any
    names: Sequence[str]
    events: Sequence[Happened]
    standings: Sequence[Standing]
    stood: Sequence[int]

    def of(self, *kinds: int) -> list[Happened]:
        """Return the events of these kinds."""
        return [one for one in self.events if one.event[0] in kinds]

    def counted(self, *kinds: int) -> list[int]:
        """Count the events of these kinds for each seat."""
        counts = [0] * len(self.names)
        for one in self.of(*kinds):
            counts[one.event[1]] += 1
        return counts

    def during(self, n: int) -> str:
        """Return the part of the game in which entry `n` was made."""
        return self.standings[max(n - 1, 0)].part


class TaleItem(msgspec.Struct, frozen=True):
    """A part of a score line."""

    text: str
    by: int


class TaleLine(msgspec.Struct, frozen=True):
    """A source of points and what it gave: the sum of its items, if it has any. upto: the running total of its
    sheet."""

    text: str
    by: int
    items: tuple[TaleItem, ...] = ()
    upto: int = 0


class TaleSheet(msgspec.Struct, frozen=True):
    """A player's score sheet, line by line. seat: opponents without a seat are numbered after the seats. total: the sum
    of the lines, which is the final score; text: a comment, "" for none."""

    seat: int
    name: str
    total: int
    lines: tuple[TaleLine, ...]
    text: str = ""


class Award(msgspec.Struct, frozen=True):
    """An award for something that one player did more than the others. Players who tie share it."""

    title: str
    seats: tuple[int, ...]
    text: str


class Tale(msgspec.Struct, frozen=True):
    """What a game tells of its end. title: of the last scene; opening: what began it, a sentence; unit: what is
    counted, one of it; measure: what is counted along the way, for a chart; sheets: of everyone, the seats first.
    given: by kind of event, where the points stand that it tells of, and 1 where they are gained, -1 where they are
    lost, 0 where the standings counted them before. settled: by kind of event that tells a whole result, most of which
    the standings counted before: makes the sentence about the change from the event, the name and the score before."""

    title: str
    opening: str
    unit: str
    measure: str
    sheets: tuple[TaleSheet, ...]
    awards: tuple[Award, ...]
    given: dict[int, tuple[int, int]] = {}
    settled: dict[int, Callable[[tuple[int, ...], str, int], str]] = {}

    def gave(self, event: tuple[int, ...]) -> int:
        """Return the points that an event gave, negative for a loss."""
        at, sign = self.given.get(event[0], (0, 0))
        return sign * event[at]


def sheet(seat: int, name: str, lines: Sequence[TaleLine], text: str = "") -> TaleSheet:
    """Build a player's score sheet with its total, without lines that gave nothing."""
    some: list[TaleLine] = []
    total = 0
    for one in lines:
        total += one.by
        if one.by or one.items:
            some.append(msgspec.structs.replace(one, upto=total))
    return TaleSheet(seat, name, total, tuple(some), text)


def line(text: str, items: Sequence[TaleItem]) -> TaleLine:
    """Return a line that is the sum of its items, each of which is listed: two campaigns "for 3 bucks" are two."""
    return TaleLine(text, sum(item.by for item in items), tuple(items))


def sum_lines(items: Iterable[TaleItem]) -> list[TaleItem]:
    """Add up items of the same text, where the text names what gave all of it: a card, a round."""
    by: dict[str, int] = {}
    for item in items:
        by[item.text] = by.get(item.text, 0) + item.by
    return [TaleItem(text, total) for text, total in by.items()]


def most(counts: Sequence[int], least: int = 1) -> tuple[int, ...]:
    """Return the seats with the most of something: several if they tie, none if all do or no one has `least`."""
    best = max(counts, default=0)
    seats = tuple(seat for seat, count in enumerate(counts) if count == best)
    return seats if best >= least and (len(seats) < len(counts) or len(counts) == 1) else ()


def award(
    title: str, names: Sequence[str], counts: Sequence[int], text: Callable[[str, int, str], str]
) -> Award | None:
    """Build an award for the most of something, see `most`; None if no one gets it.

    Args:
        title: Its title.
        names: Of the players, by seat.
        counts: What is counted, by seat.
        text: Returns the sentence from the winners' names, the number, and " each" if there are several.
    """
    seats = most(counts)
    if not seats:
        return None
    return Award(title, seats, text(listed([names[seat] for seat in seats]), counts[seats[0]], each(seats)))


def each(seats: Sequence[int]) -> str:
    """Return what follows a number that several players share."""
    return " each" if len(seats) > 1 else ""

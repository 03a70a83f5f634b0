"""A game's account of its end: the standings over time, where every point came from, and awards.

Such a game provides the standing of any state (`Rules.standing`) and, once it is over, its `Tale`. The engine builds an
ending from both, see `ending.py`. It reveals only what spectators saw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from cashbox.engine.phrases import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class Standing(NamedTuple):
    """The standing in a state. scores: by seat, then of the opponents without one, in the order of `Outcome`; after the
    end, those of the outcome. part: the part of the game, short enough to fit under a chart ("April", "Round 3")."""

    scores: tuple[int, ...]
    part: str


class Happened(NamedTuple):
    """One event. n: the number of its entry; event: as the game logged it."""

    n: int
    event: tuple[int, ...]


class Past(NamedTuple):
    """A finished game to explain. state: the last one; names: of the players, by seat. events: those of the entries
    that stand, in order. standings: the standing after each entry, by its number. stood: the numbers of the entries
    that stand."""

    state: Any
    names: Sequence[str]
    events: Sequence[Happened]
    standings: Sequence[Standing]
    stood: Sequence[int]

    def events_of(self, *kinds: int) -> list[Happened]:
        """Return the events of these kinds."""
        return [one for one in self.events if one.event[0] in kinds]

    def counted(self, *kinds: int) -> list[int]:
        """Count the events of these kinds for each seat."""
        counts = [0] * len(self.names)
        for one in self.events_of(*kinds):
            counts[one.event[1]] += 1
        return counts

    def during(self, n: int) -> str:
        """Return the part of the game to which entry `n` belongs."""
        return self.standings[max(n - 1, 0)].part


class TaleItem(msgspec.Struct, frozen=True):
    """A part of a score line."""

    text: str
    by: int


class TaleLine(msgspec.Struct, frozen=True):
    """A source of points and its total: the sum of its items, if it has any. upto: the running total of its sheet."""

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
    """An award for the player who did the most of something. Players who tie share it."""

    title: str
    seats: tuple[int, ...]
    text: str


class Tale(msgspec.Struct, frozen=True):
    """A game's account of its end. title: of the final scene; opening: what started it, as a sentence; unit: what is
    counted, in the singular; measure: what the chart shows; sheets: everyone's score sheets, the seats first. given: by
    kind of event, the index of its points in the event, and 1 if they are gained, -1 if they are lost, or 0 if the
    standings already counted them. settled: by kind of event that states a complete result, most of which the standings
    already counted: builds the sentence about the change from the event, the name, and the score before."""

    title: str
    opening: str
    unit: str
    measure: str
    sheets: tuple[TaleSheet, ...]
    awards: tuple[Award, ...]
    given: dict[int, tuple[int, int]] = {}
    settled: dict[int, Callable[[tuple[int, ...], str, int], str]] = {}

    def points_of(self, event: tuple[int, ...]) -> int:
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
    """Merge items with the same text, if the text names the source of the points: a card, a round."""
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
        counts: The numbers to compare, by seat.
        text: Returns the sentence from the winners' names, the number, and " each" if there are several.
    """
    seats = most(counts)
    if not seats:
        return None
    return Award(title, seats, text(listed([names[seat] for seat in seats]), counts[seats[0]], each(seats)))


def each(seats: Sequence[int]) -> str:
    """Return " each" if several players share a number."""
    return " each" if len(seats) > 1 else ""

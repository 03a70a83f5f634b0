"""The hours that a player's clock counts: not those when nobody could play, nor nights and weekends where the table
leaves them out. Times are milliseconds since 1970."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, tzinfo
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cashbox.server.db.uptime import Gap
    from cashbox.server.tables.settings import GameClock

MORNING: Final = time(8)
EVENING: Final = time(22)
SATURDAY: Final = 5
FOREVER: Final = 2**53
"""Later than any time that matters."""


class Stretch(NamedTuple):
    """A time that counts, as a whole."""

    since: int
    until: int


def stretches(clock: GameClock, zone: tzinfo, since: int, gaps: Iterable[Gap]) -> Iterator[Stretch]:
    """All time from a moment on that a player's clock counts, the first stretch first, without end. zone: the player's;
    gaps: when nobody could play, the first one first, and none within another."""
    left = iter([gap for gap in gaps if gap.until > since])
    gap = next(left, None)
    for begin, end in _open(clock, zone, since):
        at = max(begin, since)
        while at < end:
            if gap is None or gap.since >= end:
                yield Stretch(at, end)
                break
            if gap.since > at:
                yield Stretch(at, gap.since)
            at = max(at, gap.until)
            if gap.until <= end:
                gap = next(left, None)


def counted(hours: Iterable[Stretch], until: int) -> int:
    """How much of the time until then some stretches count, in milliseconds."""
    total = 0
    for stretch in hours:
        if stretch.since >= until:
            break
        total += min(stretch.until, until) - stretch.since
    return total


def reached(hours: Iterable[Stretch], total: int) -> int:
    """When so many milliseconds have been counted."""
    for stretch in hours:
        length = stretch.until - stretch.since
        if total <= length:
            return stretch.since + max(0, total)
        total -= length
    return FOREVER


def _open(clock: GameClock, zone: tzinfo, since: int) -> Iterator[Stretch]:
    """The hours of a player's days that count, from the day before a moment on."""
    if clock.nights and clock.weekends:
        yield Stretch(since, FOREVER)
        return
    day = datetime.fromtimestamp(since / 1000, zone).date() - timedelta(1)
    for today, tomorrow in pairwise(day + timedelta(n) for n in range((date.max - day).days)):
        if clock.weekends or today.weekday() < SATURDAY:
            begin, end = (_at(today, time(0), zone), _at(tomorrow, time(0), zone))
            if not clock.nights:
                begin, end = _at(today, MORNING, zone), _at(today, EVENING, zone)
            if end > since:
                yield Stretch(begin, end)


def _at(day: date, hour: time, zone: tzinfo) -> int:
    """When it is that hour there; where the hour is left out or comes twice, its first moment."""
    return round(datetime.combine(day, hour, zone).timestamp() * 1000)

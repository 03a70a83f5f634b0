"""The server's clock, which tests can set."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo, available_timezones

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import tzinfo

DAY: Final = 24 * 3600
"""A day in seconds."""


def _elapsed() -> float:
    """Return seconds since some moment, including time asleep, independent of the machine's date."""
    which = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return time.monotonic() if which is None else time.clock_gettime(which)


class Clock:
    """The server's time: the machine's date at the start plus the time since then.

    Setting the machine's date does not affect it, so no player gains or loses time. `Downtime` adopts the date when no
    game is affected.
    """

    def __init__(self, date: Callable[[], float] = time.time, elapsed: Callable[[], float] = _elapsed) -> None:
        self._date = date
        self._elapsed = elapsed
        self._origin = date() - elapsed()

    def now(self) -> float:
        """Return seconds since 1970, which advance evenly until `follow`."""
        return self._origin + self._elapsed()

    def date(self) -> float:
        """Return the machine's date in seconds since 1970, for values that other servers compare with their own."""
        return self._date()

    def ticks(self) -> float:
        """Return seconds since some moment, without time asleep."""
        return time.monotonic()

    def follow(self, seconds: float) -> None:
        """Move `now` by this many seconds. The caller moves all deadlines too."""
        self._origin += seconds

    def agree(self, date: float) -> None:
        """Use another machine's date from now on, in seconds since 1970."""
        self._origin = date - self._elapsed()

    async def sleep(self, seconds: float) -> None:
        """Return after this many seconds."""
        await asyncio.sleep(seconds)


def day(seconds: int) -> str:
    """Format a time (seconds since 1970) as a date, in UTC."""
    moment = datetime.fromtimestamp(seconds, UTC)
    return f"{moment:%B} {moment.day}, {moment.year}"


def day_and_time(seconds: int) -> str:
    """Format a time (seconds since 1970) as a date and a time of day, in UTC."""
    return f"{day(seconds)}, {datetime.fromtimestamp(seconds, UTC):%H:%M} UTC"


@cache
def _zones() -> frozenset[str]:
    return frozenset(available_timezones())


def is_zone(zone: str) -> bool:
    """Check whether there is a time zone with this name."""
    return zone in _zones()


def zone_of(name: str) -> tzinfo:
    """Return the time zone with this name, UTC if there is none."""
    return ZoneInfo(name) if is_zone(name) else UTC

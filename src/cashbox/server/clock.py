"""The time, which tests set as they need it."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from typing import Final

DAY: Final = 24 * 3600
"""Seconds."""


class Clock:
    """The real one."""

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time()

    def ticks(self) -> float:
        """Seconds since some moment; they never go backwards, however the date is set."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Return after this many seconds."""
        await asyncio.sleep(seconds)


def day(seconds: int) -> str:
    """A time (seconds since 1970) as a date that people read, in UTC."""
    moment = datetime.fromtimestamp(seconds, UTC)
    return f"{moment.day} {moment:%B %Y}"

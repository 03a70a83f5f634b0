"""Telling everybody at a table who is connected: told of each other one by one, a crowd that joins would be told as
often as its square."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from cashbox.server.tasks import background

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from cashbox.server.clock import Clock

GATHER: Final = 0.1
"""Seconds between two times that everybody at a table is told who is connected..."""

GATHER_EACH: Final = 0.0004
"""... and as many more for each who is told, so that a crowd takes a part of the processor and not all of it."""


class Gathering:
    """What has changed within a pause is told at once. tell: tells everybody."""

    def __init__(self, clock: Clock, tell: Callable[[], None]) -> None:
        self._clock = clock
        self._tell = tell
        self._waiting: asyncio.Task[None] | None = None
        self.told = -math.inf

    def changed(self, listeners: int) -> None:
        """Who is connected, or as whom, has changed. Everybody hears of it at once, or at the end of the pause.
        listeners: how many there are to tell."""
        if self._waiting is not None:
            return
        left = self.told + GATHER + GATHER_EACH * listeners - self._clock.ticks()
        if left <= 0:
            self._tell()
        else:
            self._waiting = background(self._later(left))

    async def _later(self, pause: float) -> None:
        await self._clock.sleep(pause)
        self._waiting = None
        self._tell()

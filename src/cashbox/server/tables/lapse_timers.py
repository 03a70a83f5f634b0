"""Waiting for what is overdue: answers that lapse, and nonces that a table starts without."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from cashbox.engine.game import GameError
from cashbox.server.errors import Refusal
from cashbox.server.tasks import background, broken_off

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable

    from cashbox.server.clock import Clock
    from cashbox.server.tables.live import LiveTable

_log = logging.getLogger("cashbox.lapses")

PAUSE: Final = 2.0
"""Seconds from a fault of the server's own to the next try."""

LONG_PAUSE: Final = 60.0
"""The same where it fails again and again."""

LOOK: Final = 60.0
"""The longest that a timer sleeps at once: timers stand still while the machine sleeps, and deadlines do not."""

LOST: Final = ("no-such-table", "damaged-table", "closed")
"""The codes of the refusals after which there is nothing to wait for. A table that can be read again is waited at once
it is loaded."""


class LapseTimers:
    """Waits at every table that has a deadline. overdue: called with a table's id when it has passed;
    GameError("stale") where what was waited for has come meanwhile."""

    def __init__(self, clock: Clock, overdue: Callable[[str], Awaitable[None]]) -> None:
        self._clock = clock
        self._overdue = overdue
        self._waiting: dict[str, tuple[int, asyncio.Task[None]]] = {}

    def watch(self, table: LiveTable) -> None:
        """Something has changed at a table."""
        self.expect(table.record.id, table.deadline)

    def expect(self, table_id: str, until: int | None) -> None:
        """Wait at a table until its deadline (seconds since 1970), None: not any more."""
        waiting = self._waiting.pop(table_id, None)
        if waiting is not None:
            # Even where it is what made the change: that is done then.
            waiting[1].cancel()
        if until is not None:
            self._waiting[table_id] = until, background(self._wait(table_id, until))

    def move(self, seconds: int) -> None:
        """Move all deadlines with the server's time."""
        for table_id, (until, _) in list(self._waiting.items()):
            self.expect(table_id, until + seconds)

    def expects(self, table_id: str) -> bool:
        """Whether a table is waited at."""
        return table_id in self._waiting

    async def close(self) -> None:
        """Stop waiting; what lapses meanwhile does so when the server is back."""
        await broken_off(task for _, task in self._waiting.values())

    async def _wait(self, table_id: str, until: int) -> None:
        # The table may leave memory meanwhile, so only its id is kept.
        while (left := until - self._clock.now()) > 0:
            await self._clock.sleep(min(left, LOOK))
        pause = PAUSE
        while not await self._lapse(table_id):
            await self._clock.sleep(pause)
            pause = min(2 * pause, LONG_PAUSE)

    async def _lapse(self, table_id: str) -> bool:
        """Whether there is nothing left to try."""
        try:
            await self._overdue(table_id)
        except GameError as error:
            if error.code == "stale":
                return True
            _log.error("an answer cannot lapse: %s", error.code)
            return False
        except Refusal as refused:
            if refused.code in LOST:
                return True
            _log.warning("an answer could not lapse yet: %s", refused)
            return False
        except Exception:  # noqa: BLE001 (one table's fault is not the others')
            _log.exception("an answer could not lapse")
            return False
        return True

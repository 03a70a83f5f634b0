"""Answers that take too long: the server gives the one that hurts nobody, as that seat's own entry."""

from __future__ import annotations

import asyncio
import logging
import math
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import GameError
from cashbox.server.problems import DiskFull, Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from cashbox.engine.game import About, Game
    from cashbox.server.clock import Clock
    from cashbox.server.records import TableRecord
    from cashbox.server.table import LiveTable

_log = logging.getLogger("cashbox.lapses")

USUAL: Final = 120
"""Seconds that a table waits for an answer by default."""

LEAST: Final = 10
MOST: Final = 7 * 24 * 3600

PAUSE: Final = 2.0
"""Seconds from a fault of the server's own to the next try."""

LONG_PAUSE: Final = 60.0
"""The same where it fails again and again."""


def patience(about: About, asked: int | None, options: Mapping[str, Any], *, company: bool) -> int:
    """Seconds that a new table waits for an answer, 0: forever. asked: None for what is usual; options: of the table,
    complete; company: somebody may sit there besides the one who makes it and the bots, who mind no waiting.
    GameError ("bad-lapse")."""
    if asked is None:
        return USUAL if about.lapses and options.get(about.lapses_with, True) and company else 0
    if asked and not about.lapses:
        raise GameError("bad-lapse", f"Answers do not lapse in {about.name}: leave lapse out, or make it 0.")
    if asked and not LEAST <= asked <= MOST:
        raise GameError("bad-lapse", f"An answer lapses after {LEAST} seconds to 7 days, or never (0), not {asked}.")
    return asked


def lapsing(record: TableRecord, game: Game[Any], state: Any) -> int:
    """Bit mask of the people's seats whose overdue answers lapse at this table."""
    if not record.lapse:
        return 0
    due = game.due(state)
    people = [seat for seat, one in enumerate(record.seats) if due >> seat & 1 and one.kind == "guest"]
    return sum(1 << seat for seat in people if game.lapse(state, seat) is not None)


def deadline(record: TableRecord, game: Game[Any], state: Any, now: float) -> int | None:
    """When an answer that is owed from now on lapses; None: never."""
    return math.ceil(now) + record.lapse if lapsing(record, game, state) else None


class Lapses:
    """Waits at every table where an answer will lapse. find: the table of an id."""

    def __init__(self, clock: Clock, find: Callable[[str], Awaitable[LiveTable]]) -> None:
        self._clock = clock
        self._find = find
        self._waiting: dict[str, asyncio.Task[None]] = {}

    def watch(self, table: LiveTable) -> None:
        """Something has changed at a table."""
        waiting = self._waiting.pop(table.record.id, None)
        if waiting is not None:
            # Even if this task made the change: its work is done then.
            waiting.cancel()
        if table.lapses_at is not None:
            task = asyncio.get_running_loop().create_task(self._wait(table.record.id, table.lapses_at))
            self._waiting[table.record.id] = task

    async def close(self) -> None:
        """Stop waiting; what lapses meanwhile takes effect when the server is back."""
        tasks = list(self._waiting.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _wait(self, table_id: str, until: int) -> None:
        # The table may leave memory meanwhile, so only its id is kept.
        while (left := until - self._clock.now()) > 0:
            await self._clock.sleep(left)
        pause = PAUSE
        while not await self._lapse(table_id):
            await self._clock.sleep(pause)
            pause = min(2 * pause, LONG_PAUSE)

    async def _lapse(self, table_id: str) -> bool:
        """Whether nothing is left to try."""
        try:
            await (await self._find(table_id)).lapse()
        except GameError as error:
            if error.code != "stale":
                _log.error("an answer cannot lapse: %s", error.code)
        except Refusal as error:
            return not isinstance(error, DiskFull)
        except Exception:  # noqa: BLE001 (one table's fault is not the others')
            _log.exception("an answer could not lapse")
            return False
        return True

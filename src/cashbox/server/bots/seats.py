"""Bots at their seats: they decide when they owe a decision, and no table waits for one forever."""

from __future__ import annotations

import asyncio
import logging
import pickle
import secrets
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import GameError
from cashbox.server.bots.pool import BotError, WorkerPool
from cashbox.server.bots.worker import Question
from cashbox.server.problems import DiskFull, Refusal

if TYPE_CHECKING:
    from cashbox.engine.match import Match
    from cashbox.server.clock import Clock
    from cashbox.server.tables.catalog import Catalog
    from cashbox.server.tables.table import LiveTable

_log = logging.getLogger("cashbox.bots")

TRIES: Final = 2
"""How many times a bot is asked before it moves at random."""

PAUSE: Final = 2.0
"""Seconds from a fault of the server's own to the next try."""

LONG_PAUSE: Final = 60.0
"""The same if it fails again and again."""


class BotSeats:
    """Plays the bots' seats. delay: the fewest seconds between a change at a table and a bot's action."""

    def __init__(self, workers: WorkerPool, catalog: Catalog, clock: Clock, delay: float) -> None:
        self._workers = workers
        self._catalog = catalog
        self._clock = clock
        self._delay = delay
        self._tasks: set[asyncio.Task[None]] = set()

    def watch(self, table: LiveTable) -> None:
        """Something has changed at a table; a bot that owes a decision now begins to think."""
        if table.busy or self._owing(table) < 0:
            return
        table.busy = True
        task = asyncio.get_running_loop().create_task(self._play(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop playing."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @staticmethod
    def _owing(table: LiveTable) -> int:
        """A bot's seat that owes a decision, -1 for none."""
        owing = table.due & table.bots
        return (owing & -owing).bit_length() - 1

    async def _play(self, table: LiveTable) -> None:
        pause = PAUSE
        try:
            while (seat := self._owing(table)) >= 0:
                try:
                    if not await self._turn(table, seat):
                        return
                    pause = PAUSE
                except Exception:  # noqa: BLE001 (one table's fault is not the others')
                    # A table that waits for a bot may never change otherwise.
                    _log.exception("a bot at a table of %s tries again in %g seconds", table.record.game, pause)
                    await self._clock.sleep(pause)
                    pause = min(2 * pause, LONG_PAUSE)
        finally:
            table.busy = False

    async def _turn(self, table: LiveTable, seat: int) -> bool:
        """One decision; whether to go on."""
        since = self._clock.ticks()
        match = table.running()
        number = match.number
        action = await self._decide(table, match, seat)
        await self._clock.sleep(max(0.0, since + self._delay - self._clock.ticks()))
        return await self._act(table, seat, action, number)

    async def _act(self, table: LiveTable, seat: int, action: int, number: int) -> bool:
        """Whether to go on."""
        try:
            await table.play(seat, action, number)
        except DiskFull:
            await self._clock.sleep(1.0)
        except GameError as error:
            # Somebody else's action came in between; the bot is asked again.
            if error.code not in ("stale", "not-legal"):
                raise
        except Refusal as error:
            if error.code != "stale":
                return False
        return True

    async def _decide(self, table: LiveTable, match: Match[Any], seat: int) -> int:
        legal = match.legal(seat)
        if len(legal) == 1:
            return legal[0]
        record = table.record
        question = Question(
            game=record.game,
            content_hash=record.content_hash,
            edition=record.edition,
            content=b"",
            bot=record.seats[seat].bot,
            seat=seat,
            seed="",
            view=pickle.dumps(match.view(seat)),
            legal=legal,
            seconds=0,
        )
        for _ in range(TRIES):
            try:
                return await self._think(question)
            except BotError as error:
                _log.warning("bot %s of %s gave no answer: %s", question.bot, question.game, error)
        return secrets.choice(legal)

    async def _think(self, question: Question) -> int:
        # A fresh seed for each try: a bot that failed may do better with other luck.
        question.seed = secrets.token_hex(16)
        return await self._workers.think(question, lambda: self._catalog.content(question.game, question.content_hash))

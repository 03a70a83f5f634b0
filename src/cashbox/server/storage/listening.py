"""Hearing what other processes have changed: one connection that does nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any, Final

import asyncpg

from cashbox.server.clock import Clock
from cashbox.server.storage.backend import BESIDES, News

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

    from cashbox.server.storage.backend import Heard

_clock: Final = Clock()
"""The real one: whether a connection lives is a matter of real seconds."""

_log = logging.getLogger("cashbox.store")

TABLES: Final = "cashbox_tables"
"""The channel on which a table's id is told, and the number of its newest entry where it has one: "ID NUMBER"."""

GUESTS: Final = "cashbox_guests"
"""The channel on which a guest's id is told, and ENDED where its tokens are."""

ENDED: Final = "ended"

PROCESSES: Final = "cashbox_processes"
"""The channel on which it is told that a process has ended."""

PAUSE: Final = 0.5
"""Seconds from a connection that was lost to the next try."""

BEAT: Final = 5.0
"""Seconds after which it is looked whether the connection still is one."""


def told(news: News) -> tuple[str, str]:
    """The channel on which news is told, and the words."""
    if news.guest:
        return GUESTS, f"{news.guest} {ENDED}" if news.ended else news.guest
    return TABLES, news.table if news.number == BESIDES else f"{news.table} {news.number}"


class Listener:
    """Listens, and begins anew where the connection is lost. ours: the processes of the database through which this
    server writes. What they tell besides entries, it has done itself."""

    def __init__(self, connect: Callable[[], Awaitable[Any]], heard: Heard, ours: Collection[int]) -> None:
        self._connect = connect
        self._heard = heard
        self._ours = ours
        self._task: asyncio.Task[None] | None = None
        self._connection: asyncpg.Connection | None = None
        self._asking = asyncio.Lock()

    async def start(self) -> None:
        """Listen from now on."""
        connection = await self._listening()
        self._task = asyncio.create_task(self._run(connection))

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def ask(self, query: str, *values: Any) -> list[Any]:
        """The rows that answer a query, over the connection that listens. InterfaceError where there is none."""
        async with self._asking:
            if self._connection is None or self._connection.is_closed():
                raise asyncpg.InterfaceError("nobody listens just now")
            rows: list[Any] = await self._connection.fetch(query, *values)
            return rows

    async def _listening(self) -> asyncpg.Connection:
        connection = await self._connect()
        for channel in (TABLES, GUESTS, PROCESSES):
            await connection.add_listener(channel, self._hear)
        self._connection = connection
        return connection

    async def _run(self, connection: asyncpg.Connection) -> None:
        while True:
            try:
                await self._until_lost(connection)
                connection = await self._listening()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                _log.warning("what other processes change cannot be heard: %s", error)
                await _clock.sleep(PAUSE)
                continue
            self._heard.missed()

    async def _until_lost(self, connection: asyncpg.Connection) -> None:
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        try:
            while not (lost.is_set() or connection.is_closed()):
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), BEAT)
                    break
                async with self._asking:
                    await connection.execute("SELECT 1")
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            _log.warning("the connection that listens was lost: %s", error)
        finally:
            with contextlib.suppress(Exception):
                connection.terminate()

    def _hear(self, _: object, pid: int, channel: str, words: str) -> None:
        if channel == PROCESSES:
            self._heard.gone()
        elif channel == GUESTS:
            if pid not in self._ours:
                guest, _, ended = words.partition(" ")
                self._heard.changed(News(guest=guest, ended=ended == ENDED))
        else:
            table, _, number = words.partition(" ")
            if number or pid not in self._ours:
                self._heard.changed(News(table, int(number or BESIDES)))

"""Listen for changes by other processes, on a dedicated connection."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Any, Final

import asyncpg
import msgspec

from cashbox.server.clock import Clock
from cashbox.server.db.backend import BESIDES, OVER, News
from cashbox.server.db.records import Here, Onlooker
from cashbox.server.tasks import background, broken_off

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection

    from cashbox.server.db.backend import Heard

_clock: Final = Clock()
"""The real clock, because whether a connection is alive depends on real time."""

_names: Final = msgspec.json.Decoder(tuple[Onlooker, ...])

_log = logging.getLogger("cashbox.store")

TABLES: Final = "cashbox_tables"
"""The channel for changes of tables, several in one message: "ID:NUMBER" after an entry with that number, "ID:over"
after the last one, "ID" after anything else."""

TOGETHER: Final = 150
"""The most tables in one message, which is limited to 8,000 bytes."""

PRESENCE: Final = "cashbox_presence"
"""The channel for who is connected to a table through a process: "ID PROCESS SEATS WATCHERS NAMES"; the names are JSON,
few enough for one message."""

CLAIMS: Final = "cashbox_claims"
"""The channel for giving a table to a process: "ID PROCESS"."""

GUESTS: Final = "cashbox_guests"
"""The channel for changes of guests: the id, and ENDED if tokens were revoked (with the device if only that one's), or
BANNED, or RENAMED."""

ENDED: Final = "ended"
BANNED: Final = "banned"
RENAMED: Final = "renamed"

_OVER: Final = "over"

PROCESSES: Final = "cashbox_processes"
"""The channel for the end of a process."""

PAUSE: Final = 0.5
"""Seconds from a lost connection to the next attempt."""

BEAT: Final = 5.0
"""Seconds between checks of the connection."""


def encode_text(news: News) -> tuple[str, str]:
    """Encode news as a channel and a message."""
    if news.banned or news.renamed:
        return GUESTS, f"{news.guest} {BANNED if news.banned else RENAMED}"
    if news.guest:
        return GUESTS, f"{news.guest} {ENDED} {news.device}".rstrip() if news.ended else news.guest
    if news.here is not None:
        names = msgspec.json.encode(news.here.names).decode()
        return PRESENCE, f"{news.table} {news.process} {news.here.seats} {news.here.watchers} {names}"
    if news.given:
        return CLAIMS, f"{news.table} {news.process}"
    if news.number == BESIDES:
        return TABLES, news.table
    return TABLES, f"{news.table}:{_OVER if news.number == OVER else news.number}"


def _decode(word: str) -> News:
    table, _, number = word.partition(":")
    if not number:
        return News(table)
    return News(table, OVER if number == _OVER else int(number))


class Listener:
    """Listens, and reconnects if the connection is lost. ours: the database processes through which this server writes;
    their notifications are its own changes."""

    def __init__(self, connect: Callable[[], Awaitable[Any]], heard: Heard, ours: Collection[int]) -> None:
        self._connect = connect
        self._heard = heard
        self._ours = ours
        self._task: asyncio.Task[None] | None = None
        self._connection: asyncpg.Connection | None = None
        self._asking = asyncio.Lock()

    async def start(self) -> None:
        """Start listening."""
        connection = await self._listening()
        self._task = background(self._run(connection))

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            await broken_off([self._task])

    async def ask(self, query: str, *values: Any) -> list[Any]:
        """Run a query over the listening connection. InterfaceError if there is none."""
        async with self._asking:
            if self._connection is None or self._connection.is_closed():
                raise asyncpg.InterfaceError("the connection that listens for changes is closed")
            rows: list[Any] = await self._connection.fetch(query, *values)
            return rows

    async def _listening(self) -> asyncpg.Connection:
        connection = await self._connect()
        for channel in (TABLES, PRESENCE, GUESTS, CLAIMS, PROCESSES):
            await connection.add_listener(channel, self._hear)
        self._connection = connection
        return connection

    async def _run(self, connection: asyncpg.Connection) -> None:
        while True:
            try:
                await self._until_lost(connection)
                connection = await self._listening()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                _log.warning("could not listen for changes from other processes: %s", error)
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
            _log.warning("the listening connection was lost: %s", error)
        finally:
            with contextlib.suppress(Exception):
                connection.terminate()

    def _hear(self, _: object, pid: int, channel: str, words: str) -> None:
        if channel == PROCESSES:
            self._heard.gone()
        elif pid in self._ours:
            return
        elif channel == TABLES:
            for word in words.split():
                self._heard.changed(_decode(word))
        elif channel == PRESENCE:
            table, process, seats, watchers, names = words.split(" ", 4)
            here = Here(int(seats), int(watchers), _names.decode(names))
            self._heard.changed(News(table, process=process, here=here))
        elif channel == CLAIMS:
            table, process = words.split()
            self._heard.changed(News(table, process=process, given=True))
        else:
            guest, what, device = (*words.split(" "), "", "")[:3]
            news = News(guest=guest, device=device, ended=what == ENDED)
            self._heard.changed(news._replace(banned=what == BANNED, renamed=what == RENAMED))

"""PostgreSQL: one database for several processes, on one machine or on many."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from sqlalchemy import event

from cashbox.engine.game import GameError
from cashbox.engine.journal import Entry
from cashbox.server.db import migrations
from cashbox.server.db.listening import Listener
from cashbox.server.db.postgres_access import (
    FAULTS,
    PATIENCE,
    alone,
    away,
    changing,
    connected,
    finished,
    open_driver,
    reason,
)
from cashbox.server.db.postgres_copies import keep_before_migration
from cashbox.server.db.postgres_writer import PostgresWriter
from cashbox.server.db.queries import waited
from cashbox.server.db.records import Tail
from cashbox.server.errors import DatabaseAway
from cashbox.server.settings import StartError
from cashbox.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from cashbox.server.clock import Clock
    from cashbox.server.db.backend import Heard

T = TypeVar("T")
_log = logging.getLogger("cashbox.store")

CONNECTIONS: Final = 8
"""The most connections of a process, besides the one that appends entries and the one that listens."""


_TAILS: Final = """
SELECT table_id, body, lapses, at, clocks FROM unnest($1::varchar[], $2::int[]) AS late(id, after)
JOIN entries ON table_id = late.id AND number > late.after ORDER BY table_id, number
"""
_entry = msgspec.json.Decoder(Entry).decode


class Postgres:
    """A `Backend` at an address, postgresql://... Its arguments and its refusals are those of `brought_up_to_date`."""

    shared = True

    def __init__(self, url: str, home: Path, clock: Clock) -> None:
        self._url = url
        brought_up_to_date(url, home, clock)
        self._pids: set[int] = set()
        engine = connected(url, pool_size=CONNECTIONS, max_overflow=0, pool_timeout=PATIENCE)
        event.listen(engine.sync_engine, "connect", lambda driver, _: self._pids.add(_pid(driver)))
        event.listen(engine.sync_engine, "close", lambda driver, _: self._pids.discard(_pid(driver)))
        self._engine = engine
        self._reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._reads = Tasks()
        self._writer: PostgresWriter | None = None
        self._listener: Listener | None = None

    async def start(self, heard: Heard | None) -> None:
        """Begin to write, and to listen. DatabaseAway."""
        self._writer = PostgresWriter(self._engine, lambda: open_driver(self._url), self._pids)
        if heard is not None:
            self._listener = Listener(lambda: open_driver(self._url), heard, self._pids)
            try:
                await self._listener.start()
            except FAULTS as error:
                raise DatabaseAway from error

    async def close(self) -> None:
        """Finish writing and close the connections."""
        if self._listener is not None:
            await self._listener.close()
        if self._writer is not None:
            await self._writer.close()
        await self._reads.finished()
        await self._engine.dispose()

    @property
    def writer(self) -> PostgresWriter:
        """The writer, once `start` was called."""
        assert self._writer is not None, "the store was not started"
        return self._writer

    async def read(self, query: Callable[..., T], *args: Any) -> T:
        """The answer of query(connection, *args), which sees one moment. DatabaseAway."""
        # A connection whose user is cancelled may be lost to the pool, so it has one that is not.
        return await self._reads.ask(self._read(query, *args))

    async def _read(self, query: Callable[..., T], *args: Any) -> T:
        for last in (False, True):
            try:
                async with self._reading.connect() as connection:
                    return await connection.run_sync(query, *args)
            except Exception as error:
                if not away(error):
                    raise
                # A connection may have been cut since it was used last; one that is new tells the truth.
                if last:
                    _log.error("could not reach the database: %s", error)
                    raise DatabaseAway from error
        raise DatabaseAway

    async def tails(self, after: Mapping[str, int]) -> dict[str, Tail]:
        """What others have added to some tables, asked over the connection that listens. DatabaseAway."""
        try:
            assert self._listener is not None, "the store is not listening"
            rows = await self._listener.ask(_TAILS, list(after), list(after.values()))
        except FAULTS as error:
            raise DatabaseAway from error
        found: dict[str, Tail] = {}
        for table_id, body, lapses, at, clocks in rows:
            entries = found[table_id].entries if table_id in found else []
            entries.append(_entry(body))
            answers, hands = waited(lapses, clocks)
            found[table_id] = Tail(entries, answers, at, hands)
        return found

    def check(self) -> None:
        """The data are where they are."""

    def log_size(self) -> int:
        """PostgreSQL takes care of its own."""
        return 0


def brought_up_to_date(url: str, home: Path, clock: Clock) -> None:
    """Bring the database to the newest schema. StartError where it cannot be reached or used.

    home: the data folder, where a copy is kept of a database that is about to be changed for a newer version.
    """
    finished(lambda: _brought_up(url, lambda revision: keep_before_migration(url, home, revision, clock.now())))


def _brought_up(url: str, keep: Callable[[str], object]) -> None:
    try:
        with changing(url) as connection:
            alone(connection, wait=True)
            found = migrations.outdated(connection)
            if found:
                keep(found)
            migrations.upgrade(connection)
    except GameError:
        raise
    except FAULTS as error:
        if away(error):
            raise StartError(f"The database can't be reached: {reason(error)}.") from error
        raise StartError(f"The database can't be used: {reason(error)}.") from error


def _pid(driver: Any) -> int:
    """The process of the database that a connection has."""
    found: int = driver.driver_connection.get_server_pid()
    return found

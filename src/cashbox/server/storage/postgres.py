"""PostgreSQL: one database for several processes, on one machine or on many."""

from __future__ import annotations

import asyncio
import logging
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, TypeVar

import asyncpg
from sqlalchemy import event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine

from cashbox.server.problems import DatabaseAway
from cashbox.server.settings import StartError
from cashbox.server.storage import migrations
from cashbox.server.storage.listening import Listener
from cashbox.server.storage.postgres_writer import PostgresWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

    from cashbox.server.storage.backend import Heard

T = TypeVar("T")
_log = logging.getLogger("cashbox.store")

CONNECTIONS: Final = 8
"""The most connections of a process, besides the one that appends entries and the one that listens."""

PATIENCE: Final = 10.0
"""Seconds to wait for a connection, and for what is asked over one."""

AWAY: Final = (OSError, asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.CannotConnectNowError)
"""What is raised where the database cannot be reached. TimeoutError is an OSError."""

_MIGRATING: Final = 0x_CA5B_0C5
"""The advisory lock of the process that brings the database up to date."""


class Postgres:
    """A `Backend` at an address, postgresql://... StartError where it cannot be reached or used."""

    shared = True

    def __init__(self, url: str) -> None:
        self._url = url
        brought_up_to_date(url)
        self._pids: set[int] = set()
        engine = connected(url, pool_size=CONNECTIONS, max_overflow=0, pool_timeout=PATIENCE)
        event.listen(engine.sync_engine, "connect", lambda driver, _: self._pids.add(_pid(driver)))
        event.listen(engine.sync_engine, "close", lambda driver, _: self._pids.discard(_pid(driver)))
        self._engine = engine
        self._reading = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._writer: PostgresWriter | None = None
        self._listener: Listener | None = None

    async def start(self, heard: Heard | None) -> None:
        """Begin to write, and to listen."""
        self._writer = PostgresWriter(self._engine, lambda: open_driver(self._url))
        if heard is not None:
            self._listener = Listener(lambda: open_driver(self._url), heard, self._pids)
            await self._listener.start()

    async def close(self) -> None:
        """Finish writing and close the connections."""
        if self._listener is not None:
            await self._listener.close()
        if self._writer is not None:
            await self._writer.close()
        await self._engine.dispose()

    @property
    def writer(self) -> PostgresWriter:
        """The writer, once `start` was called."""
        assert self._writer is not None, "the store was not started"
        return self._writer

    async def read(self, query: Callable[..., T], *args: Any) -> T:
        """The answer of query(connection, *args), which sees one moment. DatabaseAway."""
        for last in (False, True):
            try:
                async with self._reading.connect() as connection:
                    return await connection.run_sync(query, *args)
            except DBAPIError as error:
                # A connection may have been cut since it was used last; one that is new tells the truth.
                if last or not error.connection_invalidated:
                    raise
            except AWAY as error:
                _log.error("the database cannot be reached: %s", error)
                raise DatabaseAway from error
        raise DatabaseAway

    def check(self) -> None:
        """The data are where they are."""


def brought_up_to_date(url: str) -> None:
    """Bring the database to the newest schema. StartError where it cannot be reached or used."""
    _apart(_migrated(url))


async def open_driver(url: str) -> asyncpg.Connection:
    """A connection without SQLAlchemy."""
    return await asyncpg.connect(url, timeout=PATIENCE, command_timeout=PATIENCE)


def connected(url: str, **pool: Any) -> AsyncEngine:
    """An engine of SQLAlchemy's. pool: how many connections it keeps."""
    return create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: open_driver(url), hide_parameters=True, **pool
    )


async def _migrated(url: str) -> None:
    engine = connected(url)
    try:
        async with engine.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATING})
            await connection.run_sync(_upgraded)
    except AWAY as error:
        raise StartError(f"The database cannot be reached: {error}.") from error
    except (DBAPIError, asyncpg.PostgresError, ValueError) as error:
        raise StartError(f"The database cannot be used: {getattr(error, 'orig', error)}.") from error
    finally:
        await engine.dispose()


def _upgraded(connection: Connection) -> None:
    migrations.upgrade(connection)


def _apart(work: Coroutine[Any, Any, T]) -> T:
    """The result of something that takes an event loop, of its own where this thread has one."""
    results: list[T] = []
    faults: list[BaseException] = []

    def run() -> None:
        try:
            results.append(asyncio.run(work))
        except BaseException as error:  # noqa: BLE001 (raised again by the one who waits)
            faults.append(error)

    thread = Thread(target=run)
    thread.start()
    thread.join()
    if faults:
        raise faults[0]
    return results[0]


def _pid(driver: Any) -> int:
    """The process of the database that a connection has."""
    found: int = driver.driver_connection.get_server_pid()
    return found

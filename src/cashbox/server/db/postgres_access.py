"""Connect to PostgreSQL: from a server, and for exclusive operations on the whole database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final, TypeVar

import asyncpg
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.util import greenlet_spawn

from cashbox.engine.game import GameError
from cashbox.server.errors import CopyError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")
_log = logging.getLogger("cashbox.store")

PATIENCE: Final = 10.0
"""Seconds to wait for a connection, and for a query."""

AWAY: Final = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
)
"""The exceptions when the database cannot be reached. TimeoutError is an OSError."""

FAULTS: Final = (*AWAY, asyncpg.PostgresError, DBAPIError, sqlite3.Error, ValueError)
"""The other exceptions when a database cannot be read or written. ValueError: its URL is invalid."""

_SETTINGS: Final = {"jit": "off"}
"""JIT compilation would take longer than any of our queries."""

_ALONE: Final = 0x_CA5B_0C5
"""The advisory lock for operations that change, replace, or leave the whole database."""

_TRY: Final = text("SELECT pg_try_advisory_xact_lock(:lock)")
_WAIT: Final = text("SELECT pg_advisory_xact_lock(:lock)")


async def open_driver(url: str, patience: float | None = PATIENCE) -> asyncpg.Connection:
    """Open a connection without SQLAlchemy. A query may take `patience` seconds."""
    return await asyncpg.connect(url, timeout=PATIENCE, command_timeout=patience, server_settings=_SETTINGS)


def make_engine(url: str, patience: float | None = PATIENCE, **pool: Any) -> AsyncEngine:
    """Create a SQLAlchemy engine. `pool` is the number of connections to keep."""
    return create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: open_driver(url, patience), hide_parameters=True, **pool
    )


def run_to_end(work: Callable[[], T]) -> T:
    """Run something that uses `write_transaction` or `snapshot`, and return its result."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        # Ctrl+C ends it immediately: the database rolls back when the connection is gone, and waiting for that
        # connection could take forever.
        loop = asyncio.new_event_loop()
        try:
            return loop.run_until_complete(greenlet_spawn(work))
        finally:
            loop.close()
    # This thread has an event loop that waits for us, so the work gets its own.
    with ThreadPoolExecutor(1) as other:
        return other.submit(asyncio.run, greenlet_spawn(work)).result()


@contextlib.contextmanager
def write_transaction(url: str) -> Iterator[Connection]:
    """Open a transaction that is committed at the end."""
    with _engine(url).begin() as connection:
        yield connection


@contextlib.contextmanager
def snapshot(url: str) -> Iterator[Connection]:
    """Open a connection that reads a consistent snapshot, however long it takes."""
    with _engine(url).connect() as connection:
        connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        yield connection


def alone(connection: Connection, *, wait: bool = False) -> bool:
    """Try to lock the whole database until this transaction ends. Returns whether that succeeded. `wait` waits for the
    lock."""
    if connection.execute(_TRY, {"lock": _ALONE}).scalar_one():
        return True
    if wait:
        _log.warning("another program has locked the whole database, waiting for it to finish")
        connection.execute(_WAIT, {"lock": _ALONE})
    return wait


@contextlib.contextmanager
def as_copy_error(what: str) -> Iterator[None]:
    """Raise every database error as a CopyError with one sentence. what: the beginning of the sentence."""
    try:
        yield
    except GameError:
        raise
    except FAULTS as error:
        raise CopyError(f"{what}: {reason(error)}.") from error


def fault_of(error: BaseException) -> BaseException:
    """Return the driver's error behind an error."""
    if isinstance(error, DBAPIError) and error.orig is not None:
        # SQLAlchemy wraps it in its own exception.
        return error.orig.__cause__ or error.orig
    return error


def is_unreachable(error: BaseException) -> bool:
    """Check whether an error means that the database cannot be reached."""
    lost = isinstance(error, DBAPIError) and error.connection_invalidated
    return lost or isinstance(fault_of(error), (PoolTimeout, *AWAY))


def reason(error: BaseException) -> str:
    """Return a database's error message without a period."""
    fault = fault_of(error)
    if isinstance(fault, TimeoutError) and not str(fault):
        return "it did not answer in time"
    if isinstance(fault, OSError) and fault.strerror:
        return fault.strerror
    return " ".join(str(fault).split()).rstrip(".") or type(fault).__name__


def _engine(url: str) -> Any:
    return make_engine(url, None, poolclass=NullPool).sync_engine

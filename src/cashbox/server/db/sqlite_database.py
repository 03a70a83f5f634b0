"""Opening SQLite's database: its two kinds of connections, and its way to the newest schema."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool, StaticPool

from cashbox.server.db import migrations
from cashbox.server.db.backend import note_erased
from cashbox.server.settings import StartError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from sqlalchemy import Connection

FILE: Final = "cashbox.db"

_NEW: Final = ("journal_mode=MEMORY", "synchronous=OFF")
"""How a file is written that nobody takes for a house before it is whole and on disk."""

_PRAGMAS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "secure_delete=ON",
    "wal_autocheckpoint=2000",
    f"journal_size_limit={4 << 20}",
)
"""How the writer works. What is deleted is written over in the file, and `ThreadWriter` empties the log, which still
has it. The log shrinks to the limit (bytes) once a long reader lets it go."""

PATIENCE: Final = 10.0
"""Seconds that a connection waits for a lock of another one."""

READERS: Final = 4
"""Connections that read at the same time."""


def open_writer(home: Path) -> Engine:
    """An engine with the one connection that writes. Every transaction takes the write lock when it begins."""
    # The secrets of games that go on are in it; SQLite gives the files beside it the same permissions.
    with contextlib.suppress(OSError):
        (home / FILE).touch(mode=0o600)
    return _writing(home / FILE, _PRAGMAS)


def open_new(file: Path) -> Engine:
    """An engine for a file that becomes a house's database, or a copy of one, when all is in it."""
    return _writing(file, _NEW)


def _writing(file: Path, pragmas: Sequence[str]) -> Engine:
    engine = create_engine(_url(file), poolclass=StaticPool, hide_parameters=True, connect_args=_CONNECT)

    def set_up(connection: Any, _record: Any) -> None:
        # The driver must not begin transactions by itself: `begin` below does, for reads too.
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    def deleted(connection: Connection, cursor: Any, _sql: str, _values: Any, context: Any, _many: bool) -> None:
        if context.isdelete and cursor.rowcount:
            note_erased(connection)

    event.listen(engine, "connect", set_up)
    event.listen(engine, "begin", begin)
    event.listen(engine, "after_cursor_execute", deleted)
    return engine


def open_readers(home: Path) -> Engine:
    """An engine whose connections cannot write."""
    engine = create_engine(
        _url(home / FILE), poolclass=QueuePool, pool_size=READERS, hide_parameters=True, connect_args=_CONNECT
    )

    def set_up(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA query_only=ON")

    event.listen(engine, "connect", set_up)
    return engine


def migrate(engine: Engine, keep: Callable[[str], object] = lambda _: None, revision: str = "head") -> None:
    """Bring the database to the newest schema, or to that of a revision. StartError where it cannot be read or was made
    by a newer version.

    keep: called with the revision of a database before that is changed.
    """
    try:
        # A step that makes a table anew drops the old one, to which others refer; SQLite lets that happen only where
        # nothing is compared, and only outside of transactions can that be changed.
        _compare(engine, "OFF")
        with engine.begin() as connection:
            found = migrations.outdated(connection)
        if found:
            keep(found)
        with engine.begin() as connection:
            migrations.upgrade(connection, revision)
        _compare(engine, "ON")
    except DBAPIError as error:
        raise StartError(f"The database in the data folder can't be used: {error.orig}.") from error


def _compare(engine: Engine, whether: str) -> None:
    """Have what refers to other tables compared with them, or not (ON, OFF)."""
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.execute(f"PRAGMA foreign_keys={whether}")


_CONNECT: Final = {"check_same_thread": False, "timeout": PATIENCE}


def _url(file: Path) -> str:
    return f"sqlite:///{file.absolute()}"

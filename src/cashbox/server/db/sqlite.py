"""The database in one SQLite file in the data folder, for one process, with one writer thread."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from sqlalchemy import Engine, create_engine, event, insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool, StaticPool

from cashbox.server.db import migrations
from cashbox.server.db.backend import ERASED, note_erased
from cashbox.server.db.copies import keep_before_migration
from cashbox.server.db.data_folder import FILE, FolderLock
from cashbox.server.db.schema import ENTRIES
from cashbox.server.errors import DatabaseBusy, DiskFull, FolderLost, Refusal, Stopping
from cashbox.server.settings import StartError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from sqlalchemy import Connection

    from cashbox.server.clock import Clock
    from cashbox.server.db.backend import EntryRow, Heard, News
    from cashbox.server.db.records import Tail

T = TypeVar("T")


_log = logging.getLogger("cashbox.store")

BATCH: Final = 500
"""The most jobs in one commit."""

ERASING: Final = 0.5
"""Seconds between attempts to purge deleted data from the log while someone still reads from it."""

BUSY: Final = 100
"""Milliseconds that purging the log waits for readers."""

TOGETHER: Final = 64
"""The most entries in one statement."""

_INSERT: Final = insert(ENTRIES)
_COLUMNS: Final = tuple(ENTRIES.columns.keys())

_BUSY: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_NO_ROOM: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


class _Job(NamedTuple):
    """A job for the writer thread: rows are inserted as entries; then `also` runs in the same transaction and returns
    the result."""

    rows: Sequence[EntryRow]
    also: Callable[[Connection], Any] | None
    done: asyncio.Future[Any]


class ThreadWriter:
    """A queue of jobs for one thread. Each job is durable when its future resolves, or has not happened.

    check: called before every commit; raises if writing is not allowed.
    """

    def __init__(self, engine: Engine, check: Callable[[], None]) -> None:
        self._check = check
        self._loop = asyncio.get_running_loop()
        self._new: list[_Job] = []
        self._waiting = 0
        self._queue: SimpleQueue[list[_Job]] = SimpleQueue()
        self._stopping = False
        self._ending = threading.Lock()
        # One permanent connection: taking it from the pool for each commit would add a third to its cost.
        self._connection = engine.connect()
        driver = self._connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        self._driver = driver
        # A server that was killed may have left data in the log.
        self._connection.info[ERASED] = True
        self._thread = threading.Thread(target=self._run, name="cashbox-writer")
        self._thread.start()

    async def do(
        self,
        also: Callable[[Connection], T],
        rows: Sequence[EntryRow] = (),
        news: Sequence[News] = (),  # noqa: ARG002 (no one else writes here)
    ) -> T:
        """Run a function and insert rows as entries in one transaction. Returns the function's result once that is on
        disk."""
        result: T = await self._put(rows, also)
        return result

    async def append(
        self,
        rows: Sequence[EntryRow],
        version: int,  # noqa: ARG002 (no one else writes here)
    ) -> None:
        """Insert entries."""
        await self._put(rows, None)

    @property
    def queue(self) -> int:
        """The number of jobs waiting to be written."""
        return self._waiting

    @property
    def alive(self) -> bool:
        """Whether the writer thread is running."""
        return self._thread.is_alive()

    def close(self) -> None:
        """Finish what is queued and end the thread."""
        with self._ending:
            self._stopping = True
            self._queue.put([])
        self._thread.join()
        self._connection.close()

    async def _put(self, rows: Sequence[EntryRow], also: Callable[[Connection], Any] | None) -> Any:
        if self._stopping:
            raise Stopping
        done = self._loop.create_future()
        self._new.append(_Job(rows, also, done))
        self._waiting += 1
        # Jobs from one iteration of the loop are handed over together: waking the thread costs more than writing a row.
        if len(self._new) == 1:
            self._loop.call_soon(self._hand_over)
        return await done

    def _hand_over(self) -> None:
        jobs, self._new = self._new, []
        with self._ending:
            if not self._stopping:
                self._queue.put(jobs)
                return
        self._resolve([(job, Stopping()) for job in jobs])

    def _resolve(self, results: list[tuple[_Job, Any]]) -> None:
        self._waiting -= len(results)
        for job, result in results:
            if job.done.done():
                continue
            if isinstance(result, BaseException):
                job.done.set_exception(result)
            else:
                job.done.set_result(result)

    # -- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while batch := self._next():
            going = True
            with contextlib.suppress(Empty):
                while going and len(batch) < BATCH:
                    more = self._queue.get_nowait()
                    batch += more
                    going = bool(more)
            results = self._commit(batch)
            if self._connection.info.get(ERASED):
                self._empty_log()
            self._loop.call_soon_threadsafe(self._resolve, results)
            if not going:
                return

    def _next(self) -> list[_Job]:
        """Wait for the next jobs; an empty list ends the thread. In the meantime, purge the log as soon as no one reads
        from it."""
        while self._connection.info.get(ERASED):
            with contextlib.suppress(Empty):
                return self._queue.get(timeout=ERASING)
            self._empty_log()
        return self._queue.get()

    def _empty_log(self) -> None:
        """Purge the write-ahead log, which contains deleted data until it is overwritten."""
        try:
            # Do not wait long for a reader: there will be another attempt.
            self._driver.execute(f"PRAGMA busy_timeout={BUSY}")
            try:
                ((busy, _, _),) = self._driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            finally:
                self._driver.execute(f"PRAGMA busy_timeout={int(1000 * PATIENCE)}")
        except sqlite3.Error as error:
            _log.warning("could not empty the database's write-ahead log: %s", error)
            busy = 1
        self._connection.info[ERASED] = bool(busy)

    def _commit(self, batch: list[_Job]) -> list[tuple[_Job, Any]]:
        """Commit jobs together; if that fails, retry them one by one. Returns each job with its result or its
        exception."""
        try:
            return self._transaction(batch)
        except Exception as error:  # noqa: BLE001 (whatever it is, those who wait must be told)
            if len(batch) > 1 and not isinstance(_plain(error), (DiskFull, FolderLost)):
                return [result for job in batch for result in self._commit([job])]
            fault = _plain(error)
            return [(job, fault) for job in batch]

    def _transaction(self, batch: list[_Job]) -> list[tuple[_Job, Any]]:
        self._check()
        if not any(job.also for job in batch):
            self._append(batch)
            return [(job, None) for job in batch]
        results: list[tuple[_Job, Any]] = []
        connection = self._connection
        with connection.begin():
            rows = [row for job in batch for row in job.rows if job.also is None]
            if rows:
                connection.execute(_INSERT, rows)
            for job in batch:
                result = None
                if job.also is not None:
                    result = job.also(connection)
                    if job.rows:
                        connection.execute(_INSERT, job.rows)
                results.append((job, result))
        return results

    def _append(self, batch: list[_Job]) -> None:
        """Insert entries, which are nearly everything we write, directly through the driver, in one statement if there
        are not too many: each statement makes this thread and the loop's thread wait for each other once more."""
        driver, rows = self._driver, [row for job in batch for row in job.rows]
        values = [[row[column] for column in _COLUMNS] for row in rows]
        if len(rows) <= TOGETHER:
            # A single statement is its own transaction.
            driver.execute(_statement(len(rows)), [value for row in values for value in row])
            return
        try:
            driver.execute("BEGIN IMMEDIATE")
            driver.executemany(_statement(1), values)
            driver.execute("COMMIT")
        except BaseException:
            driver.rollback()
            raise


@cache
def _statement(rows: int) -> str:
    """Build the statement for this many entries."""
    places = f"({', '.join('?' * len(_COLUMNS))})"
    return f"INSERT INTO {ENTRIES.name} ({', '.join(_COLUMNS)}) VALUES {', '.join([places] * rows)}"


def _plain(error: Exception) -> Exception:
    """Return the error as callers should see it."""
    fault = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(fault, sqlite3.Error):
        _log.error("could not write to the database: %s", fault)
        if isinstance(fault, sqlite3.IntegrityError):
            return Refusal(409, "stale", "The table has changed. Try again.")
        if getattr(fault, "sqlite_errorcode", 0) & 0xFF in _NO_ROOM:
            return DiskFull()
        if getattr(fault, "sqlite_errorcode", 0) & 0xFF in _BUSY:
            return DatabaseBusy()
    return error


class Embedded:
    """A `Backend` in a data folder. StartError if the folder is in use or cannot be used."""

    shared = False

    def __init__(self, home: Path, clock: Clock) -> None:
        self._lock = FolderLock(home)
        self._writing = open_writer(home)
        try:
            migrate(self._writing, lambda revision: keep_before_migration(home, revision, clock.now()))
        except BaseException:
            self._writing.dispose()
            self._lock.release()
            raise
        self._lock.watch(home / FILE)
        self._log = home / f"{FILE}-wal"
        self._reading = open_readers(home)
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="cashbox-reader")
        self._writer: ThreadWriter | None = None

    async def start(self, heard: Heard | None) -> None:  # noqa: ARG002 (no one else writes here)
        """Start writing."""
        self._writer = ThreadWriter(self._writing, self._lock.check)

    async def close(self) -> None:
        """Finish writing and release the folder."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._threads.shutdown()
        self._reading.dispose()
        self._writing.dispose()
        self._lock.release()

    @property
    def writer(self) -> ThreadWriter:
        """The writer, after `start`."""
        assert self._writer is not None, "the store was not started"
        return self._writer

    async def read(self, query: Callable[..., T], *args: Any) -> T:
        """Run query(connection, *args) in another thread and return its result. FolderLost if the data
        folder is gone."""

        def run() -> T:
            try:
                with self._reading.connect() as connection:
                    return query(connection, *args)
            except DBAPIError:
                self._lock.check()
                raise

        return await asyncio.get_running_loop().run_in_executor(self._threads, run)

    async def tails(self, after: Mapping[str, int]) -> dict[str, Tail]:  # noqa: ARG002 (no one else writes here)
        """Return nothing: there are no other processes."""
        return {}

    def check(self) -> None:
        """Check that the data folder is still ours. FolderLost otherwise, which is also logged."""
        self._lock.check()

    def log_size(self) -> int:
        """Return the size of the write-ahead log in bytes."""
        try:
            return self._log.stat().st_size
        except FileNotFoundError:
            return 0


# -- opening it -------------------------------------------------------------------------------------------------------

_NEW: Final = ("journal_mode=MEMORY", "synchronous=OFF")
"""Pragmas for a new file, which is not recognized as a server's data until it is complete and on disk."""

_PRAGMAS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "secure_delete=ON",
    "wal_autocheckpoint=2000",
    f"journal_size_limit={4 << 20}",
)
"""Pragmas for the writer. Deleted data is overwritten in the file, and `ThreadWriter` purges it from the log. The log
shrinks to the limit (bytes) once a long reader has finished."""

PATIENCE: Final = 10.0
"""Seconds that a connection waits for another one's lock."""

READERS: Final = 4
"""The number of simultaneous read connections."""


def open_writer(home: Path) -> Engine:
    """Create the engine with the one connection that writes. Each transaction takes the write lock when it begins."""
    # It contains the secrets of running games; SQLite gives its additional files the same permissions.
    with contextlib.suppress(OSError):
        (home / FILE).touch(mode=0o600)
    return _writing(home / FILE, _PRAGMAS)


def open_new(file: Path) -> Engine:
    """Create an engine for a new database file."""
    return _writing(file, _NEW)


def _writing(file: Path, pragmas: Sequence[str]) -> Engine:
    engine = create_engine(_url(file), poolclass=StaticPool, hide_parameters=True, connect_args=_CONNECT)

    def set_up(connection: Any, _record: Any) -> None:
        # The driver must not begin transactions automatically: `begin` below does, for reads too.
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
    """Create an engine whose connections cannot write."""
    engine = create_engine(
        _url(home / FILE), poolclass=QueuePool, pool_size=READERS, hide_parameters=True, connect_args=_CONNECT
    )

    def set_up(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA query_only=ON")

    event.listen(engine, "connect", set_up)
    return engine


def migrate(engine: Engine, keep: Callable[[str], object] = lambda _: None, revision: str = "head") -> None:
    """Migrate the database to the newest schema, or to that of a revision. StartError if it cannot be read or is from a
    newer version.

    keep: called with the old revision before a migration.
    """
    try:
        # A migration that recreates a table drops the old one, to which others refer; SQLite allows that only with
        # foreign keys off, which can be set only outside of transactions.
        _compare(engine, "OFF")
        with engine.begin() as connection:
            found = migrations.outdated_revision(connection)
        if found:
            keep(found)
        with engine.begin() as connection:
            migrations.upgrade(connection, revision)
        _compare(engine, "ON")
    except DBAPIError as error:
        raise StartError(f"The database in the data folder can't be used: {error.orig}.") from error


def _compare(engine: Engine, whether: str) -> None:
    """Turn the checking of foreign keys on or off."""
    with engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.execute(f"PRAGMA foreign_keys={whether}")


_CONNECT: Final = {"check_same_thread": False, "timeout": PATIENCE}


def _url(file: Path) -> str:
    return f"sqlite:///{file.absolute()}"

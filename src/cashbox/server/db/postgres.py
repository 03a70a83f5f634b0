"""The database in PostgreSQL, for several processes on one or more machines."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import asyncpg
import msgspec
from sqlalchemy import event, insert, text
from sqlalchemy.exc import IntegrityError

from cashbox.engine.game import GameError
from cashbox.engine.journal import Entry
from cashbox.server.db import migrations
from cashbox.server.db.backend import stale
from cashbox.server.db.listening import TABLES, TOGETHER, Listener, encode_text
from cashbox.server.db.postgres_access import (
    FAULTS,
    PATIENCE,
    alone,
    fault_of,
    is_unreachable,
    make_engine,
    open_driver,
    reason,
    run_to_end,
    write_transaction,
)
from cashbox.server.db.queries import read_waiting
from cashbox.server.db.records import Tail
from cashbox.server.db.schema import ENTRIES
from cashbox.server.db.transfers import keep_before_migration
from cashbox.server.errors import DatabaseAway, DiskFull, Stopping
from cashbox.server.settings import StartError
from cashbox.server.tasks import Tasks, background

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence
    from pathlib import Path

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

    from cashbox.server.clock import Clock
    from cashbox.server.db.backend import EntryRow, Heard, News

T = TypeVar("T")
_log = logging.getLogger("cashbox.store")


BATCH: Final = 500
"""The most jobs in one statement."""

COLUMNS: Final = ("table_id", "number", "at", "due", "body", "lapses", "clocks", "made")

_APPEND: Final = f"""
WITH unchanged AS (
  SELECT tables.id FROM tables JOIN unnest($9::varchar[], $10::int[]) AS known(id, version) USING (id, version)
  ORDER BY tables.id FOR SHARE OF tables
), new AS (
  INSERT INTO entries ({", ".join(COLUMNS)})
  SELECT entry.* FROM unnest($1::varchar[], $2::int[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bigint[],
    $7::text[], $8::bigint[]) AS entry({", ".join(COLUMNS)}) JOIN unchanged ON unchanged.id = entry.table_id
  ORDER BY entry.table_id, entry.number
  RETURNING table_id, number
), newest AS (
  SELECT table_id, max(number) AS number, (row_number() OVER (ORDER BY table_id) - 1) / {TOGETHER} AS message
  FROM new GROUP BY table_id
)
SELECT array_agg(table_id), pg_notify('{TABLES}', string_agg(table_id || ':' || number, ' '))
FROM newest GROUP BY message
"""
"""Insert entries at those tables whose version is the one that the process knows, notify the other processes, and
return the ids of these tables. Until the commit, other changes of these tables wait, and then see the new entries."""
_NOTIFY: Final = text("SELECT pg_notify(:channel, :told)")


class _Job(NamedTuple):
    """A job for the writer. rows: entries of one table. version: of that table, as this process knows it."""

    rows: Sequence[EntryRow]
    version: int
    done: asyncio.Future[None]


class PostgresWriter:
    """A `Writer` for PostgreSQL. Entries use a dedicated connection; every other change has its own transaction. ours:
    this server's database processes, to which that of its own connection is added."""

    def __init__(self, engine: AsyncEngine, connect: Callable[[], Awaitable[Any]], ours: set[int]) -> None:
        self._engine = engine
        self._connect = connect
        self._ours = ours
        self._appender: Any = None
        self._pid = 0
        self._jobs: deque[_Job] = deque()
        self._wake = asyncio.Event()
        self._stopping = False
        self._busy = Tasks()
        self._task = background(self._run())

    @property
    def queue(self) -> int:
        """How many changes wait to be written."""
        return len(self._jobs) + len(self._busy)

    @property
    def alive(self) -> bool:
        """Whether anything is written at all."""
        return not self._task.done()

    async def close(self) -> None:
        """Finish pending jobs."""
        self._stopping = True
        self._wake.set()
        await asyncio.wait([self._task])
        await self._busy.finished()
        if self._appender is not None:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await self._appender.close()

    async def do(self, also: Callable[[Connection], T], rows: Sequence[EntryRow] = (), news: Sequence[News] = ()) -> T:
        """Run a function and insert rows as entries in one transaction. Returns the function's result once that is on
        disk."""
        if self._stopping:
            raise Stopping
        # A started change is finished, even if the caller is canceled.
        return await self._busy.ask(self._transaction(also, rows, news))

    async def append(self, rows: Sequence[EntryRow], version: int) -> None:
        """Insert entries of one table. Refusal ("stale") unless the table is stored in this version."""
        if self._stopping:
            raise Stopping
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.append(_Job(rows, version, done))
        self._wake.set()
        await done

    # -- how -----------------------------------------------------------------------------------------------------

    async def _transaction(self, also: Callable[[Connection], T], rows: Sequence[EntryRow], news: Sequence[News]) -> T:
        try:
            async with self._engine.begin() as connection:
                result = await connection.run_sync(also)
                if rows:
                    await connection.execute(insert(ENTRIES), rows)
                if news:
                    words = [dict(zip(("channel", "told"), encode_text(one), strict=True)) for one in news]
                    await connection.execute(_NOTIFY, words)
        except Exception as error:
            raise _plain(error) from error
        return result

    async def _run(self) -> None:
        while True:
            if not self._jobs:
                if self._stopping:
                    return
                self._wake.clear()
                await self._wake.wait()
                continue
            batch = [self._jobs.popleft() for _ in range(min(BATCH, len(self._jobs)))]
            await self._append(batch)

    async def _append(self, batch: Sequence[_Job]) -> None:
        """Append jobs in one statement; if that fails, retry them one by one."""
        fault: Exception | None = None
        inserted: set[str] = set()
        try:
            inserted = await self._insert(batch)
        except Exception as error:  # noqa: BLE001 (whatever it is, those who wait must be told)
            fault = _plain(error)
            if len(batch) > 1 and not isinstance(fault, (DatabaseAway, DiskFull)):
                for job in batch:
                    await self._append([job])
                return
        for job in batch:
            if job.done.done():
                continue
            if fault is not None:
                job.done.set_exception(fault)
            elif job.rows[0]["table_id"] not in inserted:
                job.done.set_exception(stale())
            else:
                job.done.set_result(None)

    async def _insert(self, batch: Sequence[_Job]) -> set[str]:
        """Insert the entries of unchanged tables, and return the ids of these tables."""
        known = {job.rows[0]["table_id"]: job.version for job in batch}
        if self._appender is None or self._appender.is_closed():
            await self._reconnect()
        columns = [[row[column] for job in batch for row in job.rows] for column in COLUMNS]
        try:
            messages = await self._appender.fetch(_APPEND, *columns, list(known), list(known.values()))
        except asyncpg.PostgresError:
            raise
        except BaseException:
            # The state of the statement, and of the connection, is unknown.
            self._appender.terminate()
            raise
        return {table for tables, _ in messages for table in tables}

    async def _reconnect(self) -> None:
        if self._appender is not None:
            self._ours.discard(self._pid)
        self._appender = await self._connect()
        self._pid = self._appender.get_server_pid()
        self._ours.add(self._pid)


def _plain(error: Exception) -> Exception:
    """Return the error as callers should see it."""
    fault = fault_of(error)
    if isinstance(error, IntegrityError) or isinstance(fault, _STALE):
        return stale()
    if isinstance(fault, asyncpg.DiskFullError):
        _log.error("could not write to the database: %s", fault)
        return DiskFull()
    if is_unreachable(error):
        _log.error("could not reach the database: %s", fault)
        return DatabaseAway()
    return error


_STALE: Final = (asyncpg.IntegrityConstraintViolationError, asyncpg.TransactionRollbackError)
"""The errors of the database if another process came first, or for a deadlock."""


CONNECTIONS: Final = 8
"""The most connections of a process, in addition to the one that appends entries and the one that listens."""


_TAILS: Final = """
SELECT table_id, body, lapses, at, clocks FROM unnest($1::varchar[], $2::int[]) AS late(id, after)
JOIN entries ON table_id = late.id AND number > late.after ORDER BY table_id, number
"""
_entry = msgspec.json.Decoder(Entry).decode


class Postgres:
    """A `Backend` at a URL, postgresql://... Its arguments and refusals are those of `brought_up_to_date`."""

    shared = True

    def __init__(self, url: str, home: Path, clock: Clock) -> None:
        self._url = url
        brought_up_to_date(url, home, clock)
        self._pids: set[int] = set()
        engine = make_engine(url, pool_size=CONNECTIONS, max_overflow=0, pool_timeout=PATIENCE)
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
        """The writer, after `start`."""
        assert self._writer is not None, "the store was not started"
        return self._writer

    async def read(self, query: Callable[..., T], *args: Any) -> T:
        """Run query(connection, *args), which sees a single moment, and return its result. DatabaseAway."""
        # A connection whose user is canceled may be lost to the pool, so a separate task, which is not canceled, uses
        # it.
        return await self._reads.ask(self._read(query, *args))

    async def _read(self, query: Callable[..., T], *args: Any) -> T:
        for last in (False, True):
            try:
                async with self._reading.connect() as connection:
                    return await connection.run_sync(query, *args)
            except Exception as error:
                if not is_unreachable(error):
                    raise
                # A pooled connection may have been cut since its last use; a new one shows whether the database can be
                # reached.
                if last:
                    _log.error("could not reach the database: %s", error)
                    raise DatabaseAway from error
        raise DatabaseAway

    async def tails(self, after: Mapping[str, int]) -> dict[str, Tail]:
        """Return what other processes have added to some tables, read over the listening connection. DatabaseAway."""
        try:
            assert self._listener is not None, "the store is not listening"
            rows = await self._listener.ask(_TAILS, list(after), list(after.values()))
        except FAULTS as error:
            raise DatabaseAway from error
        found: dict[str, Tail] = {}
        for table_id, body, check_at, at, clocks in rows:
            entries = found[table_id].entries if table_id in found else []
            entries.append(_entry(body))
            timeout, hands = read_waiting(check_at, clocks)
            found[table_id] = Tail(entries, timeout, at, hands)
        return found

    def check(self) -> None:
        """Check that the database can be reached."""

    def log_size(self) -> int:
        """Return 0: PostgreSQL manages its own log."""
        return 0


def brought_up_to_date(url: str, home: Path, clock: Clock) -> None:
    """Migrate the database to the newest schema. StartError if it cannot be reached or used.

    home: the data folder, for a copy of the database before a migration.
    """
    run_to_end(lambda: _brought_up(url, lambda revision: keep_before_migration(url, home, revision, clock.now())))


def _brought_up(url: str, keep: Callable[[str], object]) -> None:
    try:
        with write_transaction(url) as connection:
            alone(connection, wait=True)
            found = migrations.outdated_revision(connection)
            if found:
                keep(found)
            migrations.upgrade(connection)
    except GameError:
        raise
    except FAULTS as error:
        if is_unreachable(error):
            raise StartError(f"The database can't be reached: {reason(error)}.") from error
        raise StartError(f"The database can't be used: {reason(error)}.") from error


def _pid(driver: Any) -> int:
    """Return the id of a connection's database process."""
    found: int = driver.driver_connection.get_server_pid()
    return found

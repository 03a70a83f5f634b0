"""What writes to PostgreSQL: what several tables append at the same moment becomes one statement."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import asyncpg
from sqlalchemy import insert, text
from sqlalchemy.exc import IntegrityError

from cashbox.server.background import Tasks, background
from cashbox.server.problems import DatabaseAway, DiskFull, Refusal, Stopping
from cashbox.server.storage.listening import TABLES, appended, told
from cashbox.server.storage.postgres_access import away, fault_of
from cashbox.server.storage.schema import ENTRIES

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from sqlalchemy import Connection
    from sqlalchemy.ext.asyncio import AsyncEngine

    from cashbox.server.storage.backend import EntryRow, News

T = TypeVar("T")
_log = logging.getLogger("cashbox.store")

BATCH: Final = 500
"""The most jobs in one statement."""

COLUMNS: Final = ("table_id", "number", "at", "due", "body", "lapses", "clocks", "made")

_APPEND: Final = f"""
WITH new AS (
  INSERT INTO entries ({", ".join(COLUMNS)})
  SELECT * FROM unnest($1::varchar[], $2::int[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bigint[],
    $7::text[], $8::bigint[])
)
SELECT pg_notify('{TABLES}', told) FROM unnest($9::text[]) AS told
"""
_NOTIFY: Final = text("SELECT pg_notify(:channel, :told)")


class _Job(NamedTuple):
    rows: Sequence[EntryRow]
    done: asyncio.Future[None]


class PostgresWriter:
    """A `Writer`. Entries go over a connection of their own; every other change has a transaction of its own. ours: the
    processes of the database that this server has, to which that of its own connection is added."""

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
        """Finish what was asked for."""
        self._stopping = True
        self._wake.set()
        await asyncio.wait([self._task])
        await self._busy.finished()
        if self._appender is not None:
            with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await self._appender.close()

    async def do(self, also: Callable[[Connection], T], rows: Sequence[EntryRow] = (), news: Sequence[News] = ()) -> T:
        """Run a function and insert rows as entries in one transaction; the function's result once that is on disk."""
        if self._stopping:
            raise Stopping
        # Whoever asked may go away; what was begun is finished.
        return await self._busy.ask(self._transaction(also, rows, news))

    async def append(self, rows: Sequence[EntryRow]) -> None:
        """Insert entries of one table."""
        if self._stopping:
            raise Stopping
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._jobs.append(_Job(rows, done))
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
                    words = [dict(zip(("channel", "told"), told(one), strict=True)) for one in news]
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
        """Those that fail together are tried again one by one."""
        fault: Exception | None = None
        try:
            await self._insert([row for job in batch for row in job.rows])
        except Exception as error:  # noqa: BLE001 (whatever it is, those who wait must be told)
            fault = _plain(error)
            if len(batch) > 1 and not isinstance(fault, (DatabaseAway, DiskFull)):
                for job in batch:
                    await self._append([job])
                return
        for job in batch:
            if job.done.done():
                continue
            if fault is None:
                job.done.set_result(None)
            else:
                job.done.set_exception(fault)

    async def _insert(self, rows: list[EntryRow]) -> None:
        # Two processes that insert in the same order cannot each wait for the other.
        rows.sort(key=lambda row: (row["table_id"], row["number"]))
        newest = {row["table_id"]: row["number"] for row in rows}
        if self._appender is None or self._appender.is_closed():
            await self._reconnect()
        columns = [[row[column] for row in rows] for column in COLUMNS]
        try:
            await self._appender.fetch(_APPEND, *columns, appended([*newest.items()]))
        except asyncpg.PostgresError:
            raise
        except BaseException:
            # Nobody knows what has become of it, or of the connection.
            self._appender.terminate()
            raise

    async def _reconnect(self) -> None:
        if self._appender is not None:
            self._ours.discard(self._pid)
        self._appender = await self._connect()
        self._pid = self._appender.get_server_pid()
        self._ours.add(self._pid)


def _plain(error: Exception) -> Exception:
    """The error as the callers should see it."""
    fault = fault_of(error)
    if isinstance(error, IntegrityError) or isinstance(fault, _STALE):
        return Refusal(409, "stale", "Something else happened meanwhile.")
    if isinstance(fault, asyncpg.DiskFullError):
        _log.error("the database could not write: %s", fault)
        return DiskFull()
    if away(error):
        _log.error("the database cannot be reached: %s", fault)
        return DatabaseAway()
    return error


_STALE: Final = (asyncpg.IntegrityConstraintViolationError, asyncpg.TransactionRollbackError)
"""What the database says where another process came first, or each of two waited for the other."""

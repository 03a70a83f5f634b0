"""Which automatic work this process does when others share the database: one process handles each table's bots and
timeouts, and another takes over when it ends."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

from cashbox.server.clock import Clock
from cashbox.server.cluster import ownership_store
from cashbox.server.db import queries
from cashbox.server.db.backend import News
from cashbox.server.db.records import Here
from cashbox.server.departures import store as departures_store
from cashbox.server.errors import Refusal, Stopping
from cashbox.server.tables.presence import attend_again
from cashbox.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    from sqlalchemy import Connection

    from cashbox.server.db.records import GoingOn
    from cashbox.server.db.store import Store
    from cashbox.server.tables.live import LiveTable

T = TypeVar("T")
_clock: Final = Clock()
"""The real clock, because whether a process is alive depends on real time."""

_log = logging.getLogger("cashbox.server")

BEAT: Final = 1.0
"""Seconds between heartbeats."""

SOME: Final = 200
"""The most tables that a process takes over at a time, so that others get some."""

_NOBODY: Final = (None, Here())
"""The presence of a table to which no one is connected through this process."""

EXPIRY: Final = "expiry"
"""The task of deleting expired data."""


class Ownership:
    """The tables that this process owns, see `holds`.

    took: called with each table that it takes over from a process that has ended, or that had no owner. granted: called
    with each table that it requested, or was given, and now owns. gave: called with each that it has given to another
    process. again: called with each that another process may have given up since. people: returns how many people it
    serves. ended: called when another process may have ended. With its own database, a process owns everything.
    """

    def __init__(
        self,
        store: Store,
        people: Callable[[], int],
        took: Callable[[GoingOn], Coroutine[None, None, None]],
        granted: Callable[[str], None],
        gave: Callable[[str], None],
        again: Callable[[str], None],
        ended: Callable[[], None],
    ) -> None:
        self._store = store
        self._took = took
        self._granted = granted
        self._gave = gave
        self._again = again
        self._people, self._ended = people, ended
        self._held: set[str] = set()
        # Requests in order, with the process to own the table, "" for this one.
        self._wanted: dict[str, str] = {}
        self._refused: set[str] = set()
        self._given: dict[str, str] = {}
        self._closed = False
        # Whether there may be tables without an owner.
        self._orphans = False
        # Who is connected to which tables, as last reported to the others.
        self._told: dict[str, tuple[LiveTable, Here]] = {}
        self._changed: dict[str, LiveTable] = {}
        self._tasks = Tasks()
        self._writes = Tasks()
        self._asking: asyncio.Task[None] | None = None
        self._adopting = asyncio.Lock()

    @property
    def _me(self) -> str:
        return self._store.process

    def holds(self, table_id: str) -> bool:
        """Check whether this process owns a table."""
        return not self._store.shared or table_id in self._held

    def want(self, table_id: str, whose: str = "") -> None:
        """Claim a table for this process, or for the process with its people, unless a third one owns it. whose: that
        process, "" for this one."""
        # Refused claims are tried again with the next heartbeat.
        if table_id not in self._refused and (not whose or self._given.get(table_id) != whose):
            self._wanted.setdefault(table_id, whose)
            self._ask()

    def given(self, table_id: str, process: str) -> None:
        """Give a table to a process."""
        if process == self._me and table_id not in self._held:
            self._got(table_id)

    def drop(self, table_id: str) -> None:
        """Give up a table that needs no owner, or has another one."""
        self._given.pop(table_id, None)
        if table_id in self._held and self._store.shared:
            self._held.discard(table_id)
            if not self._closed:
                self._tasks.run(self._release(table_id))

    def present(self, table: LiveTable) -> None:
        """Report to the other processes who is connected to a table."""
        if self._store.shared:
            self._changed[table.record.id] = table
            self._ask()

    async def enter(self) -> None:
        """Start. Refusal if the database cannot be reached."""
        if self._store.shared:
            await self._beat()
            self._tasks.run(self._live())
        else:
            await self._store.writer.do(lambda connection: departures_store.keep_gone(connection, self._now()))

    async def close(self) -> None:
        """Give up everything to the others."""
        self._closed = True
        await self._tasks.close()
        # A claim after the process has left would have no owner.
        await self._writes.finished()
        if self._store.shared:
            with contextlib.suppress(Refusal):
                await self._store.writer.do(lambda connection: ownership_store.leave(connection, self._me))

    async def once(self, what: str) -> bool:
        """Claim a task for this process. Returns whether it has the task, which it keeps."""
        if not self._store.shared:
            return True
        return bool(await self._write(lambda connection: ownership_store.claim(connection, self._me, [what])))

    async def adopt(self) -> None:
        """Take over tables without an owner that need automatic work, some at a time."""
        most = SOME if self._store.shared else None
        more = True
        async with self._adopting:
            while more:
                some = await self._store.read(queries.tables_needing_work, most)
                for going in await self._claimed(some):
                    self._held.add(going.id)
                    await self._took(going)
                more = most is not None and len(some) >= most

    def missed(self) -> None:
        """Handle a gap: this process may have been given tables, and others may have ended."""
        if not self._closed:
            self._tasks.run(self._look())
        self.gone()

    def gone(self) -> None:
        """Handle the end of a process."""
        self._orphans = True
        self._given.clear()
        if not self._closed:
            self._tasks.run(self._adopt())
            self._ended()

    # -- how -----------------------------------------------------------------------------------------------------

    def _now(self) -> int:
        return int(self._store.clock.now())

    async def _write(self, change: Callable[[Connection], T], news: Sequence[News] = ()) -> T:
        """Change this process's data in the database. Refusal ("stopping") once it leaves."""
        if self._closed:
            raise Stopping
        return await self._writes.ask(self._store.writer.do(change, news=news))

    async def _beat(self) -> bool:
        people = self._people()
        return await self._write(lambda connection: ownership_store.beat(connection, self._me, self._now(), people))

    def _present_again(self) -> None:
        """Report all presence again, because the others and the database consider this process gone."""
        there, self._told = self._told, {}
        for table, _ in there.values():
            attend_again(table)
            self.present(table)

    async def _live(self) -> None:
        while True:
            await _clock.sleep(BEAT)
            try:
                known = await self._beat()
            except Refusal as refused:
                _log.warning("this process could not write its heartbeat: %s", refused)
                continue
            except Exception:  # noqa: BLE001 (people are served all the same)
                _log.exception("this process could not write its heartbeat")
                continue
            if not known:
                _log.warning("the heartbeat of this process was late, so other processes took over its tables")
                lost, self._held = self._held, set()
                self._refused |= lost
                self._present_again()
            if self._orphans:
                self._tasks.run(self._adopt())
            # The process that owned them may have given them up just then.
            again, self._refused = self._refused, set()
            for table_id in again:
                self._again(table_id)

    async def _adopt(self) -> None:
        try:
            self._orphans = False
            await self.adopt()
        except Exception as error:  # noqa: BLE001 (it is tried again, and people are served all the same)
            self._orphans = True
            _log.warning("could not take over the tables of a stopped process, will try again: %s", error)

    async def _look(self) -> None:
        try:
            for table_id in await self._store.read(ownership_store.claimed_by, self._me) - self._held - {EXPIRY}:
                self._got(table_id)
        except Refusal as refused:
            _log.warning("could not read the list of this process's tables: %s", refused)

    def _got(self, table_id: str) -> None:
        self._held.add(table_id)
        self._given.pop(table_id, None)
        self._refused.discard(table_id)
        self._granted(table_id)

    async def _claimed(self, some: Sequence[GoingOn]) -> Sequence[GoingOn]:
        if not self._store.shared or not some:
            return some
        ids = [going.id for going in some]
        got = await self._write(lambda connection: ownership_store.claim(connection, self._me, ids))
        return [going for going in some if going.id in got]

    def _ask(self) -> None:
        if not self._closed and (self._asking is None or self._asking.done()):
            self._asking = self._tasks.run(self._asked())

    async def _asked(self) -> None:
        """Claim requested tables and report presence, until there is nothing left to do."""
        while self._wanted or self._changed:
            wanted, self._wanted = self._wanted, {}
            changed, self._changed = self._changed, {}
            try:
                if wanted:
                    await self._claim_all(wanted)
                if changed:
                    await self._tell(changed)
            except Exception as error:  # noqa: BLE001 (it is tried again, and people are served all the same)
                _log.warning("could not notify other processes of changes: %s", error)
                await _clock.sleep(BEAT)
                self._wanted = wanted | self._wanted
                self._changed = changed | self._changed

    async def _claim_all(self, wanted: Mapping[str, str]) -> None:
        for whose in sorted(set(wanted.values()), reverse=True):
            ids = [table_id for table_id, who in wanted.items() if who == whose]
            if whose:
                given = await self._write(partial(ownership_store.claim, me=self._me, what=ids, whose=whose))
                for table_id in given:
                    self._held.discard(table_id)
                    self._given[table_id] = whose
                    self._gave(table_id)
                # The other process may have ended.
                ids = [table_id for table_id in ids if table_id not in given and table_id not in self._held]
            got = await self._write(partial(ownership_store.claim, me=self._me, what=ids)) if ids else set()
            self._refused |= set(ids) - got
            for table_id in (one for one in ids if one in got):
                self._got(table_id)

    async def _tell(self, changed: Mapping[str, LiveTable]) -> None:
        now = {table_id: table.audience.presence for table_id, table in changed.items()}
        new = {table_id: here for table_id, here in now.items() if self._told.get(table_id, _NOBODY)[1] != here}
        if not new:
            return
        news = [News(table_id, process=self._me, here=here) for table_id, here in new.items()]
        await self._write(partial(ownership_store.present, me=self._me, here=new), news)
        for table_id, here in new.items():
            if here == Here():
                self._told.pop(table_id, None)
            else:
                self._told[table_id] = changed[table_id], here

    async def _release(self, table_id: str) -> None:
        with contextlib.suppress(Refusal):
            await self._write(lambda connection: ownership_store.release(connection, self._me, [table_id]))

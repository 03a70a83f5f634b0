"""What this process does by itself where others share the database: each table's bots and overdue answers are one
process's business, and another's as soon as that one has ended."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final

from cashbox.server.clock import Clock
from cashbox.server.problems import Refusal
from cashbox.server.storage import claims, queries
from cashbox.server.storage.backend import News

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from cashbox.server.storage.records import GoingOn
    from cashbox.server.storage.store import Store
    from cashbox.server.tables.table import LiveTable

_clock: Final = Clock()
"""The real one: whether a process lives is a matter of real seconds."""

_log = logging.getLogger("cashbox.server")

BEAT: Final = 1.0
"""Seconds from one sign of life to the next."""

SOME: Final = 200
"""The most tables that a process takes over before others have their turn."""

EXPIRY: Final = "expiry"
"""The task of deleting what is too old."""


class Claims:
    """The tables that this process plays at, where `holds`. took: called with each table that it takes over from a
    process that has ended, or from nobody. granted: called with each table
    that it asked for and has got. again: called with each that another process may have left since.

    With a database of its own, a process holds everything.
    """

    def __init__(
        self,
        store: Store,
        took: Callable[[GoingOn], Coroutine[None, None, None]],
        granted: Callable[[str], None],
        again: Callable[[str], None],
    ) -> None:
        self._store = store
        self._took = took
        self._granted = granted
        self._again = again
        self._held: set[str] = set()
        # In the order of asking.
        self._wanted: dict[str, None] = {}
        self._refused: set[str] = set()
        self._closed = False
        # Whether there may be tables that no process sees to.
        self._orphans = False
        self._present: dict[str, tuple[int, int]] = {}
        self._changed: dict[str, LiveTable] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._asking: asyncio.Task[None] | None = None
        self._adopting = asyncio.Lock()

    @property
    def _me(self) -> str:
        return self._store.process

    def holds(self, table_id: str) -> bool:
        """Whether this process plays at a table."""
        return not self._store.shared or table_id in self._held

    def want(self, table_id: str) -> None:
        """Play at a table from now on, unless another process does."""
        self._wanted.setdefault(table_id)
        self._ask()

    def drop(self, table_id: str) -> None:
        """A table needs nobody any more, or somebody else."""
        if table_id in self._held and self._store.shared:
            self._held.discard(table_id)
            self._run(self._release(table_id))

    def present(self, table: LiveTable) -> None:
        """Who is connected to a table has changed; the other processes are told."""
        if self._store.shared:
            self._changed[table.record.id] = table
            self._ask()

    async def enter(self) -> None:
        """Begin. Refusal where the database cannot be reached."""
        if self._store.shared:
            await self._store.writer.do(lambda connection: claims.beat(connection, self._me))
            self._run(self._live())

    async def close(self) -> None:
        """Leave everything to the others."""
        self._closed = True
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._store.shared:
            with contextlib.suppress(Refusal):
                await self._store.writer.do(lambda connection: claims.leave(connection, self._me))

    async def once(self, what: str) -> bool:
        """Whether this process has a task, which it keeps."""
        if not self._store.shared:
            return True
        return bool(await self._store.writer.do(lambda connection: claims.claim(connection, self._me, [what])))

    async def adopt(self) -> None:
        """Take over the tables that go on by themselves and that no process has, some at a time."""
        async with self._adopting:
            while some := await self._store.read(queries.go_on, SOME if self._store.shared else None):
                mine = some if not self._store.shared else await self._claimed(some)
                for going in mine:
                    self._held.add(going.id)
                    await self._took(going)
                if len(some) < SOME or not self._store.shared:
                    return

    def gone(self) -> None:
        """A process has ended."""
        self._orphans = True
        if not self._closed:
            self._run(self._adopt())

    # -- how -----------------------------------------------------------------------------------------------------

    def _run(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _live(self) -> None:
        while True:
            await _clock.sleep(BEAT)
            try:
                known, _ = await self._store.writer.do(lambda connection: claims.beat(connection, self._me))
            except Refusal as refused:
                _log.warning("this process could not say that it lives: %s", refused)
                continue
            except Exception:  # noqa: BLE001 (people are served all the same)
                _log.exception("this process could not say that it lives")
                continue
            if not known:
                _log.warning("this process was silent for too long, and others have taken its tables over")
                lost, self._held = self._held, set()
                self._present.clear()
                self._refused |= lost
            # The process that had them may have left them just then.
            if self._orphans:
                self._run(self._adopt())
            again, self._refused = self._refused, set()
            for table_id in again:
                self._again(table_id)

    async def _adopt(self) -> None:
        try:
            self._orphans = False
            await self.adopt()
        except Exception as error:  # noqa: BLE001 (it is tried again, and people are served all the same)
            self._orphans = True
            _log.warning("the tables of a process that has ended are not taken over yet: %s", error)

    async def _claimed(self, some: Sequence[GoingOn]) -> list[GoingOn]:
        ids = [going.id for going in some]
        got = await self._store.writer.do(lambda connection: claims.claim(connection, self._me, ids))
        return [going for going in some if going.id in got]

    def _ask(self) -> None:
        if self._asking is None or self._asking.done():
            self._asking = self._run(self._asked())

    async def _asked(self) -> None:
        """Claim what is wanted and tell who is connected, until there is nothing more to do."""
        while self._wanted or self._changed:
            wanted, self._wanted = self._wanted, {}
            changed, self._changed = self._changed, {}
            try:
                if wanted:
                    await self._claim_all(list(wanted))
                for table in changed.values():
                    await self._tell(table)
            except Exception as error:  # noqa: BLE001 (it is tried again, and people are served all the same)
                _log.warning("other processes could not be told what this one does: %s", error)
                await _clock.sleep(BEAT)
                self._wanted = wanted | self._wanted
                self._changed = changed | self._changed

    async def _claim_all(self, wanted: Sequence[str]) -> None:
        got = await self._store.writer.do(lambda connection: claims.claim(connection, self._me, wanted))
        self._held |= got
        self._refused |= set(wanted) - got
        for table_id in wanted:
            if table_id in got:
                self._granted(table_id)

    async def _tell(self, table: LiveTable) -> None:
        table_id, now = table.record.id, (table.here, table.watchers)
        if self._present.get(table_id, (0, 0)) == now:
            return
        await self._store.writer.do(
            lambda connection: claims.present(connection, self._me, table_id, *now), news=[News(table_id)]
        )
        self._present[table_id] = now
        if now == (0, 0):
            del self._present[table_id]

    async def _release(self, table_id: str) -> None:
        with contextlib.suppress(Refusal):
            await self._store.writer.do(lambda connection: claims.release(connection, self._me, [table_id]))

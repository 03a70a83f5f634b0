"""Update guests and tables in memory when the database reports that another process has changed them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from cashbox.engine.game import GameError
from cashbox.server.accounts.guests import BANNED, RENAMED
from cashbox.server.db.backend import BESIDES, OVER
from cashbox.server.db.records import Here
from cashbox.server.errors import Refusal
from cashbox.server.tables.live import find_changed
from cashbox.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from cashbox.server.accounts.guests import Guests
    from cashbox.server.cluster.ownership import Ownership
    from cashbox.server.db.backend import News
    from cashbox.server.db.store import Store
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.registry import Registry

_log = logging.getLogger("cashbox.tables")

TOGETHER: Final = 500
"""The most tables whose heads are read at once."""


class ClusterNews:
    """Applies changes by other processes of a cluster. It implements the store's `Heard`.

    Args:
        elsewhere: Called with the id of a changed table that is not in memory.
        visited: Called with the id of a table that is not in memory, and the process through which people visit it.
        needed: Returns whether a table in memory must be up to date now; others are updated when they are used.
    """

    def __init__(
        self,
        store: Store,
        registry: Registry,
        guests: Guests,
        elsewhere: Callable[[str], None],
        visited: Callable[[str, str], None],
        needed: Callable[[LiveTable], bool],
        ownership: Ownership,
    ) -> None:
        self._store = store
        self._live = registry
        self._guests = guests
        self._elsewhere = elsewhere
        self._visited = visited
        self._needed = needed
        self._ownership = ownership
        self._catching: set[str] = set()
        self._late: dict[str, LiveTable] = {}
        self._reading = False
        self._tasks = Tasks()

    def changed(self, news: News) -> None:
        """Handle a change of a table or a guest by another process."""
        if news.banned or news.renamed:
            self._guests.forget({news.guest}, why=BANNED if news.banned else RENAMED)
        elif news.guest:
            self._guests.forget({news.guest}, ended=news.ended, device=news.device)
        elif news.given:
            self._ownership.given(news.table, news.process)
        elif self._live.loading(news.table):
            self._tasks.run(self._after_loading(news))
        else:
            self._look(news)

    def missed(self) -> None:
        """Handle a gap: anything may have changed."""
        self._guests.forget_all()
        self._tasks.run(self._check_lines())
        self._ownership.missed()
        self._tasks.run(self._compare())

    def gone(self) -> None:
        """Handle the end of a process, through which no one is connected anymore."""
        self._ownership.gone()
        self._tasks.run(self._compare())

    def follow(self, table: LiveTable) -> None:
        """Read what other processes have stored for a table."""
        table.behind = True
        if table.record.id not in self._catching:
            self._catching.add(table.record.id)
            self._tasks.run(self._catch_up(table))

    async def close(self) -> None:
        """Stop following."""
        await self._tasks.close()

    # -- internals -----------------------------------------------------------------------------------------------------

    def _look(self, news: News) -> None:
        table = self._live.loaded(news.table)
        if news.here is not None:
            if table is not None:
                table.take_presence(news.process, news.here)
                if table.lock.locked():
                    # A read in progress may have an older state, which would be kept.
                    self.follow(table)
            elif news.here != Here():
                self._visited(news.table, news.process)
        elif table is None:
            self._elsewhere(news.table)
        elif news.number == BESIDES:
            self.follow(table)
        elif news.number != OVER and table.has_entry(news.number):
            pass
        elif not self._needed(table):
            table.behind = True
        elif news.number == OVER:
            self.follow(table)
        else:
            self._late[news.table] = table
            if not self._reading:
                self._reading = True
                self._tasks.run(self._read_late())

    async def _catch_up(self, table: LiveTable) -> None:
        try:
            while table.behind:
                await table.catch_up()
            if table.deleted:
                self._live.forget(table.record.id)
        except Exception as error:  # noqa: BLE001 (one table's fault is not the others')
            # It is tried again at the next request or action at the table.
            table.behind = True
            _log.warning("could not update a table: %s", error)
        finally:
            self._catching.discard(table.record.id)

    async def _read_late(self) -> None:
        """Read what was added to all outdated tables at once; a table for which that is not enough reads everything."""
        try:
            while self._late:
                late, self._late = self._late, {}
                await self._take(late)
        finally:
            self._reading = False

    async def _take(self, late: Mapping[str, LiveTable]) -> None:
        try:
            tails = await self._store.tails({table_id: table.number for table_id, table in late.items()})
        except Exception as error:  # noqa: BLE001 (each table reads for itself)
            _log.warning("could not read entries from other processes: %s", error)
            tails = {}
        for table_id, table in late.items():
            try:
                taken = table_id in tails and table.take_tail(tails[table_id])
            except GameError:
                taken = False
            if not taken:
                self.follow(table)

    async def _check_lines(self) -> None:
        try:
            await self._guests.check_lines()
        except Refusal as refused:
            _log.warning("could not read sign-outs from other processes: %s", refused)

    async def _after_loading(self, news: News) -> None:
        await self._live.wait_until_loaded(news.table)
        self._look(news)

    async def _compare(self) -> None:
        """Update those tables where anything has changed."""
        tables = []
        for table in self._live.in_memory:
            if self._needed(table):
                tables.append(table)
            else:
                table.behind = True
        for first in range(0, len(tables), TOGETHER):
            some = {table.record.id: table for table in tables[first : first + TOGETHER]}
            try:
                late = await find_changed(self._store, some)
            except Exception as error:  # noqa: BLE001 (they are read when someone asks for one)
                _log.warning("could not read changes from other processes: %s", error)
                for table in some.values():
                    table.behind = True
                continue
            for table in late:
                self.follow(table)

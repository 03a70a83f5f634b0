"""Tables in memory follow what other processes have changed, as soon as this one hears of it."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from cashbox.engine.game import GameError
from cashbox.server.storage import heads
from cashbox.server.storage.backend import BESIDES
from cashbox.server.tables.following import took

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from cashbox.server.people.guests import Guests
    from cashbox.server.storage.backend import News
    from cashbox.server.storage.heads import Head
    from cashbox.server.storage.store import Store
    from cashbox.server.tables.registry import Registry
    from cashbox.server.tables.table import LiveTable

_log = logging.getLogger("cashbox.tables")

TOGETHER: Final = 500
"""The most tables whose heads are read at once."""


class Hearing:
    """A `Heard`. elsewhere: called with the id of a table that has changed and is not in memory. gone: called when a
    process has ended."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        guests: Guests,
        elsewhere: Callable[[str], None],
        gone: Callable[[], None],
    ) -> None:
        self._store = store
        self._live = registry
        self._guests = guests
        self._elsewhere = elsewhere
        self._gone = gone
        self._catching: set[str] = set()
        self._late: dict[str, LiveTable] = {}
        self._reading = False
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self, news: News) -> None:
        """Another process has changed a table or a guest."""
        if news.guest:
            self._guests.forget({news.guest}, ended=news.ended)
        elif self._live.loading(news.table):
            self._run(self._after_loading(news))
        else:
            self._look(news)

    def missed(self) -> None:
        """Anything may have changed."""
        self._guests.forget_all()
        self._gone()
        self._run(self._compare(self._live.in_memory))

    def gone(self) -> None:
        """A process has ended, and nobody is connected through it any more."""
        self._gone()
        self._run(self._compare(self._live.in_memory))

    async def close(self) -> None:
        """Stop following."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- how -----------------------------------------------------------------------------------------------------

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _look(self, news: News) -> None:
        table = self._live.there(news.table)
        if table is None:
            self._elsewhere(news.table)
        elif news.number == BESIDES:
            self._follow(table)
        elif not table.knows(news.number):
            self._late[news.table] = table
            if not self._reading:
                self._reading = True
                self._run(self._read_late())

    def _follow(self, table: LiveTable) -> None:
        table.behind = True
        if table.record.id not in self._catching:
            self._catching.add(table.record.id)
            self._run(self._catch_up(table))

    async def _catch_up(self, table: LiveTable) -> None:
        try:
            while table.behind:
                await table.catch_up()
            if table.deleted:
                self._live.forget(table.record.id)
        except Exception as error:  # noqa: BLE001 (one table's fault is not the others')
            # It is tried again when somebody asks for the table, or does something there.
            table.behind = True
            _log.warning("a table could not be brought up to date: %s", error)
        finally:
            self._catching.discard(table.record.id)

    async def _read_late(self) -> None:
        """Read what was added to all tables that are late, at once; a table at which that is not enough reads all."""
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
            _log.warning("what other processes have added could not be read: %s", error)
            tails = {}
        for table_id, table in late.items():
            try:
                taken = table_id in tails and took(table, tails[table_id])
            except GameError:
                taken = False
            if not taken:
                self._follow(table)

    async def _after_loading(self, news: News) -> None:
        await self._live.settled(news.table)
        self._look(news)

    async def _compare(self, tables: list[LiveTable]) -> None:
        """Follow at those tables where anything has changed."""
        for first in range(0, len(tables), TOGETHER):
            some = {table.record.id: table for table in tables[first : first + TOGETHER]}
            try:
                found = await self._store.read(heads.heads, list(some), self._store.process)
            except Exception as error:  # noqa: BLE001 (they are read when somebody asks for one)
                _log.warning("what other processes have changed could not be read: %s", error)
                for table in some.values():
                    table.behind = True
                continue
            for table_id, table in some.items():
                if found.get(table_id) != _head_of(table):
                    self._follow(table)


def _head_of(table: LiveTable) -> Head:
    chat = table.chat
    return heads.Head(table.record.version, table.number, chat.number, chat.mutes, *_elsewhere(table))


def _elsewhere(table: LiveTable) -> tuple[int, int]:
    return table.elsewhere.seats, table.elsewhere.watchers

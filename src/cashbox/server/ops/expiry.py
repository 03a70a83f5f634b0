"""Close unused tables and delete old data after some days, a little at a time."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from cashbox.server.clock import DAY
from cashbox.server.cluster.ownership import EXPIRY
from cashbox.server.db import backend
from cashbox.server.db.backend import News
from cashbox.server.departures import store as departures_store
from cashbox.server.errors import Refusal
from cashbox.server.ops import upkeep
from cashbox.server.ops.socket import Tidy
from cashbox.server.tables.presence import notice_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import ColumnElement, Connection

    from cashbox.server.accounts.guests import Guests
    from cashbox.server.cluster.ownership import Ownership
    from cashbox.server.db.store import Store
    from cashbox.server.ops.commands import AdminCommands
    from cashbox.server.settings import Settings
    from cashbox.server.tables.registry import Registry

    Change = Callable[[Connection, Sequence[str], ColumnElement[bool], int], None]

_log = logging.getLogger("cashbox.server")

EVERY: Final = 3600.0
"""Seconds between searches."""

REST: Final = 1.0
"""Seconds between batches."""


class Expiry:
    """Closes unused tables, and deletes guests who never did anything, tables that never started, and data beyond the
    operator's retention settings."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        guests: Guests,
        registry: Registry,
        admin_commands: AdminCommands,
        ownership: Ownership,
    ) -> None:
        self._settings = settings
        self._store = store
        self._guests = guests
        self._live = registry
        self._admin_commands = admin_commands
        self._ownership = ownership
        self._searching = asyncio.Lock()

    async def run(self) -> None:
        """Delete expired data regularly."""
        while True:
            try:
                await self.once()
            except Refusal as refused:
                _log.warning("could not delete expired data: %s", refused)
            except Exception:  # noqa: BLE001 (people are served all the same)
                _log.exception("could not delete expired data")
            await self._store.clock.sleep(EVERY)

    async def once(self) -> None:
        """Delete everything that has expired now, one search at a time. Refusal if the store cannot be written."""
        async with self._searching:
            await self._search()

    async def _search(self) -> None:
        await self._guests.keep_seen()
        if not await self._ownership.once(EXPIRY):
            return
        if self._settings.unused:
            await self._unused(self._settings.unused)
        if self._settings.keep_waiting:
            while await self._tables(self._before(self._settings.keep_waiting)):
                await self._store.clock.sleep(REST)
        if self._settings.keep_guests:
            while await self._empty_guests(self._before(self._settings.keep_guests)):
                await self._store.clock.sleep(REST)
        retain = self._settings.retain
        if retain.anything:
            await self._admin_commands.obey(Tidy("the server", retain.finished, retain.chats, retain.guests))

    def _before(self, days: int) -> int:
        return int(self._store.clock.now()) - days * DAY

    async def _unused(self, days: int) -> None:
        """Warn unused tables that they will be closed, and close them later."""
        notice = notice_of(days)
        tired = departures_store.to_warn(self._before(days - notice), self._before(days), self._before(0))
        while await self._change(tired, departures_store.warn):
            await self._store.clock.sleep(REST)
        unused = departures_store.to_close(self._before(days), self._before(notice), self._before(0))
        while await self._change(unused, departures_store.close_unused):
            await self._store.clock.sleep(REST)

    async def _change(self, which: ColumnElement[bool], change: Change) -> bool:
        """Change some unused tables. Returns whether there may be more."""
        old = await self._store.read(departures_store.unused_tables, which)
        idle = [table_id for table_id in old if not self._used(table_id)]
        if idle:
            now = int(self._store.clock.now())
            news = [News(table_id) for table_id in idle]
            async with self._live.hold(idle):
                await self._store.writer.do(lambda connection: change(connection, idle, which, now), news=news)
        for table_id in idle:
            try:
                await self._live.follow(table_id)
            except Refusal as refused:
                # One damaged table must not stop the others.
                _log.warning("could not read an unused table: %s", refused)
        return bool(idle) and len(old) == backend.BATCH

    def _used(self, table_id: str) -> bool:
        """Return whether anyone is connected to a table in memory now; bots do not count."""
        table = self._live.loaded(table_id)
        return self._live.used(table_id) and not (table is not None and table.only_bots and not table.listeners)

    async def _tables(self, before: int) -> bool:
        """Whether there may be more."""
        old = await self._store.read(upkeep.forgotten_tables, before)
        with self._live.without(old) as unused:
            if unused:
                # A player may have taken a seat through another process since.
                news = [News(table_id) for table_id in unused]
                await self._store.writer.do(lambda c: upkeep.drop_forgotten(c, unused, before), news=news)
        return bool(unused) and len(old) == backend.BATCH

    async def _empty_guests(self, before: int) -> bool:
        """Whether there may be more."""
        gone = await self._store.writer.do(lambda connection: upkeep.delete_idle_guests(connection, before))
        self._guests.forget(gone)
        return len(gone) == backend.BATCH

"""Keeping when players were last at their tables: not at once, but all that has gathered in one commit."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from cashbox.server.db.records import Visit
from cashbox.server.errors import Refusal
from cashbox.server.tasks import background

if TYPE_CHECKING:
    import asyncio

    from cashbox.server.db.store import Store
    from cashbox.server.tables.live import LiveTable

_log = logging.getLogger("cashbox.tables")


class Visits:
    """What is noted is kept soon, and at the latest when the server ends."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._noted: dict[tuple[str, str], Visit] = {}
        self._keeping: asyncio.Task[None] | None = None

    def note(self, table: LiveTable, guest: str, here: bool) -> None:
        """A player has come to a table (here), or left it, or asked for something there."""
        if table.record.status in ("over", "closed"):
            return
        self._noted[table.record.id, guest] = Visit(int(self._store.clock.now()), here)
        if self._keeping is None or self._keeping.done():
            self._keeping = background(self._keep())

    async def close(self) -> None:
        """Keep what is noted."""
        if self._keeping is not None:
            await self._keeping
        await self._keep()

    async def _keep(self) -> None:
        while self._noted:
            noted, self._noted = self._noted, {}
            try:
                await self._store.keep_visits(noted)
            except Refusal as refused:
                # It is kept with what is noted next, or when the server ends.
                _log.warning("when players were last at their tables is not kept yet: %s", refused)
                self._noted = noted | self._noted
                return
            except Exception:  # noqa: BLE001 (people are served all the same)
                _log.exception("when players were last at their tables was not kept")

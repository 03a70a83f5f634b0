"""What is kept of somebody, for that somebody, as one JSON object."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cashbox.server.storage import mine

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from cashbox.server.storage.records import Guest
    from cashbox.server.storage.store import Store

_json = msgspec.json.Encoder().encode


class Mine:
    """Reads it from the store, a table at a time, so that neither memory nor the store is held for long."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def pieces(self, guest: Guest, here: str) -> AsyncIterator[bytes]:
        """The text, in pieces. here: the id of the device that asks."""
        read, now = self._store.read, int(self._store.clock.now())
        about = {
            "guest": await read(mine.guest, guest.id),
            "account": await read(mine.account, guest.id),
            "devices": await read(mine.signed_in, guest.id, here, now),
            "codes": await read(mine.codes, guest.id),
            "mutes": await read(mine.mutes, guest.id),
            "reports": await read(mine.reports, guest.id),
            "person": await read(mine.page, guest.id),
            "results": [one async for one in self._results(guest)],
            "visits": await read(mine.visits, guest.id),
            "removed": await read(mine.removed, guest.id),
            "notices": await read(mine.notices, guest.id),
        }
        yield _json(about)[:-1] + b',"tables":['
        first = True
        for table_id in await read(mine.tables, guest.id):
            found = await read(mine.table, table_id, guest.id)
            if found is not None:
                yield (b"\n" if first else b",\n") + _json(found)
                first = False
        yield b"]}\n"

    async def _results(self, guest: Guest) -> AsyncIterator[dict[str, Any]]:
        for public in (True, False):
            before = None
            while some := await self._store.read(mine.results, guest.id, public, before):
                before = some[-1]["at"], some[-1]["table"]
                for one in some:
                    yield {**one, "at": mine.iso(one["at"])}

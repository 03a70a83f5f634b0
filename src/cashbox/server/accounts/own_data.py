"""What is kept of somebody, for that somebody, as one JSON object."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.server.accounts import own_data_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store

_json = msgspec.json.Encoder().encode


SOME: Final = 20
"""Tables that are read at once."""


class Mine:
    """Reads it from the store, some tables at a time, so that neither memory nor the store is held for long. seen:
    gives a table as a guest may know it now."""

    def __init__(self, store: Store, seen: Callable[..., TableRecord]) -> None:
        self._store = store
        self._seen = seen
        self.rest = asyncio.sleep

    async def pieces(self, guest: Guest, here: str) -> AsyncIterator[bytes]:
        """The text, in pieces. here: the id of the device that asks."""
        read, now = self._store.read, int(self._store.clock.now())
        about = {
            "guest": await read(own_data_store.guest, guest.id),
            "account": await read(own_data_store.account, guest.id),
            "devices": await read(own_data_store.signed_in, guest.id, here, now),
            "codes": await read(own_data_store.codes, guest.id),
            "mutes": await read(own_data_store.mutes, guest.id),
            "reports": await read(own_data_store.reports, guest.id),
            "person": await read(own_data_store.page, guest.id),
            "results": [one async for one in self._results(guest)],
            "visits": await read(own_data_store.visits, guest.id),
            "removed": await read(own_data_store.removed, guest.id),
            "notices": await read(own_data_store.notices, guest.id),
        }
        yield _json(about)[:-1] + b',"tables":['
        ids, spent, between = await read(own_data_store.tables, guest.id), 0.0, b"\n"
        for first in range(0, len(ids), SOME):
            # Others have the processor for as long as the piece before took.
            await self.rest(spent)
            began = time.perf_counter()
            seen = partial(self._seen, guest=guest, now=self._store.clock.now())
            found = await read(own_data_store.some_tables, ids[first : first + SOME], guest.id, seen)
            piece = b",\n".join(map(_json, found))
            spent = time.perf_counter() - began
            if piece:
                yield between + piece
                between = b",\n"
        yield b"]}\n"

    async def _results(self, guest: Guest) -> AsyncIterator[dict[str, Any]]:
        for public in (True, False):
            before = None
            while some := await self._store.read(own_data_store.results, guest.id, public, before):
                before = some[-1]["at"], some[-1]["table"]
                for one in some:
                    yield {**one, "at": own_data_store.iso(one["at"])}

"""What is kept of somebody, for that somebody, as one JSON object."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.server.storage import mine

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from cashbox.server.storage.records import Guest, TableRecord
    from cashbox.server.storage.store import Store

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
        ids, spent, between = await read(mine.tables, guest.id), 0.0, b"\n"
        for first in range(0, len(ids), SOME):
            # Others have the processor for as long as the piece before took.
            await self.rest(spent)
            began = time.perf_counter()
            seen = partial(self._seen, guest=guest, now=self._store.clock.now())
            found = await read(mine.some_tables, ids[first : first + SOME], guest.id, seen)
            piece = b",\n".join(map(_json, found))
            spent = time.perf_counter() - began
            if piece:
                yield between + piece
                between = b",\n"
        yield b"]}\n"

    async def _results(self, guest: Guest) -> AsyncIterator[dict[str, Any]]:
        for public in (True, False):
            before = None
            while some := await self._store.read(mine.results, guest.id, public, before):
                before = some[-1]["at"], some[-1]["table"]
                for one in some:
                    yield {**one, "at": mine.iso(one["at"])}

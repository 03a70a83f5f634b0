"""Export and delete people's own data."""

from __future__ import annotations

import asyncio
import time
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from cashbox.server.accounts import own_data_store
from cashbox.server.db.backend import News, again
from cashbox.server.errors import Refusal
from cashbox.server.ops import upkeep
from cashbox.server.tables import seating
from cashbox.server.tasks import shielded

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from sqlalchemy import Connection

    from cashbox.server.accounts.guests import Guests
    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.tables.catalog import Catalog
    from cashbox.server.tables.registry import Registry


_json = msgspec.json.Encoder().encode


SOME: Final = 20
"""The number of tables to read at once."""


class OwnData:
    """Exports data from the store, some tables at a time, so that neither memory nor the store is occupied for long.
    seen: returns a table as a guest may know it now."""

    def __init__(self, store: Store, seen: Callable[..., TableRecord]) -> None:
        self._store = store
        self._seen = seen
        self.rest = asyncio.sleep

    async def pieces(self, guest: Guest, here: str) -> AsyncIterator[bytes]:
        """Yield the file in pieces. `here` is the id of the requesting device."""
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
            "feedback": await read(own_data_store.feedback, guest.id),
            "visits": await read(own_data_store.visits, guest.id),
            "removed": await read(own_data_store.removed, guest.id),
            "notices": await read(own_data_store.notices, guest.id),
        }
        yield _json(about)[:-1] + b',"tables":['
        ids, spent, between = await read(own_data_store.tables, guest.id), 0.0, b"\n"
        for first in range(0, len(ids), SOME):
            # Yield the processor for as long as the last piece took.
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


T = TypeVar("T")


async def stored(store: Store, job: Callable[[Connection], T], news: Sequence[News]) -> T:
    """Change the store, and retry if other processes come first. news: the job may add to it."""
    return await again(lambda: store.writer.do(job, news=news))


class Erasing:
    """Deletes guests. In running games, bots take over their seats; finished games keep the seat without the name and
    can still be verified."""

    def __init__(self, store: Store, registry: Registry, catalog: Catalog, guests: Guests) -> None:
        self._store = store
        self._live = registry
        self._catalog = catalog
        self._guests = guests

    async def guest(self, guest: str, noted: Callable[[Connection, int], None] = lambda _, __: None) -> int:
        """Delete a guest. Returns the number of its tables. noted: called with that number, in the transaction. Refusal
        ("no-such-guest")."""
        many: int = await shielded(self._guest(guest, noted))
        return many

    async def _guest(self, guest: str, noted: Callable[[Connection, int], None]) -> int:
        news = [News(guest=guest, ended=True)]

        def job(connection: Connection) -> tuple[set[str], set[str]]:
            changed, heard = self.erase(connection, guest)
            news[1:] = map(News, changed | heard)
            noted(connection, len(changed))
            return changed, heard

        ids = [record.id for record in await self._store.read(upkeep.tables_with, guest)]
        async with self._live.hold(ids) as there:
            changed, heard = await stored(self._store, job, news)
            for table in there:
                await table.caught_up()
        self._guests.forget({guest})
        for table_id in (changed | heard) - {table.record.id for table in there}:
            # The guest only posted there, or joined or the table was loaded in the meantime.
            await self._live.follow(table_id)
        return len(changed)

    def erase(self, connection: Connection, guest: str) -> tuple[set[str], set[str]]:
        """Delete a guest in a transaction. Returns the tables where it had a seat or was host, and those where it
        posted. Refusal ("no-such-guest")."""
        records = upkeep.hold_tables_with(connection, guest)
        heard = upkeep.heard_of(connection, guest)
        for record in records:
            upkeep.change_table(connection, self._without(record, guest))
        if not upkeep.delete_guest(connection, guest):
            raise Refusal(404, "no-such-guest", f"There is no guest {guest}.")
        return {record.id for record in records}, heard

    def _without(self, record: TableRecord, guest: str) -> TableRecord:
        best = self._catalog.infos[record.game].bots[0] if record.game in self._catalog.infos else "random"
        return seating.without_guest(record, guest, best)

"""Somebody is deleted: from every table, with name, talk and tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from cashbox.server.db.backend import News, again
from cashbox.server.errors import Refusal
from cashbox.server.ops import upkeep
from cashbox.server.tables import seating
from cashbox.server.tasks import shielded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from cashbox.server.accounts.guests import Guests
    from cashbox.server.db.records import TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.tables.catalog import Catalog
    from cashbox.server.tables.registry import Registry

T = TypeVar("T")


async def stored(store: Store, job: Callable[[Connection], T], news: Sequence[News]) -> T:
    """Change the store, as often as it takes where other processes come first. news: may be filled by the job."""
    return await again(lambda: store.writer.do(job, news=news))


class Erasing:
    """Deletes guests. Games that go on get a bot in their seats; those that are over keep the seat, without the name,
    and what was played can still be verified."""

    def __init__(self, store: Store, registry: Registry, catalog: Catalog, guests: Guests) -> None:
        self._store = store
        self._live = registry
        self._catalog = catalog
        self._guests = guests

    async def guest(self, guest: str, noted: Callable[[Connection, int], None] = lambda _, __: None) -> int:
        """Delete a guest; at how many tables it was. noted: called with that number, in the transaction. Refusal
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
        async with self._live.held(ids) as there:
            changed, heard = await stored(self._store, job, news)
            for table in there:
                await table.caught_up()
        self._guests.forget({guest})
        for table_id in (changed | heard) - {table.record.id for table in there}:
            # The guest only spoke there, or sat down or the table was loaded meanwhile.
            await self._live.follow(table_id)
        return len(changed)

    def erase(self, connection: Connection, guest: str) -> tuple[set[str], set[str]]:
        """Delete a guest in a transaction; return the tables where it sat or was host, and those where it spoke.
        Refusal ("no-such-guest")."""
        records = upkeep.hold_tables_with(connection, guest)
        heard = upkeep.heard_of(connection, guest)
        for record in records:
            upkeep.change_table(connection, self._without(record, guest))
        if not upkeep.delete_guest(connection, guest):
            raise Refusal(404, "no-such-guest", f"There is no guest {guest}.")
        return {record.id for record in records}, heard

    def _without(self, record: TableRecord, guest: str) -> TableRecord:
        best = self._catalog.infos[record.game].bots[0] if record.game in self._catalog.infos else "random"
        return seating.erased(record, guest, best)

"""Test that a change of a table is stored completely, and is on disk before anyone sees it."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pytest

from cashbox.server.db.sqlite import open_writer
from cashbox.server.db.store import Store
from cashbox.server.errors import Refusal
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.server_in_process import SetClock, serving, store_of, votes
from tests.server.tables_with_absent_players import play_to_end

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from cashbox.engine.journal import Entry
    from cashbox.server.db.backend import Owed, Writer
    from cashbox.server.db.records import TableRecord
    from tests.data_folders import Home

__all__ = ["votes"]

pytestmark = pytest.mark.databases

CHANGES = ("add_table", "change_table", "end_table")
"""The methods of a store that change a table and add entries to its journal."""

FULL = 2
"""SQLite's value of `PRAGMA synchronous` for waiting for the disk at each commit."""


async def play(home: Home, game: str, *, began_at_once: bool = False) -> None:
    """Play a game that begins when the last player sits down, or when its table is created."""
    async with serving(home, SetClock()) as services:
        ann, bob = [(await services.guests.add(name))[0] for name in ("Ann", "Bob")]
        other = SeatWish("bot", "random") if began_at_once else SeatWish("open")
        table = await services.registry.make(ann, NewTable(game, [SeatWish("me"), other]))
        if not began_at_once:
            await services.registry.sit(table, bob, Sit())
        await play_to_end(table)


def test_each_change_of_a_table_is_one_write(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With two writes, a server that ends between them would leave half of the change."""
    going_on: ContextVar[str] = ContextVar("going_on", default="")
    changes: Counter[str] = Counter()
    writes: Counter[str] = Counter()

    class Counting:
        def __init__(self, writer: Writer) -> None:
            self.writer = writer

        async def do(self, *given: Any, **more: Any) -> Any:
            writes[going_on.get()] += 1
            return await self.writer.do(*given, **more)

        async def append(self, *given: Any) -> None:
            writes[going_on.get()] += 1
            await self.writer.append(*given)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.writer, name)

    def watch(name: str) -> None:
        method = getattr(Store, name)

        async def change(*given: Any, **more: Any) -> None:
            before = going_on.set(name)
            changes[name] += 1
            try:
                await method(*given, **more)
            finally:
                going_on.reset(before)

        monkeypatch.setattr(Store, name, change)

    writer = cast("Any", Store.writer).fget
    monkeypatch.setattr(Store, "writer", property(lambda store: Counting(writer(store))))
    for name in CHANGES:
        watch(name)
    asyncio.run(play(home, votes))
    asyncio.run(play(home, votes, began_at_once=True))
    assert set(changes) == set(CHANGES)
    del writes[""]
    assert writes == changes


@pytest.mark.logs_errors("an entry is there already")
def test_the_end_of_a_game_is_not_stored_without_its_entries(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    end = Store.end_table
    ended = []

    async def twice(store: Store, record: TableRecord, entries: Sequence[Entry], owed: Owed) -> None:
        taken = [msgspec.structs.replace(entries[-1], n=0)]
        with pytest.raises(Refusal, match="The table has changed"):
            await end(store, record, taken, owed)
        stored = await store.table(record.id)
        assert stored is not None
        assert stored.record.status == "playing"
        assert len(stored.entries) == entries[0].n
        await end(store, record, entries, owed)
        ended.append(record.id)

    monkeypatch.setattr(Store, "end_table", twice)
    asyncio.run(play(home, votes))
    assert len(ended) == 1


@pytest.mark.sqlite
def test_sqlite_waits_for_the_disk_at_each_commit(home: Home) -> None:
    """An acknowledged change survives a power cut."""

    def settings(connection: Connection) -> tuple[object, object]:
        ask = connection.exec_driver_sql
        return ask("PRAGMA journal_mode").scalar(), ask("PRAGMA synchronous").scalar()

    async def run() -> tuple[object, object]:
        store = store_of(home)
        await store.start()
        try:
            return await store.writer.do(settings)
        finally:
            await store.close()

    # A new file, then an existing one.
    assert asyncio.run(run()) == ("wal", FULL)
    assert asyncio.run(run()) == ("wal", FULL)
    engine = open_writer(home.folder)
    with engine.begin() as connection:
        assert settings(connection) == ("wal", FULL)
    engine.dispose()

"""A table in memory follows what others have stored: other processes, or an operator."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from cashbox.engine.live_chance import LiveChance
from cashbox.server.db import progress
from cashbox.server.db.owed import Owed
from cashbox.server.db.records import Tail
from cashbox.server.tables.presence import attend
from cashbox.server.tables.starting import header_of, resumed

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Mapping, Sequence
    from typing import Any, Protocol

    from cashbox.engine.game import Game
    from cashbox.engine.match import Match
    from cashbox.server.chat.service import TableChat
    from cashbox.server.db.records import Here, Stored, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.tables.presence import Present
    from cashbox.server.tables.times import Times

    class Following(Present, Protocol):
        """A table in memory, see `tables.table`."""

        lock: asyncio.Lock
        chat: TableChat
        behind: bool
        game: Game[Any]
        deleted: bool
        lapses_at: int | None
        times: Times
        version: int

        @property
        def names(self) -> Sequence[str]: ...
        @property
        def number(self) -> int: ...
        def begin(self, match: Match[Any], owed: Owed) -> None: ...
        def went_on(self) -> None: ...


T = TypeVar("T", bound="Following")


def became(table: Following, record: TableRecord, owed: Owed) -> None:
    """Who plays in a running game, or whether it goes on, is another record's from now on."""
    match = table.match
    table.record = record
    if match is not None:
        # A name may have been withdrawn though another player has the same.
        match.journal.header = header_of(record)
        table.begin(match, owed)


def took(table: Following, tail: Tail) -> bool:
    """Take in what another process has added to a game, if these are the next entries and nothing is being done here;
    whether that is so. JournalError where they do not fit."""
    match = table.match
    # Where more than entries has been stored, another guest may have a seat by now.
    if match is None or table.behind or table.lock.locked():
        return False
    entries = [entry for entry in tail.entries if entry.n > match.number]
    if entries and entries[0].n != match.number + 1:
        return False
    if entries:
        go_on(table, match, msgspec.structs.replace(tail, entries=entries))
        table.went_on()
    return True


def met(table: Following, process: str, here: Here) -> None:
    """Who is connected through another process has changed."""
    others = table.elsewhere.told(process, here)
    if others != table.elsewhere:
        table.elsewhere = others
        attend(table)
        table.version += 1
        table.went_on()


def go_on(table: Following, match: Match[Any], tail: Tail) -> None:
    """The next entries of the game are so from now on. JournalError where they do not fit."""
    for entry in tail.entries:
        match.follow(entry)
    assert isinstance(match.chance, LiveChance)
    match.chance.reset(match.chance.drawn + sum(len(entry.chance) for entry in tail.entries))
    table.lapses_at, table.changed = tail.lapses, tail.at
    table.times.take(tail.clocks)


def follow(table: Following, stored: Stored) -> None:
    """All but the chat is so from now on. stored: with the entries after the last one that the table knows.
    JournalError where they do not fit."""
    changed = table.record.version != stored.record.version or table.deleted
    table.elsewhere, table.then = stored.elsewhere, stored.then
    table.attendance.learn(stored.visits)
    match = table.match
    if match is None:
        table.record = stored.record
        if stored.entries:
            begun = resumed(stored.record, table.game, stored.entries)
            table.begin(begun, Owed(begun.due(), stored.lapses, stored.at, stored.clocks))
        return
    if stored.entries:
        go_on(table, match, Tail(stored.entries, stored.lapses, stored.at, stored.clocks))
    if changed:
        became(table, stored.record, Owed(match.due(), stored.lapses, stored.at, stored.clocks))


async def changed_elsewhere(store: Store, tables: Mapping[str, T]) -> list[T]:
    """Those of some tables in memory, by id, that are not as they are stored."""
    found = await store.read(progress.heads, list(tables), store.process)
    return [table for table_id, table in tables.items() if found.get(table_id) != _head_of(table)]


def _head_of(table: Following) -> progress.Head:
    chat, others = table.chat, table.elsewhere
    who = others.seats, others.watchers
    return progress.Head(table.record.version, table.number, chat.number, chat.mutes, *who, chat.spectators.number)

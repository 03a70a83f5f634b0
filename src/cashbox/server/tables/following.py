"""A table in memory follows what others have stored: other processes, or an operator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.live_chance import LiveChance
from cashbox.server.storage.records import Tail
from cashbox.server.storage.store import Owed
from cashbox.server.tables.starting import header_of, resumed

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Sequence
    from typing import Any, Protocol

    from cashbox.engine.game import Game
    from cashbox.engine.match import Match
    from cashbox.server.storage.records import Elsewhere, Stored, TableRecord

    class Following(Protocol):
        """A table in memory, see `tables.table`."""

        record: TableRecord
        lock: asyncio.Lock
        elsewhere: Elsewhere
        match: Match[Any] | None
        game: Game[Any]
        deleted: bool
        lapses_at: int | None
        changed: int

        @property
        def names(self) -> Sequence[str]: ...
        def begin(self, match: Match[Any], owed: Owed) -> None: ...
        def went_on(self) -> None: ...


def took(table: Following, tail: Tail) -> bool:
    """Take in what another process has added to a game, if these are the next entries and nothing is being done here;
    whether that is so. JournalError where they do not fit."""
    match = table.match
    if match is None or table.lock.locked():
        return False
    entries = [entry for entry in tail.entries if entry.n > match.number]
    if entries and entries[0].n != match.number + 1:
        return False
    if entries:
        go_on(table, match, Tail(entries, tail.lapses, tail.at))
        table.went_on()
    return True


def go_on(table: Following, match: Match[Any], tail: Tail) -> None:
    """The next entries of the game are so from now on. JournalError where they do not fit."""
    for entry in tail.entries:
        match.follow(entry)
    assert isinstance(match.chance, LiveChance)
    match.chance.reset(match.chance.drawn + sum(len(entry.chance) for entry in tail.entries))
    table.lapses_at, table.changed = tail.lapses, tail.at


def follow(table: Following, stored: Stored) -> None:
    """All but the chat is so from now on. stored: with the entries after the last one that the table knows.
    JournalError where they do not fit."""
    changed = table.record.version != stored.record.version or table.deleted
    names = table.names
    table.record, table.elsewhere = stored.record, stored.elsewhere
    match = table.match
    if match is None:
        if stored.entries:
            begun = resumed(stored.record, table.game, stored.entries)
            table.begin(begun, Owed(begun.due(), stored.lapses, stored.at))
        return
    if stored.entries:
        go_on(table, match, Tail(stored.entries, stored.lapses, stored.at))
    if changed:
        if table.names != names:
            match.journal.header = header_of(stored.record)
        table.begin(match, Owed(match.due(), table.lapses_at, table.changed))

"""A table in memory follows what others have stored: other processes, or an operator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.live_chance import LiveChance
from cashbox.server.storage.store import Owed
from cashbox.server.tables.starting import header_of, resumed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Protocol

    from cashbox.engine.game import Game
    from cashbox.engine.match import Match
    from cashbox.server.storage.records import Elsewhere, Stored, TableRecord

    class Following(Protocol):
        """A table in memory, see `tables.table`."""

        record: TableRecord
        elsewhere: Elsewhere
        match: Match[Any] | None
        game: Game[Any]
        deleted: bool
        lapses_at: int | None
        changed: int

        @property
        def names(self) -> Sequence[str]: ...
        def begin(self, match: Match[Any], owed: Owed) -> None: ...


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
    for entry in stored.entries:
        match.follow(entry)
    if stored.entries:
        assert isinstance(match.chance, LiveChance)
        match.chance.reset(match.chance.drawn + sum(len(entry.chance) for entry in stored.entries))
        table.lapses_at, table.changed = stored.lapses, stored.at
    if changed:
        if table.names != names:
            match.journal.header = header_of(stored.record)
        table.begin(match, Owed(match.due(), table.lapses_at, table.changed))

"""What is owed at a table after its newest entries, as it is kept with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import func, select, update

from cashbox.server.db.schema import ENTRIES
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from cashbox.server.db.records import Clocks


class Owed(NamedTuple):
    """What is owed after new entries. due: bit mask of the seats that owe a decision after them; lapses: when (seconds
    since 1970) an answer among those lapses, None: never; at: when something last changed that everybody may see;
    clocks: the players', None for none; ends: when (seconds since 1970) the first one's time is up, None: never."""

    due: int = 0
    lapses: int | None = None
    at: int = 0
    clocks: Clocks | None = None
    ends: int | None = None

    @property
    def waits(self) -> dict[str, Any]:
        """What is kept of it with an entry, but for `due` and `at`."""
        if self.clocks is None:
            return {"lapses": self.lapses, "clocks": None}
        kept = msgspec.structs.replace(self.clocks, answers=self.lapses)
        first = min((moment for moment in (self.lapses, self.ends) if moment is not None), default=None)
        return {"lapses": first, "clocks": msgspec.json.encode(kept).decode()}


class Amended(NamedTuple):
    """What is owed from now on after an entry that is there already, and must be the newest. number: of the entry."""

    number: int
    owed: Owed


def amend(connection: Connection, table: str, amended: Amended) -> None:
    """Keep what is owed now after the last entry of a table. Refusal ("stale") where it is not the last any more."""
    newest = select(func.max(ENTRIES.c.number)).where(ENTRIES.c.table_id == table)
    if connection.execute(newest).scalar() != amended.number:
        raise stale()
    entry = (ENTRIES.c.table_id == table) & (ENTRIES.c.number == amended.number)
    connection.execute(update(ENTRIES).where(entry).values(amended.owed.waits))


def stale() -> Refusal:
    """What is said to whoever comes too late."""
    return Refusal(409, "stale", "The table changed in the meantime. Try again.")

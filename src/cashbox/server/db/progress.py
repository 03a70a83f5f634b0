"""How far tables have come, in few words: enough to see whether one in memory is up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import func, select

from cashbox.server.db.schema import CHAT, ENTRIES, MUTES, PRESENCE, REMARKS, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection


class Head(NamedTuple):
    """How far one table has come. version: of its record; entry: number of the last one, -1 for none; line: number of
    the last line of its chat, 0 for none; mutes: how many; seats, watchers: who is connected through other
    processes; remark: as line, of what those said who watch."""

    version: int
    entry: int
    line: int
    mutes: int
    seats: int
    watchers: int
    remark: int


def heads(connection: Connection, ids: Sequence[str], process: str) -> dict[str, Head]:
    """The heads of those of some tables that are there, as one process sees them."""
    here = PRESENCE.c.process != process
    counted = [
        select(func.coalesce(func.max(ENTRIES.c.number), -1)).where(ENTRIES.c.table_id == TABLES.c.id),
        select(func.coalesce(func.max(CHAT.c.number), 0)).where(CHAT.c.table_id == TABLES.c.id),
        select(func.count()).select_from(MUTES).where(MUTES.c.table_id == TABLES.c.id),
        select(func.coalesce(func.bit_or(PRESENCE.c.seats), 0)).where(PRESENCE.c.table_id == TABLES.c.id, here),
        select(func.coalesce(func.sum(PRESENCE.c.watchers), 0)).where(PRESENCE.c.table_id == TABLES.c.id, here),
        select(func.coalesce(func.max(REMARKS.c.number), 0)).where(REMARKS.c.table_id == TABLES.c.id),
    ]
    columns = (one.correlate(TABLES).scalar_subquery() for one in counted)
    rows = connection.execute(select(TABLES.c.id, TABLES.c.version, *columns).where(TABLES.c.id.in_(ids)))
    return {row[0]: Head(*map(int, row[1:])) for row in rows}

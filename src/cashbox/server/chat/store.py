"""Store chat messages, on a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec
from sqlalchemy import delete, func, insert, select

from cashbox.server.db.schema import CHAT
from cashbox.server.notifications import enqueue
from cashbox.server.social import groups_store

if TYPE_CHECKING:
    from sqlalchemy import Connection, Table

    from cashbox.server.db.records import LineRecord


class Said(NamedTuple):
    """A message as stored, with a higher number if another process has stored some in the meantime. blockers: everyone
    who blocks its author."""

    line: LineRecord
    blockers: frozenset[str]


def say(connection: Connection, table: str, line: LineRecord, kept: int, where: Table) -> Said:
    """Store a message, keep the newest ones before it at that table, up to `kept`, and notify players who are away.
    where: schema.CHAT or REMARKS."""
    mine = where.c.table_id == table
    newest = connection.execute(select(func.max(where.c.number)).where(mine)).scalar() or 0
    one = msgspec.structs.replace(line, number=max(newest + 1, line.number))
    row = {"table_id": table, **msgspec.structs.asdict(one)}
    connection.execute(insert(where), {name: row[name] for name in row.keys() & where.columns.keys()})
    connection.execute(delete(where).where(mine, where.c.number <= one.number - kept))
    if where is CHAT:
        enqueue.message_posted(connection, table, one)
    return Said(one, groups_store.blockers(connection, line.guest))

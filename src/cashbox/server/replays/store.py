"""What is read to look back at a game that is not in memory."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from cashbox.server.db import queries
from cashbox.server.db.schema import ENTRIES, TABLES

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from cashbox.server.db.records import TableRecord


def record(connection: Connection, table_id: str) -> tuple[TableRecord, int] | None:
    """A table, and the number of the last entry of its journal, -1 for none."""
    found = queries.records(connection, TABLES.c.id == table_id, 1)
    if not found:
        return None
    last = connection.execute(select(func.max(ENTRIES.c.number)).where(ENTRIES.c.table_id == table_id)).scalar()
    return found[0], -1 if last is None else last


def bodies(connection: Connection, table_id: str, since: int, most: int) -> list[bytes]:
    """The entries of a journal after a number, so many at most, as JSON."""
    query = select(ENTRIES.c.body).where(ENTRIES.c.table_id == table_id, ENTRIES.c.number > since)
    return list(connection.execute(query.order_by(ENTRIES.c.number).limit(most)).scalars())


def made(connection: Connection, table_id: str, upto: int) -> list[int]:
    """By which second each entry of a journal up to a number was made; never earlier than the one before it."""
    query = select(ENTRIES.c.made).where(ENTRIES.c.table_id == table_id, ENTRIES.c.number <= upto)
    return list(accumulate(connection.execute(query.order_by(ENTRIES.c.number)).scalars(), max))

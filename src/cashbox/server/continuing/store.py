"""Store what a waiting table will take over from another game, on a connection. Once play starts, it is in the table's
journal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import delete, insert, select, update

from cashbox.engine.journal import Entry, JournalError
from cashbox.server.db.schema import PROLOGUES, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from cashbox.server.db.records import TableRecord

_entries: Final = msgspec.json.Decoder(tuple[Entry, ...])


def take_over(connection: Connection, record: TableRecord, entries: Sequence[Entry]) -> None:
    """Store what a new table takes over, if anything; delete it once play has started."""
    if record.goes_on is None:
        return
    # Such a game does not count for results.
    connection.execute(update(TABLES).where(TABLES.c.id == record.id).values(counted=True))
    if entries:
        connection.execute(insert(PROLOGUES), {"table_id": record.id, "body": msgspec.json.encode(entries)})


def took_over(connection: Connection, table_id: str) -> None:
    """Delete what a table took over, once play has started."""
    connection.execute(delete(PROLOGUES).where(PROLOGUES.c.table_id == table_id))


def of(connection: Connection, table_id: str) -> tuple[Entry, ...]:
    """Read the entries that a waiting table takes over. JournalError if they are missing or unreadable."""
    body = connection.execute(select(PROLOGUES.c.body).where(PROLOGUES.c.table_id == table_id)).scalar()
    try:
        return _entries.decode(body or b"")
    except ValueError as error:
        raise JournalError("The entries from the original game can't be read.") from error

"""Read a table with its journal, chat, and presence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import func, select

from cashbox.engine.journal import Entry, JournalError
from cashbox.server.db.queries import read_waiting, record_of, rows_of, table_after
from cashbox.server.db.records import (
    Elsewhere,
    Here,
    LineRecord,
    Onlooker,
    Step,
    Stored,
    Visit,
)
from cashbox.server.db.schema import (
    CHAT,
    CHECK_AT,
    ENTRIES,
    MUTES,
    PRESENCE,
    REMARKS,
    TABLES,
    VISITS,
)
from cashbox.server.social import groups_store

if TYPE_CHECKING:
    from sqlalchemy import Connection, Select

    from cashbox.server.db.records import TableRecord


_entry = msgspec.json.Decoder(Entry)
_names = msgspec.json.Decoder(tuple[Onlooker, ...])


def table(
    connection: Connection, table_id: str, since: int = -1, process: str = "", then: float | None = None
) -> Stored | None:
    """Read a table with its journal's entries after a number, and its chat. JournalError if they are invalid. process:
    this one, if there are others. then: the time that spectators with a delay see now (seconds since 1970), None to
    read no steps."""
    found = rows_of(connection, TABLES.c.id == table_id)
    if not found:
        return None
    entries: list[Entry] = []
    for body in connection.execute(_bodies(table_id, since)).scalars():
        try:
            entries.append(_entry.decode(body))
        except ValueError as error:
            raise JournalError(f"Entry {since + 1 + len(entries)} can't be read.") from error
    newest = connection.execute(_newest(table_id)).first()
    timeout, clocks = read_waiting(newest.check_at, newest.clocks) if newest else (None, None)
    at = newest.at if newest else 0
    try:
        record = record_of(*found[0])
    except ValueError as error:
        raise JournalError("Its settings or its result can't be read.") from error
    others = elsewhere(connection, table_id, process) if process else Elsewhere()
    chat = _lines(connection, table_id), _mutes(connection, table_id)
    following = table_after(connection, table_id) if record.status == "over" else ""
    seen, remarks, unheard = (
        visits(connection, table_id),
        _remarks(connection, table_id),
        groups_store.unheard(connection, table_id),
    )
    steps: list[Step] = []
    if then is not None and record.settings.watching == "delayed":
        steps = recent_steps(connection, record, then)
    return Stored(record, entries, timeout, at, *chat, others, clocks, following, seen, remarks, unheard, steps)


def recent_steps(connection: Connection, record: TableRecord, then: float) -> list[Step]:
    """Read the steps of the entries that were made after a time, and the last one before it."""
    here = ENTRIES.c.table_id == record.id
    last = connection.execute(select(func.max(ENTRIES.c.number)).where(here, ENTRIES.c.made <= then)).scalar()
    columns = (ENTRIES.c.number, ENTRIES.c.made, ENTRIES.c.at, CHECK_AT.label("check_at"), ENTRIES.c.clocks)
    query = select(*columns).where(here, ENTRIES.c.number >= (0 if last is None else last)).order_by(ENTRIES.c.number)
    steps = []
    for row in connection.execute(query):
        # The players, and so the data stored with the entry, changed after the entry was made.
        amended = record.changed >= row.made and record.changed + 1 > then
        waits = (None, None) if amended else read_waiting(row.check_at, row.clocks)
        steps.append(Step(row.number, row.made, row.at, *waits))
    return steps


def visits(connection: Connection, table_id: str) -> dict[str, Visit]:
    """Return when the players of a table were last there, by guest."""
    rows = connection.execute(select(VISITS).where(VISITS.c.table_id == table_id))
    return {row.guest: Visit(row.seen, row.here, row.gone) for row in rows}


def _bodies(table_id: str, since: int) -> Select[Any]:
    query = select(ENTRIES.c.body).where(ENTRIES.c.table_id == table_id, ENTRIES.c.number > since)
    return query.order_by(ENTRIES.c.number)


def _newest(table_id: str) -> Select[Any]:
    query = select(CHECK_AT.label("check_at"), ENTRIES.c.at, ENTRIES.c.clocks).where(ENTRIES.c.table_id == table_id)
    return query.order_by(ENTRIES.c.number.desc()).limit(1)


def elsewhere(connection: Connection, table_id: str, process: str) -> Elsewhere:
    """Return who is connected to a table through other processes."""
    rows = connection.execute(select(PRESENCE).where(PRESENCE.c.table_id == table_id, PRESENCE.c.process != process))
    return Elsewhere({row.process: Here(row.seats, row.watchers, _names.decode(row.names)) for row in rows})


def _lines(connection: Connection, table_id: str) -> list[LineRecord]:
    query = select(CHAT).where(CHAT.c.table_id == table_id).order_by(CHAT.c.number)
    return [
        LineRecord(row.number, row.guest, row.seat, row.name, row.text, row.at, row.account)
        for row in connection.execute(query)
    ]


def _remarks(connection: Connection, table_id: str) -> list[LineRecord]:
    query = select(REMARKS).where(REMARKS.c.table_id == table_id).order_by(REMARKS.c.number)
    return [
        LineRecord(row.number, row.guest, -1, row.name, row.text, row.at, row.account)
        for row in connection.execute(query)
    ]


def _mutes(connection: Connection, table_id: str) -> dict[str, frozenset[str]]:
    mutes: dict[str, frozenset[str]] = {}
    for row in connection.execute(select(MUTES).where(MUTES.c.table_id == table_id)):
        mutes[row.guest] = mutes.get(row.guest, frozenset()) | {row.muted}
    return mutes

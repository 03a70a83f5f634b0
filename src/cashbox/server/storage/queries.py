"""What is read from the store; each takes a connection and gives records."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import exists, func, or_, select

from cashbox.engine.game import Outcome
from cashbox.engine.journal import Entry, JournalError
from cashbox.server.storage.records import (
    Elsewhere,
    GoingOn,
    Guest,
    LineRecord,
    Listed,
    SeatRecord,
    Stored,
    TableRecord,
    TokenRecord,
)
from cashbox.server.storage.schema import (
    CHAT,
    CLAIMS,
    CONTENTS,
    ENTRIES,
    GUESTS,
    MUTES,
    PRESENCE,
    SEATS,
    TABLES,
    TOKENS,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Select
    from sqlalchemy.sql.elements import ColumnElement

_log = logging.getLogger("cashbox.store")

LIST: Final = 100
"""The most tables in one list."""

_entry = msgspec.json.Decoder(Entry)
_outcome = msgspec.json.Decoder(Outcome)


def token(connection: Connection, token_hash: str) -> tuple[Guest, TokenRecord] | None:
    """The token with that hash, and whose it is."""
    query = select(GUESTS.c.id, GUESTS.c.name, TOKENS).join_from(TOKENS, GUESTS).where(TOKENS.c.hash == token_hash)
    row = connection.execute(query).first()
    if row is None:
        return None
    return Guest(row.id, row.name), TokenRecord(row.hash, row.made, row.until, row.plain, row.replaces)


def content(connection: Connection, game: str, content_hash: str) -> bytes | None:
    """The JSON of a content."""
    query = select(CONTENTS.c.body).where(CONTENTS.c.hash == content_hash, CONTENTS.c.game == game)
    body: bytes | None = connection.execute(query).scalar_one_or_none()
    return body


def table(connection: Connection, table_id: str, since: int = -1, process: str = "") -> Stored | None:
    """A table with its journal's entries after a number, and its chat; JournalError where they cannot be read. process:
    who asks, where there are others."""
    found = _rows(connection, TABLES.c.id == table_id)
    if not found:
        return None
    query = (
        select(ENTRIES.c.body, ENTRIES.c.lapses, ENTRIES.c.at)
        .where(ENTRIES.c.table_id == table_id, ENTRIES.c.number > since)
        .order_by(ENTRIES.c.number)
    )
    entries: list[Entry] = []
    lapses: int | None = None
    at = 0
    for body, lapses, at in connection.execute(query):  # noqa: B007 (the last one's count)
        try:
            entries.append(_entry.decode(body))
        except ValueError as error:
            raise JournalError(f"Entry {since + 1 + len(entries)} cannot be read.") from error
    try:
        record = _record(*found[0])
    except ValueError as error:
        raise JournalError("Its options or its outcome cannot be read.") from error
    others = elsewhere(connection, table_id, process) if process else Elsewhere()
    return Stored(record, entries, lapses, at, _lines(connection, table_id), _mutes(connection, table_id), others)


def elsewhere(connection: Connection, table_id: str, process: str) -> Elsewhere:
    """Who is connected to a table through other processes than this one."""
    rows = connection.execute(
        select(PRESENCE).where(PRESENCE.c.table_id == table_id, PRESENCE.c.process != process)
    ).all()
    seats = 0
    for row in rows:
        seats |= row.seats
    return Elsewhere(seats, sum(row.watchers for row in rows))


def _lines(connection: Connection, table_id: str) -> list[LineRecord]:
    query = select(CHAT).where(CHAT.c.table_id == table_id).order_by(CHAT.c.number)
    return [
        LineRecord(row.number, row.guest, row.seat, row.name, row.text, row.at) for row in connection.execute(query)
    ]


def _mutes(connection: Connection, table_id: str) -> dict[str, frozenset[str]]:
    mutes: dict[str, frozenset[str]] = {}
    for row in connection.execute(select(MUTES).where(MUTES.c.table_id == table_id)):
        mutes[row.guest] = mutes.get(row.guest, frozenset()) | {row.muted}
    return mutes


def tables_of(connection: Connection, guest_id: str) -> list[Listed]:
    """Where a guest sits or is host."""
    return _listed(connection, records(connection, theirs(guest_id), LIST * 5))


def theirs(guest_id: str) -> ColumnElement[bool]:
    """Tables where a guest sits or is host."""
    sits = select(SEATS.c.table_id).where(SEATS.c.guest == guest_id)
    return or_(TABLES.c.host == guest_id, TABLES.c.id.in_(sits))


def open_tables(connection: Connection) -> list[Listed]:
    """Listed tables with an open seat: those that wait."""
    return _listed(connection, records(connection, (TABLES.c.status == "waiting") & TABLES.c.listed, LIST))


def go_on(connection: Connection, most: int | None = None) -> list[GoingOn]:
    """Tables that go on by themselves and that no process has claimed: a bot owes a decision, an answer will lapse, or
    play is to start. Those that have waited longest come first. most: None for all."""
    owed = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.kind == "bot")
    owed = owed.where(ENTRIES.c.due.op(">>")(SEATS.c.seat).op("&")(1) == 1).correlate(TABLES, ENTRIES)
    people = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.kind == "guest").correlate(TABLES)
    also = (TABLES.c.host, ENTRIES.c.lapses, owed.label("bots"), people.label("people"))
    query = _last_entries().where(TABLES.c.status == "playing", or_(owed, ENTRIES.c.lapses.is_not(None)))
    free = ~exists().where(CLAIMS.c.what == TABLES.c.id).correlate(TABLES)
    rows = connection.execute(query.where(free).add_columns(*also).order_by(ENTRIES.c.at).limit(most))
    going = [GoingOn(row.id, row.host, row.lapses, bots=bool(row.bots), people=bool(row.people)) for row in rows]
    starting = select(TABLES.c.id, TABLES.c.host, TABLES.c.reveal_by).where(TABLES.c.status == "starting", free)
    rows = connection.execute(starting.limit(most))
    return [*going, *(GoingOn(row.id, row.host, row.reveal_by, bots=False, people=True) for row in rows)]


def table_row(record: TableRecord) -> dict[str, Any]:
    """A table as a row of schema.TABLES."""
    row = msgspec.structs.asdict(record)
    del row["seats"]
    row["options"] = msgspec.json.encode(record.options).decode()
    row["outcome"] = msgspec.json.encode(record.outcome).decode() if record.outcome else None
    return row


def records(connection: Connection, which: ColumnElement[bool], most: int | None = LIST) -> list[TableRecord]:
    """The tables that can be read: one damaged table must not hide the others. most: None for all."""
    found = []
    for row, seats in _rows(connection, which, most):
        try:
            found.append(_record(row, seats))
        except ValueError as error:
            _log.error("a table of %s cannot be listed: %s", row.game, error)
    return found


def _rows(
    connection: Connection, which: ColumnElement[bool], most: int | None = 1
) -> list[tuple[Any, list[SeatRecord]]]:
    rows = connection.execute(select(TABLES).where(which).order_by(TABLES.c.changed.desc()).limit(most)).all()
    seats: dict[str, list[SeatRecord]] = {row.id: [] for row in rows}
    query = select(SEATS).where(SEATS.c.table_id.in_(list(seats))).order_by(SEATS.c.table_id, SEATS.c.seat)
    for row in connection.execute(query):
        seats[row.table_id].append(_seat(row))
    return [(row, seats[row.id]) for row in rows]


def _seat(row: Any) -> SeatRecord:
    return SeatRecord(
        kind=row.kind,
        guest=row.guest,
        name=row.name,
        bot=row.bot,
        nonce=row.nonce,
        seal=row.seal,
        salt=row.salt,
        name_hash=row.name_hash,
    )


def _record(row: Any, seats: list[SeatRecord]) -> TableRecord:
    return TableRecord(
        id=row.id,
        game=row.game,
        content_hash=row.content_hash,
        options=msgspec.json.decode(row.options),
        mode=row.mode,
        name=row.name,
        listed=row.listed,
        status=row.status,
        host=row.host,
        host_name=row.host_name,
        secret=row.secret,
        made=row.made,
        changed=row.changed,
        seats=tuple(seats),
        outcome=_outcome.decode(row.outcome) if row.outcome else None,
        lapse=row.lapse,
        edition=row.edition,
        format=row.format,
        commitment=row.commitment,
        reveal_by=row.reveal_by,
        version=row.version,
    )


def _last_entries() -> Select[Any]:
    """The last entry of each table that has one; add a `where` on TABLES."""
    theirs = ENTRIES.alias()
    newest = (
        select(func.max(theirs.c.number)).where(theirs.c.table_id == TABLES.c.id).correlate(TABLES).scalar_subquery()
    )
    last = TABLES.join(ENTRIES, (ENTRIES.c.table_id == TABLES.c.id) & (ENTRIES.c.number == newest))
    return select(TABLES.c.id, ENTRIES.c.at, ENTRIES.c.due).select_from(last)


def _listed(connection: Connection, records: Sequence[TableRecord]) -> list[Listed]:
    """Newest change first, at most LIST."""
    ids = [record.id for record in records]
    last = {row.id: row for row in connection.execute(_last_entries().where(TABLES.c.id.in_(ids)))}
    listed = []
    for record in records:
        row = last.get(record.id)
        if row is None:
            listed.append(Listed(record, 0, record.changed))
        else:
            listed.append(Listed(record, row.due, max(row.at, record.changed)))
    listed.sort(key=lambda one: -one.changed)
    return listed[:LIST]

"""What is read from the store; each takes a connection and gives records."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from sqlalchemy import bindparam, exists, func, or_, select, update

from cashbox.engine.game import Outcome
from cashbox.engine.journal import Entry, JournalError
from cashbox.server.db.records import (
    Ban,
    Clocks,
    Earlier,
    Elsewhere,
    GoesOn,
    GoingOn,
    Guest,
    Here,
    LineRecord,
    Onlooker,
    SeatRecord,
    Stored,
    TableRecord,
    TokenRecord,
    Visit,
    VoteRecord,
)
from cashbox.server.db.schema import (
    ACCOUNTS,
    BANS,
    CHAT,
    CLAIMS,
    CONTENTS,
    ENTRIES,
    GUESTS,
    MUTES,
    PRESENCE,
    REMARKS,
    SEATS,
    TABLES,
    TOKENS,
    VISITS,
)
from cashbox.server.rematch import store as rematch_store
from cashbox.server.social import relations_store
from cashbox.server.tables.settings import read_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Exists, Select, Table
    from sqlalchemy.sql.elements import ColumnElement

    from cashbox.server.tables.settings import TableSettings


_log = logging.getLogger("cashbox.store")

COLUMNS: Final = ("name", "listed", "watching", "circle")
"""The settings that have columns of their own."""

END: Final = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("which"), TABLES.c.version == bindparam("before"))
    .values(status="over", outcome=bindparam("how"), votes="[]", changed=bindparam("now"), version=bindparam("later"))
)
"""Made once: putting a statement together costs more than it does."""

_entry = msgspec.json.Decoder(Entry)
_outcome = msgspec.json.Decoder(Outcome)
_votes = msgspec.json.Decoder(tuple[VoteRecord, ...])
_removed = msgspec.json.Decoder(dict[str, int])
_earlier = msgspec.json.Decoder(tuple[Earlier, ...])
_clocks = msgspec.json.Decoder(Clocks)
_goes_on = msgspec.json.Decoder(GoesOn)
_names = msgspec.json.Decoder(tuple[Onlooker, ...])


def token(connection: Connection, token_hash: str) -> tuple[Guest, TokenRecord] | None:
    """The token with that hash, and whose it is."""
    query = _guests(TOKENS).join(TOKENS, TOKENS.c.guest == GUESTS.c.id).where(TOKENS.c.hash == token_hash)
    row = connection.execute(query).first()
    if row is None:
        return None
    fields = {field: getattr(row, field) for field in TokenRecord.__struct_fields__}
    return _guest(row), TokenRecord(**fields)


def guest(connection: Connection, guest_id: str) -> Guest | None:
    """The guest with that id."""
    row = connection.execute(_guests().where(GUESTS.c.id == guest_id)).first()
    return _guest(row) if row is not None else None


def _guests(*also: Table) -> Select[Any]:
    account = exists().where(ACCOUNTS.c.guest == GUESTS.c.id).correlate(GUESTS)
    about = (GUESTS.c.id, GUESTS.c.name, GUESTS.c.zone, account.label("account"))
    ban = (BANS.c.guest.label("banned"), BANS.c.until.label("banned_until"), BANS.c.reason)
    return select(*about, *ban, *also).join_from(GUESTS, BANS, BANS.c.guest == GUESTS.c.id, isouter=True)


def _guest(row: Any) -> Guest:
    ban = Ban(row.banned_until, row.reason) if row.banned is not None else None
    return Guest(row.id, row.name, bool(row.account), row.zone, ban)


def content(connection: Connection, content_hash: str) -> bytes | None:
    """The JSON of a content, which is kept once for all games that have it."""
    query = select(CONTENTS.c.body).where(CONTENTS.c.hash == content_hash)
    body: bytes | None = connection.execute(query).scalar_one_or_none()
    return body


def table(connection: Connection, table_id: str, since: int = -1, process: str = "") -> Stored | None:
    """A table with its journal's entries after a number, and its chat; JournalError where they cannot be read. process:
    who asks, where there are others."""
    found = _rows(connection, TABLES.c.id == table_id)
    if not found:
        return None
    entries: list[Entry] = []
    for body in connection.execute(_bodies(table_id, since)).scalars():
        try:
            entries.append(_entry.decode(body))
        except ValueError as error:
            raise JournalError(f"Entry {since + 1 + len(entries)} can't be read.") from error
    newest = connection.execute(_newest(table_id)).first()
    lapses, clocks = waited(newest.lapses, newest.clocks) if newest else (None, None)
    at = newest.at if newest else 0
    try:
        record = _record(*found[0])
    except ValueError as error:
        raise JournalError("Its settings or its result can't be read.") from error
    others = elsewhere(connection, table_id, process) if process else Elsewhere()
    chat = _lines(connection, table_id), _mutes(connection, table_id)
    then = rematch_store.after(connection, table_id) if record.status == "over" else ""
    seen, remarks, unheard = (
        visits(connection, table_id),
        _remarks(connection, table_id),
        relations_store.unheard(connection, table_id),
    )
    return Stored(record, entries, lapses, at, *chat, others, clocks, then, seen, remarks, unheard)


def visits(connection: Connection, table_id: str) -> dict[str, Visit]:
    """When the players of a table were last there, by guest."""
    rows = connection.execute(select(VISITS).where(VISITS.c.table_id == table_id))
    return {row.guest: Visit(row.seen, row.here, row.gone) for row in rows}


def waited(lapses: int | None, clocks: str | None) -> tuple[int | None, Clocks | None]:
    """When an answer lapses, and the players' clocks, from what is kept with an entry. Clocks that cannot be read count
    as none: the game goes on with new ones."""
    if clocks is None:
        return lapses, None
    try:
        found = _clocks.decode(clocks)
    except ValueError:
        _log.error("could not read the clocks of a table")
        return None, None
    return found.answers, found


def _bodies(table_id: str, since: int) -> Select[Any]:
    query = select(ENTRIES.c.body).where(ENTRIES.c.table_id == table_id, ENTRIES.c.number > since)
    return query.order_by(ENTRIES.c.number)


def _newest(table_id: str) -> Select[Any]:
    query = select(ENTRIES.c.lapses, ENTRIES.c.at, ENTRIES.c.clocks).where(ENTRIES.c.table_id == table_id)
    return query.order_by(ENTRIES.c.number.desc()).limit(1)


def elsewhere(connection: Connection, table_id: str, process: str) -> Elsewhere:
    """Who is connected to a table through other processes than this one."""
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


def waiting_for(connection: Connection, guest_id: str) -> list[str]:
    """Find the tables that wait for a guest: for its decision, or its answer whether it plays again; their ids."""
    owes = last_known(ENTRIES.c.due).op(">>")(SEATS.c.seat).op("&")(1) == 1
    sits = (SEATS.c.guest == guest_id, SEATS.c.stand_in == "", TABLES.c.status == "playing")
    turns = select(SEATS.c.table_id).distinct().join_from(SEATS, TABLES).where(*sits, owes)
    asked = TABLES.c.id.in_(select(SEATS.c.table_id).where(SEATS.c.asked == guest_id))
    kept = select(TABLES.c.id).where(TABLES.c.status == "waiting", asked)
    return [*connection.execute(turns).scalars(), *connection.execute(kept).scalars()]


def theirs(guest_id: str) -> ColumnElement[bool]:
    """Tables where a guest sits, is asked to sit down or is host."""
    sits = select(SEATS.c.table_id).where(SEATS.c.guest == guest_id)
    asked = select(SEATS.c.table_id).where(SEATS.c.asked == guest_id)
    return or_(TABLES.c.host == guest_id, TABLES.c.id.in_(sits.union(asked)))


def go_on(connection: Connection, most: int | None = None) -> list[GoingOn]:
    """Tables that go on by themselves and that no process has claimed: a bot owes a decision, an answer will lapse, a
    vote may be decided, or play is to start. Those that have waited longest come first. most: None for all."""
    owed = exists().where(SEATS.c.table_id == TABLES.c.id, or_(SEATS.c.kind == "bot", SEATS.c.stand_in != ""))
    owed = owed.where(ENTRIES.c.due.op(">>")(SEATS.c.seat).op("&")(1) == 1).correlate(TABLES, ENTRIES)
    people = in_person().correlate(TABLES)
    voting = TABLES.c.votes != "[]"
    also = (TABLES.c.host, ENTRIES.c.lapses, owed.label("bots"), people.label("people"), voting.label("voting"))
    query = last_entries().where(TABLES.c.status == "playing", or_(owed, voting, ENTRIES.c.lapses.is_not(None)))
    free = ~exists().where(CLAIMS.c.what == TABLES.c.id).correlate(TABLES)
    rows = connection.execute(query.where(free).add_columns(*also).order_by(ENTRIES.c.at).limit(most))
    going = [GoingOn(row.id, row.host, row.lapses, bool(row.bots), bool(row.people), bool(row.voting)) for row in rows]
    starting = select(TABLES.c.id, TABLES.c.host, TABLES.c.reveal_by).where(TABLES.c.status == "starting", free)
    rows = connection.execute(starting.limit(most))
    return [*going, *(GoingOn(row.id, row.host, row.reveal_by, bots=False, people=True) for row in rows)]


def in_person() -> Exists:
    """Whether anybody plays in person at a table of TABLES."""
    return exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.kind != "bot", SEATS.c.stand_in == "")


def table_row(record: TableRecord) -> dict[str, Any]:
    """A table as a row of schema.TABLES."""
    row = msgspec.structs.asdict(record)
    del row["seats"], row["settings"]
    row |= settings_row(record.settings)
    row["outcome"] = msgspec.json.encode(record.outcome).decode() if record.outcome else None
    row["votes"] = msgspec.json.encode(record.votes).decode()
    row["removed"] = msgspec.json.encode(record.removed).decode()
    row["earlier"] = msgspec.json.encode(record.earlier).decode() if record.earlier else ""
    row["goes_on"] = msgspec.json.encode(record.goes_on).decode() if record.goes_on else ""
    return row


def settings_row(settings: TableSettings) -> dict[str, Any]:
    """Write settings as columns of schema.TABLES: as JSON, beside those that lists read or filter by."""
    document = msgspec.structs.asdict(settings)
    columns = {name: document.pop(name) for name in COLUMNS}
    columns["circle"] = settings.circle or None
    return {"settings": msgspec.json.encode(document).decode(), "clocked": settings.clock is not None, **columns}


def settings_of(row: Any) -> TableSettings:
    """Read the settings of a table. ValueError where they cannot be read."""
    columns = {name: getattr(row, name) for name in COLUMNS}
    columns["circle"] = row.circle or ""
    return read_settings(row.settings, **columns)


def seat_rows(record: TableRecord) -> list[dict[str, Any]]:
    """The seats of a table as rows of schema.SEATS."""
    return [
        {"table_id": record.id, "seat": number, **msgspec.structs.asdict(seat)}
        for number, seat in enumerate(record.seats)
    ]


def records(connection: Connection, which: ColumnElement[bool], most: int | None = None) -> list[TableRecord]:
    """The tables that can be read: one damaged table must not hide the others. most: None for all."""
    found = []
    for row, seats in _rows(connection, which, most):
        try:
            found.append(_record(row, seats))
        except ValueError as error:
            _log.error("could not list a %s table: %s", row.game, error)
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
    return SeatRecord(**{field: getattr(row, field) for field in SeatRecord.__struct_fields__})


def _record(row: Any, seats: list[SeatRecord]) -> TableRecord:
    fields = {
        field: getattr(row, field) for field in TableRecord.__struct_fields__ if field not in ("seats", "settings")
    }
    fields["settings"] = settings_of(row)
    fields["outcome"] = _outcome.decode(row.outcome) if row.outcome else None
    fields["votes"] = _votes.decode(row.votes)
    fields["removed"] = _removed.decode(row.removed)
    fields["earlier"] = _earlier.decode(row.earlier) if row.earlier else ()
    fields["goes_on"] = _goes_on.decode(row.goes_on) if row.goes_on else None
    return TableRecord(**fields, seats=tuple(seats))


def last_known(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """What a column of ENTRIES has in the last entry of a table, null where there is none. For some tables of many: it
    is looked up in each, where PostgreSQL may read all journals of the house to join them."""
    newest = select(column).where(ENTRIES.c.table_id == TABLES.c.id).order_by(ENTRIES.c.number.desc()).limit(1)
    return newest.correlate(TABLES).scalar_subquery()


def last_entries() -> Select[Any]:
    """The last entry of each table that has one; add a `where` on TABLES."""
    theirs = ENTRIES.alias()
    newest = (
        select(func.max(theirs.c.number)).where(theirs.c.table_id == TABLES.c.id).correlate(TABLES).scalar_subquery()
    )
    last = TABLES.join(ENTRIES, (ENTRIES.c.table_id == TABLES.c.id) & (ENTRIES.c.number == newest))
    return select(TABLES.c.id, ENTRIES.c.at, ENTRIES.c.due).select_from(last)


class Progress(NamedTuple):
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


def progress_of(connection: Connection, ids: Sequence[str], process: str) -> dict[str, Progress]:
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
    return {row[0]: Progress(*map(int, row[1:])) for row in rows}

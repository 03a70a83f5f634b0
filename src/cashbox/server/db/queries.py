"""Queries; each takes a connection and returns records."""

from __future__ import annotations

import logging
import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from sqlalchemy import bindparam, case, exists, func, or_, select, update

from cashbox.engine.game import Outcome
from cashbox.server.db.records import (
    Ban,
    Clocks,
    Earlier,
    GoesOn,
    GoingOn,
    Guest,
    PersonRecord,
    SeatRecord,
    TableRecord,
    TokenRecord,
    VoteRecord,
)
from cashbox.server.db.schema import (
    ACCOUNTS,
    AWAITED,
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
)
from cashbox.server.errors import Refusal
from cashbox.server.tables.settings import DELAY, LISTED_WATCHING, read_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Exists, Select, Table
    from sqlalchemy.sql.elements import ColumnElement

    from cashbox.server.tables.settings import TableSettings

SERIES_MOST: Final = 100
"""The most games of a series to read: the newest ones."""

_log = logging.getLogger("cashbox.store")

COLUMNS: Final = ("name", "listed", "watching", "circle")
"""The settings with their own columns."""

END: Final = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("which"), TABLES.c.version == bindparam("before"))
    .values(
        status="over",
        outcome=bindparam("how"),
        votes="[]",
        changed=bindparam("now"),
        version=bindparam("later"),
        hidden_until=bindparam("hidden"),
    )
)
"""Built once: compiling the statement takes longer than running it."""

_outcome = msgspec.json.Decoder(Outcome)
_votes = msgspec.json.Decoder(tuple[VoteRecord, ...])
_removed = msgspec.json.Decoder(dict[str, int])
_earlier = msgspec.json.Decoder(tuple[Earlier, ...])
_clocks = msgspec.json.Decoder(Clocks)
_goes_on = msgspec.json.Decoder(GoesOn)


def token(connection: Connection, token_hash: str) -> tuple[Guest, TokenRecord] | None:
    """Find the token with this hash and its guest."""
    query = _guests(TOKENS).join(TOKENS, TOKENS.c.guest == GUESTS.c.id).where(TOKENS.c.hash == token_hash)
    row = connection.execute(query).first()
    if row is None:
        return None
    fields = {field: getattr(row, field) for field in TokenRecord.__struct_fields__}
    return _guest(row), TokenRecord(**fields)


def guest(connection: Connection, guest_id: str) -> Guest | None:
    """Find the guest with this id."""
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
    """Read the JSON of a content, which all games with it share."""
    query = select(CONTENTS.c.body).where(CONTENTS.c.hash == content_hash)
    body: bytes | None = connection.execute(query).scalar_one_or_none()
    return body


def read_waiting(check_at: int | None, clocks: str | None) -> tuple[int | None, Clocks | None]:
    """Read when an answer times out, and the players' clocks, from `schema.CHECK_AT` and the column beside it. Without
    clocks, the server looks again when the answer times out. Unreadable clocks count as none: the game continues with
    new ones."""
    if clocks is None:
        return check_at, None
    try:
        found = _clocks.decode(clocks)
    except ValueError:
        _log.error("could not read the clocks of a table")
        return None, None
    return found.timeout, found


def waiting_for(connection: Connection, guest_id: str) -> list[str]:
    """Find the ids of the tables that wait for a guest: for its decision, or its answer to a rematch."""
    owes = last_known(ENTRIES.c.due).op(">>")(SEATS.c.seat).op("&")(1) == 1
    sits = (SEATS.c.guest == guest_id, SEATS.c.stand_in == "", TABLES.c.status == "playing")
    turns = select(SEATS.c.table_id).distinct().join_from(SEATS, TABLES).where(*sits, owes)
    asked = TABLES.c.id.in_(select(SEATS.c.table_id).where(SEATS.c.asked == guest_id))
    kept = select(TABLES.c.id).where(TABLES.c.status == "waiting", asked)
    return [*connection.execute(turns).scalars(), *connection.execute(kept).scalars()]


def theirs(guest_id: str) -> ColumnElement[bool]:
    """Select the tables where a guest has a seat, is invited, or is host."""
    sits = select(SEATS.c.table_id).where(SEATS.c.guest == guest_id)
    asked = select(SEATS.c.table_id).where(SEATS.c.asked == guest_id)
    return or_(TABLES.c.host == guest_id, TABLES.c.id.in_(sits.union(asked)))


def tables_needing_work(connection: Connection, most: int | None = None) -> list[GoingOn]:
    """List unclaimed tables that need automatic work: a bot owes a decision, a vote may be decided, play must start, or
    the server must act by a moment of `schema.AWAITED`. Those that have waited longest come first. most: None for
    all."""
    owed = exists().where(SEATS.c.table_id == TABLES.c.id, or_(SEATS.c.kind == "bot", SEATS.c.stand_in != ""))
    owed = owed.where(ENTRIES.c.due.op(">>")(SEATS.c.seat).op("&")(1) == 1).correlate(TABLES, ENTRIES)
    people = in_person().correlate(TABLES)
    voting = TABLES.c.votes != "[]"
    also = (TABLES.c.host, *AWAITED, owed.label("bots"), people.label("people"), voting.label("voting"))
    query = last_entries().where(
        TABLES.c.status == "playing", or_(owed, voting, *(moment.is_not(None) for moment in AWAITED))
    )
    free = ~exists().where(CLAIMS.c.what == TABLES.c.id).correlate(TABLES)
    rows = connection.execute(query.where(free).add_columns(*also).order_by(ENTRIES.c.at).limit(most))
    going = [GoingOn(row.id, row.host, _first(row), bool(row.bots), bool(row.people), bool(row.voting)) for row in rows]
    starting = select(TABLES.c.id, TABLES.c.host, TABLES.c.reveal_by).where(TABLES.c.status == "starting", free)
    rows = connection.execute(starting.limit(most))
    return [*going, *(GoingOn(row.id, row.host, row.reveal_by, bots=False, people=True) for row in rows)]


def _first(row: Any) -> int | None:
    """Return the first moment of `schema.AWAITED` in a row that has them all."""
    moments = (getattr(row, moment.name) for moment in AWAITED)
    return min((moment for moment in moments if moment is not None), default=None)


def awaits(now: int) -> ColumnElement[bool]:
    """Return a condition: the server has to act at a table of TABLES later than now (seconds since 1970)."""
    moments = [last_known(moment) if moment.table is ENTRIES else moment for moment in AWAITED]
    return or_(*(func.coalesce(moment, 0) > now for moment in moments))


def in_person() -> Exists:
    """Return a condition: a person plays at a table of TABLES."""
    return exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.kind != "bot", SEATS.c.stand_in == "")


def hidden_until(now: int) -> ColumnElement[int]:
    """Compute `TableRecord.hidden_until` of tables that are being closed now (seconds since 1970)."""
    late = (TABLES.c.watching == "delayed") & (TABLES.c.status == "playing")
    return case((late, now + 1 + DELAY), else_=0)


def table_row(record: TableRecord) -> dict[str, Any]:
    """Convert a table to a row of schema.TABLES."""
    row = msgspec.structs.asdict(record)
    del row["seats"], row["settings"]
    row |= settings_row(record.settings)
    row["hidden_until"] = record.hidden_until
    row["outcome"] = msgspec.json.encode(record.outcome).decode() if record.outcome else None
    row["votes"] = msgspec.json.encode(record.votes).decode()
    row["removed"] = msgspec.json.encode(record.removed).decode()
    row["earlier"] = msgspec.json.encode(record.earlier).decode() if record.earlier else ""
    row["goes_on"] = msgspec.json.encode(record.goes_on).decode() if record.goes_on else ""
    return row


def settings_row(settings: TableSettings) -> dict[str, Any]:
    """Convert settings to columns of schema.TABLES: JSON, and columns for those that lists read or filter by."""
    document = msgspec.structs.asdict(settings)
    columns = {name: document.pop(name) for name in COLUMNS}
    columns["circle"] = settings.circle or None
    return {"settings": msgspec.json.encode(document).decode(), "clocked": settings.clock is not None, **columns}


def settings_of(row: Any) -> TableSettings:
    """Read the settings of a table. ValueError if they are invalid."""
    columns = {name: getattr(row, name) for name in COLUMNS}
    columns["circle"] = row.circle or ""
    return read_settings(row.settings, **columns)


def seat_rows(record: TableRecord) -> list[dict[str, Any]]:
    """Convert the seats of a table to rows of schema.SEATS."""
    return [
        {"table_id": record.id, "seat": number, **msgspec.structs.asdict(seat)}
        for number, seat in enumerate(record.seats)
    ]


def records(connection: Connection, which: ColumnElement[bool], most: int | None = None) -> list[TableRecord]:
    """Read tables, skipping damaged ones so they do not hide the others. `most` is a limit, None for all."""
    found = []
    for row, seats in rows_of(connection, which, most):
        try:
            found.append(record_of(row, seats))
        except ValueError as error:
            _log.error("could not list a %s table: %s", row.game, error)
    return found


def rows_of(
    connection: Connection, which: ColumnElement[bool], most: int | None = 1
) -> list[tuple[Any, list[SeatRecord]]]:
    """Read tables as rows, newest change first, each with its seats. most: None for all."""
    rows = connection.execute(select(TABLES).where(which).order_by(TABLES.c.changed.desc()).limit(most)).all()
    seats: dict[str, list[SeatRecord]] = {row.id: [] for row in rows}
    query = select(SEATS).where(SEATS.c.table_id.in_(list(seats))).order_by(SEATS.c.table_id, SEATS.c.seat)
    for row in connection.execute(query):
        seats[row.table_id].append(_seat(row))
    return [(row, seats[row.id]) for row in rows]


def _seat(row: Any) -> SeatRecord:
    return SeatRecord(**{field: getattr(row, field) for field in SeatRecord.__struct_fields__})


def record_of(row: Any, seats: list[SeatRecord]) -> TableRecord:
    """Decode a table's row. ValueError if it is invalid."""
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
    """Return what a column of ENTRIES has in a table's last entry, null if there is none. It is looked up for each
    table, because with a join, PostgreSQL might read all journals."""
    newest = select(column).where(ENTRIES.c.table_id == TABLES.c.id).order_by(ENTRIES.c.number.desc()).limit(1)
    return newest.correlate(TABLES).scalar_subquery()


def last_entries() -> Select[Any]:
    """Select the last entry of each table that has one; add a `where` on TABLES."""
    theirs = ENTRIES.alias()
    newest = (
        select(func.max(theirs.c.number)).where(theirs.c.table_id == TABLES.c.id).correlate(TABLES).scalar_subquery()
    )
    last = TABLES.join(ENTRIES, (ENTRIES.c.table_id == TABLES.c.id) & (ENTRIES.c.number == newest))
    return select(TABLES.c.id, ENTRIES.c.at, ENTRIES.c.due).select_from(last)


class Progress(NamedTuple):
    """The progress of one table. version: of its record; entry: number of the last one, -1 for none; line: number of
    the last chat message, 0 for none; mutes: their count; seats, watchers: who is connected through other processes;
    remark: like line, for the spectators' chat."""

    version: int
    entry: int
    line: int
    mutes: int
    seats: int
    watchers: int
    remark: int


def progress_of(connection: Connection, ids: Sequence[str], process: str) -> dict[str, Progress]:
    """Read the progress of those of these tables that exist, as one process sees them."""
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


def table_after(connection: Connection, table_id: str) -> str:
    """Return the next table in a table's series, "" for none."""
    return connection.execute(select(TABLES.c.id).where(TABLES.c.after == table_id)).scalar() or ""


def may_list(now: float) -> ColumnElement[bool]:
    """Return a condition: lists may show the table at `now` (seconds since 1970) to people who are not part of it.

    A rematch of a game that is watched with a delay would reveal that the game is over, so it waits until spectators
    have seen the end.
    """
    before = TABLES.alias("before")
    # With a whole number, so that the index is used.
    late = select(before.c.id).where(before.c.hidden_until >= math.ceil(now))
    return or_(TABLES.c.after.is_(None), TABLES.c.after.not_in(late))


def follows(connection: Connection, before: TableRecord) -> None:
    """Record that a table is about to get a successor, so that no other process gives it one. Refusal ("stale")."""
    same = (TABLES.c.id == before.id) & (TABLES.c.version == before.version)
    if not connection.execute(update(TABLES).where(same).values(version=before.version + 1)).rowcount:
        raise Refusal(409, "stale", "The table has changed. Try again.")


def games_before(record: TableRecord) -> ColumnElement[bool]:
    """Return a condition: the last games before this one in its series, at most SERIES_MOST."""
    of_series = or_(TABLES.c.id == record.series, TABLES.c.series == record.series)
    return of_series & TABLES.c.nth.between(record.nth - SERIES_MOST, record.nth - 1)


def public() -> ColumnElement[bool]:
    """Return a condition: everyone may know about the table."""
    shown = or_(TABLES.c.listed, TABLES.c.watching.in_(LISTED_WATCHING))
    return shown & TABLES.c.circle.is_(None) & (TABLES.c.watching != "nobody")


def select_persons(*also: Any) -> Select[Any]:
    """Select people for `person_of`, with further columns."""
    account = exists().where(ACCOUNTS.c.guest == GUESTS.c.id).correlate(GUESTS).label("account")
    who = (GUESTS.c.id, GUESTS.c.name, GUESTS.c.handle, GUESTS.c.hidden, account, GUESTS.c.made, GUESTS.c.shows_skill)
    return select(*who, *also)


def person_of(row: Any) -> PersonRecord:
    """Convert a row of `select_persons` to a record."""
    handle, hidden, account = row.handle or "", bool(row.hidden), bool(row.account)
    return PersonRecord(row.id, row.name, handle, hidden, account, row.made, bool(row.shows_skill))


def persons_by(connection: Connection, guests: Sequence[str]) -> list[PersonRecord]:
    """Read the people with these guest ids, in this order, skipping missing ones."""
    found = {row.id: person_of(row) for row in connection.execute(select_persons().where(GUESTS.c.id.in_(guests)))}
    return [found[guest] for guest in guests if guest in found]

"""Store finished games in the archive, and update them when their tables change."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import delete, exists, func, insert, or_, select, tuple_, union_all, update

from cashbox.server.clock import DAY
from cashbox.server.db import queries
from cashbox.server.db.schema import ARCHIVE, ARCHIVE_SEATS, ENTRIES, GUESTS, NEWEST, PUBLIC, SEATS, TABLES, UNARCHIVED
from cashbox.server.tables.settings import DELAY, LISTED_WATCHING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from cashbox.server.db.records import TableRecord

    Row = dict[str, Any]

    from sqlalchemy import FromClause, Select
    from sqlalchemy.sql.elements import ColumnElement


LENGTHS: Final = ("short", "medium", "long", "days")
"""The lengths of games: the first is less than LONG[0] seconds, and so on."""

LONG: Final = (1200, 3600, DAY)

RESULTS: Final = ("lost", "won", "shared", "off")
"""How a game ended for a player; shared: several won; off: it ended without a result."""

LOST, WON, SHARED, OFF = range(len(RESULTS))

ENDED: Final = ("over", "closed")


def key(name: str) -> str:
    """Return a key to compare names by: case, accents, and spaces at the ends do not matter."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(one for one in letters if not unicodedata.combining(one)).split())


def missing(connection: Connection, most: int) -> list[str]:
    """Return the ids of ended tables that are missing from the archive or have changed, newest first."""
    query = select(TABLES.c.id).where(UNARCHIVED).order_by(TABLES.c.changed.desc(), TABLES.c.id.desc())
    return list(connection.execute(query.limit(most)).scalars())


def put(connection: Connection, tables: Sequence[str]) -> None:
    """Archive those of these tables that have ended, as they are now. Tables without a game
    are left out."""
    # No other process may change them in the meantime.
    held = select(TABLES.c.id).where(TABLES.c.id.in_(tables), TABLES.c.status.in_(ENDED)).order_by(TABLES.c.id)
    ids = list(connection.execute(held.with_for_update()).scalars())
    before = select(ARCHIVE.c.table_id, ARCHIVE.c.at, ARCHIVE.c.public).where(ARCHIVE.c.table_id.in_(ids))
    were = {row.table_id: row for row in connection.execute(before)}
    for part in (ARCHIVE_SEATS, ARCHIVE):
        connection.execute(delete(part).where(part.c.table_id.in_(ids)))
    first, last = func.min(ENTRIES.c.at), func.max(ENTRIES.c.number)
    begun = select(ENTRIES.c.table_id, first, last).where(ENTRIES.c.table_id.in_(ids)).group_by(ENTRIES.c.table_id)
    journals = {row[0]: (row[1], row[2]) for row in connection.execute(begun)}
    games, seats = [], []
    for record in queries.records(connection, TABLES.c.id.in_(list(journals))):
        began, steps = journals[record.id]
        game = _game(record, were.get(record.id), began)
        games.append({**game, "steps": steps})
        seats += _seats(record, game)
    for part, rows in ((ARCHIVE, games), (ARCHIVE_SEATS, seats)):
        if rows:
            connection.execute(insert(part), rows)
    connection.execute(update(TABLES).where(TABLES.c.id.in_(ids)).values(archived=True))


def _game(record: TableRecord, was: Any, began: int) -> Row:
    # Its table may change later: the time of the end stays, and what was private stays private.
    at = was.at if was is not None else record.changed
    seconds = max(0, at - began)
    people = any(seat.kind == "guest" for seat in record.seats)
    settings = record.settings
    watched = settings.listed and settings.watching in LISTED_WATCHING and not settings.circle
    return {
        "table_id": record.id,
        "kind": f"{record.game}/{record.settings.mode}",
        "at": at,
        # As in watching.is_late: later than this many seconds after the end.
        "shown": at + DELAY + 2 if record.settings.watching == "delayed" else at,
        "public": watched and people and record.status == "over" and (was is None or was.public),
        "length": sum(seconds >= least for least in LONG),
        "seconds": seconds,
    }


def _seats(record: TableRecord, game: Row) -> list[Row]:
    also = {name: game[name] for name in ("table_id", "kind", "at", "shown", "public", "length")}
    return [
        {**also, "seat": number, "guest": seat.guest, "name": key(seat.name), "result": result(record, number)}
        for number, seat in enumerate(record.seats)
        if seat.guest is not None
    ]


def result(record: TableRecord, seat: int) -> int:
    """Return how a game ended for a seat."""
    if record.outcome is None or seat in record.outcome.abandoned:
        return OFF
    if seat not in record.outcome.winners:
        return LOST
    return SHARED if len(record.outcome.winners) > 1 else WON


def move(connection: Connection, guest: str, account: str, shared: Sequence[str]) -> None:
    """Move a guest's games in the archive to an account, except at tables where both had a seat."""
    theirs = (ARCHIVE_SEATS.c.guest == guest) & ARCHIVE_SEATS.c.table_id.not_in(shared)
    connection.execute(update(ARCHIVE_SEATS).where(theirs).values(guest=account))


def rename(connection: Connection, guest: str) -> None:
    """Make a guest's games findable by the current names of its seats instead of the old ones."""
    mine = ARCHIVE_SEATS.c.guest == guest
    for name in connection.execute(select(SEATS.c.name).where(SEATS.c.guest == guest).distinct()).scalars():
        same = (SEATS.c.table_id == ARCHIVE_SEATS.c.table_id) & (SEATS.c.seat == ARCHIVE_SEATS.c.seat)
        called = exists().where(same, SEATS.c.name == name).correlate(ARCHIVE_SEATS)
        connection.execute(update(ARCHIVE_SEATS).where(mine, called).values(name=key(name)))


PAGE: Final = 50
"""The number of games in one response."""

WINDOWS: Final = (200, 800, 2000)
"""How many rows of one person to search for a response, in growing steps: usually the first is enough."""

KINDS: Final = 200
"""The most kinds of games in one query; there are as many as the games have modes."""


class Place(NamedTuple):
    """Where a list continues: after the game that ended then (seconds since 1970) at that table."""

    at: int
    table: str


class Wanted(NamedTuple):
    """A search of the archive. mine: the guest whose games these are, "" for public games; guest,
    name: a player, by id or by `archive.key`, "" for any; game, mode: "" for all; since, until: seconds since 1970,
    `until` exclusive; length: an index of archive.LENGTHS; results: indexes of archive.RESULTS, for the player that the
    search is about, () for all."""

    mine: str = ""
    guest: str = ""
    name: str = ""
    game: str = ""
    mode: str = ""
    since: int | None = None
    until: int | None = None
    length: int | None = None
    results: tuple[int, ...] = ()


class Found(NamedTuple):
    """Tables, newest end first; where the list continues, None at its end; whether only a part was searched."""

    tables: list[str]
    next: Place | None
    partly: bool = False


def search(connection: Connection, wanted: Wanted, viewer: str, after: Place | None, now: int) -> Found:
    """Read the next games. `viewer` is the reader's guest, "" for none; `now` is in seconds since 1970."""
    if wanted.mine or wanted.guest or wanted.name:
        return _of_one(connection, wanted, viewer, after, now)
    return _of_all(connection, wanted, after, now)


# -- public games ---------------------------------------------------------------------------------------


def _of_all(connection: Connection, wanted: Wanted, after: Place | None, now: int) -> Found:
    here = _between(ARCHIVE, wanted, after)
    newest = select(ARCHIVE.c.at, ARCHIVE.c.table_id).where(ARCHIVE.c.shown <= now, *here)
    query = _first(newest.where(NEWEST), ARCHIVE)
    if wanted.game or wanted.length is not None:
        kinds = _kinds(connection, wanted)
        lengths = range(4) if wanted.length is None else (wanted.length,)
        parts = [
            select(_first(newest.where(PUBLIC, ARCHIVE.c.kind == kind, ARCHIVE.c.length == length), ARCHIVE).subquery())
            for kind in kinds
            for length in lengths
        ]
        if not parts:
            return Found([], None)
        query = _first(select(merged := union_all(*parts).subquery()), merged)
    return _page([Place(row.at, row.table_id) for row in connection.execute(query)])


def _kinds(connection: Connection, wanted: Wanted) -> list[str]:
    """Return the requested kinds of games that exist. Each is found from the previous one, by the index."""
    if wanted.mode:
        return [f"{wanted.game}/{wanted.mode}"]
    least = select(func.min(ARCHIVE.c.kind).label("kind")).where(PUBLIC).cte("kinds", recursive=True)
    further = select(func.min(ARCHIVE.c.kind)).where(PUBLIC, ARCHIVE.c.kind > least.c.kind).scalar_subquery()
    query = least.union_all(select(further).where(least.c.kind.is_not(None)))
    found = connection.execute(select(query.c.kind).where(query.c.kind.is_not(None)).limit(KINDS)).scalars()
    return [kind for kind in found if not wanted.game or kind.startswith(f"{wanted.game}/")]


# -- one person's games ------------------------------------------------------------------------------------------


def _of_one(connection: Connection, wanted: Wanted, viewer: str, after: Place | None, now: int) -> Found:
    found: dict[str, Place] = {}
    for rows in WINDOWS:
        window = _window(wanted, after, rows)
        some = window.subquery("some")
        query = select(some.c.at, some.c.table_id).where(*_fits(some, wanted, viewer, now))
        for row in connection.execute(_first(query, some)):
            # Two people with the same name at one table are one game.
            found.setdefault(row.table_id, Place(row.at, row.table_id))
        if len(found) > PAGE:
            return _page(list(found.values()))
        where = window.with_only_columns(ARCHIVE_SEATS.c.at, ARCHIVE_SEATS.c.table_id)
        last = connection.execute(where.offset(rows - 1).limit(1)).first()
        if last is None:
            return Found([*found], None)
        after = Place(last.at, last.table_id)
    return Found([*found], after, partly=True)


def _window(wanted: Wanted, after: Place | None, rows: int) -> Select[Any]:
    """Select the next rows of one person, or of everyone with one name."""
    seats, whose = ARCHIVE_SEATS, wanted.mine or wanted.guest
    theirs = seats.c.guest == whose if whose else seats.c.name == wanted.name
    columns = (seats.c.guest, seats.c.at, seats.c.table_id, seats.c.public, seats.c.shown)
    query = select(*columns, seats.c.kind, seats.c.length, seats.c.result)
    return _first(query.where(theirs, *_between(seats, wanted, after)), seats, rows)


def _fits(some: FromClause, wanted: Wanted, viewer: str, now: int) -> list[ColumnElement[bool]]:
    """Return the conditions on rows of a window. They make both databases look up a single value for each row;
    otherwise, they might read the whole other table."""
    which: list[ColumnElement[bool]] = []
    if wanted.mode:
        which.append(some.c.kind == f"{wanted.game}/{wanted.mode}")
    elif wanted.game:
        which.append(func.substr(some.c.kind, 1, len(wanted.game) + 1) == f"{wanted.game}/")
    if wanted.length is not None:
        which.append(some.c.length == wanted.length)
    if wanted.results:
        which.append(some.c.result.in_(wanted.results))
    if not wanted.mine:
        which += [some.c.public, some.c.shown <= now]
        if not wanted.guest:
            # People with a hidden profile are not found by name, and not by its URL either.
            hidden = select(GUESTS.c.hidden).where(GUESTS.c.id == some.c.guest).correlate(some).scalar_subquery()
            which.append(or_(some.c.guest == viewer, hidden.is_(False)))
    elif wanted.guest or wanted.name:
        other = ARCHIVE_SEATS.alias("other")
        who = other.c.guest == wanted.guest if wanted.guest else other.c.name == wanted.name
        # With the time as well, each of the indexes answers directly.
        same = (other.c.table_id == some.c.table_id) & (other.c.at == some.c.at)
        there = select(other.c.seat).where(same, who, other.c.guest != wanted.mine).correlate(some).limit(1)
        which.append(there.scalar_subquery().is_not(None))
    return which


# -- both ----------------------------------------------------------------------------------------------------------


def _between(table: FromClause, wanted: Wanted, after: Place | None) -> list[ColumnElement[bool]]:
    which: list[ColumnElement[bool]] = []
    if after is not None:
        which.append(tuple_(table.c.at, table.c.table_id) < tuple_(*after))
    if wanted.since is not None:
        which.append(table.c.at >= wanted.since)
    if wanted.until is not None:
        which.append(table.c.at < wanted.until)
    return which


def _first(query: Select[Any], table: FromClause, most: int = PAGE + 1) -> Select[Any]:
    return query.order_by(table.c.at.desc(), table.c.table_id.desc()).limit(most)


def _page(places: Sequence[Place]) -> Found:
    some = [place.table for place in places[:PAGE]]
    return Found(some, places[PAGE - 1] if len(places) > PAGE else None)


class Archived(NamedTuple):
    """A game in the archive. at, seconds, steps, public: as in schema_archive.ARCHIVE."""

    record: TableRecord
    at: int
    seconds: int
    steps: int
    public: bool


def games(connection: Connection, tables: Sequence[str]) -> list[Archived]:
    """Read the games at these tables, in this order, skipping damaged ones."""
    records = {record.id: record for record in queries.records(connection, TABLES.c.id.in_(tables))}
    rows = connection.execute(select(ARCHIVE).where(ARCHIVE.c.table_id.in_(tables)))
    kept = {row.table_id: row for row in rows}
    return [
        Archived(records[one], kept[one].at, kept[one].seconds, kept[one].steps, bool(kept[one].public))
        for one in tables
        if one in records and one in kept
    ]

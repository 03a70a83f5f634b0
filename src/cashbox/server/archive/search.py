"""The archive is searched, on a connection: no answer looks at more than a bounded number of rows, however many there
are and however few of them fit.

What everybody may know is asked for by game, mode and length at once, each newest first, straight from an index, and
the pieces are merged. What one person played is looked through in the order of an index, as many rows as WINDOWS has;
where few of these fit, the answer has less than a page and says where it goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import func, or_, select, tuple_, union_all

from cashbox.server.db import queries
from cashbox.server.db.schema import ARCHIVE, ARCHIVE_SEATS, GUESTS, NEWEST, PUBLIC, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, FromClause, Select
    from sqlalchemy.sql.elements import ColumnElement

    from cashbox.server.db.records import TableRecord

PAGE: Final = 50
"""Games of one answer."""

WINDOWS: Final = (200, 800, 2000)
"""So many rows of one person are looked through for an answer, the first ones first: mostly they are enough."""

KINDS: Final = 200
"""The most kinds of games that are asked for at once; there are as many as the games have modes."""


class Place(NamedTuple):
    """Where a list goes on: after the game that ended then (seconds since 1970) at that table."""

    at: int
    table: str


class Wanted(NamedTuple):
    """What is searched for. mine: the guest whose games these are, "" for those that everybody may know of; guest,
    name: somebody who played, by id or by `archive.key`, "" for anybody; game, mode: "" for all; since, until: seconds
    since 1970, the second one not included; length: a place in archive.LENGTHS; results: places in archive.RESULTS, of
    whoever it is about, () for all."""

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
    """Tables, the newest end first; where the list goes on, None at its end; whether it has been looked through only in
    part."""

    tables: list[str]
    next: Place | None
    partly: bool = False


def search(connection: Connection, wanted: Wanted, viewer: str, after: Place | None, now: int) -> Found:
    """The next games. viewer: the guest who asks, "" for nobody; now: seconds since 1970."""
    if wanted.mine or wanted.guest or wanted.name:
        return _of_one(connection, wanted, viewer, after, now)
    return _of_all(connection, wanted, after, now)


# -- what everybody may know ---------------------------------------------------------------------------------------


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
    """The kinds of games that there are and that are wanted: each is found from the one before it, by the index."""
    if wanted.mode:
        return [f"{wanted.game}/{wanted.mode}"]
    least = select(func.min(ARCHIVE.c.kind).label("kind")).where(PUBLIC).cte("kinds", recursive=True)
    further = select(func.min(ARCHIVE.c.kind)).where(PUBLIC, ARCHIVE.c.kind > least.c.kind).scalar_subquery()
    query = least.union_all(select(further).where(least.c.kind.is_not(None)))
    found = connection.execute(select(query.c.kind).where(query.c.kind.is_not(None)).limit(KINDS)).scalars()
    return [kind for kind in found if not wanted.game or kind.startswith(f"{wanted.game}/")]


# -- what somebody played ------------------------------------------------------------------------------------------


def _of_one(connection: Connection, wanted: Wanted, viewer: str, after: Place | None, now: int) -> Found:
    found: dict[str, Place] = {}
    for rows in WINDOWS:
        window = _window(wanted, after, rows)
        some = window.subquery("some")
        query = select(some.c.at, some.c.table_id).where(*_fits(some, wanted, viewer, now))
        for row in connection.execute(_first(query, some)):
            # Two persons of one name at one table are one game.
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
    """The next rows of one person, or of all of one name."""
    seats, whose = ARCHIVE_SEATS, wanted.mine or wanted.guest
    theirs = seats.c.guest == whose if whose else seats.c.name == wanted.name
    columns = (seats.c.guest, seats.c.at, seats.c.table_id, seats.c.public, seats.c.shown)
    query = select(*columns, seats.c.kind, seats.c.length, seats.c.result)
    return _first(query.where(theirs, *_between(seats, wanted, after)), seats, rows)


def _fits(some: FromClause, wanted: Wanted, viewer: str, now: int) -> list[ColumnElement[bool]]:
    """What rows of a window have to be. Both databases look up a single value for each row, where they might read the
    whole other table to see whether there is such a row."""
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
            # Nobody is found by name who keeps the own page back; by its address nobody is found so at all.
            hidden = select(GUESTS.c.hidden).where(GUESTS.c.id == some.c.guest).correlate(some).scalar_subquery()
            which.append(or_(some.c.guest == viewer, hidden.is_(False)))
    elif wanted.guest or wanted.name:
        other = ARCHIVE_SEATS.alias("other")
        who = other.c.guest == wanted.guest if wanted.guest else other.c.name == wanted.name
        # With the moment, too, any of the indexes answers at once.
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
    """A game that was found. at, seconds, steps, public: as in schema_archive.ARCHIVE."""

    record: TableRecord
    at: int
    seconds: int
    steps: int
    public: bool


def games(connection: Connection, tables: Sequence[str]) -> list[Archived]:
    """The games at some tables, in this order; those that cannot be read are left out."""
    records = {record.id: record for record in queries.records(connection, TABLES.c.id.in_(tables))}
    rows = connection.execute(select(ARCHIVE).where(ARCHIVE.c.table_id.in_(tables)))
    kept = {row.table_id: row for row in rows}
    return [
        Archived(records[one], kept[one].at, kept[one].seconds, kept[one].steps, bool(kept[one].public))
        for one in tables
        if one in records and one in kept
    ]

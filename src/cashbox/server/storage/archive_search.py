"""The archive is searched, on a connection: no answer looks at more than a bounded number of rows, however many there
are and however few of them fit.

What everybody may know is asked for by game, mode and length at once, each newest first, straight from an index, and
the pieces are merged. What one person played is looked through in the order of an index, WINDOW rows at a time; where
few of these fit, the answer has less than a page and says where it goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import exists, func, select, tuple_, union_all

from cashbox.server.storage import queries
from cashbox.server.storage.schema import GUESTS, TABLES
from cashbox.server.storage.schema_archive import ARCHIVE, ARCHIVE_SEATS, PUBLIC

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, FromClause, Select
    from sqlalchemy.sql.elements import ColumnElement

    from cashbox.server.storage.records import TableRecord

PAGE: Final = 50
"""Games of one answer."""

WINDOW: Final = 5000
"""Rows of one person that are looked through for an answer."""

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
    newest = select(ARCHIVE.c.at, ARCHIVE.c.table_id).where(PUBLIC, ARCHIVE.c.shown <= now, *here)
    query = _first(newest, ARCHIVE)
    if wanted.game or wanted.length is not None:
        kinds = _kinds(connection, wanted)
        lengths = range(4) if wanted.length is None else (wanted.length,)
        parts = [
            select(_first(newest.where(ARCHIVE.c.kind == kind, ARCHIVE.c.length == length), ARCHIVE).subquery())
            for kind in kinds
            for length in lengths
        ]
        if not parts:
            return Found([], None)
        query = _first(select(merged := union_all(*parts).subquery()), merged)
    return _page(connection.execute(query).all())


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
    seats = ARCHIVE_SEATS
    whose = wanted.mine or wanted.guest
    theirs = seats.c.guest == whose if whose else seats.c.name == wanted.name
    window = _first(select(seats).where(theirs, *_between(seats, wanted, after)), seats, WINDOW)
    some = window.subquery("some")
    which = _fits(some, wanted)
    if not wanted.mine:
        which += [some.c.public, some.c.shown <= now]
        # Nobody is found by name who keeps the own page back; by its address nobody is found so at all.
        hidden = exists().where(GUESTS.c.id == some.c.guest, GUESTS.c.hidden, GUESTS.c.id != viewer)
        which += [~hidden.correlate(some)] if not whose else []
    elif wanted.guest or wanted.name:
        other = seats.alias("other")
        who = other.c.guest == wanted.guest if wanted.guest else other.c.name == wanted.name
        there = exists().where(other.c.table_id == some.c.table_id, other.c.guest != wanted.mine, who)
        which.append(there.correlate(some))
    # Two persons of one name at one table are one game.
    rows = connection.execute(_first(select(some.c.at, some.c.table_id).where(*which).distinct(), some)).all()
    if len(rows) > PAGE:
        return _page(rows)
    last = connection.execute(window.with_only_columns(seats.c.at, seats.c.table_id).offset(WINDOW - 1)).first()
    return Found([row.table_id for row in rows], Place(*last) if last is not None else None, last is not None)


def _fits(some: FromClause, wanted: Wanted) -> list[ColumnElement[bool]]:
    which: list[ColumnElement[bool]] = []
    if wanted.mode:
        which.append(some.c.kind == f"{wanted.game}/{wanted.mode}")
    elif wanted.game:
        which.append(func.substr(some.c.kind, 1, len(wanted.game) + 1) == f"{wanted.game}/")
    if wanted.length is not None:
        which.append(some.c.length == wanted.length)
    if wanted.results:
        which.append(some.c.result.in_(wanted.results))
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


def _page(rows: Sequence[Any]) -> Found:
    some = [row.table_id for row in rows[:PAGE]]
    return Found(some, Place(rows[PAGE - 1].at, rows[PAGE - 1].table_id) if len(rows) > PAGE else None)


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

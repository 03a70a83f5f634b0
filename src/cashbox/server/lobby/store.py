"""Read the tables of the home page, on a connection: one's own, open ones, public ones, and recent games. First, only
the few columns for selecting and sorting are read, then the tables to show."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import exists, func, or_, select, true, tuple_, union_all

from cashbox.engine.seats import has
from cashbox.server.clock import DAY
from cashbox.server.db.queries import last_known, may_list, read_waiting, records
from cashbox.server.db.records import Listed, TableRecord
from cashbox.server.db.schema import ENTRIES, FREE, PROCESSES, SEATS, TABLES, VISITS
from cashbox.server.tables.settings import DELAY

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from sqlalchemy import CTE, CompoundSelect, Connection, Row, Select, TextClause
    from sqlalchemy.sql.elements import ColumnElement


SOME: Final = 200
"""The number of rows in one piece."""

ROUNDS: Final = 5
"""The most pieces to search, however few of their rows match."""


def few_of_each(
    connection: Connection, piece: Callable[[Row[Any] | None], Select[Any]], each: int, most: int
) -> tuple[list[Row[Any]], Row[Any] | None]:
    """Read the first rows of a list, at most `each` per host, until there are `most` or the limit of pieces is reached.

    Args:
        connection: The connection.
        piece: Selects the SOME rows after one, or the first ones, with `host` among their columns.
        each: The most rows of one host.
        most: The most rows in total.

    Returns:
        The rows, and the last one examined, None at the end of the list.
    """
    chosen: list[Row[Any]] = []
    told: Counter[str] = Counter()
    last: Row[Any] | None = None
    for _ in range(ROUNDS):
        rows = connection.execute(piece(last)).all()
        for row in rows:
            told[row.host] += 1
            if told[row.host] <= each:
                chosen.append(row)
        last = rows[-1] if len(rows) == SOME else None
        if len(chosen) >= most or last is None:
            break
    return chosen, last


LIST: Final = 100
"""The most tables in one list."""

LOOKED_AT: Final = 250
"""The tables to show are chosen among this many of a guest's tables, those whose seats or status changed last."""

EACH: Final = 3
"""The most open tables of one host in a list."""

DAYS: Final = 7
"""The number of days for which a finished game is recent."""

LATELY: Final = 8
"""The most recent games to show."""

OF_ONE: Final = 2
"""The most of these from one host."""

UNFINISHED: Final = ("waiting", "starting", "playing")
FINISHED: Final = ("over", "closed")


class Place(NamedTuple):
    """Where a list continues: after the table with that id, changed then (seconds since 1970)."""

    changed: int
    id: str


class MyTables(NamedTuple):
    """A guest's tables: the unfinished ones, and the newest finished ones."""

    unfinished: list[Listed]
    finished: list[TableRecord]


def tables_of(connection: Connection, guest_id: str) -> list[Listed]:
    """List the tables where a guest has a seat, is invited, or is host: at most LIST, newest change first."""
    theirs = _theirs(guest_id).cte()
    rows = connection.execute(_newest_of(theirs, UNFINISHED + FINISHED, LOOKED_AT)).all()
    last = _last(connection, [row.id for row in rows])
    newest = sorted(((_changed(row, last), row.id) for row in rows), reverse=True)
    return read_listed(connection, [table for _, table in newest[:LIST]], last)


def my_tables(connection: Connection, guest_id: str, most: int, over: int) -> MyTables:
    """List a guest's tables, first the unfinished ones that wait for the guest. `most` limits these, `over` the
    finished ones."""
    theirs = _theirs(guest_id).cte()
    both = union_all(_newest_of(theirs, UNFINISHED, LOOKED_AT), _newest_of(theirs, FINISHED, over))
    rows = connection.execute(both).all()
    going = [row for row in rows if row.status in UNFINISHED]
    last = _last(connection, [row.id for row in going])
    wanting = _wanting(connection, guest_id, last)
    order = sorted(((row.id in wanting, _changed(row, last), row.id) for row in going), reverse=True)
    shown = read_listed(connection, [table for *_, table in order[:most]], last)
    return MyTables(shown, _tables(connection, [row.id for row in rows if row.status in FINISHED]))


def finished_tables(connection: Connection, guest_id: str, before: Place, most: int) -> list[TableRecord]:
    """List a guest's finished tables beyond a position, newest change first."""
    theirs = _theirs(guest_id).cte()
    beyond = tuple_(theirs.c.changed, theirs.c.id) < tuple_(*before)
    rows = connection.execute(_newest_of(theirs, FINISHED, most, beyond))
    return _tables(connection, [row.id for row in rows])


def open_tables(connection: Connection, now: float, game: str = "", most: int = LIST) -> list[Listed]:
    """List waiting tables with an open seat that is not reserved, newest change first, at most EACH per host. `game`
    selects one, "" for any."""
    free = exists().where(SEATS.c.table_id == TABLES.c.id, FREE)
    newest = TABLES.c.changed.desc(), TABLES.c.id.desc()
    nth = func.row_number().over(partition_by=TABLES.c.host, order_by=newest).label("nth")
    listed_ones = (TABLES.c.status == "waiting") & TABLES.c.listed & may_list(now)
    waiting = select(TABLES.c.id, TABLES.c.changed, nth).where(listed_ones)
    if game:
        waiting = waiting.where(TABLES.c.game == game)
    fair = waiting.where(free.correlate(TABLES)).subquery()
    query = select(fair.c.id).where(fair.c.nth <= EACH).order_by(fair.c.changed.desc(), fair.c.id.desc()).limit(most)
    # None of them has started, so there are no entries.
    return read_listed(connection, list(connection.execute(query).scalars()), {})


def recently_played(connection: Connection, now: int) -> list[TableRecord]:
    """List tables that others may watch, with people, whose game has ended in the last days, newest first: at most
    LATELY, and OF_ONE per host. The end of a game that is watched with a delay appears with that delay."""
    people = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.kind == "guest").correlate(TABLES)
    over = (TABLES.c.status == "over") & TABLES.c.listed & (TABLES.c.changed >= now - DAYS * DAY) & people
    over &= (TABLES.c.watching != "nobody") & (TABLES.c.hidden_until < now)
    newest = select(TABLES.c.id, TABLES.c.host, TABLES.c.changed).where(over)
    newest = newest.order_by(TABLES.c.changed.desc(), TABLES.c.id.desc()).limit(SOME)
    order = tuple_(TABLES.c.changed, TABLES.c.id)

    def piece(last: Row[Any] | None) -> Select[Any]:
        return newest if last is None else newest.where(order < tuple_(last.changed, last.id))

    chosen, _ = few_of_each(connection, piece, OF_ONE, LATELY)
    return _tables(connection, [row.id for row in chosen[:LATELY]])


def people(connection: Connection, process: str) -> int:
    """Count the people that the other processes last reported."""
    query = select(func.coalesce(func.sum(PROCESSES.c.people), 0)).where(PROCESSES.c.id != process)
    return int(connection.execute(query).scalar_one())


def group_tables(connection: Connection, group: str, now: float) -> list[Listed]:
    """List tables of a group that are unfinished, including for spectators with a delay; at most LIST, newest change
    first."""
    query = select(TABLES.c.id, TABLES.c.status, TABLES.c.changed)
    goes_on = or_(TABLES.c.status.in_(UNFINISHED), TABLES.c.hidden_until >= math.ceil(now))
    query = query.where(TABLES.c.circle == group, goes_on, may_list(now))
    rows = connection.execute(query.order_by(TABLES.c.changed.desc()).limit(LIST)).all()
    last = _last(connection, [row.id for row in rows])
    newest = sorted(((_changed(row, last), row.id) for row in rows), reverse=True)
    return read_listed(connection, [table for _, table in newest], last)


def read_listed(connection: Connection, ids: Sequence[str], last: Mapping[str, Any]) -> list[Listed]:
    """Read the tables with these ids, in this order, skipping damaged ones. `last` are their last entries."""
    seen = select(VISITS.c.table_id, func.max(VISITS.c.seen)).where(VISITS.c.table_id.in_(ids))
    visited = {row[0]: int(row[1]) for row in connection.execute(seen.group_by(VISITS.c.table_id))}
    found = []
    for record in _tables(connection, ids):
        row = last.get(record.id)
        changed = _changed(record, last)
        # Actions of bots alone do not count as use of the table.
        used = record.changed if record.only_bots else changed
        touched = max(used, visited.get(record.id, 0))
        clocks = read_waiting(None, row.clocks)[1] if row is not None else None
        found.append(Listed(record, row.due if row is not None else 0, changed, touched, clocks))
    return found


def _tables(connection: Connection, ids: Sequence[str]) -> list[TableRecord]:
    """Read the tables with these ids, in this order."""
    found = {record.id: record for record in records(connection, TABLES.c.id.in_(ids))}
    return [found[table] for table in ids if table in found]


def _theirs(guest_id: str) -> CompoundSelect[Any]:
    """Select the tables where a guest has a seat, is invited, or is host, with only the columns of the index
    tables_by_id."""
    table = select(TABLES.c.id, TABLES.c.status, TABLES.c.changed)
    hosts = table.where(TABLES.c.host == guest_id).cte()
    # The host's are already known; looking up each table separately is what takes time.
    others = select(SEATS.c.table_id).where(SEATS.c.table_id.not_in(select(hosts.c.id)))
    sits, asked = others.where(SEATS.c.guest == guest_id), others.where(SEATS.c.asked == guest_id)
    return union_all(select(hosts), table.where(TABLES.c.id.in_(union_all(sits, asked).scalar_subquery())))


def _newest_of(
    theirs: CTE, statuses: Sequence[str], most: int, which: ColumnElement[bool] | None = None
) -> Select[Any]:
    """Select some of a guest's tables, newest change first."""
    query = select(theirs).where(theirs.c.status.in_(statuses), *([] if which is None else [which]))
    return select(query.order_by(theirs.c.changed.desc(), theirs.c.id.desc()).limit(most).subquery())


def _last(connection: Connection, ids: Sequence[str]) -> dict[str, Any]:
    """Read the last entries of those tables with any, without their bodies."""
    known = (last_known(column).label(column.name) for column in (ENTRIES.c.at, ENTRIES.c.due, ENTRIES.c.clocks))
    rows = connection.execute(select(TABLES.c.id, *known).where(TABLES.c.id.in_(ids)))
    return {row.id: row for row in rows if row.at is not None}


def _changed(table: Any, last: Mapping[str, Any]) -> int:
    """Return when a table last changed, including changes of its game."""
    row = last.get(table.id)
    return int(table.changed if row is None else max(row.at, table.changed))


def _wanting(connection: Connection, guest_id: str, last: Mapping[str, Any]) -> set[str]:
    """Return the tables that wait for a guest: for its decision, or its answer to a rematch."""
    # There are few tables, but a guest may have had seats at a hundred thousand, so no index of guests may be used.
    theirs = func.coalesce(SEATS.c.guest, "") == guest_id
    seats = select(SEATS.c.table_id, SEATS.c.seat).where(SEATS.c.table_id.in_(list(last)), theirs)
    due = connection.execute(seats.where(SEATS.c.stand_in == ""))
    kept = select(SEATS.c.table_id).where(SEATS.c.asked == guest_id)
    return {row.table_id for row in due if has(last[row.table_id].due, row.seat)} | set(
        connection.execute(kept).scalars()
    )


class Cursor(NamedTuple):
    """Where a list continues: after the table with that id, created then (seconds since 1970)."""

    made: int
    id: str


def there_for(connection: Connection, table_id: str, guest: str | None) -> bool:
    """Check `watching.service.may_see` for a table that may be damaged."""
    seat = exists().where(SEATS.c.table_id == TABLES.c.id)
    free = (TABLES.c.status == "waiting") & seat.where(FREE)
    may = or_(TABLES.c.watching != "nobody", free)
    if guest is not None:
        may = or_(may, TABLES.c.host == guest, seat.where(or_(SEATS.c.guest == guest, SEATS.c.asked == guest)))
    return connection.execute(select(TABLES.c.id).where(TABLES.c.id == table_id, may)).first() is not None


def public_tables(
    connection: Connection, before: Cursor | None, limit: int, now: float
) -> tuple[list[TableRecord], Cursor | None]:
    """List running games that everyone may watch, newest table first, at most EACH per host, with the cursor of the
    rest.

    If spectators watch with a delay, a game is listed from when they see its start until they have seen its end, and
    the order reveals nothing. `before` selects the tables after a cursor.
    """

    def piece(last: Row[Any] | None) -> Select[Any]:
        return _running(before if last is None else Cursor(last.made, last.id), now)

    chosen, last = few_of_each(connection, piece, EACH, limit + 1)
    if len(chosen) > limit:
        chosen = chosen[:limit]
        last = chosen[-1]
    ids = [row.id for row in chosen]
    found = records(connection, TABLES.c.id.in_(ids), limit)
    # In the database's order, which may sort letters by the rules of a language.
    found.sort(key=lambda record: ids.index(record.id))
    return found, Cursor(last.made, last.id) if last is not None else None


def _running(before: Cursor | None, now: float) -> Select[tuple[str, int, str]]:
    """Select the next public running games."""
    # A whole number: PostgreSQL uses no index when comparing integers with other numbers.
    late = math.floor(now - DELAY)
    begun = exists().where(ENTRIES.c.table_id == TABLES.c.id, ENTRIES.c.number == 0, ENTRIES.c.made <= late)
    seen = begun.correlate(TABLES)
    playing = TABLES.c.status == "playing"
    further = true() if before is None else tuple_(TABLES.c.made, TABLES.c.id) < tuple_(before.made, before.id)
    parts = [
        _newest(TABLES.c.watching == "public", playing, may_list(now), further),
        _newest(TABLES.c.watching == "delayed", playing, seen, further),
        _newest(TABLES.c.hidden_until > math.floor(now), seen, further),
    ]
    some = union_all(*parts).subquery()
    return select(some.c.id, some.c.made, some.c.host).order_by(some.c.made.desc(), some.c.id.desc()).limit(SOME)


def _newest(*which: ColumnElement[bool] | TextClause) -> Select[tuple[str, int, str]]:
    """Select the newest tables of one kind, directly from an index."""
    newest = select(TABLES.c.id, TABLES.c.made, TABLES.c.host).where(*which)
    newest = newest.order_by(TABLES.c.made.desc(), TABLES.c.id.desc()).limit(SOME)
    return select(newest.subquery())

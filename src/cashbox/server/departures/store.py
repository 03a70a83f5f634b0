"""Store visits, removals, and seat transfers, and find unused tables, on a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import bindparam, exists, func, or_, select, update

from cashbox.server.db import backend
from cashbox.server.db.backend import insert_new
from cashbox.server.db.queries import awaits, hidden_until, in_person
from cashbox.server.db.schema import CHAT, ENTRIES, GUESTS, PRESENCE, SEATS, TABLES, VISITS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from sqlalchemy import ColumnElement, Connection

    from cashbox.server.db.records import Visit


GOING_ON = ("waiting", "playing")
"""The tables that can be closed when no one uses them."""

SETTLED: Final = 2
"""Seconds after which a new connection's process is stored. It takes longer than that to detect a process that has
ended."""


def keep_visits(connection: Connection, visits: Mapping[tuple[str, str], Visit]) -> None:
    """Store when guests were last at tables, by the ids of both."""
    ids = zip((TABLES, GUESTS), zip(*visits, strict=True), strict=True)
    tables, guests = (set(connection.execute(select(of.c.id).where(of.c.id.in_(some))).scalars()) for of, some in ids)
    rows = [
        {"table_id": table, "guest": guest, **msgspec.structs.asdict(visit)}
        # In a fixed order, to avoid deadlocks between processes.
        for (table, guest), visit in sorted(visits.items())
        if table in tables and guest in guests
    ]
    if rows:
        row = insert_new(connection, VISITS)
        change = {"seen": row.excluded.seen, "here": row.excluded.here, "gone": row.excluded.gone}
        connection.execute(row.on_conflict_do_update(index_elements=["table_id", "guest"], set_=change), rows)


def keep_gone(connection: Connection, now: int) -> None:
    """Mark players as away who were connected through processes that ended unexpectedly."""
    sits = (SEATS.c.table_id == VISITS.c.table_id) & (SEATS.c.guest == VISITS.c.guest)
    through = (PRESENCE.c.table_id == SEATS.c.table_id) & (PRESENCE.c.seats.op(">>")(SEATS.c.seat).op("&")(1) == 1)
    there = exists().where(sits, through).correlate(VISITS)
    lost = select(VISITS.c.table_id, VISITS.c.guest).where(VISITS.c.here, VISITS.c.gone == 0, ~there)
    # A new connection may be stored as present before its process is stored. A process that changes the row has newer
    # information.
    held = lost.where(VISITS.c.seen <= now - SETTLED).with_for_update(skip_locked=True)
    rows = [{"of": row.table_id, "who": row.guest} for row in connection.execute(held)]
    if rows:
        one = (VISITS.c.table_id == bindparam("of")) & (VISITS.c.guest == bindparam("who"))
        connection.execute(update(VISITS).where(one).values(gone=now), rows)


def to_warn(before: int, again: int, now: int) -> ColumnElement[bool]:
    """Select tables unused since a moment that have not been warned since their last use, or were warned before another
    moment (again) and no one can have seen it since."""
    return _unused(before, now) & or_(TABLES.c.warned < again, ~_idle(TABLES.c.warned))


def to_close(before: int, warned: int, now: int) -> ColumnElement[bool]:
    """Select tables unused since a moment that were warned before another moment."""
    return _unused(before, now) & (TABLES.c.warned > 0) & (TABLES.c.warned <= warned)


def unused_tables(connection: Connection, which: ColumnElement[bool]) -> list[str]:
    """Read the ids of at most BATCH tables. which: `to_warn` or `to_close`."""
    return list(connection.execute(select(TABLES.c.id).where(which).limit(backend.BATCH)).scalars())


def warn(connection: Connection, tables: Sequence[str], which: ColumnElement[bool], now: int) -> None:
    """Warn those of these tables that are still unused that they will be closed."""
    _change(connection, tables, which, warned=now)


def close_unused(connection: Connection, tables: Sequence[str], which: ColumnElement[bool], now: int) -> None:
    """Close those of these tables that are still unused."""
    closed = {"status": "closed", "closed": "unused", "votes": "[]", "changed": now}
    _change(connection, tables, which, **closed, hidden_until=hidden_until(now))


def _change(connection: Connection, tables: Sequence[str], which: ColumnElement[bool], **values: Any) -> None:
    held = select(TABLES.c.id).where(which, TABLES.c.id.in_(tables)).with_for_update()
    ids = list(connection.execute(held).scalars())
    change = update(TABLES).where(TABLES.c.id.in_(ids)).values(version=TABLES.c.version + 1, **values)
    connection.execute(change)


def _unused(before: int, now: int) -> ColumnElement[bool]:
    """Return a condition: a table is unused. A table whose current clock has not run out is not unused, however long
    the clock runs."""
    there = exists().where(PRESENCE.c.table_id == TABLES.c.id)
    return TABLES.c.status.in_(GOING_ON) & _idle(before) & ~there & ~awaits(now)


def _idle(before: int | ColumnElement[int]) -> ColumnElement[bool]:
    """Return a condition: no one has acted, posted, or been connected since a moment. Actions of bots alone do not
    count."""
    played = select(func.max(ENTRIES.c.at)).where(ENTRIES.c.table_id == TABLES.c.id).correlate(TABLES)
    seen = exists().where(VISITS.c.table_id == TABLES.c.id, VISITS.c.seen >= before).correlate(TABLES)
    said = exists().where(CHAT.c.table_id == TABLES.c.id, CHAT.c.at >= before).correlate(TABLES)
    last = played.scalar_subquery()
    done = or_(last.is_(None), last < before, ~in_person())
    return (TABLES.c.changed < before) & done & ~seen & ~said


_removed: Final = msgspec.json.Decoder(dict[str, int])


def read_removals(connection: Connection, guests: Collection[str]) -> dict[str, dict[str, int]]:
    """Read the tables from which any of these guests has been removed, with when each may take a seat there again."""
    if not guests:
        return {}
    has = [TABLES.c.removed.contains(f'"{guest}"', autoescape=True) for guest in guests]
    rows = connection.execute(select(TABLES.c.id, TABLES.c.removed).where(TABLES.c.removed != "{}", or_(*has)))
    return {row.id: _removed.decode(row.removed) for row in rows}


def handed_on_by(connection: Connection, guests: Collection[str]) -> dict[str, str]:
    """Return the tables where any of these guests had a seat or was host recently, with `TableRecord.earlier`."""
    if not guests:
        return {}
    has = [TABLES.c.earlier.contains(f'"{guest}"', autoescape=True) for guest in guests]
    rows = connection.execute(select(TABLES.c.id, TABLES.c.earlier).where(TABLES.c.earlier != "", or_(*has)))
    return {row.id: row.earlier for row in rows}


def drop_names(connection: Connection, guests: Collection[str]) -> list[str]:
    """Remove deleted guests, by id. Returns the tables that had any of them."""
    return _change_names(connection, guests, None)


def pass_on_names(connection: Connection, guest: str, account: str) -> list[str]:
    """Move a guest's removals and codes to an account. Returns the tables that have the guest's id outside
    their seats."""
    return _change_names(connection, [guest], account)


def _change_names(connection: Connection, guests: Collection[str], heir: str | None) -> list[str]:
    # No other process may change these tables in the meantime.
    some = sorted({*read_removals(connection, guests), *handed_on_by(connection, guests)})
    connection.execute(select(TABLES.c.id).where(TABLES.c.id.in_(some)).order_by(TABLES.c.id).with_for_update())
    found, looks = read_removals(connection, guests), handed_on_by(connection, guests)
    for table_id, removed in found.items():
        left = {one: until for one, until in removed.items() if one not in guests}
        gone = [until for one, until in removed.items() if one in guests]
        if heir is not None:
            left[heir] = max([*gone, left.get(heir, 0)])
        text = msgspec.json.encode(left).decode()
        change = update(TABLES).where(TABLES.c.id == table_id)
        connection.execute(change.values(removed=text, version=TABLES.c.version + 1))
    for table_id, earlier in looks.items():
        # A deleted guest disappears immediately, even for spectators with a delay.
        text = "" if heir is None else earlier
        for guest in guests:
            text = text.replace(f'"{guest}"', f'"{heir}"')
        change = update(TABLES).where(TABLES.c.id == table_id)
        connection.execute(change.values(earlier=text, version=TABLES.c.version + 1))
    return sorted({*found, *looks})

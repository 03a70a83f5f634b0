"""Read which tables a guest can see, and which running tables everyone can watch."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import exists, or_, select, true, tuple_, union_all

from cashbox.server.db import queries
from cashbox.server.db.schema import ENTRIES, FREE, SEATS, TABLES
from cashbox.server.lobby import store
from cashbox.server.lobby.store import EACH
from cashbox.server.tables.settings import DELAY

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Row, Select, TextClause

    from cashbox.server.db.records import TableRecord


class Cursor(NamedTuple):
    """Where a list goes on: after the table with that id, made then (seconds since 1970)."""

    made: int
    id: str


def there_for(connection: Connection, table_id: str, guest: str | None) -> bool:
    """What `watching.service.may_see` says, of a table that may be damaged."""
    seat = exists().where(SEATS.c.table_id == TABLES.c.id)
    free = (TABLES.c.status == "waiting") & seat.where(FREE)
    may = or_(TABLES.c.watching != "nobody", free)
    if guest is not None:
        may = or_(may, TABLES.c.host == guest, seat.where(or_(SEATS.c.guest == guest, SEATS.c.asked == guest)))
    return connection.execute(select(TABLES.c.id).where(TABLES.c.id == table_id, may)).first() is not None


def public_tables(
    connection: Connection, before: Cursor | None, limit: int, now: float
) -> tuple[list[TableRecord], Cursor | None]:
    """Running games that everybody may watch, the newest table first, at most EACH of one host; and where the list goes
    on. Where watchers see them with a delay, a game is in the list from when they see it begin until they have seen its
    end; the order tells of nothing that happens. before: only those further on."""

    def piece(last: Row[Any] | None) -> Select[Any]:
        return _running(before if last is None else Cursor(last.made, last.id), now)

    chosen, last = store.few_of_each(connection, piece, EACH, limit + 1)
    if len(chosen) > limit:
        chosen = chosen[:limit]
        last = chosen[-1]
    ids = [row.id for row in chosen]
    found = queries.records(connection, TABLES.c.id.in_(ids), limit)
    # In the order of the database, which may sort letters by the rules of a language.
    found.sort(key=lambda record: ids.index(record.id))
    return found, Cursor(last.made, last.id) if last is not None else None


def _running(before: Cursor | None, now: float) -> Select[tuple[str, int, str]]:
    """The next of the running games that everybody may watch."""
    # A whole number: PostgreSQL takes no index where whole numbers are compared with others.
    late = math.floor(now - DELAY)
    begun = exists().where(ENTRIES.c.table_id == TABLES.c.id, ENTRIES.c.number == 0, ENTRIES.c.made <= late)
    seen = begun.correlate(TABLES)
    playing = TABLES.c.status == "playing"
    further = true() if before is None else tuple_(TABLES.c.made, TABLES.c.id) < tuple_(before.made, before.id)
    parts = [
        _newest(TABLES.c.watching == "public", playing, queries.may_list(now), further),
        _newest(TABLES.c.watching == "delayed", playing, seen, further),
        _newest(TABLES.c.hidden_until > math.floor(now), seen, further),
    ]
    some = union_all(*parts).subquery()
    return select(some.c.id, some.c.made, some.c.host).order_by(some.c.made.desc(), some.c.id.desc()).limit(store.SOME)


def _newest(*which: ColumnElement[bool] | TextClause) -> Select[tuple[str, int, str]]:
    """The newest tables of one kind, straight from an index."""
    newest = select(TABLES.c.id, TABLES.c.made, TABLES.c.host).where(*which)
    newest = newest.order_by(TABLES.c.made.desc(), TABLES.c.id.desc()).limit(store.SOME)
    return select(newest.subquery())

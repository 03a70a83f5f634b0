"""When the house was open, on a connection. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import delete, insert, literal, select, update

from cashbox.server.clock import DAY
from cashbox.server.storage.backend import insert_new
from cashbox.server.storage.schema import CLOCKED, GAPS, HOUSE, TABLES

if TYPE_CHECKING:
    from sqlalchemy import Connection

KEPT: Final = 60 * DAY * 1000
"""For how long a time when nobody could play is remembered: longer than any clock runs."""


class Gap(NamedTuple):
    """A time when nobody could play."""

    since: int
    until: int


def clocks_run(connection: Connection) -> bool:
    """Whether there is a game whose players have clocks."""
    query = select(literal(1)).select_from(TABLES).where(TABLES.c.status == "playing", CLOCKED).limit(1)
    return connection.execute(query).first() is not None


def gaps(connection: Connection) -> list[Gap]:
    """All that are remembered, the first one first."""
    return [Gap(row.since, row.until) for row in connection.execute(select(GAPS).order_by(GAPS.c.since))]


def beat(connection: Connection, now: int, least: int | None, heard: int = 0) -> list[Gap]:
    """The house is open; the times when it was not. least: if nothing was heard of it for longer than this, the time
    since then is one of these; None: it is not, however long it was. heard: until when it was open for sure. Of several
    processes that say so at once, one finds the gap."""
    before = connection.execute(select(HOUSE.c.alive)).scalar()
    if before is None:
        connection.execute(insert_new(connection, HOUSE).values(id=1, alive=now).on_conflict_do_nothing())
    elif now > before:
        mine = connection.execute(update(HOUSE).where(HOUSE.c.alive == before).values(alive=now)).rowcount
        since = max(before, heard)
        if mine and least is not None and now - since > least and clocks_run(connection):
            connection.execute(insert(GAPS).values(since=since, until=now))
            connection.execute(delete(GAPS).where(GAPS.c.until < now - KEPT))
    return gaps(connection)

"""When the house was open, on a connection. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from sqlalchemy import delete, insert, literal, select, text, update

from cashbox.server.clock import DAY
from cashbox.server.db.backend import insert_new
from cashbox.server.db.queries import last_entries, waited
from cashbox.server.db.schema import CLOCKED, ENTRIES, GAPS, HOUSE, TABLES

if TYPE_CHECKING:
    from sqlalchemy import Connection

KEPT: Final = 60 * DAY * 1000
"""For how long a time when nobody could play is remembered: longer than any clock runs."""


_DATE: Final = text("SELECT CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)")


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


def date(connection: Connection) -> float:
    """Return PostgreSQL's own date, by which all processes go, in seconds since 1970."""
    return float(connection.execute(_DATE).scalar_one())


def set_back(connection: Connection, now: int, most: int) -> int:
    """Move what the server waits for where its date was set back while it was down: it was open later than now, by more
    than some milliseconds. Return by how many they were moved. Of several processes, one does this."""
    alive = connection.execute(select(HOUSE.c.alive)).scalar()
    if alive is None or alive - now <= most:
        return 0
    mine = connection.execute(update(HOUSE).where(HOUSE.c.alive == alive).values(alive=now)).rowcount
    return _move(connection, now - alive, now) if mine else 0


def move(connection: Connection, by: int, now: int) -> None:
    """Move all moments that the server waits for by some milliseconds. now: what time it is after that."""
    connection.execute(update(HOUSE).values(alive=HOUSE.c.alive + by))
    _move(connection, by, now)


def _move(connection: Connection, by: int, now: int) -> int:
    seconds = round(by / 1000)
    # In this order no two gaps begin at the same moment.
    for gap in gaps(connection) if by < 0 else reversed(gaps(connection)):
        moved = {"since": gap.since + by, "until": gap.until + by}
        connection.execute(update(GAPS).where(GAPS.c.since == gap.since).values(moved))
    waits = ENTRIES.c.lapses.is_not(None) | ENTRIES.c.clocks.is_not(None)
    query = last_entries().where(TABLES.c.status == "playing", waits)
    for row in connection.execute(query.add_columns(ENTRIES.c.number, ENTRIES.c.lapses, ENTRIES.c.clocks)).all():
        answers, clocks = waited(row.lapses, row.clocks)
        values: dict[str, Any] = {"lapses": None if row.lapses is None else row.lapses + seconds}
        if clocks is not None:
            hands = tuple(
                msgspec.structs.replace(hand, since=None if hand.since is None else hand.since + by)
                for hand in clocks.hands
            )
            answers = None if answers is None else answers + seconds
            clocks = msgspec.structs.replace(clocks, hands=hands, answers=answers)
            values["clocks"] = msgspec.json.encode(clocks).decode()
        entry = (ENTRIES.c.table_id == row.id) & (ENTRIES.c.number == row.number)
        connection.execute(update(ENTRIES).where(entry).values(values))
    begins = TABLES.c.reveal_by.is_not(None)
    connection.execute(update(TABLES).where(begins).values(reveal_by=TABLES.c.reveal_by + seconds))
    later = TABLES.c.status.in_(("waiting", "starting", "playing")) & (TABLES.c.changed > now // 1000)
    connection.execute(update(TABLES).where(later).values(changed=now // 1000))
    return by

"""Finished games are put into the archive, and follow what changes at their tables."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, exists, func, insert, select, update

from cashbox.server.clock import DAY
from cashbox.server.db import queries
from cashbox.server.db.schema import ARCHIVE, ARCHIVE_SEATS, ENTRIES, SEATS, TABLES, UNARCHIVED
from cashbox.server.social.results_store import SHOWN
from cashbox.server.tables.settings import DELAY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from cashbox.server.db.records import TableRecord

    Row = dict[str, Any]

LENGTHS: Final = ("short", "medium", "long", "days")
"""How long games take: the first less than LONG[0] seconds, and so on."""

LONG: Final = (1200, 3600, DAY)

RESULTS: Final = ("lost", "won", "shared", "off")
"""How a game ended for somebody; shared: several won; off: it ended without a result."""

LOST, WON, SHARED, OFF = range(len(RESULTS))

ENDED: Final = ("over", "closed")


def key(name: str) -> str:
    """What names are compared by: neither capitals nor accents nor spaces at the ends count."""
    letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(one for one in letters if not unicodedata.combining(one)).split())


def missing(connection: Connection, most: int) -> list[str]:
    """Ids of ended tables that are not in the archive as they are, the newest first."""
    query = select(TABLES.c.id).where(UNARCHIVED).order_by(TABLES.c.changed.desc(), TABLES.c.id.desc())
    return list(connection.execute(query.limit(most)).scalars())


def put(connection: Connection, tables: Sequence[str]) -> None:
    """Those of some tables that have ended stand in the archive as they are now; where no game had begun they do
    not."""
    # No other process may change them meanwhile.
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
    # Its table may change later: the end stays when it was, and what was private stays so.
    at = was.at if was is not None else record.changed
    seconds = max(0, at - began)
    people = any(seat.kind == "guest" for seat in record.seats)
    settings = record.settings
    watched = settings.listed and settings.watching in SHOWN and not settings.circle
    return {
        "table_id": record.id,
        "kind": f"{record.game}/{record.settings.mode}",
        "at": at,
        # As watching.is_late has it: later than so many seconds after the end.
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
    """An account takes a guest's place in the archive, but at tables where both sat."""
    theirs = (ARCHIVE_SEATS.c.guest == guest) & ARCHIVE_SEATS.c.table_id.not_in(shared)
    connection.execute(update(ARCHIVE_SEATS).where(theirs).values(guest=account))


def rename(connection: Connection, guest: str) -> None:
    """Somebody is found by what the seats are called now, and no more by what they were."""
    mine = ARCHIVE_SEATS.c.guest == guest
    for name in connection.execute(select(SEATS.c.name).where(SEATS.c.guest == guest).distinct()).scalars():
        same = (SEATS.c.table_id == ARCHIVE_SEATS.c.table_id) & (SEATS.c.seat == ARCHIVE_SEATS.c.seat)
        called = exists().where(same, SEATS.c.name == name).correlate(ARCHIVE_SEATS)
        connection.execute(update(ARCHIVE_SEATS).where(mine, called).values(name=key(name)))

"""Read the analyzed games of a guest, on a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import select

from cashbox.server.db import queries
from cashbox.server.db.schema import ANALYSES, SEATS, TABLES

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from cashbox.server.db.records import TableRecord

GAMES: Final = 30
"""The number of newest analyzed games to take puzzles from."""


def analyzed_games(connection: Connection, guest: str, game: str = "") -> list[tuple[TableRecord, bytes]]:
    """Find a guest's games with a complete analysis, newest first, each with the analysis as JSON. game: only games of
    this kind, "" for all."""
    theirs = select(SEATS.c.table_id).where(SEATS.c.guest == guest)
    wanted = [ANALYSES.c.whole, TABLES.c.status == "over", TABLES.c.id.in_(theirs)]
    if game:
        wanted.append(TABLES.c.game == game)
    query = select(TABLES.c.id, ANALYSES.c.body).join_from(ANALYSES, TABLES, ANALYSES.c.table_id == TABLES.c.id)
    rows = connection.execute(query.where(*wanted).order_by(TABLES.c.changed.desc()).limit(GAMES)).all()
    bodies = {row.id: row.body for row in rows}
    found = queries.records(connection, TABLES.c.id.in_(list(bodies)), GAMES) if bodies else []
    return [(record, bodies[record.id]) for record in sorted(found, key=lambda one: -one.changed)]

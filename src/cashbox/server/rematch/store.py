"""Tables that come after tables, because their players wanted to go on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from sqlalchemy import or_, select, update

from cashbox.server.db.schema import TABLES
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.sql.elements import ColumnElement

    from cashbox.server.db.records import TableRecord

MOST: Final = 100
"""The most games of a series that are looked at: the newest."""


def after(connection: Connection, table_id: str) -> str:
    """The table where the players of a table go on, "" for none."""
    return connection.execute(select(TABLES.c.id).where(TABLES.c.after == table_id)).scalar() or ""


def told(now: float) -> ColumnElement[bool]:
    """The tables of which lists may tell those who are not there. One that comes after a game that is watched with a
    delay tells that this is over, until those who watch have seen the end. now: seconds since 1970."""
    before = TABLES.alias("before")
    # With a whole number: so the index answers.
    late = select(before.c.id).where(before.c.hidden_until >= math.ceil(now))
    return or_(TABLES.c.after.is_(None), TABLES.c.after.not_in(late))


def follows(connection: Connection, before: TableRecord) -> None:
    """A table is about to get one after it; no other process gives it one as well. Refusal ("stale")."""
    same = (TABLES.c.id == before.id) & (TABLES.c.version == before.version)
    if not connection.execute(update(TABLES).where(same).values(version=before.version + 1)).rowcount:
        raise Refusal(409, "stale", "The table changed in the meantime. Try again.")


def games_before(record: TableRecord) -> ColumnElement[bool]:
    """The newest games of the series of a table that came before it, at most MOST."""
    of_series = or_(TABLES.c.id == record.series, TABLES.c.series == record.series)
    return of_series & TABLES.c.nth.between(record.nth - MOST, record.nth - 1)

"""Store analyses of finished games, on a connection. They are deleted with their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, select

from cashbox.server.db.backend import insert_new
from cashbox.server.db.schema import ANALYSES, TABLES

if TYPE_CHECKING:
    from sqlalchemy import Connection


class StoredAnalysis(NamedTuple):
    """An analysis, complete or partial. body: an `Analysis` as JSON, or the moments so far; made: when it was stored,
    in seconds since 1970."""

    effort: str
    whole: bool
    body: bytes
    made: int


def analysis_of(connection: Connection, table: str) -> StoredAnalysis | None:
    """Find the analysis of a table's game."""
    columns = ANALYSES.c.effort, ANALYSES.c.whole, ANALYSES.c.body, ANALYSES.c.made
    row = connection.execute(select(*columns).where(ANALYSES.c.table_id == table)).one_or_none()
    return None if row is None else StoredAnalysis(*row)


def keep_analysis(connection: Connection, table: str, one: StoredAnalysis) -> bool:
    """Store an analysis, replacing an earlier one, and return whether the table still exists. A partial analysis does
    not replace a complete one."""
    there = select(TABLES.c.id).where(TABLES.c.id == table)
    if connection.execute(there.with_for_update()).scalar() is None:
        return False
    row = insert_new(connection, ANALYSES)
    change = {name: row.excluded[name] for name in StoredAnalysis._fields}
    where = None if one.whole else ~ANALYSES.c.whole
    connection.execute(
        row.on_conflict_do_update(index_elements=["table_id"], set_=change, where=where),
        [{"table_id": table, **one._asdict()}],
    )
    return True


def drop_analysis(connection: Connection, table: str) -> None:
    """Delete a partial analysis."""
    connection.execute(delete(ANALYSES).where(ANALYSES.c.table_id == table, ~ANALYSES.c.whole))

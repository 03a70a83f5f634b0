"""Store analyses of finished games, on a connection. They are deleted with their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import delete, or_, select, update

from cashbox.server.db.backend import insert_new
from cashbox.server.db.schema import ANALYSES, ANALYSIS_CLAIMS, TABLES

if TYPE_CHECKING:
    from sqlalchemy import Connection

LEASE: Final = 120
"""Seconds after which a claim lapses that its process doesn't renew."""


class StoredAnalysis(NamedTuple):
    """An analysis, complete or partial. body: an `Analysis` as JSON, or the moments so far; made: when it was stored,
    in seconds since 1970."""

    effort: str
    whole: bool
    body: bytes
    made: int


class AnalysisClaim(NamedTuple):
    """A row of ANALYSIS_CLAIMS."""

    guest: str
    subject: str
    job: str


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


def claim(connection: Connection, guest: str, subject: str, job: str, now: int) -> AnalysisClaim | None:
    """Claim the analysis of a table or file for a guest.

    Returns:
        None for success; otherwise the claim that prevents it: of the same subject, or of the same guest.
    """
    table = ANALYSIS_CLAIMS
    connection.execute(delete(table).where(table.c.until <= now))
    row = {"guest": guest, "subject": subject, "job": job, "until": now + LEASE}
    connection.execute(insert_new(connection, table).values(row).on_conflict_do_nothing())
    there = select(table.c.guest, table.c.subject, table.c.job)
    there = there.where(or_(table.c.subject == subject, table.c.guest == guest)).order_by(table.c.subject != subject)
    found = AnalysisClaim(*connection.execute(there).first() or ("", subject, ""))
    return None if found.job == job else found


def renew(connection: Connection, job: str, now: int) -> bool:
    """Renew a claim, and return whether it is still there."""
    table = ANALYSIS_CLAIMS
    renewed = update(table).where(table.c.job == job).values(until=now + LEASE)
    return connection.execute(renewed).rowcount == 1


def release(connection: Connection, job: str) -> None:
    """End a claim."""
    connection.execute(delete(ANALYSIS_CLAIMS).where(ANALYSIS_CLAIMS.c.job == job))


def claim_of(connection: Connection, subject: str, now: int) -> AnalysisClaim | None:
    """Find who runs the analysis of a table or file."""
    table = ANALYSIS_CLAIMS
    query = select(table.c.guest, table.c.subject, table.c.job)
    row = connection.execute(query.where(table.c.subject == subject, table.c.until > now)).one_or_none()
    return None if row is None else AnalysisClaim(*row)


def keep_claimed(connection: Connection, job: str, table: str, one: StoredAnalysis) -> bool:
    """Store an analysis as `keep_analysis`, if the claim of its job is still there, and renew the claim."""
    return renew(connection, job, one.made) and keep_analysis(connection, table, one)


def cancel_analysis(connection: Connection, job: str, table: str) -> None:
    """End the claim of a job, and delete a partial analysis."""
    release(connection, job)
    connection.execute(delete(ANALYSES).where(ANALYSES.c.table_id == table, ~ANALYSES.c.whole))

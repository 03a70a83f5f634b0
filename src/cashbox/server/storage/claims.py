"""Which process does what by itself, on a connection to PostgreSQL. Times are the database's, in milliseconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import text

from cashbox.server.storage.listening import PROCESSES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

SILENCE: Final = 3000
"""Milliseconds after which a process that has said nothing counts as ended."""

_NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

_BEAT: Final = text(f"UPDATE processes SET seen = {_NOW} WHERE id = :me")
_ENTER: Final = text(f"INSERT INTO processes (id, seen) VALUES (:me, {_NOW})")
_ENDED: Final = text(f"""
DELETE FROM processes WHERE id IN (
  SELECT id FROM processes WHERE seen < {_NOW} - :silence FOR UPDATE SKIP LOCKED
)
""")
_ALIVE: Final = text(f"SELECT count(*) FROM processes WHERE seen >= {_NOW} - :silence")
_LEAVE: Final = text("DELETE FROM processes WHERE id = :me")
_TELL: Final = text(f"SELECT pg_notify('{PROCESSES}', '')")
_CLAIM: Final = text("""
INSERT INTO claims (what, process) SELECT what, :me FROM unnest(CAST(:what AS VARCHAR[])) AS what
ON CONFLICT (what) DO UPDATE SET process = :me WHERE claims.process = :me
RETURNING what
""")
_RELEASE: Final = text("DELETE FROM claims WHERE process = :me AND what = ANY(CAST(:what AS VARCHAR[]))")
_PRESENT: Final = text("""
INSERT INTO presence (table_id, process, seats, watchers)
SELECT id, :me, :seats, :watchers FROM tables WHERE id = :table
ON CONFLICT (table_id, process) DO UPDATE SET seats = :seats, watchers = :watchers
""")
_ABSENT: Final = text("DELETE FROM presence WHERE table_id = :table AND process = :me")


def beat(connection: Connection, me: str) -> tuple[bool, bool]:
    """Say that this process lives; whether it was known until now (else it has no claims any more), and whether another
    one has ended. Each that has ended is found by one process, which tells the others."""
    known = bool(connection.execute(_BEAT, {"me": me}).rowcount)
    if not known:
        connection.execute(_ENTER, {"me": me})
    ended = bool(connection.execute(_ENDED, {"silence": SILENCE}).rowcount)
    if ended:
        connection.execute(_TELL)
    return known, ended


def alive(connection: Connection) -> int:
    """How many processes serve from the database."""
    return int(connection.execute(_ALIVE, {"silence": SILENCE}).scalar_one())


def leave(connection: Connection, me: str) -> None:
    """This process ends; the others are told."""
    connection.execute(_LEAVE, {"me": me})
    connection.execute(_TELL)


def claim(connection: Connection, me: str, what: Sequence[str]) -> set[str]:
    """Those of some tasks that this process has from now on: that nobody had, or it."""
    return set(connection.execute(_CLAIM, {"me": me, "what": sorted(what)}).scalars())


def release(connection: Connection, me: str, what: Sequence[str]) -> None:
    """Leave tasks to others."""
    connection.execute(_RELEASE, {"me": me, "what": list(what)})


def present(connection: Connection, me: str, table: str, seats: int, watchers: int) -> None:
    """Keep who is connected to a table through this process."""
    if seats or watchers:
        connection.execute(_PRESENT, {"me": me, "table": table, "seats": seats, "watchers": watchers})
    else:
        connection.execute(_ABSENT, {"me": me, "table": table})

"""Store which process owns which automatic work, on a connection to PostgreSQL. Times are the database's, in
milliseconds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import text

from cashbox.server.db.backend import News
from cashbox.server.db.listening import PROCESSES, encode_text
from cashbox.server.db.records import Here
from cashbox.server.departures.store import keep_gone

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection

SILENCE: Final = 3000
"""Milliseconds without a heartbeat after which a process counts as ended."""

_NOW: Final = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

_BEAT: Final = text(f"UPDATE processes SET seen = {_NOW}, people = :people WHERE id = :me")
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
INSERT INTO claims (what, process)
SELECT what, processes.id FROM processes, unnest(CAST(:what AS VARCHAR[])) AS what WHERE processes.id = :whose
FOR KEY SHARE OF processes
ON CONFLICT (what) DO UPDATE SET process = EXCLUDED.process WHERE claims.process IN (:me, EXCLUDED.process)
RETURNING what
""")
_GIVE: Final = text("SELECT pg_notify(:channel, :told)")
_CLAIMED: Final = text("SELECT what FROM claims WHERE process = :me")
_RELEASE: Final = text("DELETE FROM claims WHERE process = :me AND what = ANY(CAST(:what AS VARCHAR[]))")
_PRESENT: Final = text("""
INSERT INTO presence (table_id, process, seats, watchers, names)
SELECT tables.id, :me, here.seats, here.watchers, here.names
FROM unnest(CAST(:ids AS VARCHAR[]), CAST(:seats AS BIGINT[]), CAST(:watchers AS INT[]), CAST(:names AS TEXT[]))
  AS here(id, seats, watchers, names)
JOIN tables ON tables.id = here.id
JOIN processes ON processes.id = :me
FOR KEY SHARE OF processes
ON CONFLICT (table_id, process)
DO UPDATE SET seats = EXCLUDED.seats, watchers = EXCLUDED.watchers, names = EXCLUDED.names
""")
_ABSENT: Final = text("DELETE FROM presence WHERE table_id = ANY(CAST(:ids AS VARCHAR[])) AND process = :me")


def beat(connection: Connection, me: str, now: int, people: int = 0) -> bool:
    """Record a heartbeat of this process, and how many people it serves. Returns whether it was known until now
    (otherwise it has no claims anymore). One process detects each that has ended, notifies the others, and records that
    everyone connected through it is away. now: in seconds since 1970 by the server's clock."""
    known = bool(connection.execute(_BEAT, {"me": me, "people": people}).rowcount)
    if not known:
        connection.execute(_ENTER, {"me": me})
    ended = bool(connection.execute(_ENDED, {"silence": SILENCE}).rowcount)
    if ended:
        connection.execute(_TELL)
    if ended or not known:
        keep_gone(connection, now)
    return known


def alive(connection: Connection) -> int:
    """Count the processes that serve from the database."""
    return int(connection.execute(_ALIVE, {"silence": SILENCE}).scalar_one())


def leave(connection: Connection, me: str) -> None:
    """Record that this process ends, and notify the others."""
    connection.execute(_LEAVE, {"me": me})
    connection.execute(_TELL)


def claim(connection: Connection, me: str, what: Sequence[str], whose: str = "") -> set[str]:
    """Claim tasks that no process has.

    Args:
        connection: The transaction.
        me: This process.
        what: The tasks.
        whose: The process to claim them for, which is notified; "" for this one.

    Returns: those that this process or the other one has now.
    """
    asked = {"me": me, "what": sorted(what), "whose": whose or me}
    got = set(connection.execute(_CLAIM, asked).scalars())
    if whose and got:
        words = [encode_text(News(task, process=whose, given=True)) for task in sorted(got)]
        connection.execute(_GIVE, [{"channel": channel, "told": told} for channel, told in words])
    return got


def claimed_by(connection: Connection, me: str) -> set[str]:
    """Read what a process has claimed or been given."""
    return set(connection.execute(_CLAIMED, {"me": me}).scalars())


def release(connection: Connection, me: str, what: Sequence[str]) -> None:
    """Release tasks for others."""
    connection.execute(_RELEASE, {"me": me, "what": list(what)})


def present(connection: Connection, me: str, here: Mapping[str, Here]) -> None:
    """Store who is connected to some tables through this process."""
    there = sorted((table, one) for table, one in here.items() if one != Here())
    if there:
        asked = {
            "me": me,
            "ids": [table for table, _ in there],
            "seats": [one.seats for _, one in there],
            "watchers": [one.watchers for _, one in there],
            "names": [msgspec.json.encode(one.names).decode() for _, one in there],
        }
        connection.execute(_PRESENT, asked)
    if len(there) < len(here):
        connection.execute(_ABSENT, {"me": me, "ids": [table for table, one in here.items() if one == Here()]})

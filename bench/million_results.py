"""A person with a million results and opponents, and a leaderboard of a million: how long a piece of each list takes,
at its beginning, in its middle and at its end, on SQLite."""

from __future__ import annotations

import asyncio
import sqlite3
import statistics
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from cashbox.server.db.data_folder import FILE
from cashbox.server.db.store import Store
from cashbox.server.social import profiles_store

if TYPE_CHECKING:
    from collections.abc import Callable

MANY = 1_000_000
TIMES = 20


def fill(file: Path) -> None:
    """Guest 0 has played a million games, each with someone else."""
    database = sqlite3.connect(file, isolation_level=None)
    database.execute("PRAGMA synchronous=OFF")
    database.execute("BEGIN")
    many = f"WITH RECURSIVE many(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM many WHERE n < {MANY}) "
    who = "printf('g%08d', n)"
    for table, columns, values in (
        ("guests", "id, name, made, seen, handle", f"{who}, 'G' || n, 1, 1, printf('%016x', n)"),
        (
            "results",
            "table_id, seat, guest, game, mode, players, rank, score, won, stood_in, at, rated, public",
            "printf('t%08d', n), 0, 'g00000000', 'cash', '', 2, 1, 5, 1, 0, n / 3, 0, n % 2",
        ),
        ("meetings", "guest, other, public, played, ahead, behind", f"'g00000000', {who}, 1, n % 50, 0, 0"),
        ("ratings", "guest, game, mu, sigma, ordinal, games, at", f"{who}, 'cash', 25, 8, n % 9999 / 99.0, n % 9, 1"),
    ):
        database.execute(f"{many} INSERT INTO {table} ({columns}) SELECT {values} FROM many")
    database.execute("COMMIT")
    database.execute("ANALYZE")
    database.close()


async def timed(store: Store, query: Callable[..., Any], *args: Any) -> float:
    """Return the median time of one piece, in milliseconds."""
    took = []
    for _ in range(TIMES):
        began = perf_counter()
        await store.read(query, *args)
        took.append(1000 * (perf_counter() - began))
    return statistics.median(took)


def opponents(connection: Any, after: Any) -> Any:
    """Read a piece of guest 0's opponents."""
    return profiles_store.opponents(connection, "g00000000", after, public=True)


async def run(home: Path) -> None:
    """Fill a house, and measure."""
    store = Store(home)
    await store.start()
    fill(home / FILE)
    handle = "00000000000fffff"
    lists: dict[str, list[tuple[Any, ...]]] = {
        "games": [(profiles_store.played, "g00000000", "g00000000", at) for at in (None, (166_667, "t"), (2, "t"))],
        "opponents": [(opponents, at) for at in (None, (25, handle), (1, handle))],
        "leaders": [(profiles_store.leaders, "cash", at) for at in (None, (50.0, handle), (0.05, handle))],
    }
    for name, pieces in lists.items():
        told = ", ".join([f"{await timed(store, *piece):.1f}" for piece in pieces])
        print(f"{name:10} beginning, middle, end: {told} ms")
    await store.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder)))

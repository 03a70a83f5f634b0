"""A house with a thousand tables beside one with a million: what visitors and players notice of the others' tables.

Both are made from the same table: its row, seats and first entries are repeated in the database, most of them over,
some waiting, a few playing. A server runs on each. 500 tables of two are made and played at each, and the same things
are asked of both in turn: the home page, the lists of tables, a new table with someone who joins, an action. Printed
are the medians, how many times as long the larger house takes, and the memory.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sqlite3
import statistics
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from bench.server_load import Load, Seat, Server, in_parallel
from cashbox.server.lobby.store import LIST

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

SIZES = (1_000, 1_000_000)
IN_USE = 500
WANTED = 1.3
"""The permitted time factor of the larger house."""

ENTRIES = 5
"""The number of entries of each journal."""

WAITS, PLAYS = 1000, 2000
"""One table in so many waits, and one plays; but as many wait in each house as a list of open tables shows."""


def fill(file: Path, size: int) -> None:
    """Repeat the one table of a database until there are so many, at least."""
    database = sqlite3.connect(file, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=OFF", "foreign_keys=OFF"):
        database.execute(f"PRAGMA {pragma}")
    database.execute("BEGIN")
    numbers = f"WITH RECURSIVE many(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM many WHERE n < {size}) "
    guest = "printf('g%015d', n / 10)"
    waits = min(WAITS, size // LIST)
    repeated: dict[str, dict[str, str]] = {
        "guests": {"id": "printf('g%015d', n - 1)", "handle": "printf('%016d', n)"},
        "tables": {
            "id": "printf('t%015d', n)",
            "status": f"CASE WHEN n % {waits} = 1 THEN 'waiting' WHEN n % {PLAYS} = 2 THEN 'playing' ELSE 'over' END",
            "listed": "1",
            "counted": "1",
            "archived": "1",
            "host": guest,
            "changed": "changed - n",
        },
        "seats": {"table_id": "printf('t%015d', n)", "guest": guest},
        "entries": {"table_id": "printf('t%015d', n)", "at": "at - n"},
    }
    for table, changed in repeated.items():
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
        values = ", ".join(changed.get(column, column) for column in columns)
        one = f"SELECT * FROM {table}" + (f" WHERE number < {ENTRIES}" if table == "entries" else "")
        if table == "guests":
            one += " LIMIT 1"
        names = ", ".join(columns)
        database.execute(f"{numbers} INSERT INTO {table} ({names}) SELECT {values} FROM many, ({one})")
    database.execute("COMMIT")
    database.execute("ANALYZE")
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


async def first_table(home: Path) -> None:
    """Create a server's data with one table that has been played for a while."""
    server = Server("envelopes", home)
    await server.wait()
    able: list[Seat] = []
    seats = await server.table(Load(), 2, able.append)
    for seat in seats:
        seat.ready = lambda again: again.act(perf_counter())
    able[0].act(perf_counter())
    await asyncio.sleep(2)
    for seat in seats:
        seat.socket.close()
    await server.close()


class House:
    """One running server. took: seconds by kind of request."""

    def __init__(self, size: int, home: Path) -> None:
        self.size = size
        self.server = Server("envelopes", home)
        self.load = Load()
        self.able: list[Seat] = []
        self.took: dict[str, list[float]] = {}

    async def begin(self) -> None:
        """Play at so many tables."""
        await self.server.wait()

        async def place() -> None:
            await self.server.table(self.load, 2, self.able.append)

        await in_parallel([place] * IN_USE)

    async def ask(self) -> None:
        """One of each."""
        server = self.server
        token = {"Authorization": f"Bearer {server.tokens[0]}"}
        await self._time("home page", lambda: server.http.get("/", headers=token))
        await self._time("lists", lambda: server.http.get("/api/tables", headers=token))
        await self._time("make, join and connect", lambda: server.table(self.load, 2, self.able.append))
        self.load.clear()
        seat = next(one for one in reversed(self.able) if one.choices and not one.pending)
        seat.act(perf_counter())
        while not self.load.latencies:  # noqa: ASYNC110 (no one tells of it)
            await asyncio.sleep(0.0002)
        self.took.setdefault("action", []).append(self.load.latencies[0])

    async def _time(self, what: str, do: Callable[[], Awaitable[Any]]) -> None:
        start = perf_counter()
        await do()
        self.took.setdefault(what, []).append(perf_counter() - start)


async def measure(sizes: tuple[int, int], rounds: int, folder: Path) -> None:
    """Create both, query both in turn, and print the results."""
    await first_table(folder / "first")
    houses = []
    for size in sizes:
        home = folder / str(size)
        shutil.copytree(folder / "first", home)
        fill(home / "cashbox.db", size)
        houses.append(House(size, home))
    try:
        for house in houses:
            start = perf_counter()
            await house.begin()
            print(f"{house.size:,} tables: {IN_USE} of two in use after {perf_counter() - start:.1f} s")
        for _ in range(rounds):
            for house in houses:
                await house.ask()
        report(houses)
    finally:
        for house in houses:
            await house.server.close()


def report(houses: list[House]) -> None:
    """Print the measurements."""
    for what in houses[0].took:
        least, most = (statistics.median(house.took[what]) for house in houses)
        print(
            f"  {what:24} {least * 1e3:7.2f} ms and {most * 1e3:7.2f} ms: {most / least:.2f} times (wanted: {WANTED})"
        )
    least, most = (house.server.memory() / 1e6 for house in houses)
    print(f"  {'memory':24} {least:7.1f} MB and {most:7.1f} MB: {most / least:.2f} times (wanted: {WANTED})")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="A house with a thousand tables beside one with a million.")
    parser.add_argument("--tables", type=int, default=SIZES[1], help="in the larger house")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--home", help="where the folders are made; by default where temporary files go")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cashbox-million-", dir=given.home) as folder:
        asyncio.run(measure((SIZES[0], given.tables), given.rounds, Path(folder)))


if __name__ == "__main__":
    main()

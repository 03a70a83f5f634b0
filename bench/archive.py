"""The archive of a house with a million finished games: python -m bench.archive [GAMES].

Once on SQLite and once on PostgreSQL. One guest has played all of them, one 10,000; one mode is very rare, and so are
games that took days. For each way to search it is told how long a page takes the server, JSON included, at the
beginning, in the middle and at the end of the list: the median of several times, and the shortest, which other work of
the machine disturbs least. Wanted: under 50 ms each.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import statistics
import sys
import tempfile
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import Connection, text

from cashbox.server.archive.service import Asked
from cashbox.server.db.schema import ARCHIVE, ARCHIVE_SEATS, ENTRIES, GUESTS, SEATS, TABLES
from cashbox.server.db.store import Store
from cashbox.server.services import Services
from cashbox.server.settings import Settings
from cashbox.server.wire import NewTable, SeatWish
from tests.postgres import cluster, databases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Table

    from cashbox.server.db.records import Guest

WANTED: Final = 50.0
"""The target, in milliseconds."""

GAMES: Final = 1_000_000
TIMES: Final = 9
APART: Final = 60
"""Seconds from the end of one game to the end of the next."""

RARE: Final = 100_000
"""One game in this many has the rare mode, and one took days."""


PIECE: Final = 10_000
"""The number of games created at once."""


class Numbers:
    """From the first to the last one, as SQL."""

    def __init__(self, first: int, last: int) -> None:
        counted = f"SELECT {first} UNION ALL SELECT n + 1 FROM many WHERE n < {last}"
        self.some = f"WITH RECURSIVE many(n) AS ({counted})"

    def repeat(self, connection: Connection, table: Table, like: str, letter: str, changed: dict[str, str]) -> None:
        """Copy the rows of one thing, once for each number, to others."""
        key = "id" if "id" in table.c else "table_id"
        values = {column.name: column.name for column in table.columns} | {key: of(letter, "n")} | changed
        source = f"many, (SELECT * FROM {table.name} WHERE {key} = '{like}') AS one"
        into = f"INSERT INTO {table.name} ({', '.join(values)}) SELECT {', '.join(values.values())}"
        connection.execute(text(f"{self.some} {into} FROM {source}"))


def of(letter: str, number: str) -> str:
    """Return an id as SQL."""
    return f"'{letter}' || CAST(1000000000 + {number} AS VARCHAR)"


class House:
    """Finished games like one that was made. guests: those who have played all, and 10,000 of a million; the third seat
    has someone else each time."""

    def __init__(self, games: int) -> None:
        self.games = games

    async def fill(self, services: Services) -> tuple[Guest, Guest]:
        """Create them."""
        often, some = [(await services.guests.add(name))[0] for name in ("Often", "Some")]
        wishes = [SeatWish("me"), SeatWish("bot"), SeatWish("bot")]
        wish = NewTable(next(iter(services.catalog.infos)), wishes, watching="public", listed=True)
        table = await services.registry.make(often, wish)
        await services.bots.close()
        services.registry.forget(table.record.id)
        for first in range(1, self.games + 1, PIECE):
            numbers = Numbers(first, min(self.games, first + PIECE - 1))
            make = partial(self._repeat, numbers=numbers, like=table.record.id, often=often.id, some=some.id)
            await services.store.writer.do(make)
        for made in (GUESTS, TABLES, SEATS, ENTRIES, ARCHIVE, ARCHIVE_SEATS):
            await services.store.writer.do(partial(Connection.execute, statement=text(f"ANALYZE {made}")))
        return often, some

    def _repeat(self, connection: Connection, numbers: Numbers, like: str, often: str, some: str) -> None:
        if connection.dialect.name == "postgresql":
            # The created rows are consistent, and checking each one costs more than creating it.
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        at = f"{APART} * n + 1000000000"
        numbers.repeat(connection, GUESTS, often, "g", {"handle": "NULL", "name": "'G' || n"})
        kind = "CASE n % 3 WHEN 0 THEN 'cash' WHEN 1 THEN 'consultants' ELSE 'envelopes' END"
        mode = f"CASE WHEN n % {RARE} = 2 THEN 'rare' ELSE 'standard' END"
        over = {"status": "'over'", "made": at, "changed": at, "listed": "TRUE", "counted": "TRUE", "archived": "TRUE"}
        over |= {"game": kind, "mode": mode, "outcome": """'{"scores":[9,5,1],"winners":[0],"text":"{0} wins."}'"""}
        numbers.repeat(connection, TABLES, like, "t", over)
        every = max(1, self.games // 10_000)
        third = f"CASE seat WHEN 1 THEN CASE WHEN n % {every} = 0 THEN '{some}' ELSE {of('g', 'n')} END "
        third += f"WHEN 0 THEN '{often}' ELSE NULL END"
        seat = {"guest": third, "kind": "CASE WHEN seat < 2 THEN 'guest' ELSE 'bot' END"}
        numbers.repeat(connection, SEATS, like, "t", seat)
        numbers.repeat(connection, ENTRIES, like, "t", {"at": at, "made": at})
        self._archive(connection, numbers, at, f"{kind.replace(' END', '')} END || '/' || {mode}", third)

    def _archive(self, connection: Connection, numbers: Numbers, at: str, kind: str, third: str) -> None:
        """Write the same rows as archive.put."""
        length = f"CASE WHEN n % {RARE} = 7 THEN 3 ELSE n % 3 END"
        what = f"{of('t', 'n')}, {kind}, {at}, {at}, TRUE, {length}"
        game = "table_id, kind, at, shown, public, length"
        connection.execute(
            text(f"{numbers.some} INSERT INTO {ARCHIVE} ({game}, seconds, steps) SELECT {what}, 60, 9 FROM many")
        )
        for seat, name in ((0, "'often'"), (1, "'g' || (n % 1000)")):
            guest = third.replace("CASE seat", f"CASE {seat}")
            result = f"CASE WHEN n % {RARE} = 5 THEN 2 ELSE n % 2 END"
            values = f"{what}, {seat}, {guest}, {name}, {result}"
            columns = f"{game}, seat, guest, name, result"
            connection.execute(
                text(f"{numbers.some} INSERT INTO {ARCHIVE_SEATS} ({columns}) SELECT {values} FROM many")
            )


def day(games: int, part: float) -> str:
    """Return a day within the time of the games."""
    return datetime.fromtimestamp(1_000_000_000 + APART * games * part, UTC).date().isoformat()


def searches(games: int, often: Guest, some: Guest, handle: str) -> Iterator[tuple[str, Asked, Guest | None]]:
    """List the searches, and who makes them."""
    middle = day(games, 0.5)
    yield "public games", Asked(), None
    yield "of one game", Asked(game="cash"), None
    yield "of one mode", Asked(game="cash", mode="standard"), None
    yield "of a rare mode", Asked(game="envelopes", mode="rare"), None
    yield "long ones", Asked(length="long"), None
    yield "that took days (rare)", Asked(length="days"), None
    yield "of one game, that took days", Asked(game="cash", length="days"), None
    yield "until a day", Asked(until=middle), None
    yield "of one day", Asked(since=middle, until=middle), None
    yield "of one game, short, until a day", Asked(game="cash", length="short", until=middle), None
    for whose, guest in (("all", often), ("10,000", some)):
        yield f"mine, {whose}", Asked(mine=True), guest
        yield f"mine, {whose}, of one game, won", Asked(mine=True, game="cash", result="won"), guest
        yield f"mine, {whose}, shared wins (rare)", Asked(mine=True, result="shared"), guest
        yield f"mine, {whose}, of a rare mode", Asked(mine=True, game="envelopes", mode="rare"), guest
        yield f"mine, {whose}, days, until a day", Asked(mine=True, length="days", until=middle), guest
    yield "mine, all, with somebody", Asked(mine=True, who="Some"), often
    yield "mine, all, with nobody of that name", Asked(mine=True, who="Nobody at all"), often
    yield "mine, 10,000, with a person by page", Asked(mine=True, who=handle), some
    yield "of a person by page", Asked(who=handle), None
    yield "of a person by page, lost, long", Asked(who=handle, result="lost", length="long"), None
    yield "of a person by page, rare", Asked(who=handle, result="shared", length="days"), None
    yield "of a name, all", Asked(who="often"), None
    yield "of a name, 1,000", Asked(who="G7"), None
    yield "of a name, all, rare", Asked(who="Often", game="envelopes", mode="rare"), None
    yield "of a name that nobody has", Asked(who="Nobody at all"), None


def with_rare_mode(services: Services) -> None:
    """Check that the rare mode can be searched for."""
    modes = services.catalog.infos["envelopes"].modes
    modes.append(msgspec.structs.replace(modes[0], id="rare"))


async def timed(services: Services, asked: Asked, guest: Guest | None, games: int) -> list[list[float]]:
    """Milliseconds that a page takes, each time, the shortest first: at the beginning, in the middle and at the end."""
    taken = []
    for place in ("", f"{1_000_000_000 + APART * games // 2}.t", f"{1_000_000_000 + APART * 40}.t"):
        here = msgspec.structs.replace(asked, after=place)
        times = []
        for _ in range(TIMES):
            gc.collect()
            start = perf_counter()
            msgspec.json.encode(await services.archive.search(here, guest))
            times.append(1000 * (perf_counter() - start))
        taken.append(sorted(times))
    return taken


async def measure(home: Path, database: str, games: int) -> float:
    """Create the data, then search. Returns the longest time."""
    services = Services(Settings(home=home, database=database), Store(home, database=database), "http://localhost")
    await services.start()
    longest = 0.0
    try:
        start = perf_counter()
        often, some = await House(games).fill(services)
        print(f"{games:,} games on {'PostgreSQL' if database else 'SQLite'}, made in {perf_counter() - start:.0f} s")
        with_rare_mode(services)
        handle = (await services.persons.me(often)).handle
        for what, asked, guest in searches(games, often, some, handle):
            taken = await timed(services, asked, guest, games)
            usual = max(statistics.median(times) for times in taken)
            longest = max(longest, usual)
            told = ", ".join(f"{statistics.median(times):5.1f} ({times[0]:.1f})" for times in taken)
            print(f"  {what:40} {told} ms{'' if usual < WANTED else '  too long'}", flush=True)
    finally:
        await services.stop()
    print(f"  the longest: {longest:.1f} ms")
    return longest


def main() -> None:
    """Measure both databases, one after the other."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), "", games))
    with (
        tempfile.TemporaryDirectory() as folder,
        cluster.running() as server,
        databases.fresh(server.url(), empty=True) as database,
    ):
        asyncio.run(measure(Path(folder), database, games))


if __name__ == "__main__":
    main()

"""The first page of a house with ten thousand tables in use and a hundred thousand finished ones:
python -m bench.lobby [POSTGRES].

Without the address of an empty PostgreSQL database, the house keeps its tables in SQLite. One guest of the house has
400 tables in use and 10,000 finished ones, and one is host of a fifth of the tables that wait. Told is how long the
page's requests take the server. Wanted: under 50 ms each.
"""

from __future__ import annotations

import asyncio
import logging
import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import text

from cashbox.server.db.schema import ENTRIES, GUESTS, SEATS, TABLES
from cashbox.server.db.store import Store
from cashbox.server.services import Services
from cashbox.server.settings import Settings
from cashbox.server.wire import NewTable, SeatWish

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy import Connection, Table

    from cashbox.server.db.records import Guest

WANTED: Final = 50.0
"""Milliseconds."""

TIMES: Final = 15

OPEN, PLAYED, FINISHED = "waiting", "playing", "over"


class House:
    """Tables like three that were made, by the thousand. mine: how many of the finished ones are one guest's, whose
    are some of those in use, too."""

    def __init__(self, in_use: int, finished: int, mine: int) -> None:
        self.in_use, self.finished, self.mine = in_use, finished, mine

    async def fill(self, services: Services) -> Guest:
        """Make them; the guest who has many."""
        ann, _ = await services.guests.add("Ann")
        me, bot, other = SeatWish("me"), SeatWish("bot"), SeatWish("open")
        game = next(iter(services.catalog.infos))
        waits = await services.registry.make(ann, NewTable(game, [me, other, bot]))
        plays = await services.registry.make(ann, NewTable(game, [me, bot, bot]))
        await services.bots.close()
        for table in (waits, plays):
            services.registry.forget(table.record.id)

        def job(connection: Connection) -> None:
            many = max(self.in_use, self.finished)
            _repeat(connection, GUESTS, ann.id, many // 4, "g", {"handle": "NULL"})
            half = self.in_use // 2
            # One guest is host of a fifth of them, each other of four.
            host = f"CASE WHEN n % 5 = 0 THEN '{_id('g', 1)}' ELSE {_of('g', 'n / 4 + 1')} END"
            _tables(connection, waits.record.id, half, "w", OPEN, host)
            _tables(connection, plays.record.id, half, "p", PLAYED, self._whose(ann, half, 400))
            _tables(
                connection, plays.record.id, self.finished, "f", FINISHED, self._whose(ann, self.finished, self.mine)
            )

        await services.store.writer.do(job)
        await services.store.writer.do(lambda connection: connection.execute(text("ANALYZE")))
        return ann

    def _whose(self, guest: Guest, many: int, mine: int) -> str:
        each = max(1, many // max(1, mine))
        return f"CASE WHEN n % {each} = 0 THEN '{guest.id}' ELSE {_of('g', 'n / 4 + 1')} END"


def _id(letter: str, number: int) -> str:
    return f"{letter}{1_000_000_000 + number}"


def _of(letter: str, number: str) -> str:
    return f"'{letter}' || CAST(1000000000 + {number} AS VARCHAR)"


def _tables(connection: Connection, like: str, many: int, letter: str, status: str, host: str) -> None:
    """Tables with their seats and first entries. host: of whom the first seat is, as SQL over n."""
    watching = "CASE n % 4 WHEN 0 THEN 'public' WHEN 1 THEN 'delayed' WHEN 2 THEN 'link' ELSE 'nobody' END"
    changed = {"status": f"'{status}'", "host": host, "made": "made - n", "changed": "changed - n", "listed": "TRUE"}
    changed["archived"] = "TRUE"
    changed["watching"] = watching
    _repeat(connection, TABLES, like, many, letter, changed)
    seat = {"guest": f"CASE WHEN guest IS NULL THEN NULL ELSE {host} END"}
    _repeat(connection, SEATS, like, many, letter, seat)
    if status != OPEN:
        _repeat(connection, ENTRIES, like, many, letter, {"at": "at - n", "made": "made - n"})


def _repeat(connection: Connection, table: Table, like: str, many: int, letter: str, changed: dict[str, str]) -> None:
    """Copy the rows of one thing, again and again, to others."""
    key = "id" if "id" in table.c else "table_id"
    values = {column.name: column.name for column in table.columns} | {key: _of(letter, "n")} | changed
    connection.execute(
        text(
            f"WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < {many}) "
            f"INSERT INTO {table.name} ({', '.join(values)}) "
            f"SELECT {', '.join(values.values())} FROM many, (SELECT * FROM {table.name} WHERE {key} = '{like}') AS one"
        )
    )


async def requests(
    services: Services, guest: Guest, of: Callable[[list[float]], float] = statistics.median
) -> dict[str, float]:
    """How long each takes, in milliseconds: the median, or another one of several times."""
    lobby, store = services.lobby, services.store
    first = await lobby.overview(guest)
    page = await lobby.finished(guest, first.next)
    watched = await services.registry.lists.to_watch("", guest)

    async def anew() -> object:
        lobby.forget()
        return await lobby.overview(guest)

    asked: dict[str, Callable[[], Awaitable[object]]] = {
        "the lobby": lambda: lobby.overview(guest),
        "the lobby, all of it anew": anew,
        "the lobby of nobody": lambda: lobby.overview(None),
        "the lobby with one game's open tables": lambda: lobby.overview(guest, next(iter(services.catalog.infos))),
        "more finished tables": lambda: lobby.finished(guest, page.next),
        "how many tables wait": lambda: store.waiting_for(guest),
        "all my tables": lambda: services.registry.tables_of(guest),
        "games to watch": lambda: services.registry.lists.to_watch("", guest),
        "more games to watch": lambda: services.registry.lists.to_watch(watched.next, guest),
        "open tables": lambda: services.registry.open(guest),
    }
    return {what: of(await _times(ask)) for what, ask in asked.items()}


async def _times(ask: Callable[[], Awaitable[Any]]) -> list[float]:
    taken = []
    for _ in range(TIMES):
        start = perf_counter()
        msgspec.json.encode(await ask())
        taken.append((perf_counter() - start) * 1000)
    return taken


async def measure(home: Path, database: str) -> None:
    """Make the house, then ask."""
    services = Services(Settings(home=home, database=database), Store(home, database=database), "http://localhost")
    await services.start()
    try:
        guest = await House(10_000, 100_000, 10_000).fill(services)
        for what, taken in (await requests(services, guest)).items():
            print(f"{what:40} {taken:6.1f} ms{'' if taken < WANTED else '  too long'}")
    finally:
        await services.stop()


if __name__ == "__main__":
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), sys.argv[1] if len(sys.argv) > 1 else ""))

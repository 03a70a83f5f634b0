"""A server's parts inside the test's own process, with a clock that the test sets."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.server.clock import Clock
from cashbox.server.db.store import Store
from cashbox.server.services import Services
from cashbox.server.settings import Settings
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.extra_game_folders import among_the_games

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from cashbox.server.db.records import Guest
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home


class SetClock(Clock):
    """A clock that stands still until a test sets it. time: passed seconds; set_by: change of the machine's date."""

    def __init__(self) -> None:
        self.time = 1_800_000_000.0
        self.set_by = 0.0
        self.changed = asyncio.Event()
        super().__init__(date=lambda: self.time + self.set_by, elapsed=lambda: self.time)

    def ticks(self) -> float:
        return self.time

    def agree(self, date: float) -> None:
        """Do nothing, since a test sets the time of all processes."""

    async def sleep(self, seconds: float) -> None:
        until = self.time + seconds
        while self.time < until:
            await self.changed.wait()

    def forward(self, seconds: float) -> None:
        self.time += seconds
        self.changed.set()
        self.changed = asyncio.Event()


class Watcher:
    """A connected viewer. seat: None for a spectator; guest: None for an anonymous viewer."""

    def __init__(self, seat: int | None = None, guest: Guest | None = None) -> None:
        self.seat = seat
        self.guest = guest
        self.poked = 0

    def poke(self) -> None:
        self.poked += 1


def settings_of(home: Home, **more: Any) -> Settings:
    return Settings(home=home.folder, database=home.database, bot_delay=0, **more)


def store_of(home: Home, clock: Clock | None = None) -> Store:
    return Store(home.folder, clock, home.database)


def services_of(home: Home, clock: Clock | None = None, **settings: Any) -> Services:
    """Create a server's parts without starting them."""
    return Services(settings_of(home, **settings), store_of(home, clock), "http://localhost")


@contextlib.asynccontextmanager
async def serving(home: Home, clock: Clock, **settings: Any) -> AsyncIterator[Services]:
    services = services_of(home, clock, **settings)
    await services.start()
    try:
        yield services
    finally:
        await services.stop()


async def seated(services: Services, game: str, *names: str, **more: object) -> tuple[LiveTable, list[Guest]]:
    """Create a table with a guest for each name, seated in order. The name "bot" seats a bot."""
    guests = [(await services.guests.add(name))[0] for name in names if name != "bot"]
    wishes = [SeatWish("bot", "random") if name == "bot" else SeatWish("open") for name in names]
    wishes[0] = SeatWish("me")
    table = await services.registry.make(guests[0], NewTable(game, wishes, **more))  # type: ignore[arg-type]
    for guest in guests[1:]:
        await services.registry.sit(table, guest, Sit())
    return table, guests


DEADLINE = 120.0
"""Seconds until a test gives up waiting, even on a busy machine."""


async def never(*_: object) -> int:
    """Decide like a bot that never finishes."""
    return await asyncio.Future()


async def until(holds: Callable[[], bool]) -> None:
    """Wait until a condition holds. AssertionError with its source if it does not within `DEADLINE`.

    A table stays in memory as long as someone is connected: `table.join(Watcher(0))` for seat 0, or `Watcher()` for a
    spectator. Otherwise it leaves memory when the test's clock moves: after 30 seconds if only bots play, and after 15
    minutes if people do. The test's `LiveTable` then never changes again, so get the new one with
    `await services.registry.table(table_id)`.
    """
    try:
        async with asyncio.timeout(DEADLINE):
            while not holds():  # noqa: ASYNC110 (tables tell connections of changes, not tests)
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(f"not so after {DEADLINE:.0f} seconds: {inspect.getsource(holds).strip()}") from None


async def settled() -> None:
    """Wait long enough for anything that must not happen."""
    for _ in range(20):
        await asyncio.sleep(0.005)


@pytest.fixture
def votes() -> Iterator[str]:
    """Add the tiny game whose bids time out, and return its id."""
    with among_the_games(Path(__file__).parent / "games"):
        yield "votes"

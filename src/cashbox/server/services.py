"""What a running server is made of, put together and taken apart in order."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import time
from typing import TYPE_CHECKING, Any, Final

from cashbox.server.botseats import BotSeats
from cashbox.server.clock import Clock
from cashbox.server.guests import Guests
from cashbox.server.house import House
from cashbox.server.lapse_timers import Lapses
from cashbox.server.problems import Refusal
from cashbox.server.shelf import Shelf
from cashbox.server.surroundings import Surroundings
from cashbox.server.thinkers import Thinkers

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection

    from cashbox.server.settings import Settings
    from cashbox.server.store import Store
    from cashbox.server.table import LiveTable

_log = logging.getLogger("cashbox.server")

SWEEP: Final = 30.0
"""Seconds between searches for unused tables."""

TIDY: Final = 5.0
"""Seconds between collections of garbage."""

THOROUGH: Final = 720
"""After this many collections, everything is searched."""

HEALTHY: Final = 1.0
"""Seconds for which a health check counts, so that checks cannot keep the disk busy."""


class Services:
    """One server's parts. url: what invitation links begin with; clock: what tells the time to chats and lapses."""

    def __init__(self, settings: Settings, store: Store, url: str, clock: Clock | None = None) -> None:
        self.settings = settings
        self.url = url
        self.store = store
        self.shelf = Shelf(store)
        self.guests = Guests(store)
        clock = clock or Clock()
        self.house = House(Surroundings(store, clock, url), self.shelf, settings.idle)
        self.thinkers = Thinkers(settings.bot_workers, settings.bot_seconds)
        self.bots = BotSeats(self.thinkers, self.shelf, settings.bot_delay / 1000)
        self.lapses = Lapses(clock, self.house.table)
        self.house.on_change = self._changed
        self._tasks: list[asyncio.Task[None]] = []
        self._healthy = 0.0

    async def start(self) -> None:
        """Begin to serve: bots that owe a decision go on, and overdue answers lapse."""
        await self.store.start()
        self._tasks = [
            asyncio.create_task(self._wake()),
            asyncio.create_task(self._sweep()),
            asyncio.create_task(_tidy()),
        ]

    async def stop(self) -> None:
        """Stop bots, finish writing, close the store."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()
        await self.lapses.close()
        await self.thinkers.close()
        await asyncio.to_thread(self.store.close)

    async def check(self) -> None:
        """Refusal ("unhealthy") unless the store can be written and read."""
        now = time.monotonic()
        if now - self._healthy < HEALTHY:
            return
        try:
            await asyncio.wait_for(self.store.probe(), 5.0)
        except Exception as error:
            raise Refusal(503, "unhealthy", "The server cannot read or write its data right now.") from error
        self._healthy = now

    def _changed(self, table: LiveTable) -> None:
        self.bots.watch(table)
        self.lapses.watch(table)

    async def _wake(self) -> None:
        try:
            for table_id in await self.store.go_on():
                # Loading a table is enough. One that cannot be loaded has been logged; the others go on.
                with contextlib.suppress(Refusal):
                    await self.house.table(table_id)
        except Exception:  # noqa: BLE001 (the server serves people all the same)
            _log.exception("the tables that go on by themselves were not started")

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.house.sweep()
            self.thinkers.sweep()


async def _tidy() -> None:
    """Collect garbage in many short pauses instead of few long ones.

    The journals of all tables in memory are a million objects that never become garbage in cycles. What was looked at
    once is set aside, so a pause is as long as what is new, not as what there is.
    """
    gc.set_threshold(10_000, 20, 1000)
    looks = 0
    while True:
        looks += 1
        if looks % THOROUGH == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        await asyncio.sleep(TIDY)


def services(connection: ASGIConnection[Any, Any, Any, Any]) -> Services:
    """The services of the server that a request came to."""
    found: Services = connection.app.state["services"]
    return found

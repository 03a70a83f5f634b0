"""The priority of bots: those that people wait for, then those that people watch, then the others."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from cashbox.server.tasks import background

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.server.clock import Clock
    from cashbox.server.tables.live import LiveTable

LATELY: Final = 60.0
"""Seconds after a player's action for which the table counts as one with people playing."""


class Rank(IntEnum):
    """How much a table's bots matter to people, most first. PEOPLE: a player is connected; SEEN: there is a spectator,
    or a player who is away; ALONE: only bots play, possibly for players, and no one watches."""

    PEOPLE = 0
    SEEN = 1
    ALONE = 2


def rank(table: LiveTable, now: float) -> Rank:
    """Return how much a table matters at `now` (ticks)."""
    if table.seats_connected_here or table.elsewhere.seats:
        return Rank.PEOPLE
    if table.only_bots:
        return Rank.SEEN if table.listeners or table.elsewhere.watchers else Rank.ALONE
    return Rank.PEOPLE if now < table.seen + LATELY else Rank.SEEN


class Lane:
    """A queue that lets tables through in order.

    most: how many at a time. pace: how many per second while people play, according to `people`.
    """

    def __init__(self, clock: Clock, most: int, pace: float, people: Callable[[], bool]) -> None:
        self._clock = clock
        self._most = most
        self._pace = pace
        self._people = people
        self._inside = 0
        self._next = 0.0
        self._waiting: OrderedDict[str, asyncio.Future[bool]] = OrderedDict()
        self._timer: asyncio.Task[None] | None = None

    async def enter(self, table_id: str) -> bool:
        """Wait for a slot. Returns whether one was taken, which `leave` returns."""
        waiting: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting[table_id] = waiting
        self._let()
        try:
            return await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled() and waiting.result():
                self.leave()
            raise

    def leave(self) -> None:
        """Return a slot."""
        self._inside -= 1
        self._let()

    def hurry(self, table_id: str) -> None:
        """Let a table through without waiting, outside the queue."""
        waiting = self._waiting.pop(table_id, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(False)

    def close(self) -> None:
        """Close the queue."""
        if self._timer is not None:
            self._timer.cancel()

    def _let(self) -> None:
        while self._waiting and self._inside < self._most and self._timer is None:
            now, people = self._clock.ticks(), self._people()
            if people and now < self._next:
                self._timer = background(self._later(self._next - now))
                return
            _, waiting = self._waiting.popitem(last=False)
            if not waiting.done():
                self._inside += 1
                # Tables let through while no one played do not count against later ones.
                self._next = (max(self._next, now) if people else now) + 1 / self._pace
                waiting.set_result(True)

    async def _later(self, seconds: float) -> None:
        await self._clock.sleep(seconds)
        self._timer = None
        self._let()

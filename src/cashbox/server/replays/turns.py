"""Whose turn it is to ask: one after the other, and those who ask much do not come before those who ask little."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict, deque
from typing import TYPE_CHECKING, Final

from cashbox.server.problems import Refusal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

WAITING: Final = 200
"""The most who wait at a time; the next one is asked to come again."""

EACH: Final = 8
"""The most questions of one caller that wait."""

LATER: Final = 2
"""Seconds after which it is worth asking again."""


def too_many() -> Refusal:
    """What is said to those for whom there is no room."""
    told = "Very many people are looking back at games just now; try again in a moment."
    return Refusal(503, "too-many-replays", told, LATER)


class Turns:
    """Callers that wait, each with its questions in order; one question of each comes in turn."""

    def __init__(self, most: int = WAITING, each: int = EACH) -> None:
        self._most = most
        self._each = each
        self._taken = False
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._waiting.values()))

    @contextlib.asynccontextmanager
    async def turn(self, who: str, *, more: bool = False) -> AsyncIterator[None]:
        """It is a caller's turn within the block. more: it goes on with what it has begun. Refusal
        ("too-many-replays") where too many wait."""
        if self._taken:
            if not more and (self.waiting >= self._most or len(self._waiting.get(who, ())) >= self._each):
                raise too_many()
            await self._wait(who)
        self._taken = True
        try:
            yield
        finally:
            self._next()

    async def _wait(self, who: str) -> None:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(who, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():
                self._next()
            raise

    def _next(self) -> None:
        while self._waiting:
            who, theirs = self._waiting.popitem(last=False)
            first = theirs.popleft()
            if theirs:
                self._waiting[who] = theirs
            if not first.done():
                first.set_result(None)
                return
        self._taken = False

"""Whose turn it is to ask: one after the other, and those who ask much do not come before those who ask little."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, OrderedDict, deque
from typing import TYPE_CHECKING, Final

from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

ROOM: Final = 64
"""The most requests in hand at a time, so that those who play need not wait for many; the next one is asked to come
again."""

EACH: Final = 4
"""The most of one caller."""

LATER: Final = 2
"""Seconds after which it is worth asking again."""


class Turns:
    """Callers in the house, and their questions, of which one comes after the other: of each caller one in turn.

    room: the most requests; each: of one caller.
    """

    def __init__(self, room: int = ROOM, each: int = EACH) -> None:
        self._room = room
        self._each = each
        self._here: Counter[str] = Counter()
        self._taken = False
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def here(self) -> int:
        """How many requests are in hand."""
        return self._here.total()

    def check_room(self) -> None:
        """Refusal ("too-many-replays") where there are as many requests as there may be."""
        if self.here >= self._room:
            raise _too_many()

    @contextlib.contextmanager
    def room(self, who: str) -> Iterator[None]:
        """Within the block a request of a caller is in hand. Refusal as `check_room`."""
        self.check_room()
        if self._here[who] >= self._each:
            raise _too_many()
        self._here[who] += 1
        try:
            yield
        finally:
            self._here[who] -= 1
            if not self._here[who]:
                del self._here[who]

    @contextlib.asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """It is a caller's turn within the block."""
        if self._taken:
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


def _too_many() -> Refusal:
    told = "Too many replays are open right now. Try again in a moment."
    return Refusal(503, "too-many-replays", told, LATER)

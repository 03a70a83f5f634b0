"""Live channels over plain HTTP, for clients whose network lets no WebSocket through (long polling).

A client asks again and again; each answer waits until there is something new, and carries what a WebSocket would have
carried. What the client does goes through the other addresses of a table. A client that misses an answer opens a new
channel with the mark of the newest state that it has seen, as after any other break.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

from cashbox.server.ids import new_secret
from cashbox.server.tables.channel_line import UNREAD_BYTES
from cashbox.server.tasks import first_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.server.clock import Clock
    from cashbox.server.tables.channel_line import Speaker

PATIENCE: Final = 20.0
"""Seconds after which an answer goes out without news: proxies break off what is silent for a minute or half."""

GONE: Final = 45.0
"""Seconds without a request after which a client counts as gone."""


class News(NamedTuple):
    """What a client gets. closed: the code with which the channel was closed, 0 while it is open."""

    messages: list[bytes]
    closed: int


class PolledLine:
    """A `Line` whose messages wait until the client asks for them."""

    def __init__(self, clock: Clock) -> None:
        self.congested = False
        self.asked = clock.ticks()
        self._clock = clock
        self._speaker: Speaker | None = None
        self._messages: list[bytes] = []
        self._size = 0
        self._closed = 0
        self._new = asyncio.Event()

    async def news(self) -> News:
        """Wait for messages, and take them. An earlier request of the same client is answered without any."""
        self._new.set()
        self._new = mine = asyncio.Event()
        self.asked = self._clock.ticks()
        if not self._messages and not self._closed:
            await first_of(mine.wait(), self._clock.sleep(PATIENCE))
        if mine is not self._new:
            return News([], 0)
        messages, self._messages, self._size = self._messages, [], 0
        if self.congested:
            self.congested = False
            if self._speaker is not None:
                self._speaker.drained()
        return News(messages, self._closed)

    def gone(self) -> None:
        """The client asks no more."""
        if self._speaker is not None:
            self._speaker.lost()

    def restart(self) -> None:
        """The server ends."""
        if self._speaker is not None:
            self._speaker.restart()

    # -- as a `Line` ---------------------------------------------------------------------------------------------

    def take(self, speaker: Speaker) -> None:
        """From now on this one is told whether the client is there."""
        self._speaker = speaker
        if self._closed:
            speaker.lost()

    def send_texts(self, messages: Sequence[bytes]) -> None:
        """Keep messages until the client asks."""
        self._messages.extend(messages)
        self._size += sum(map(len, messages))
        self.congested = self._size > UNREAD_BYTES
        self._new.set()

    def hold(self) -> None:
        """Nothing comes from the client this way."""

    def go_on(self) -> None:
        """Nothing comes from the client this way."""

    def part(self, code: int, why: str) -> None:  # noqa: ARG002 (the next answer has the code)
        """Close the channel."""
        self._closed = code
        self._new.set()
        if self._speaker is not None:
            self._speaker.lost()


class _Held(NamedTuple):
    line: PolledLine
    table: str
    guest: str


class PolledChannels:
    """The channels over plain HTTP of one server process, by names that only their clients know."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._held: dict[str, _Held] = {}

    def keep(self, line: PolledLine, table: str, guest: str) -> str:
        """Keep a line to a table; its name. guest: whose it is, "" for nobody known."""
        name = new_secret()
        self._held[name] = _Held(line, table, guest)
        return name

    def find(self, name: str, table: str, guest: str) -> PolledLine | None:
        """The line of that name, if it is this guest's to this table."""
        held = self._held.get(name)
        return held.line if held is not None and (held.table, held.guest) == (table, guest) else None

    def drop(self, name: str) -> None:
        """Forget a line that was closed."""
        self._held.pop(name, None)

    def sweep(self) -> None:
        """Let go of clients that have not asked for a while."""
        before = self._clock.ticks() - GONE
        for name in [name for name, held in self._held.items() if held.line.asked < before]:
            self._held.pop(name).line.gone()

    def restart(self) -> None:
        """The server ends: every client is told to come again."""
        for held in self._held.values():
            held.line.restart()

"""All open connections: their limit, and deadlines for slow clients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable
    from typing import Protocol

    from cashbox.server.clock import Clock

    class Connection(Protocol):
        """A client's connection, with any protocol."""

        transport: asyncio.Transport

        def late(self) -> None:
            """Close the connection of a client that has not sent in time."""

        def unread(self) -> None:
            """Close the connection of a client that has not read for too long."""


LOOK: Final = 1.0
"""Seconds between two checks of all connections."""

SILENT: Final = 1.0
"""Seconds after which a client that keeps the server waiting can be dropped for a new one, if there is no room."""

UNREAD: Final = 30.0
"""Seconds in which a client must have read everything sent at some point; and then the last message on a closing
connection."""

TURNED_AWAY: Final = 64
"""The most connections beyond the limit to read from, so that they can get an error response."""


class Connections:
    """The connections of one server. most: the most at a time; refused: called with the code of a refusal that the
    application does not see.

    One check per second of all connections replaces a timer for each: 10,000 connections cost a few milliseconds per
    second, and a deadline costs nothing while a client keeps it.
    """

    def __init__(self, clock: Clock, most: int, refused: Callable[[str], None]) -> None:
        self.refused = refused
        self._clock = clock
        self._most = most
        self._open: set[Connection] = set()
        self._turned_away: set[Connection] = set()
        # When the wait for a client began, and its deadline; the longest wait comes first.
        self._awaited: dict[Connection, tuple[float, float]] = {}
        self._unread: dict[Connection, float] = {}

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, connection: Connection) -> bool:
        """Check whether there is room for a new connection. A client that only keeps the server waiting may have to
        make room."""
        if len(self._open) < self._most or self._make_room():
            self._open.add(connection)
            return True
        return False

    def turn_away(self, connection: Connection) -> bool:
        """Check whether a connection without room can at least get an error response."""
        if len(self._turned_away) >= TURNED_AWAY:
            return False
        self._turned_away.add(connection)
        return True

    def upgrade(self, old: Connection, new: Connection) -> None:
        """Replace a connection by one that speaks another protocol over the same transport."""
        self.remove(old)
        self._open.add(new)

    def remove(self, connection: Connection) -> None:
        """Remove a closed connection."""
        self._open.discard(connection)
        self._turned_away.discard(connection)
        self._awaited.pop(connection, None)
        self._unread.pop(connection, None)

    def wait(self, connection: Connection, seconds: float) -> None:
        """Give a client this many seconds to send something."""
        now = self._clock.ticks()
        self._awaited.pop(connection, None)
        self._awaited[connection] = (now, now + seconds)

    def waits(self, connection: Connection) -> bool:
        """Check whether this client keeps the server waiting."""
        return connection in self._awaited

    def received(self, connection: Connection) -> None:
        """End the wait for a client."""
        self._awaited.pop(connection, None)

    async def watch(self) -> None:
        """Enforce deadlines forever."""
        while True:
            await self._clock.sleep(LOOK)
            self.enforce_deadlines()

    def enforce_deadlines(self) -> None:
        """Close the connections of clients that have missed a deadline."""
        now = self._clock.ticks()
        for connection in [one for one, (_, until) in self._awaited.items() if now >= until]:
            del self._awaited[connection]
            connection.late()
        for connection in [*self._open, *self._turned_away]:
            if not connection.transport.get_write_buffer_size():
                self._unread.pop(connection, None)
                continue
            if now - self._unread.setdefault(connection, now) < UNREAD:
                continue
            if connection.transport.is_closing():
                connection.transport.abort()
            else:
                self._unread[connection] = now
                connection.unread()

    def _make_room(self) -> bool:
        longest = next((one for one in self._awaited if one in self._open), None)
        if longest is None or self._clock.ticks() - self._awaited[longest][0] < SILENT:
            return False
        self.remove(longest)
        longest.transport.abort()
        return True

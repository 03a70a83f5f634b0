"""A whole server in the test's own process and loop, with a clock that the test sets, and clients that send bytes."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from cashbox.server.app import ROUTES, app_of, make_router
from cashbox.server.main import Server, configure, listen
from cashbox.server.services import Services
from cashbox.server.web.connections import Connections
from tests.server.server_in_process import SetClock, settings_of, settled, store_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from litestar import Litestar

    from tests.data_folders import Home

IDLE: list[Litestar] = []
"""The routers of stopped servers, for reuse: building one takes three quarters of a start."""


class LocalServer:
    """A server in the test's own process. most: the limit of connections; url: the start of invitation links; settings:
    other settings; table: the id of a table made by a test; refused: codes of refusals before the application."""

    def __init__(self, home: Home, most: int = 1000, url: str | None = None, **settings: Any) -> None:
        self.clock = SetClock()
        self.refused: list[str] = []
        self.connections = Connections(self.clock, most, self.refused.append)
        self.home = home
        self.settings = settings_of(home, url=url, **settings)
        self.port = 0
        self.table = b""

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[LocalServer]:
        listening = listen("127.0.0.1", 0)
        self.port = listening.getsockname()[1]
        ready = asyncio.Event()
        here = f"http://127.0.0.1:{self.port}"
        services = Services(self.settings, store_of(self.home, self.clock), self.settings.url or here)
        addresses = IDLE.pop() if IDLE else make_router(ROUTES)
        app = app_of(services, addresses)
        server = Server(configure(app, self.connections, 100, self.settings), [self.connections.watch], ready.set)
        running = asyncio.create_task(server._serve([listening]))
        await ready.wait()
        try:
            yield self
        finally:
            server.should_exit = True
            await running
            listening.close()
        IDLE.append(addresses)

    async def forward(self, seconds: float) -> None:
        """Advance the clock and let the server check its connections."""
        self.clock.forward(seconds)
        await settled()

    async def connect(self, text: bytes = b"") -> RawConnection:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 24)
        connection = RawConnection(self, reader, writer)
        await connection.send(text)
        return connection

    async def get(self, path: str) -> bytes:
        """Send a GET request on a new connection and return the whole response."""
        connection = await self.connect(
            b"GET %b HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n" % path.encode()
        )
        return await connection.rest()


class RawConnection:
    """A client's end of a connection."""

    def __init__(self, server: LocalServer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.server = server
        self.reader = reader
        self.writer = writer

    async def send(self, text: bytes) -> None:
        self.writer.write(text)
        await self.writer.drain()
        await settled()

    async def rest(self) -> bytes:
        """Read until the server closes the connection."""
        async with asyncio.timeout(120):
            with contextlib.suppress(ConnectionError):
                return await self.reader.read()
            return b""

    async def until(self, end: bytes) -> bytes:
        async with asyncio.timeout(120):
            return await self.reader.readuntil(end)

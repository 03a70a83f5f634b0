"""Servers that receive notifications: they accept them, hang, or respond as a test wants."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
from aiohttp import web

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator


@dataclass
class ReceivedRequest:
    """A received request. path: with the query."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


@dataclass
class Receiver:
    """A server and its responses.

    Args:
        answers: Status, headers, and body of the next responses. After them, every request is accepted.
        hangs: The server never responds.
        broken: Requests to a path with this prefix fail.
    """

    url: str = ""
    got: list[ReceivedRequest] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str], bytes]] = field(default_factory=list)
    hangs: bool = False
    broken: str = ""

    async def answer(self, request: web.BaseRequest) -> web.Response:
        self.got.append(ReceivedRequest(request.path_qs, dict(request.headers), await request.read()))
        if self.hangs:
            await asyncio.sleep(3600)
        if self.broken and request.path.startswith(self.broken):
            return web.Response(status=500)
        status, headers, body = self.answers.pop(0) if self.answers else (201, {}, b"")
        return web.Response(status=status, headers=headers, body=body)

    @property
    def bodies(self) -> list[str]:
        return [one.json["body"] for one in self.got]


@contextlib.asynccontextmanager
async def receiver(secure: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    """Run a receiver in the test's own loop. secure: the context for https."""
    found = Receiver()
    server = web.Server(found.answer)
    runner = web.ServerRunner(server, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=secure)
    await site.start()
    port = site._server.sockets[0].getsockname()[1]  # type: ignore[union-attr]
    found.url = f"{'https' if secure else 'http'}://127.0.0.1:{port}"
    try:
        yield found
    finally:
        await runner.cleanup()

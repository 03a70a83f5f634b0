"""A WebSocket client that does no more than a benchmark needs, so that on a small machine the server has the time.

It masks with a key of zeros, which is allowed and saves the work; it answers pings.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
from typing import TYPE_CHECKING, Final, cast

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A
_NO_MASK: Final = bytes(4)


class Choice(msgspec.Struct):
    """One entry of the legal list."""

    action: msgspec.Raw


class Message(msgspec.Struct):
    """What matters to a benchmark of anything the server sends."""

    type: str
    mark: str = ""
    code: str = ""
    legal: list[Choice] = []
    outcome: msgspec.Raw = msgspec.Raw(b"null")

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bytes(self.outcome) != b"null"


decode = msgspec.json.Decoder(Message).decode


class LeanSocket(asyncio.Protocol):
    """One connection. heard: called with each message, `closed` is done when it has ended."""

    def __init__(self, path: str, token: str, heard: Callable[[bytes], None]) -> None:
        loop = asyncio.get_running_loop()
        self._path = path
        self._token = token
        self._heard = heard
        self._rest = b""
        self.opened: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[None] = loop.create_future()

    @classmethod
    async def connect(cls, port: int, path: str, token: str, heard: Callable[[bytes], None]) -> LeanSocket:
        """Open a connection. ConnectionError if it is refused."""
        loop = asyncio.get_running_loop()
        _, made = await loop.create_connection(lambda: cls(path, token, heard), "127.0.0.1", port)
        await made.opened
        return made

    def send(self, text: bytes) -> None:
        """Send one message."""
        self._frame(_TEXT, text)

    def close(self) -> None:
        """End it."""
        self._frame(_CLOSE, b"\x03\xe8")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        host, port = transport.get_extra_info("peername")[:2]
        head = [
            f"GET {self._path} HTTP/1.1",
            f"Host: {host}:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            f"Authorization: Bearer {self._token}",
        ]
        self._transport.write("\r\n".join([*head, "", ""]).encode())

    def connection_lost(self, _: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the handshake was not answered"))
        if not self.closed.done():
            self.closed.set_result(None)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self.opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.decode("latin-1")))
                self._transport.close()
                return
            self.opened.set_result(None)
        self._rest = self._frames(data)

    def _frames(self, data: bytes) -> bytes:
        """Take in all that is complete; the rest."""
        at = 0
        while len(data) - at >= 2:
            start, size = at + 2, data[at + 1]
            if size == 126:
                start, size = at + 4, int.from_bytes(data[at + 2 : at + 4], "big")
            elif size == 127:
                start, size = at + 10, int.from_bytes(data[at + 2 : at + 10], "big")
            if len(data) < start + size:
                break
            self._one(data[at], data[start : start + size])
            at = start + size
        return data[at:]

    def _one(self, kind: int, body: bytes) -> None:
        if kind == _TEXT:
            self._heard(body)
        elif kind == _PING:
            self._frame(_PONG, body)
        elif kind == _CLOSE:
            with contextlib.suppress(OSError):
                self._transport.close()

    def _frame(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = bytes([kind, 0x80 | size]) if size < 126 else struct.pack(">BBH", kind, 0x80 | 126, size)
        self._transport.write(head + _NO_MASK + body)

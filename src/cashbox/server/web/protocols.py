"""uvicorn's HTTP protocol with additional deadlines and limits; `sockets.py` does the same for the live channel.
uvicorn's own limits are not enough: `h11_max_incomplete_event_size` is for h11, the slower parser; httptools reads
headers of any size; `timeout_keep_alive` begins after the first response and ends with the next byte; and
`limit_concurrency` responds without a message, and counts idle clients like players.

So the protocol class is extended at its callbacks for each step of a request.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, cast

import httptools
import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from cashbox.server.errors import Problem
from cashbox.server.web.limits import FILE, FILES

if TYPE_CHECKING:
    import asyncio

    from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

    from cashbox.server.web.connections import Connections

HEAD: Final = 10.0
"""Seconds for a client to send a request's headers, from connecting or from the last response."""

BODY: Final = 30.0
"""Seconds for a client to send a request's body."""

FAREWELL: Final = 2.0
"""Seconds for a client to read the last response, while its further input is dropped. If the connection were closed
immediately, the system would discard the response together with the unread input."""

HEAD_BYTES: Final = 64 * 1024
"""The most bytes in a request's headers, including the URL."""

PIPELINED: Final = 16
"""The most pipelined requests of a client."""


class _Stop(Exception):  # noqa: N818 (not a fault: it ends the reading of a request that is refused)
    """Stops the parser."""


class _Farewell:
    """The transport for one response: closing it lets the client read that response first."""

    def __init__(self, connection: HttpConnection) -> None:
        self._connection = connection
        self.write = connection.transport.write
        self.is_closing = connection.transport.is_closing

    def close(self) -> None:
        self._connection.part()


class HttpConnection(HttpToolsProtocol):
    """A client's HTTP connection. most: the most bytes of a body that the application accepts."""

    def __init__(self, connections: Connections, most: int, **more: Any) -> None:
        super().__init__(**more)
        self._held = connections
        # Input after a handshake.
        self._after = b""
        # A body in chunks of one byte takes six times its size.
        self._most = HEAD_BYTES + 8 * most
        self._received = 0
        self._bound = self._most
        self._in_head = True
        self._reading = False
        self._parting = False
        self._refusal = (400, "malformed", "That isn't an HTTP request.")
        self._full = False
        # Requests without a complete response, in order; uvicorn only knows the last one.
        self._unanswered: list[RequestResponseCycle] = []

    # -- the connection ------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self._held.admit(self):
            self._full = True
            if not self._held.turn_away(self):
                self._no_room()
                return
        self._held.wait(self, FAREWELL if self._full else HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        self._held.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._parting or self.transport.is_closing():
            return
        self._received += len(data)
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade as upgrade:
            # Requests for other upgrades than a WebSocket get an HTTP response.
            if self._should_upgrade():
                self._after = data[upgrade.args[0] :]
                self.handle_websocket_upgrade()
                return
        except httptools.HttpParserError:
            self._refuse(*self._refusal)
            return
        if self._in_head and self._received > HEAD_BYTES:
            self._refuse(431, "too-large", _LONG_HEAD)
        elif self._reading and self._received > self._bound:
            self._refuse(413, "too-large", "The request body is too large.")

    def handle_websocket_upgrade(self) -> None:
        self._held.received(self)
        super().handle_websocket_upgrade()
        if self._after and not self.transport.is_closing():
            cast("asyncio.Protocol", self.transport.get_protocol()).data_received(self._after)

    def late(self) -> None:
        """Close a connection whose client is too slow."""
        if self._parting or not self._reading:
            self.transport.abort()
        else:
            self._refuse(408, "too-slow", "The request took too long to arrive.")

    def unread(self) -> None:
        """Close a connection whose client does not read."""
        self.transport.abort()

    # -- one request ---------------------------------------------------------------------------------------------

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._received = 0
        self._in_head = self._reading = True
        if not self._held.waits(self):
            self._held.wait(self, HEAD)

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers) > HEAD_BYTES:
            self._stop(431, "too-large", _LONG_HEAD)
        if self._full:
            self._stop(*_FULL)
        if len(self.pipeline) >= PIPELINED:
            self._stop(400, "malformed", f"Too many pipelined requests. The limit is {PIPELINED}.")
        self._bound = HEAD_BYTES + 2 * FILE if self.url.partition(b"?")[0] == FILES.encode() else self._most
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:
            self._unanswered = [*self._waiting(), self.cycle]
            self.cycle.transport = cast("asyncio.Transport", _Farewell(self))
        self._held.wait(self, BODY)

    def on_message_complete(self) -> None:
        self._reading = False
        self._held.received(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        if self._parting:
            return
        ahead = bool(self.pipeline)
        super().on_response_complete()
        if not ahead and not self._reading:
            self._held.wait(self, HEAD)

    # -- the end -------------------------------------------------------------------------------------------------

    def part(self) -> None:
        """Close the connection once the client has read the last response; its further input is dropped."""
        if self._parting or self.transport.is_closing():
            return
        if not self._reading:
            self.transport.close()
            return
        self._parting = True
        self._unset_keepalive_if_required()
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.flow.resume_reading()
        self._held.wait(self, FAREWELL)

    def _waiting(self) -> list[RequestResponseCycle]:
        return [cycle for cycle in self._unanswered if not cycle.response_complete]

    def _stop(self, status: int, code: str, message: str) -> None:
        self._refusal = (status, code, message)
        raise _Stop

    def _no_room(self) -> None:
        self._refuse(*_FULL)
        self.transport.close()

    def _refuse(self, status: int, code: str, message: str) -> None:
        """Respond to a request that the application must not see, and stop reading."""
        self._held.refused(code)
        self._reading = True
        waiting = self._waiting()
        for cycle in waiting:
            # The application's response would come too late.
            cycle.disconnected = True
            cycle.message_event.set()
        begun = any(cycle.response_started for cycle in waiting)
        if not begun and not self.transport.is_closing():
            self.transport.write(problem_answer(status, code, message))
        self.part()


_LONG_HEAD: Final = f"The request's URL and headers are too large. The limit is {HEAD_BYTES // 1024} KB."
_FULL: Final = (503, "full", "The server has reached its connection limit. Try again in a moment.")
_RETRY: Final = 5
"""The Retry-After seconds of a client without room."""


def problem_answer(status: int, code: str, message: str) -> bytes:
    """Encode a `Problem` as a complete HTTP response."""
    body = msgspec.json.encode(Problem(code, message))
    head = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        "connection: close",
    ]
    if status == 503:
        head.append(f"retry-after: {_RETRY}")
    return "\r\n".join([*head, "", ""]).encode() + body

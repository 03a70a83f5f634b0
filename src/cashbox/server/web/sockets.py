"""WebSocket as uvicorn and websockets speak it, with bounds that they do not have, and a short way for live channels.

The handshake goes the way of every request, through the application. After that there is nothing in ASGI that a channel
needs, and a queue, an event and three wrapped calls for each message cost more than the message: the channel takes the
connection over, and is called with what comes. The application's part of the connection ends with the handshake, so
that a connection on which no one speaks holds no task and no request in memory.
"""

from __future__ import annotations

import asyncio
import struct
from typing import TYPE_CHECKING, Any, Final, cast

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN, SERVER, Protocol
from websockets.utils import apply_mask

from cashbox.server.errors import POLICY, Stopping
from cashbox.server.tables.channel_line import UNREAD_BYTES
from cashbox.server.tasks import background
from cashbox.server.web.protocols import problem_answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uvicorn._types import WebSocketCloseEvent
    from websockets.frames import Frame
    from websockets.server import ServerProtocol

    from cashbox.server.tables.channel import Channel
    from cashbox.server.web.connections import Connections
    from cashbox.server.web.protocols import HttpConnection

LINE: Final = "cashbox.line"
"""Where in a handshake's scope (`extensions`) its connection is found."""

PIECES: Final = 1024
"""The most frames in one live message."""

FAREWELL: Final = 2.0
"""Seconds that a client has to answer that the channel is closed; less than open requests have when the server ends."""

_NOT_TEXT: Final = 1007
"""The close code for text that is none."""

_NO_HANDSHAKE: Final = "That isn't a WebSocket handshake."

_WHOLE_TEXT: Final = 0x81
"""The first byte of a frame that is a whole text message."""

_MASKED: Final = 0x80


class _Nowhere:
    """The queue of a connection that a channel has taken: the channel is told everything itself."""

    def put_nowait(self, event: object) -> None:
        """Drop it."""


_NOWHERE: Final = _Nowhere()
_WRITABLE: Final = asyncio.Event()
"""One for all connections whose clients read: each of its own would be as large as all else that a channel holds."""
_WRITABLE.set()


class SocketConnection(WebSocketsSansIOProtocol):
    """A client on a live channel. congested: it does not read what was sent to it, so nothing more should be."""

    def __init__(self, connections: Connections, **more: Any) -> None:
        super().__init__(**more)
        self._held = connections
        self._speaker: Channel | None = None
        self._parted: tuple[int, str] | None = None
        # What has come before the handshake was answered.
        self._early = b""
        self.congested = False
        self.close_timeout = FAREWELL

    # -- the connection ------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._held.upgrade(cast("HttpConnection", self.transport.get_protocol()), self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._held.remove(self)
        super().connection_lost(exc)
        self.congested = False
        if self._speaker is not None:
            self._speaker.lost()

    def pause_writing(self) -> None:
        self.writable = asyncio.Event()
        self.congested = True

    def resume_writing(self) -> None:
        super().resume_writing()
        self.congested = False
        if self._speaker is not None:
            self._speaker.drained()

    async def run_asgi(self) -> None:
        """Let the application answer the handshake; a connection that was taken over stays open after that."""
        cast("dict[str, Any]", self.scope["extensions"])[LINE] = self
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except asyncio.CancelledError:
            # Only a server that ends breaks a handshake off.
            self.shutdown()
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        if self._speaker is not None:
            # What was needed for the handshake need not be kept as long as someone is connected.
            del self.scope, self.request, self.response
        elif self.close_timer is None:
            self.transport.close()

    # -- the channel ---------------------------------------------------------------------------------------------

    def attach(self, speaker: Channel) -> None:
        """Attach a channel, which gets what arrives from now on, if the client is still there."""
        self._speaker = speaker
        if self.disconnected:
            speaker.lost()
        elif self._parted is not None:
            self.part(*self._parted)
        else:
            self._hand_on()
            early, self._early = self._early, b""
            if early:
                self.data_received(early)

    def part(self, code: int, why: str) -> None:
        """Close, once a channel has the connection; the client can still read why."""
        self._parted = code, why
        speaker = self._speaker
        if speaker is not None and not self.close_sent and not self.transport.is_closing():
            close: WebSocketCloseEvent = {"type": "websocket.close", "code": code, "reason": why}
            background(self.send(close))
            speaker.lost()

    def send_texts(self, messages: Sequence[bytes]) -> None:
        """Send messages, each as it is, in one piece."""
        if self.close_sent or self.transport.is_closing():
            return
        pieces = []
        for message in messages:
            size = len(message)
            if size < 126:
                pieces.append(bytes((_WHOLE_TEXT, size)))
            else:
                pieces.append(struct.pack(">BBH", _WHOLE_TEXT, 126, size) if size < 1 << 16 else _long_head(size))
            pieces.append(message)
        self.transport.write(b"".join(pieces))

    def hold(self) -> None:
        """Read nothing more for a while."""
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def go_on(self) -> None:
        """Read again."""
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def _hand_on(self) -> None:
        """Hand on what came before the channel took the connection, and drop what only the handshake needed."""
        speaker = self._speaker
        assert speaker is not None
        if not self.conn.reader.buffer and self.conn.current_size is None:
            # The parser of a handshake holds the request as long as it lives.
            self.conn = cast("ServerProtocol", Protocol(SERVER, max_size=self.config.ws_max_size, logger=self.logger))
        while not self.queue.empty():
            event = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                text = event.get("text")
                speaker.receive(text.encode() if text is not None else event.get("bytes") or b"")
        self.queue, self.writable = cast("Any", _NOWHERE), _WRITABLE
        self.go_on()

    # -- what comes ----------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._speaker is not None:
            data = self._short(self._speaker, data)
            if not data:
                return
        elif self.handshake_initiated and not self.handshake_complete:
            # No one may speak before that, but what was said is not lost.
            self._early += data
            if not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()
            return
        super().data_received(data)

    def _short(self, speaker: Channel, data: bytes) -> bytes:
        """Hand on the messages that come as clients usually send them, each in one frame that is all there; the rest,
        which is for the parser that knows everything."""
        conn, at, end = self.conn, 0, len(data)
        if conn.reader.buffer or conn.current_size is not None or conn.state is not OPEN or self.close_sent:
            return data
        while end - at > 6 and data[at] == _WHOLE_TEXT:
            size, start = data[at + 1] - _MASKED, at + 2
            if size == 126 and end - at > 8:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif not 0 < size < 126:
                break
            after = start + 4 + size
            if after > end:
                break
            text = apply_mask(data[start + 4 : after], data[start : start + 4])
            if not self._is_text(text):
                return b""
            speaker.receive(text)
            at = after
        return data[at:] if at else data

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self._is_text(b"".join(self.frames)):
            return
        if self._speaker is None:
            super().send_receive_event_to_app()
            return
        text = b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self._speaker.receive(text)

    def _is_text(self, data: bytes) -> bool:
        try:
            data.decode()
        except UnicodeDecodeError:
            self._hang_up("Text must be UTF-8.", _NOT_TEXT)
            return False
        return True

    def handle_ping(self) -> None:
        super().handle_ping()
        if self.transport.get_write_buffer_size() > UNREAD_BYTES:
            self.unread()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= PIECES:
            self._hang_up(f"A message can have up to {PIECES} frames.")
            return
        super().handle_cont(event)

    # -- the end -------------------------------------------------------------------------------------------------

    def shutdown(self) -> None:
        """Finish and answer what the client has asked for, then tell it to reconnect, because the server is
        stopping."""
        if self._speaker is not None and not self.close_sent:
            self.stop_keepalive()
            self._speaker.restart()
        elif self.handshake_complete or self.initial_response:
            super().shutdown()
        else:
            # Whatever the application still says to the handshake comes too late.
            self.disconnected = True
            stopping = Stopping()
            self.transport.write(problem_answer(stopping.status, stopping.code, str(stopping)))
            self.transport.close()

    def late(self) -> None:
        """Nothing is waited for here: pings tell whether the client is there."""

    def unread(self) -> None:
        """Close a connection whose client does not read."""
        self._hang_up("Your program isn't reading what the server sends.")

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:
            # What came was no handshake.
            self.transport.write(b"".join(self.conn.data_to_send()) or problem_answer(400, "malformed", _NO_HANDSHAKE))
            self.transport.close()
            return
        super().handle_parser_exception()
        self.disconnected = True

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.disconnected = True

    def _hang_up(self, reason: str, code: int = POLICY) -> None:
        """Close with a reason; whoever speaks here hears that the client is gone."""
        if self.close_sent or self.transport.is_closing():
            return
        self.stop_keepalive()
        self.conn.fail(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = self.disconnected = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.close()


def _long_head(size: int) -> bytes:
    return struct.pack(">BBQ", _WHOLE_TEXT, 127, size)

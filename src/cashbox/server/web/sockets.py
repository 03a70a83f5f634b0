"""uvicorn's WebSocket protocol with additional limits, and a fast path for live channels.

The handshake goes through the application like every request. After that, a channel needs nothing from ASGI, where a
queue, an event, and three wrapped calls per message cost more than the message: the channel takes over the connection,
which calls it with messages. The application's part ends with the handshake, so an idle connection needs no task and no
request in memory.
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
"""The key of the connection in a handshake's scope (`extensions`)."""

PIECES: Final = 1024
"""The most frames in one live message."""

FAREWELL: Final = 2.0
"""Seconds for a client to confirm the closing of the channel; less than open requests get at shutdown."""

_NOT_TEXT: Final = 1007
"""The close code for invalid text."""

_NO_HANDSHAKE: Final = "That isn't a WebSocket handshake."

_WHOLE_TEXT: Final = 0x81
"""The first byte of a frame with a complete text message."""

_MASKED: Final = 0x80


class _Nowhere:
    """The queue of a connection that a channel has taken over: the channel gets everything directly."""

    def put_nowait(self, event: object) -> None:
        """Drop a message."""


_NOWHERE: Final = _Nowhere()
_WRITABLE: Final = asyncio.Event()
"""One shared event for all connections whose clients read: separate ones would double the memory of a channel."""
_WRITABLE.set()


class SocketConnection(WebSocketsSansIOProtocol):
    """A client on a live channel. congested: whether the client does not read what was sent, so nothing more should
    be."""

    def __init__(self, connections: Connections, **more: Any) -> None:
        super().__init__(**more)
        self._held = connections
        self._speaker: Channel | None = None
        self._parted: tuple[int, str] | None = None
        # Input before the response to the handshake.
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
        """Let the application respond to the handshake; a connection that was taken over stays open after that."""
        cast("dict[str, Any]", self.scope["extensions"])[LINE] = self
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        except asyncio.CancelledError:
            # Only a shutdown cancels a handshake.
            self.shutdown()
        except BaseException:
            self.logger.exception("Exception in ASGI application\n")
            self.send_500_response()
        if self._speaker is not None:
            # Drop what only the handshake needed, because connections may last long.
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
        """Close the connection of a channel; the client can still read the reason."""
        self._parted = code, why
        speaker = self._speaker
        if speaker is not None and not self.close_sent and not self.transport.is_closing():
            close: WebSocketCloseEvent = {"type": "websocket.close", "code": code, "reason": why}
            background(self.send(close))
            speaker.lost()

    def send_texts(self, messages: Sequence[bytes]) -> None:
        """Send messages, each in one frame."""
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
        """Pause reading."""
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def go_on(self) -> None:
        """Resume reading."""
        if self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def _hand_on(self) -> None:
        """Pass on input from before the channel took over the connection, and drop what only the handshake needed."""
        speaker = self._speaker
        assert speaker is not None
        if not self.conn.reader.buffer and self.conn.current_size is None:
            # The parser of a handshake keeps a reference to the request.
            self.conn = cast("ServerProtocol", Protocol(SERVER, max_size=self.config.ws_max_size, logger=self.logger))
        while not self.queue.empty():
            event = self.queue.get_nowait()
            if event["type"] == "websocket.receive":
                text = event.get("text")
                speaker.receive(text.encode() if text is not None else event.get("bytes") or b"")
        self.queue, self.writable = cast("Any", _NOWHERE), _WRITABLE
        self.go_on()

    # -- input ----------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        if self._speaker is not None:
            data = self._short(self._speaker, data)
            if not data:
                return
        elif self.handshake_initiated and not self.handshake_complete:
            # Clients must not send before that, but such input is not lost.
            self._early += data
            if not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()
            return
        super().data_received(data)

    def _short(self, speaker: Channel, data: bytes) -> bytes:
        """Pass on messages in the usual form, each in one complete frame. Returns the rest for the full parser."""
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
            # The application's response to the handshake would come too late.
            self.disconnected = True
            stopping = Stopping()
            self.transport.write(problem_answer(stopping.status, stopping.code, str(stopping)))
            self.transport.close()

    def late(self) -> None:
        """Do nothing: pings detect dead clients."""

    def unread(self) -> None:
        """Close a connection whose client does not read."""
        self._hang_up("Your program isn't reading what the server sends.")

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:
            # The input was not a handshake.
            self.transport.write(b"".join(self.conn.data_to_send()) or problem_answer(400, "malformed", _NO_HANDSHAKE))
            self.transport.close()
            return
        super().handle_parser_exception()
        self.disconnected = True

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.disconnected = True

    def _hang_up(self, reason: str, code: int = POLICY) -> None:
        """Close with a reason, and report to the channel that the client is gone."""
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

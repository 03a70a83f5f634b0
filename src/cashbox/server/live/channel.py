"""The live channel of one connection: a reader and a sender that run together, so that a gone client is noticed."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from cashbox.engine.frames import Feed
from cashbox.engine.game import GameError
from cashbox.server.problems import POLICY, RESTART, Refusal, internal, refusal
from cashbox.server.wire import (
    Ack,
    Act,
    BecauseOf,
    Command,
    Explain,
    Ping,
    Pong,
    Problem,
    Refused,
    SaidOf,
    Say,
    Undo,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from litestar.connection import WebSocket

    from cashbox.server.storage.records import Guest
    from cashbox.server.tables.table import LiveTable
    from cashbox.server.wire import Acted

    Send = Callable[[Mapping[str, Any]], Awaitable[None]]
    Receive = Callable[[], Awaitable[Mapping[str, Any]]]
    Count = Callable[[str, int], None]

_json = msgspec.json.Encoder().encode
_command = msgspec.json.Decoder(Command)

REPLIES: Final = 32
"""The most answers that wait for one client."""


class Channel:
    """One connection to one table. since: the mark of the newest state that the client has seen, "" for none. count:
    called with what the client does, and how many (Refusal where that is too much). ended: set once the
    client is no longer who it was."""

    def __init__(
        self,
        table: LiveTable,
        guest: Guest | None,
        since: str,
        count: Count,
        receive: Receive,
        send: Send,
        ended: asyncio.Event,
    ) -> None:
        self._ended = ended
        self._table = table
        self._guest = guest
        self._count = count
        self._receive = receive
        self._send = send
        self._news = asyncio.Event()
        self._replies: deque[bytes] = deque()
        self._shown = self._restarts = False
        self._room = asyncio.Event()
        self._sent_version = -1
        self._sent_line = -1
        self._sent_muted: tuple[frozenset[str], list[int]] = (frozenset(), [])
        self.seat = table.record.seat_of(guest)
        self._feed = Feed(table.viewer(guest), since)

    def poke(self) -> None:
        """There is something new."""
        self._news.set()

    async def run(self) -> None:
        """Serve the connection until it is gone."""
        self._table.join(self)
        parts = (self._read(), self._write(), self._ended.wait())
        tasks: list[asyncio.Task[object]] = [asyncio.create_task(part) for part in parts]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._table.part(self)
            for task in tasks:
                task.cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
        for result in results:
            # With OSError a server tells us that the client has gone.
            if isinstance(result, Exception) and not isinstance(result, OSError):
                raise result
        if self._ended.is_set():
            await self._part(POLICY, "You have signed out.")
        elif self._restarts:
            for reply in self._replies:
                await self._text(reply)
            await self._part(RESTART, "This server stops; connect again.")

    async def _part(self, code: int, why: str) -> None:
        with contextlib.suppress(OSError):
            await self._send({"type": "websocket.close", "code": code, "reason": why})

    # -- to the client -------------------------------------------------------------------------------------------

    async def _write(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            table = self._table
            if self._sent_version != table.version:
                self._sent_version = table.version
                self._take_seat()
                await self._text(table.answer(self._guest))
            # An answer goes out before the state that shows what was done, also where it came up just now.
            while self._replies:
                await self._text(self._replies.popleft())
            self._room.set()
            news = table.news(self._feed) if table.match is not None else None
            if news is not None:
                await self._text(news)
                if self._shown:
                    table.was_shown()
                self._shown = True
            await self._write_chat()

    async def _write_chat(self) -> None:
        """The new lines, or all of them if the muted seats have changed."""
        chat = self._table.chat
        record, number = self._table.record, chat.number
        muted = (chat.muted(self._guest), chat.muted_seats(record, self._guest))
        if (number, muted) == (self._sent_line, self._sent_muted):
            return
        since = max(0, self._sent_line) if muted == self._sent_muted else 0
        self._sent_line, self._sent_muted = number, muted
        await self._text(_json(chat.shown(record, self._guest, since)))

    def _take_seat(self) -> None:
        """The guest may have sat down, or stood up, since."""
        seat = self._table.record.seat_of(self._guest)
        if seat != self.seat:
            self.seat = seat
            self._feed = Feed(self._table.viewer(self._guest))
            self._table.present()

    async def _text(self, message: bytes) -> None:
        await self._send({"type": "websocket.send", "text": message.decode()})

    # -- from the client -----------------------------------------------------------------------------------------

    async def _read(self) -> None:
        while True:
            event = await self._receive()
            if event["type"] == "websocket.disconnect":
                self._restarts = event.get("code") == RESTART
                return
            text = event.get("text")
            await self._answer(text if text is not None else event.get("bytes") or b"")
            # A client that sends but does not read the answers is not heard for a while.
            while len(self._replies) >= REPLIES:
                self._room.clear()
                await self._room.wait()

    async def _answer(self, text: str | bytes) -> None:
        try:
            command = _command.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._refuse(None, "malformed", unreadable(error))
            return
        if isinstance(command, Ping):
            self._reply(Pong())
            return
        try:
            await self._obey(command)
        except (GameError, Refusal) as error:
            refused = refusal(error)
            self._refuse(command.id, refused.code, str(refused), refused.retry_after)
        except Exception as error:  # noqa: BLE001 (told to the client as a sentence, to the log in full)
            fault = internal(error)
            self._refuse(command.id, fault.code, str(fault))

    async def _obey(self, command: Act | Undo | Explain | Say) -> None:
        if isinstance(command, Say):
            self._reply(SaidOf(command.id, await say(self._table, self._guest, command.text)))
            return
        seat = own_seat(self._table, self._guest)
        if isinstance(command, Act):
            self._count("acts", len(command.actions))
        else:
            self._count("explains" if isinstance(command, Explain) else "undos", 1)

        def done(acted: Acted) -> None:
            self._reply(Ack(command.id, acted.mark, acted.lines))

        if isinstance(command, Explain):
            self._reply(BecauseOf(command.id, self._table.explain(seat, command.action)))
        elif isinstance(command, Act):
            await self._table.act(seat, command.actions, mark_of(command.at), done)
        else:
            await self._table.undo(seat, command.steps, mark_of(command.at), done)

    def _refuse(self, command: int | None, code: str, message: str, retry_after: int | None = None) -> None:
        self._table.metrics.refused(code)
        self._reply(Refused(command, code, message, retry_after))

    def _reply(self, answer: msgspec.Struct) -> None:
        self._replies.append(_json(answer))
        self._news.set()


async def say(table: LiveTable, guest: Guest | None, text: str) -> int:
    """A player says something at a table; the number of the line. Refusal as `TableChat.say`."""
    if guest is None:
        raise Refusal(401, "no-guest", "This needs a guest's token; POST /api/guests to get one.")
    return await table.chat.say(table.record, guest, text)


def own_seat(table: LiveTable, guest: Guest | None) -> int:
    """The seat that a guest decides for; Refusal ("not-your-seat")."""
    seat = table.record.seat_of(guest)
    if seat is None:
        raise Refusal(403, "not-your-seat", "You have no seat at this table, so you can only watch.")
    return seat


def mark_of(at: str | int | None) -> str | None:
    """What a client says it decided on; Refusal ("unknown-mark") where that is a number, as it was once."""
    if isinstance(at, int):
        raise Refusal(400, "unknown-mark", "The page is of an older version; load it again.")
    return at


def unreadable(error: Exception) -> str:
    """One sentence on what is wrong with a message."""
    if isinstance(error, RecursionError):
        return "The message is nested too deep."
    return f"The message cannot be read: {str(error).rstrip('.')}."


async def refuse(socket: WebSocket[Any, Any, Any], refused: Refusal) -> None:
    """End a handshake with an HTTP status and a Problem."""
    send = cast("Send", socket.send)
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    headers += [(name.encode(), value.encode()) for name, value in refused.headers.items()]
    await send({"type": "websocket.http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": _json(Problem(refused.code, str(refused)))})

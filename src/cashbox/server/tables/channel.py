"""Serve the live channel of a table, over a WebSocket or by long polling.

The connection calls a channel with messages from the client, and the table calls it when there is something new. It has
neither a task nor a queue while idle, because thousands of people may watch a table. With long polling, each response
waits until there is something new, and contains what a WebSocket would have sent; the client acts through the other
URLs of a table. A client that misses a response opens a new channel with the mark of the newest state that it has seen.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import msgspec

from cashbox.engine.frames import Feed
from cashbox.engine.game import GameError
from cashbox.server.errors import POLICY, RESTART, Problem, Refusal, internal, refusal, unfit
from cashbox.server.ids import new_secret
from cashbox.server.tables.channel_line import UNREAD_BYTES
from cashbox.server.tables.wire import (
    Ack,
    Act,
    BecauseOf,
    Command,
    Explain,
    Ping,
    Pong,
    Refused,
    Remark,
    SaidOf,
    Say,
    Undo,
)
from cashbox.server.tasks import background, first_of
from cashbox.server.watching.service import may_see, no_such_table
from cashbox.server.web.quotas import UNDO

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from litestar.connection import WebSocket

    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.tables.channel_line import Line
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.wire import Acted
    from cashbox.server.watching.audience import DelayedTable

    Send = Callable[[Mapping[str, Any]], Awaitable[None]]
    Count = Callable[[str, int], None]
    from collections.abc import Sequence

    from cashbox.server.clock import Clock

_json = msgspec.json.Encoder().encode
_command = msgspec.json.Decoder(Command)

REPLIES: Final = 32
"""The most responses waiting for one client."""

FAULT: Final = 1011
"""The close code for an internal error."""

AHEAD: Final = 8
"""The most messages that a client may send ahead."""


class Channel:
    """One connection to one table.

    since: the mark of the newest state that the client has seen, "" for none. count: called with the client's type of
    action and its number (Refusal if that is too much). gone: called when the client is gone. A client that does not
    read gets nothing more until it does, and then the current state.
    """

    __slots__ = (
        "_busy",
        "_count",
        "_due",
        "_feed",
        "_gone",
        "_guest",
        "_inbox",
        "_line",
        "_loop",
        "_over",
        "_replies",
        "_restarts",
        "_sent_edition",
        "_sent_line",
        "_sent_muted",
        "_sent_record",
        "_sent_remark",
        "_sent_seen",
        "_sent_version",
        "_shown",
        "_table",
        "seat",
    )

    def __init__(
        self, table: LiveTable, guest: Guest | None, since: str, count: Count, line: Line, gone: Callable[[], None]
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._table = table
        self._guest = guest
        self._count = count
        self._line = line
        self._gone = gone
        self._inbox: list[bytes] = []
        self._replies: list[bytes] = []
        self._busy = False
        self._due = False
        self._over = False
        self._shown = False
        self._restarts = False
        self._sent_version = -1
        self._sent_seen: object = None
        self._sent_remark: tuple[int, int, frozenset[str]] = (-1, 0, frozenset())
        self._sent_line = -1
        self._sent_edition = 0
        self._sent_muted: tuple[frozenset[str], list[int]] = (frozenset(), [])
        self._sent_record: TableRecord | None = None
        self.seat = table.record.seat_of(guest)
        self._feed = Feed(table.viewer(guest), since)

    @property
    def guest(self) -> Guest | None:
        """The connected guest."""
        return self._guest

    def open(self) -> None:
        """Start communicating with the client."""
        self._table.join(self)
        self._line.attach(self)

    def restart(self) -> None:
        """Finish the client's requests, then tell it to reconnect, because the server is stopping."""
        self._line.hold()
        self._restarts = True
        self.poke()

    def lost(self) -> None:
        """Handle the client's disconnect."""
        if not self._over:
            self._over = True
            self._inbox.clear()
            self._table.part(self)
            self._gone()

    # -- to the client -------------------------------------------------------------------------------------------

    def poke(self) -> None:
        """Send what is new, soon."""
        if not self._due:
            self._due = True
            self._loop.call_soon(self._tell)

    def drained(self) -> None:
        """Continue sending, because the client is reading again."""
        self.poke()

    def _tell(self) -> None:
        """Send what is new, all in one piece."""
        self._due = False
        if self._over or self._line.congested:
            return
        try:
            messages = self._news()
        except Exception as error:  # noqa: BLE001 (one client's fault is not the others')
            internal(error)
            self._line.part(FAULT, "Something went wrong on the server.")
            return
        if messages:
            self._line.send_texts(messages)
        if self._inbox:
            self._work()
        elif self._restarts and not self._busy:
            self._line.part(RESTART, "The server is restarting. Reconnect.")

    def _news(self) -> list[bytes]:
        table = self._table
        if not may_see(table.record, self._guest):
            self._line.part(POLICY, str(no_such_table()))
            return []
        seen, messages = table.seen_by(self._guest), []
        if self._sent_seen is not seen or self._sent_version != seen.version:
            self._sent_seen, self._sent_version = seen, seen.version
            self._take_seat()
            messages.append(table.answer(self._guest))
        # A response goes out before the state that shows its effect.
        messages += self._replies
        self._replies.clear()
        news = seen.news(self._feed) if seen.match is not None else None
        if news is not None:
            messages.append(news)
            if self._shown:
                seen.was_shown()
            self._shown = True
        messages += [said for said in (self._said(seen), self._remarked()) if said is not None]
        return messages

    def _remarked(self) -> bytes | None:
        """Return the new messages of the spectators' chat, or all if the muted people or a message have changed."""
        table, (sent, edition, unheard) = self._table, self._sent_remark
        talk, muted = table.chat.spectators, table.chat.muted(self._guest)
        same = muted == unheard and talk.edition(sent) == edition
        if (same and talk.number == sent) or not table.audience.reads_chat(self._guest):
            return None
        self._sent_remark = talk.number, talk.edition(talk.number), muted
        return _json(talk.messages_for(self._guest, max(0, sent) if same else 0))

    def _said(self, seen: LiveTable | DelayedTable) -> bytes | None:
        """Return the new messages of the chat, or all if the muted seats or a message that was read have changed."""
        chat, record = self._table.chat, seen.record
        # A viewer who now sees the table with a delay has already read some messages.
        number, unheard = max(seen.line, self._sent_line), chat.muted(self._guest)
        same = chat.edition(self._sent_line) == self._sent_edition
        if number == self._sent_line and unheard is self._sent_muted[0] and record is self._sent_record and same:
            return None
        self._sent_record = record
        muted = (unheard, chat.muted_seats(record, self._guest))
        if (number, muted) == (self._sent_line, self._sent_muted) and same:
            return None
        since = max(0, self._sent_line) if muted == self._sent_muted and same else 0
        self._sent_line, self._sent_muted, self._sent_edition = number, muted, chat.edition(number)
        return _json(chat.messages_for(record, self._guest, since, number))

    def _take_seat(self) -> None:
        """Update the channel for a guest who may have taken or left a seat."""
        seat = self._table.record.seat_of(self._guest)
        if seat != self.seat:
            self.seat = seat
            self._feed = Feed(self._table.viewer(self._guest))
            self._table.moved()

    # -- from the client -----------------------------------------------------------------------------------------

    def receive(self, text: bytes) -> None:
        """Handle a message from the client, after the earlier ones."""
        if self._over:
            return
        if self._busy or self._inbox or len(self._replies) >= REPLIES:
            self._inbox.append(text)
            if len(self._inbox) >= AHEAD:
                self._line.hold()
        else:
            self._answer(text)

    def _work(self) -> None:
        """Handle the next waiting message, and yield before the others. A client that sends but does not read responses
        is paused."""
        if self._inbox and not self._busy and len(self._replies) < REPLIES:
            self._answer(self._inbox.pop(0))
            self.poke()
            if not self._inbox and not self._restarts:
                self._line.go_on()

    def _answer(self, text: bytes) -> None:
        try:
            command = _command.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self._refuse(None, "malformed", unreadable(error))
            return
        if isinstance(command, Ping):
            self._reply(Pong(self._table.time))
            return
        self._busy = True
        background(self._obey(command))

    async def _obey(self, command: Act | Undo | Explain | Say | Remark) -> None:
        try:
            await self._do(command)
        except (GameError, Refusal) as error:
            refused = refusal(error)
            self._refuse(command.id, refused.code, str(refused), refused.retry_after)
        except Exception as error:  # noqa: BLE001 (told to the client as a sentence, to the log in full)
            fault = internal(error)
            self._refuse(command.id, fault.code, str(fault))
        finally:
            self._busy = False
            if self._inbox or self._restarts:
                self.poke()

    async def _do(self, command: Act | Undo | Explain | Say | Remark) -> None:
        if isinstance(command, Remark):
            self._reply(SaidOf(command.id, await remark(self._table, self._guest, command.text)))
            return
        if isinstance(command, Say):
            self._reply(SaidOf(command.id, await say(self._table, self._guest, command.text)))
            return
        seat = own_seat(self._table, self._guest)
        if isinstance(command, Act):
            self._count("play", len(command.actions))
        else:
            self._count("play", 1 if isinstance(command, Explain) else UNDO)

        def done(acted: Acted) -> None:
            self._reply(Ack(command.id, acted.mark, acted.lines))

        if isinstance(command, Explain):
            self._reply(BecauseOf(command.id, self._table.explain(seat, command.action)))
        elif isinstance(command, Act):
            await self._table.act(seat, command.actions, command.at, done, self._guest)
        else:
            await self._table.undo(seat, command.steps, command.at, done, self._guest)

    def _refuse(self, command: int | str | None, code: str, message: str, retry_after: int | None = None) -> None:
        self._table.metrics.refused(code)
        self._reply(Refused(command, code, message, retry_after))

    def _reply(self, answer: msgspec.Struct) -> None:
        if not self._over:
            self._replies.append(_json(answer))
            self.poke()


async def say(table: LiveTable, guest: Guest | None, text: str) -> int:
    """Post a player's message and return its number. Refusal as `TableChat.say`."""
    if guest is None:
        raise Refusal(401, "no-guest", "This request needs a guest token. Get one with POST /api/guests.")
    return await table.chat.say(table.record, guest, text)


async def remark(table: LiveTable, guest: Guest | None, text: str) -> int:
    """Post a spectator's message and return its number. Refusal as `SpectatorChat.say`."""
    if guest is None:
        raise Refusal(401, "no-guest", "This request needs a guest token. Get one with POST /api/guests.")
    return await table.chat.spectators.say(table.seen_by(guest).record, guest, text)


def own_seat(table: LiveTable, guest: Guest | None) -> int:
    """Return the seat that a guest plays. Refusal ("not-your-seat")."""
    seat = table.record.seat_of(guest)
    if seat is None:
        raise Refusal(403, "not-your-seat", "You don't have a seat at this table, so you can only watch.")
    return seat


def unreadable(error: Exception) -> str:
    """Describe in one sentence what is wrong with a message."""
    if isinstance(error, RecursionError):
        return "The message is nested too deeply."
    return unfit(str(error).rstrip("."))


async def refuse(socket: WebSocket[Any, Any, Any], refused: Refusal) -> None:
    """End a handshake with an HTTP status and a Problem."""
    send = cast("Send", socket.send)
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    headers += [(name.encode(), value.encode()) for name, value in refused.headers.items()]
    await send({"type": "websocket.http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": _json(Problem(refused.code, str(refused)))})


PATIENCE: Final = 20.0
"""Seconds after which an empty response goes out: proxies close connections that are idle for half a minute or a
minute."""

GONE: Final = 45.0
"""Seconds without a request after which a client counts as gone."""


class News(NamedTuple):
    """A response to a poll. closed: the close code of the channel, 0 while it is open."""

    messages: list[bytes]
    closed: int


class PolledLine:
    """A `Line` whose messages wait until the client polls."""

    def __init__(self, clock: Clock) -> None:
        self.congested = False
        self.asked = clock.ticks()
        self._clock = clock
        self._speaker: Channel | None = None
        self._messages: list[bytes] = []
        self._size = 0
        self._closed = 0
        self._new = asyncio.Event()

    async def news(self) -> News:
        """Wait for messages, and take them. An earlier request of the same client gets an empty response."""
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
        """Handle a client that has stopped polling."""
        if self._speaker is not None:
            self._speaker.lost()

    def restart(self) -> None:
        """Tell the client to reconnect, because the server is stopping."""
        if self._speaker is not None:
            self._speaker.restart()

    # -- as a `Line` ---------------------------------------------------------------------------------------------

    def attach(self, speaker: Channel) -> None:
        """Attach a channel, and report the client's presence to it from now on."""
        self._speaker = speaker
        if self._closed:
            speaker.lost()

    def send_texts(self, messages: Sequence[bytes]) -> None:
        """Store messages until the client polls."""
        self._messages.extend(messages)
        self._size += sum(map(len, messages))
        self.congested = self._size > UNREAD_BYTES
        self._new.set()

    def hold(self) -> None:
        """Do nothing: the client sends nothing this way."""

    def go_on(self) -> None:
        """Do nothing: the client sends nothing this way."""

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

    def add(self, line: PolledLine, table: str, guest: str) -> str:
        """Add a line to a table. Returns its name. guest: its owner, "" if unknown."""
        name = new_secret()
        self._held[name] = _Held(line, table, guest)
        return name

    def find(self, name: str, table: str, guest: str) -> PolledLine | None:
        """Find the line with this name, if it is this guest's to this table."""
        held = self._held.get(name)
        return held.line if held is not None and (held.table, held.guest) == (table, guest) else None

    def remove(self, name: str) -> None:
        """Remove a closed line."""
        self._held.pop(name, None)

    def sweep(self) -> None:
        """Drop clients that have not polled for a while."""
        before = self._clock.ticks() - GONE
        for name in [name for name, held in self._held.items() if held.line.asked < before]:
            self._held.pop(name).line.gone()

    def restart(self) -> None:
        """Tell every client to reconnect, because the server is stopping."""
        for held in self._held.values():
            held.line.restart()

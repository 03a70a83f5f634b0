"""What those say to each other who watch a table: the players neither read nor write there while the game goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.server.accounts.names import NOBODY, plain
from cashbox.server.chat.talk import Talk
from cashbox.server.db.schema import REMARKS
from cashbox.server.errors import Closed, Refusal
from cashbox.server.tasks import shielded
from cashbox.server.watching.service import check_hears_watchers
from cashbox.server.watching.wire import MutedOnlooker, RemarkLine, Remarks

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable
    from typing import Protocol

    from cashbox.server.clock import Clock
    from cashbox.server.db.records import Guest, LineRecord, Stored, TableRecord
    from cashbox.server.db.store import Store

    class Chatting(Protocol):
        """The chat of the table, see `chat`."""

        lock: asyncio.Lock
        heard: Callable[[], None]

        def muted(self, guest: Guest | None) -> frozenset[str]: ...
        def silent(self, guest: Guest | None) -> frozenset[str]: ...
        def shut(self, speaker: str, blockers: frozenset[str]) -> None: ...
        def follow(self, stored: Stored) -> None: ...
        async def muting(self, guest: str, other: str, *, on: bool) -> None: ...


class WatchersTalk:
    """It belongs to the chat of the table, which knows who has muted whom."""

    def __init__(self, table: str, store: Store, clock: Clock, chat: Chatting) -> None:
        self._clock = clock
        self._chat = chat
        self._talk = Talk(table, store, clock, REMARKS, lambda stored: stored.remarks, chat.lock, chat.shut)

    @property
    def number(self) -> int:
        """The number of the last line, 0 for none. It never falls, whatever is deleted."""
        return self._talk.number

    def edition(self, upto: int) -> int:
        """Grows where a line up to that number is not any more what was read."""
        return self._talk.edition(upto)

    def line(self, number: int) -> LineRecord:
        """The line with that number. Refusal ("no-such-line", "line-deleted")."""
        return self._talk.line(number)

    def shown(self, guest: Guest | None, since: int = 0) -> Remarks:
        """What a guest reads of the lines after number `since`, where it hears them at all."""
        muted, silent = self._chat.muted(guest), self._chat.silent(guest)
        me = guest.id if guest is not None else ""
        lines = [
            RemarkLine(
                line.number, line.name, line.text, line.at, guest=not line.account, mine=line.guest == me,
                deleted=not line.text,
            )
            for line in self._talk.lines
            if line.number > since and line.guest not in silent
        ]  # fmt: skip
        newest = {line.guest: MutedOnlooker(line.number, line.name) for line in self._talk.lines if line.guest in muted}
        return Remarks(since + 1, lines, list(newest.values()))

    async def say(self, record: TableRecord, guest: Guest, text: str) -> int:
        """Somebody says something who watches; the number of the line. Durable when it returns.

        Refusal: players-wait, closed, and those of `Talk.say`.
        """
        check_hears_watchers(record, guest, self._clock.now())
        if record.status == "closed":
            raise Closed(record.closed)
        seat = record.seat_of(guest)
        name = plain(guest.name) or NOBODY if seat is None else record.seats[seat].name
        number: int = await shielded(self._talk.say(guest, -1, name, text, self._chat.follow))
        self._chat.heard()
        return number

    async def mute(self, guest: Guest, number: int, *, on: bool) -> None:
        """A guest mutes the one who has said a line, or takes that back. Refusal ("not-to-mute")."""
        other = next((line.guest for line in self._talk.lines if line.number == number), None)
        if other is None or other == guest.id:
            why = "You said that yourself" if other else "That line is not there"
            raise Refusal(409, "not-to-mute", f"{why}, so there is nothing to mute.")
        await self._chat.muting(guest.id, other, on=on)

    def follow(self, stored: Stored) -> None:
        """All is as it was stored."""
        self._talk.follow(stored)

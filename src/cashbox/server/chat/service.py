"""The chat of a table: players write, everyone who sees the table reads, and each reader may mute others. Spectators
have a separate chat, which players can neither read nor write during the game.

A message is stored before anyone can read it."""

from __future__ import annotations

import asyncio
import contextlib
import math
from typing import TYPE_CHECKING, Final

from cashbox.engine.phrases import plural
from cashbox.server.accounts.names import NOBODY, is_vouched, plain
from cashbox.server.chat.wire import Chat, ChatLine
from cashbox.server.db.records import LineRecord
from cashbox.server.db.schema import CHAT, REMARKS
from cashbox.server.errors import Closed, Refusal
from cashbox.server.tasks import shielded
from cashbox.server.watching.service import check_hears_watchers
from cashbox.server.watching.wire import MutedOnlooker, RemarkLine, Remarks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Table

    from cashbox.server.clock import Clock
    from cashbox.server.db.records import Guest, Stored, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.tables.registry import Registry

LONGEST: Final = 500
"""The most characters in a message."""

KEPT: Final = 500
"""The most messages that a chat keeps: the newest ones."""

BURST: Final = 5
"""The most messages that a guest may write at once."""

PACE: Final = 2.0
"""Seconds after which a guest may write one more."""

FAR: Final = 2**31 - 1
"""Larger than the number of any journal entry."""

_NONE: Final[frozenset[str]] = frozenset()


class TableChat:
    """The players' chat at a table, and the players' mutes.

    Attributes:
        spectators: The spectators' chat, which uses the same mutes and blocks.
        lock: Held while anything changes.

    Args:
        on_change: Called after every change.
    """

    def __init__(
        self,
        table: str,
        store: Store,
        clock: Clock,
        stored: Stored | None = None,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self._table = table
        self._store = store
        self._mutes: dict[str, frozenset[str]] = {}
        self._blocks: dict[str, frozenset[str]] = {}
        self.lock = asyncio.Lock()
        self.on_change = on_change
        self._messages = Messages(table, store, clock, CHAT, self)
        self.spectators = SpectatorChat(table, store, clock, self)
        if stored is not None:
            self.follow(stored)

    @property
    def number(self) -> int:
        """Return the number of the last message, 0 for none. It never decreases, even when messages are deleted."""
        return self._messages.number

    @property
    def mutes(self) -> int:
        """Return how many pairs of a guest and a muted guest there are."""
        return sum(map(len, self._mutes.values()))

    def times(self) -> list[int]:
        """Return when each message was written, in seconds since 1970."""
        return [line.at for line in self._messages.lines]

    def number_at(self, moment: float) -> int:
        """Return the number of the last message written before a time (seconds since 1970), 0 for none."""
        return next((line.number for line in reversed(self._messages.lines) if line.at + 1 <= moment), 0)

    def muted(self, guest: Guest | None) -> frozenset[str]:
        """Return the ids of the guests that a guest has muted."""
        return self._mutes.get(guest.id, _NONE) if guest is not None else _NONE

    def hidden_from(self, guest: Guest | None) -> frozenset[str]:
        """Return the ids of the guests whose messages are hidden from a guest: those it has muted or blocked."""
        return self.muted(guest) | (self._blocks.get(guest.id, _NONE) if guest is not None else _NONE)

    def muted_seats(self, record: TableRecord, guest: Guest | None) -> list[int]:
        """Return the seats of the players that a guest has muted."""
        muted = self.muted(guest)
        return [seat for seat, one in enumerate(record.seats) if one.guest in muted]

    def edition(self, upto: int) -> int:
        """Return a number that grows when a message up to that number changes after it was read."""
        return self._messages.edition(upto)

    def line(self, number: int) -> LineRecord:
        """Find a message. Refusal ("no-such-line", "line-deleted")."""
        return self._messages.line(number)

    def messages_for(self, record: TableRecord, guest: Guest | None, since: int = 0, upto: int | None = None) -> Chat:
        """Return the messages after number `since` for a guest. upto: the last one that it may read, None for all."""
        hidden = self.hidden_from(guest)
        lines = [
            ChatLine(
                line.number, line.seat, line.name, line.text, line.at, guest=not line.account, deleted=not line.text
            )
            for line in self._messages.lines
            if line.number > since and line.guest not in hidden and (upto is None or line.number <= upto)
        ]
        return Chat(since + 1, lines, self.muted_seats(record, guest))

    async def say(self, record: TableRecord, guest: Guest, text: str) -> int:
        """Write a player's message. It is durable when this returns.

        Returns: the number of the message.
        Raises: Refusal "not-your-seat", "closed", and those of `Messages.say`.
        """
        seat = record.seat_of(guest)
        if seat is None:
            raise Refusal(
                403, "not-your-seat", "You don't have a seat at this table, so you can read the chat but not post."
            )
        if record.status == "closed":
            raise Closed(record.closed)
        number: int = await shielded(self._messages.say(guest, seat, record.seats[seat].name, text))
        self.on_change()
        return number

    async def mute(self, record: TableRecord, guest: Guest, seat: int, *, on: bool) -> None:
        """Mute the player on a seat for a guest, or unmute. Refusal ("not-to-mute")."""
        other = record.seats[seat].guest if seat < len(record.seats) else None
        if other is None or other == guest.id:
            why = "You can't mute yourself." if other else "There is no person in that seat to mute."
            raise Refusal(409, "not-to-mute", why)
        await self.set_mute(guest.id, other, on=on)

    async def set_mute(self, guest: str, other: str, *, on: bool) -> None:
        """Mute a guest for another one, or unmute; both by id. It is durable when this returns."""
        await shielded(self._set_mute(guest, other, on=on))

    def follow(self, stored: Stored) -> None:
        """Load what is stored, with the lock held."""
        self._mutes, self._blocks = stored.mutes, stored.unheard
        self._messages.follow(stored.lines)
        self.spectators.follow(stored.remarks)

    def set_blockers(self, speaker: str, blockers: frozenset[str]) -> None:
        """Set which guests block a guest who writes here."""
        for one in blockers | self._blocks.keys():
            known = self._blocks.get(one, _NONE)
            self._blocks[one] = known | {speaker} if one in blockers else known - {speaker}

    async def _set_mute(self, guest: str, other: str, *, on: bool) -> None:
        async with self.lock:
            await self._store.mute(self._table, guest, other, on=on)
            muted = self._mutes.get(guest, _NONE)
            self._mutes[guest] = muted | {other} if on else muted - {other}
        self.on_change()


class SpectatorChat:
    """The spectators' chat of a table."""

    def __init__(self, table: str, store: Store, clock: Clock, chat: TableChat) -> None:
        self._clock = clock
        self._chat = chat
        self._messages = Messages(table, store, clock, REMARKS, chat)

    @property
    def number(self) -> int:
        """Return the number of the last message, 0 for none. It never decreases, even when messages are deleted."""
        return self._messages.number

    def edition(self, upto: int) -> int:
        """Return a number that grows when a message up to that number changes after it was read."""
        return self._messages.edition(upto)

    def line(self, number: int) -> LineRecord:
        """Find a message. Refusal ("no-such-line", "line-deleted")."""
        return self._messages.line(number)

    def messages_for(self, guest: Guest | None, since: int = 0) -> Remarks:
        """Return the messages after number `since` for a guest who may read here."""
        muted, hidden = self._chat.muted(guest), self._chat.hidden_from(guest)
        me = guest.id if guest is not None else ""
        lines = [
            RemarkLine(
                line.number, line.name, line.text, line.at, guest=not line.account, mine=line.guest == me,
                deleted=not line.text,
            )
            for line in self._messages.lines
            if line.number > since and line.guest not in hidden
        ]  # fmt: skip
        newest = {
            line.guest: MutedOnlooker(line.number, line.name) for line in self._messages.lines if line.guest in muted
        }
        return Remarks(since + 1, lines, list(newest.values()))

    async def say(self, record: TableRecord, guest: Guest, text: str) -> int:
        """Write a spectator's message. It is durable when this returns.

        Returns: the number of the message.
        Raises: Refusal "players-wait", "closed", and those of `Messages.say`.
        """
        check_hears_watchers(record, guest, self._clock.now())
        if record.status == "closed":
            raise Closed(record.closed)
        seat = record.seat_of(guest)
        name = plain(guest.name) or NOBODY if seat is None else record.seats[seat].name
        number: int = await shielded(self._messages.say(guest, -1, name, text))
        self._chat.on_change()
        return number

    async def mute(self, guest: Guest, number: int, *, on: bool) -> None:
        """Mute the author of a message for a guest, or unmute. Refusal ("not-to-mute")."""
        other = next((line.guest for line in self._messages.lines if line.number == number), None)
        if other is None or other == guest.id:
            why = "You can't mute yourself." if other else "That message no longer exists."
            raise Refusal(409, "not-to-mute", why)
        await self._chat.set_mute(guest.id, other, on=on)

    def follow(self, lines: list[LineRecord]) -> None:
        """Load what is stored, with the lock of the table's chat held."""
        self._messages.follow(lines)


class Messages:
    """The newest messages of one chat of a table.

    Args:
        where: The chat's table in the database.
        chat: The table's chat, which has the lock and knows who blocks whom.
    """

    def __init__(self, table: str, store: Store, clock: Clock, where: Table, chat: TableChat) -> None:
        self._table = table
        self._store = store
        self._clock = clock
        self._where = where
        self._chat = chat
        self._rate = MessageRate(clock)
        self.number = 0
        self.lines: list[LineRecord] = []
        self._editions = 0
        self._edited: dict[int, int] = {}

    def edition(self, upto: int) -> int:
        """Return a number that grows when a message up to that number changes after it was read."""
        return max((edition for number, edition in self._edited.items() if number <= upto), default=0)

    def line(self, number: int) -> LineRecord:
        """Find a message. Refusal ("no-such-line", "line-deleted")."""
        found = next((line for line in self.lines if line.number == number), None)
        if found is None:
            raise no_such_line()
        if not found.text:
            raise Refusal(409, "line-deleted", "That message was already deleted.")
        return found

    async def say(self, guest: Guest, seat: int, name: str, text: str) -> int:
        """Store a message, then publish it.

        Returns: the number of the message.
        Raises: Refusal "nothing-said", "too-long", "too-fast", and those of the store.
        """
        said = check_message(text)
        self._rate.count(guest.id)
        async with self._chat.lock:
            now = int(self._clock.now())
            line = LineRecord(self.number + 1, guest.id, seat, name, said, now, account=is_vouched(guest, name))
            line, blockers = await self._store.say(self._table, line, KEPT, self._where)
            self._chat.set_blockers(guest.id, blockers)
            if line.number == self.number + 1:
                self.number = line.number
                self.lines.append(line)
                del self.lines[:-KEPT]
            elif (stored := await self._store.table(self._table, FAR)) is not None:
                # Another process stored messages before this one.
                self._chat.follow(stored)
        return line.number

    def follow(self, lines: list[LineRecord]) -> None:
        """Load the stored messages. Readers of a message that is deleted now are told; the number never decreases."""
        before, self.lines = {line.number: line for line in self.lines}, lines
        edited = [line.number for line in self.lines if before.get(line.number, line) != line]
        if edited:
            self._editions += 1
            self._edited.update(dict.fromkeys(edited, self._editions))
        self.number = max(self.number, self.lines[-1].number if self.lines else 0)


class MessageRate:
    """Limit how fast each guest writes, by id."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._full: dict[str, float] = {}

    def count(self, guest: str) -> None:
        """Count a message. Refusal ("too-fast") if there have been too many."""
        now = self._clock.now()
        # If the clock was set back, this must not silence anyone for longer than a burst takes.
        full = self._full[guest] = min(max(self._full.get(guest, now), now), now + BURST * PACE)
        wait = full + PACE - (now + BURST * PACE)
        if wait > 0:
            seconds = math.ceil(wait)
            rest = f"Wait {plural(seconds, 'second')}."
            raise Refusal(429, "too-fast", f"You are posting too fast. {rest}", seconds)
        self._full[guest] = full + PACE


def check_message(text: str) -> str:
    """Normalize a message for storage. Refusal ("nothing-said", "too-long")."""
    said = plain(text)
    if not said:
        raise Refusal(400, "nothing-said", "That message is empty.")
    if len(said) > LONGEST:
        message = f"That message is too long ({len(said)} characters). Use up to {LONGEST}."
        raise Refusal(400, "too-long", message)
    return said


def no_such_line() -> Refusal:
    """Return the refusal for a message that does not exist or is hidden from the reader."""
    return Refusal(404, "no-such-line", "That message no longer exists.")


async def apply_block(registry: Registry, tables: Sequence[str]) -> None:
    """Apply a block, or its removal, to the chats of tables in memory. tables: where the blocked guest has written."""
    for table_id in tables:
        # A table that cannot be read now is read at its next use.
        with contextlib.suppress(Refusal):
            await registry.follow(table_id)

"""The chat of one table: players write, everybody who sees the table reads, and each reader may mute players. Those who
watch have a place of their own, see `remarks`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from cashbox.server.chat.remarks import WatchersTalk
from cashbox.server.chat.talk import Talk
from cashbox.server.chat.wire import Chat, ChatLine
from cashbox.server.db.schema import CHAT
from cashbox.server.errors import Closed, Refusal
from cashbox.server.tasks import shielded

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.server.clock import Clock
    from cashbox.server.db.records import Guest, LineRecord, Stored, TableRecord
    from cashbox.server.db.store import Store

_NOBODY: Final[frozenset[str]] = frozenset()


class TableChat:
    """What is said at a table. A line is stored before it can be read. heard: called after every change; remarks: what
    those say who watch."""

    def __init__(self, table: str, store: Store, clock: Clock, stored: Stored | None = None) -> None:
        self._table = table
        self._store = store
        self._mutes: dict[str, frozenset[str]] = {}
        self.lock = asyncio.Lock()
        self._talk = Talk(table, store, clock, CHAT, lambda stored: stored.lines, self.lock, self.shut)
        self.remarks = WatchersTalk(table, store, clock, self)
        self._unheard: dict[str, frozenset[str]] = {}
        if stored is not None:
            self.follow(stored)
        self.heard: Callable[[], None] = lambda: None

    @property
    def number(self) -> int:
        """The number of the last line, 0 for none. It never falls, whatever is deleted."""
        return self._talk.number

    @property
    def mutes(self) -> int:
        """How often anybody has muted anybody."""
        return sum(map(len, self._mutes.values()))

    def times(self) -> list[tuple[int, int]]:
        """The number of each line, and when (seconds since 1970) it was said."""
        return [(line.number, line.at) for line in self._talk.lines]

    def muted(self, guest: Guest | None) -> frozenset[str]:
        """Ids of the guests that a guest does not hear."""
        return self._mutes.get(guest.id, _NOBODY) if guest is not None else _NOBODY

    def silent(self, guest: Guest | None) -> frozenset[str]:
        """Ids of those of whom a guest reads nothing: it has muted them, or blocks them."""
        return self.muted(guest) | (self._unheard.get(guest.id, _NOBODY) if guest is not None else _NOBODY)

    def shut(self, speaker: str, blockers: frozenset[str]) -> None:
        """These, and nobody else, block somebody who speaks here."""
        for one in blockers | self._unheard.keys():
            known = self._unheard.get(one, _NOBODY)
            self._unheard[one] = known | {speaker} if one in blockers else known - {speaker}

    def muted_seats(self, record: TableRecord, guest: Guest | None) -> list[int]:
        """Where they sit."""
        muted = self.muted(guest)
        return [seat for seat, one in enumerate(record.seats) if one.guest in muted]

    def edition(self, upto: int) -> int:
        """Grows where a line up to that number is not any more what was read."""
        return self._talk.edition(upto)

    def line(self, number: int) -> LineRecord:
        """The line with that number. Refusal ("no-such-line", "line-deleted")."""
        return self._talk.line(number)

    def shown(self, record: TableRecord, guest: Guest | None, since: int = 0, upto: int | None = None) -> Chat:
        """What a guest reads of the lines after number `since`. upto: the last one that it may read, None for all."""
        silent = self.silent(guest)
        lines = [
            ChatLine(
                line.number, line.seat, line.name, line.text, line.at, guest=not line.account, deleted=not line.text
            )
            for line in self._talk.lines
            if line.number > since and line.guest not in silent and (upto is None or line.number <= upto)
        ]
        return Chat(since + 1, lines, self.muted_seats(record, guest))

    async def say(self, record: TableRecord, guest: Guest, text: str) -> int:
        """A player says something; the number of the line. Durable when it returns.

        Refusal: not-your-seat, closed, and those of `Talk.say`.
        """
        seat = record.seat_of(guest)
        if seat is None:
            raise Refusal(403, "not-your-seat", "You have no seat at this table, so you can read along but not write.")
        if record.status == "closed":
            raise Closed(record.closed)
        number: int = await shielded(self._talk.say(guest, seat, record.seats[seat].name, text, self.follow))
        self.heard()
        return number

    async def mute(self, record: TableRecord, guest: Guest, seat: int, *, on: bool) -> None:
        """A guest mutes the player on a seat, or takes that back. Refusal ("not-to-mute")."""
        other = record.seats[seat].guest if seat < len(record.seats) else None
        if other is None or other == guest.id:
            why = "That is your own seat" if other else "Nobody who could write sits there"
            raise Refusal(409, "not-to-mute", f"{why}, so there is nothing to mute.")
        await self.muting(guest.id, other, on=on)

    async def muting(self, guest: str, other: str, *, on: bool) -> None:
        """A guest does not hear another any more, or does again; both by their ids."""
        await shielded(self._change(guest, other, on=on))

    def follow(self, stored: Stored) -> None:
        """All is as it was stored when the lock was held already."""
        self._mutes, self._unheard = stored.mutes, stored.unheard
        self._talk.follow(stored)
        self.remarks.follow(stored)

    async def _change(self, guest: str, other: str, *, on: bool) -> None:
        async with self.lock:
            await self._store.mute(self._table, guest, other, on=on)
            muted = self._mutes.get(guest, _NOBODY)
            self._mutes[guest] = muted | {other} if on else muted - {other}
        self.heard()

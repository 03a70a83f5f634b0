"""The chat of one table: players write, everybody who sees the table reads, and each reader may mute players."""

from __future__ import annotations

import asyncio
import math
from typing import TYPE_CHECKING, Final

from cashbox.server.background import shielded
from cashbox.server.people.names import plain
from cashbox.server.problems import Closed, Refusal
from cashbox.server.storage.records import LineRecord
from cashbox.server.wire_chat import Chat, ChatLine

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.server.clock import Clock
    from cashbox.server.storage.records import Guest, Stored, TableRecord
    from cashbox.server.storage.store import Store

LONGEST: Final = 500
"""The most characters in a message."""

KEPT: Final = 500
"""How many lines of a table are kept, the newest ones."""

BURST: Final = 5
"""How many messages a player may write at once."""

PACE: Final = 2.0
"""Seconds after which a player may write one more."""

FAR: Final = 2**31 - 1
"""Beyond the last entry of any journal."""

_NOBODY: Final[frozenset[str]] = frozenset()


class TableChat:
    """The chat of a table. A line is stored before it can be read. heard: called after every change."""

    def __init__(self, table: str, store: Store, clock: Clock, stored: Stored | None = None) -> None:
        self._table = table
        self._store = store
        self._clock = clock
        self._number = 0
        self._lines: list[LineRecord] = []
        self._mutes: dict[str, frozenset[str]] = {}
        if stored is not None:
            self.follow(stored)
        self._full: dict[str, float] = {}
        self.lock = asyncio.Lock()
        self.heard: Callable[[], None] = lambda: None

    @property
    def number(self) -> int:
        """The number of the last line, 0 for none. It never falls, whatever is deleted."""
        return self._number

    @property
    def mutes(self) -> int:
        """How often anybody has muted anybody."""
        return sum(map(len, self._mutes.values()))

    def muted(self, guest: Guest | None) -> frozenset[str]:
        """Ids of the guests that a guest does not hear."""
        return self._mutes.get(guest.id, _NOBODY) if guest is not None else _NOBODY

    def muted_seats(self, record: TableRecord, guest: Guest | None) -> list[int]:
        """Where they sit."""
        muted = self.muted(guest)
        return [seat for seat, one in enumerate(record.seats) if one.guest in muted]

    def shown(self, record: TableRecord, guest: Guest | None, since: int = 0) -> Chat:
        """What a guest reads of the lines after number `since`."""
        muted = self.muted(guest)
        lines = [
            ChatLine(line.number, line.seat, line.name, line.text, line.at)
            for line in self._lines
            if line.number > since and line.guest not in muted
        ]
        return Chat(since + 1, lines, self.muted_seats(record, guest))

    async def say(self, record: TableRecord, guest: Guest, text: str) -> int:
        """A player says something; the number of the line. Durable when it returns.

        Refusal: not-your-seat, nothing-said, too-long, too-fast, and those of the store.
        """
        seat = record.seat_of(guest)
        if seat is None:
            raise Refusal(403, "not-your-seat", "You have no seat at this table, so you can read along but not write.")
        if record.status == "closed":
            raise Closed
        said = plain(text)
        if not said:
            raise Refusal(400, "nothing-said", "That message contains nothing to read.")
        if len(said) > LONGEST:
            much = f"at most {LONGEST} characters, not {len(said)}"
            raise Refusal(400, "too-long", f"A message may have {much}.")
        self._hold_back(guest)
        number: int = await shielded(self._keep(guest, seat, record.seats[seat].name, said))
        return number

    async def mute(self, record: TableRecord, guest: Guest, seat: int, *, on: bool) -> None:
        """A guest mutes the player on a seat, or takes that back. Refusal ("not-to-mute")."""
        other = record.seats[seat].guest if seat < len(record.seats) else None
        if other is None or other == guest.id:
            why = "That is your own seat" if other else "Nobody who could write sits there"
            raise Refusal(409, "not-to-mute", f"{why}, so there is nothing to mute.")
        await shielded(self._change(guest.id, other, on=on))

    def follow(self, stored: Stored) -> None:
        """All is as it was stored when the lock was held already; the players who have read a line that was deleted
        have read it."""
        self._lines, self._mutes = stored.lines, stored.mutes
        self._number = max(self._number, self._lines[-1].number if self._lines else 0)

    def _hold_back(self, guest: Guest) -> None:
        """Count a message; Refusal ("too-fast") where there have been too many."""
        now = self._clock.now()
        # If the clock was set back, this must not silence anybody for longer than a burst takes.
        full = self._full[guest.id] = min(max(self._full.get(guest.id, now), now), now + BURST * PACE)
        wait = full + PACE - (now + BURST * PACE)
        if wait > 0:
            seconds = math.ceil(wait)
            rest = f"wait {seconds} second{'s' if seconds > 1 else ''}"
            raise Refusal(429, "too-fast", f"You are writing faster than the others can read; {rest}.", seconds)
        self._full[guest.id] = full + PACE

    async def _keep(self, guest: Guest, seat: int, name: str, text: str) -> int:
        async with self.lock:
            line = LineRecord(self.number + 1, guest.id, seat, name, text, int(self._clock.now()))
            line = await self._store.say(self._table, line, KEPT)
            if line.number == self.number + 1:
                self._number = line.number
                self._lines.append(line)
                del self._lines[:-KEPT]
            elif (stored := await self._store.table(self._table, FAR)) is not None:
                # Somebody was heard by another process before.
                self.follow(stored)
        self.heard()
        return line.number

    async def _change(self, guest: str, other: str, *, on: bool) -> None:
        async with self.lock:
            await self._store.mute(self._table, guest, other, on=on)
            muted = self._mutes.get(guest, _NOBODY)
            self._mutes[guest] = muted | {other} if on else muted - {other}
        self.heard()

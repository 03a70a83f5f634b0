"""Presence at tables in memory, and its consequences."""

from __future__ import annotations

import logging
import math
from typing import TYPE_CHECKING, Final

from cashbox.engine.seats import has, mask_of
from cashbox.server.clock import DAY
from cashbox.server.db.records import Visit
from cashbox.server.errors import Refusal
from cashbox.server.tables import seating
from cashbox.server.tasks import background

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Mapping

    from cashbox.server.clock import Clock
    from cashbox.server.db.records import TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.tables.live import LiveTable

KEEP: Final = 60
"""Seconds between stores of the presence of a player who sends requests without a live channel."""


class Attendance:
    """The presence of players, by guest id. A player who was never seen counts as away since this was created. on_seen:
    called with presence to store: the guest, and whether it is connected now."""

    def __init__(self, clock: Clock, on_seen: Callable[[str, bool], None]) -> None:
        self._clock = clock
        self._began = int(clock.now())
        self._touched = 0
        self._here: frozenset[str] = frozenset()
        self._last: dict[str, int] = {}
        # The least absence of players whose process was killed, which does not count as use of the table.
        self._gone: dict[str, int] = {}
        self._kept: dict[str, int] = {}
        self.on_seen = on_seen

    def learn(self, visits: Mapping[str, Visit]) -> None:
        """Add presence that other processes have seen."""
        for guest, visit in visits.items():
            self._touched = max(visit.seen, self._touched)
            if visit.gone:
                self._gone[guest] = visit.gone
            elif not visit.here:
                self._last[guest] = max(visit.seen, self._last.get(guest, 0))

    def connected(self, guests: frozenset[str], *, here: bool) -> None:
        """Set which players are connected, through this process or others. `here`: whether the change came through this
        process, which then stores it."""
        now = int(self._clock.now())
        changed = dict.fromkeys(guests - self._here, True) | dict.fromkeys(self._here - guests, False)
        self._here = guests
        self._last.update(dict.fromkeys(changed, now))
        for guest, come in changed.items() if here else ():
            self.on_seen(guest, come)

    def record_request(self, guest: str) -> None:
        """Record a player's request."""
        now = int(self._clock.now())
        self._last[guest] = now
        if guest not in self._here and now >= self._kept.get(guest, -KEEP) + KEEP:
            self._kept[guest] = now
            self.on_seen(guest, False)

    def is_connected(self, guest: str) -> bool:
        """Check whether a player is connected."""
        return guest in self._here

    def has_returned(self, guest: str, since: int) -> bool:
        """Check whether a player has been there after a moment."""
        return guest in self._here or self._last.get(guest, -1) >= since

    def last(self, guest: str) -> int:
        """Return when a player was last there."""
        if guest in self._here:
            return int(self._clock.now())
        return max(self._last.get(guest, 0), self._gone.get(guest, 0)) or self._began

    @property
    def touched(self) -> int:
        """When any player was last there, 0 if unknown."""
        return int(self._clock.now()) if self._here else max(self._touched, 0, *self._last.values())


_log = logging.getLogger("cashbox.tables")


class Visits:
    """Collects visits and stores them soon, at the latest at shutdown."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._noted: dict[tuple[str, str], Visit] = {}
        self._keeping: asyncio.Task[None] | None = None

    def record(self, table: LiveTable, guest: str, here: bool) -> None:
        """Record that a player has connected to a table (`here`), disconnected, or sent a request there."""
        if table.record.status in ("over", "closed"):
            return
        self._noted[table.record.id, guest] = Visit(int(self._store.clock.now()), here)
        if self._keeping is None or self._keeping.done():
            self._keeping = background(self._keep())

    async def close(self) -> None:
        """Store the collected visits."""
        if self._keeping is not None:
            await self._keeping
        await self._keep()

    async def _keep(self) -> None:
        while self._noted:
            noted, self._noted = self._noted, {}
            try:
                await self._store.keep_visits(noted)
            except Refusal as refused:
                # It is stored with the next visits, or at shutdown.
                _log.warning("could not save when players were last active, will try again: %s", refused)
                self._noted = noted | self._noted
                return
            except Exception:  # noqa: BLE001 (people are served all the same)
                _log.exception("could not save when players were last active")


GATHER: Final = 0.1
"""Seconds between two presence updates of a table..."""

GATHER_EACH: Final = 0.0004
"""... plus this many for each recipient, so that a crowd does not use the whole processor."""

DESERTED: Final = 3600
"""Seconds for which a game waits for at least one of its players when bots stand in for all of them."""

NOTICE: Final = 7
"""Days of warning before an unused table is closed."""


def attend(table: LiveTable, *, here: bool = False) -> None:
    """Handle players who may have connected or disconnected. here: whether through this process, which stores when."""
    seats = table.seats_connected_here | table.elsewhere.seats
    guests = frozenset(one.guest for n, one in enumerate(table.record.seats) if one.guest and has(seats, n))
    table.attendance.connected(guests, here=here)


def attend_again(table: LiveTable) -> None:
    """Report again who is connected through this process, after other processes have lost track."""
    for number, seat in enumerate(table.record.seats):
        if seat.guest is not None and has(table.seats_connected_here, number):
            table.attendance.on_seen(seat.guest, True)


def away(table: LiveTable) -> dict[int, int]:
    """Return when each absent player was last there, by seat."""
    guests = {number: seat.guest for number, seat in enumerate(table.record.seats) if seat.guest is not None}
    attendance = table.attendance
    return {number: attendance.last(guest) for number, guest in guests.items() if not attendance.is_connected(guest)}


def away_for_long(table: LiveTable, now: float) -> int:
    """Return the bit mask of the seats whose players have been away for the table's limit."""
    absence = table.record.settings.absence
    return mask_of(seat for seat, last in away(table).items() if absence and now >= last + absence)


def decides_at(table: LiveTable, now: float) -> int | None:
    """Return when (seconds since 1970) to check whether a long absence decides the players' votes, None for never."""
    record = table.record
    if not record.votes or record.status != "playing":
        return None
    if seating.with_votes_settled(record, away_for_long(table, now), "a bot", now) is not record:
        return int(now)
    moments = [last + record.settings.absence for last in away(table).values() if record.settings.absence]
    return min((moment_of for moment_of in moments if moment_of > now), default=None)


def ends_without_players(record: TableRecord) -> int | None:
    """Return when (seconds since 1970) a game with stand-ins for all players ends without a result, unless one of them
    takes the seat back; None if a person plays."""
    return record.changed + max(DESERTED, record.settings.absence) if record.deserted else None


def closes(record: TableRecord, touched: int, unused: int) -> int | None:
    """Return when an unused table will be closed, None if it is too early for a warning. touched: its last use; unused:
    after how many days, 0 for never."""
    if record.deserted:
        return ends_without_players(record)
    if not unused or record.status not in ("waiting", "playing") or record.warned <= touched:
        return None
    return max(touched + unused * DAY, record.warned + notice_of(unused) * DAY)


def notice_of(unused: int) -> int:
    """Return how many days in advance an unused table shows a warning."""
    return min(NOTICE, unused - 1)


class PresenceUpdates:
    """Batches presence updates of a table; otherwise, n people joining would cost n * n messages.

    Args:
        send: Sends the update to everyone connected.
    """

    def __init__(self, clock: Clock, send: Callable[[], None]) -> None:
        self._clock = clock
        self._send = send
        self._waiting: asyncio.Task[None] | None = None
        self.sent = -math.inf

    def schedule(self, listeners: int) -> None:
        """Send an update now, or at the end of the pause. listeners: the number of recipients."""
        if self._waiting is not None:
            return
        left = self.sent + GATHER + GATHER_EACH * listeners - self._clock.ticks()
        if left <= 0:
            self._send()
        else:
            self._waiting = background(self._later(left))

    async def _later(self, pause: float) -> None:
        await self._clock.sleep(pause)
        self._waiting = None
        self._send()

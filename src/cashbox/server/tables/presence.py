"""The people who are at a table in memory and those who are away, and what follows from that."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from cashbox.engine.seats import has, mask_of
from cashbox.server.clock import DAY
from cashbox.server.departures import votes
from cashbox.server.tables.decisions import stood_in
from cashbox.server.tables.shown import Moment
from cashbox.server.tasks import background

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable

    from cashbox.server.clock import Clock
    from cashbox.server.db.records import TableRecord
    from cashbox.server.tables.context import Context
    from cashbox.server.tables.live import LiveTable

GATHER: Final = 0.1
"""Seconds between two updates of who is connected to a table..."""

GATHER_EACH: Final = 0.0004
"""... and as many more for each who gets them, so that a crowd takes a part of the processor and not all of it."""

DESERTED: Final = 3600
"""Seconds for which a game waits for one of its players at least, where bots stand in for all of them."""

NOTICE: Final = 7
"""Days for which a table that nobody uses says that it will be closed."""


def attend(table: LiveTable, *, here: bool = False) -> None:
    """Players may have come or gone. here: through this process, which keeps when that was."""
    seats = table.here | table.elsewhere.seats
    guests = frozenset(one.guest for n, one in enumerate(table.record.seats) if one.guest and has(seats, n))
    table.attendance.connected(guests, here=here)


def attend_again(table: LiveTable) -> None:
    """The others have lost sight of those who are connected through this process."""
    for number, seat in enumerate(table.record.seats):
        if seat.guest is not None and has(table.here, number):
            table.attendance.heard(seat.guest, True)


def away(table: LiveTable) -> dict[int, int]:
    """When the players who are not there were last, by seat."""
    guests = {number: seat.guest for number, seat in enumerate(table.record.seats) if seat.guest is not None}
    attendance = table.attendance
    return {number: attendance.last(guest) for number, guest in guests.items() if not attendance.here(guest)}


def away_for_long(table: LiveTable, now: float) -> int:
    """Bit mask of the seats whose players are away for as long as the table asks for."""
    absence = table.record.absence
    return mask_of(seat for seat, last in away(table).items() if absence and now >= last + absence)


def decides_at(table: LiveTable, now: float) -> int | None:
    """When (seconds since 1970) it has to be seen whether the votes of the players are decided because somebody is away
    for long, None: never."""
    record = table.record
    if not record.votes or record.status != "playing":
        return None
    if votes.settled(record, away_for_long(table, now), "a bot") is not record:
        return int(now)
    moments = [last + record.absence for last in away(table).values() if record.absence]
    return min((moment for moment in moments if moment > now), default=None)


def ends_without_players(record: TableRecord) -> int | None:
    """Return when (seconds since 1970) a game for whose players bots stand in ends without a result, unless one of them
    takes the seat back; None where somebody plays."""
    return record.changed + max(DESERTED, record.absence) if record.deserted else None


def closes(record: TableRecord, touched: int, unused: int) -> int | None:
    """Return when a table is closed unless somebody uses it, None where it does not say so yet. touched: when somebody
    last did; unused: after how many days, 0: never."""
    if record.deserted:
        return ends_without_players(record)
    if not unused or record.status not in ("waiting", "playing") or record.warned <= touched:
        return None
    return max(touched + unused * DAY, record.warned + notice_of(unused) * DAY)


def notice_of(unused: int) -> int:
    """For how many days a table says that it will be closed after so many in which nobody uses it."""
    return min(NOTICE, unused - 1)


def moment(table: LiveTable, context: Context) -> Moment:
    """What is so at a table just now."""
    now, record, others = context.clock.now(), table.record, table.elsewhere
    # Of those who only look on, and of bots among themselves, a table is no more used.
    played = 0 if record.only_bots else table.changed
    touched = max(record.changed, played, table.attendance.touched)
    return Moment(
        due=table.due,
        changed=table.changed,
        online=table.here | others.seats,
        watchers=table.audience.count,
        onlookers=table.audience.onlookers,
        then=table.then,
        away=away(table) if record.status in ("waiting", "playing") else {},
        long=away_for_long(table, now) if record.votes else 0,
        closes=closes(record, touched, context.unused),
        stood_in=stood_in(table.match, table.record) if table.match is not None and record.status == "over" else [],
    )


class PresenceUpdates:
    """Batch the updates of who is connected to a table: without that, n people who join cost n * n messages.

    Args:
        send: sends everybody who is connected the update
    """

    def __init__(self, clock: Clock, send: Callable[[], None]) -> None:
        self._clock = clock
        self._send = send
        self._waiting: asyncio.Task[None] | None = None
        self.sent = -math.inf

    def changed(self, listeners: int) -> None:
        """Send an update now, or at the end of the pause. listeners: how many get it."""
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

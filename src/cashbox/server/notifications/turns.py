"""The turns at the tables in memory, and the players who are not there to see theirs."""

from __future__ import annotations

import logging
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import WeakKeyDictionary, ref

from cashbox.engine.seats import has, seats_of
from cashbox.server.db.backend import again
from cashbox.server.errors import Refusal
from cashbox.server.notifications import enqueue
from cashbox.server.tables.clocks import moments
from cashbox.server.tasks import Tasks

if TYPE_CHECKING:
    import asyncio

    from sqlalchemy import Connection

    from cashbox.server.db.records import TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.tables.downtime import Downtime
    from cashbox.server.tables.live import LiveTable

_log = logging.getLogger("cashbox.notices")

SETTLE: Final = 20.0
"""Seconds for which a seat has owed a decision before anybody is told: whoever is about to come back needs no call."""

LOW: Final = (60_000, 6 * 3600_000)
"""A quarter of what was left when a turn began is little, but no less than the first, and no more than the second."""

SHORT: Final = 180_000
"""Milliseconds: nobody is told of a clock that shows less when a turn begins."""


class _Turn(NamedTuple):
    """A seat that owes a decision. at: since when, in ticks."""

    table: ref[LiveTable]
    seat: int
    at: float


class _Owing(NamedTuple):
    """What is known of a table. due: bit mask; since: when, in ticks, each player there began to owe a decision."""

    due: int
    record: TableRecord
    since: dict[int, float]


class Turns:
    """Notes turns when they begin, and puts them into the queue of notices once they have lasted for a while. downtime:
    when no clock ran."""

    def __init__(self, store: Store, downtime: Downtime) -> None:
        self._store = store
        self._downtime = downtime
        self._clock = store.clock
        self._owing: WeakKeyDictionary[LiveTable, _Owing] = WeakKeyDictionary()
        self._noted: deque[_Turn] = deque()
        self._waiting: asyncio.Task[None] | None = None
        self._tasks = Tasks()

    def watch(self, table: LiveTable) -> None:
        """Something has changed at a table."""
        due, record, before = table.due, table.record, self._owing.get(table)
        if before is None and not due:
            return
        known = before.since if before is not None else {}
        if before is not None and before.due == due and before.record is record:
            return
        now = self._clock.ticks()
        since = {seat: known.get(seat, now) for seat in seats_of(due) if not record.seats[seat].played_by}
        self._owing[table] = _Owing(due, record, since)
        for seat in since.keys() - known.keys():
            if record.seats[seat].guest:
                self._noted.append(_Turn(ref(table), seat, now))
        if self._noted and self._waiting is None:
            self._waiting = self._tasks.run(self._run())

    async def catch_up(self) -> None:
        """Turns that a process has noted and not put into the queue before it ended are there, too."""
        try:
            now = self._now()
            seats = await self._store.read(enqueue.owing, now)
            if seats:
                await self._put(seats, await self._store.read(self._running, seats, now), now)
        except Refusal as refused:
            _log.warning("could not queue notifications about earlier turns: %s", refused)

    async def close(self) -> None:
        """End; what was noted is found again by `catch_up`."""
        await self._tasks.close()

    async def _run(self) -> None:
        while self._noted:
            await self._clock.sleep(max(0.0, self._noted[0].at + SETTLE - self._clock.ticks()))
            try:
                await self._settled()
            except Refusal as refused:
                # They are found again by `catch_up`.
                _log.warning("could not queue some turn notifications: %s", refused)
            except Exception:  # noqa: BLE001 (people are served all the same)
                _log.exception("could not queue some turn notifications")
        self._waiting = None

    async def _settled(self) -> None:
        """Put into the queue what has lasted long enough."""
        away: dict[str, int] = {}
        low: dict[tuple[str, int], int] = {}
        until = self._clock.ticks() - SETTLE
        while self._noted and self._noted[0].at <= until:
            turn = self._noted.popleft()
            table = turn.table()
            if table is None or table.deleted or self._owing[table].since.get(turn.seat) != turn.at:
                continue
            if not has(table.here | table.elsewhere.seats, turn.seat):
                away[table.record.id] = away.get(table.record.id, 0) | 1 << turn.seat
            moment = _low(table.times.end_of(turn.seat), self._now())
            if moment is not None:
                low[table.record.id, turn.seat] = moment
        if away or low:
            await self._put(away, low, self._now())

    def _running(self, connection: Connection, seats: dict[str, int], now: int) -> dict[tuple[str, int], int]:
        """When the time of some players runs low, at tables that need not be in memory."""
        low: dict[tuple[str, int], int] = {}
        for record, clocks in enqueue.clocked(connection, sorted(seats)):
            for seat, end in moments(record, clocks, self._downtime.gaps).items():
                moment = _low(end, now) if has(seats[record.id], seat) else None
                if moment is not None:
                    low[record.id, seat] = moment
        return low

    async def _put(self, seats: dict[str, int], low: dict[tuple[str, int], int], now: int) -> None:
        await again(partial(self._store.writer.do, partial(enqueue.turns, seats=seats, low=low, now=now)))

    def _now(self) -> int:
        return int(self._clock.now() * 1000)


def _low(end: int | None, now: int) -> int | None:
    """When a player's time runs low that is up then, None: never. All in milliseconds since 1970."""
    if end is None or end - now < SHORT:
        return None
    return end - min(max((end - now) // 4, LOW[0]), LOW[1])

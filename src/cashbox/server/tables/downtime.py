"""Downtimes of the server or its database, which count on no player's clock. Setting the machine's date does not affect
the clocks either."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from sqlalchemy import delete, insert, literal, select, text, update

from cashbox.server.clock import DAY
from cashbox.server.cluster import ownership_store
from cashbox.server.db.backend import insert_new
from cashbox.server.db.queries import last_entries, read_waiting
from cashbox.server.db.schema import AWAITED, CHECK_AT, CLOCKED, ENTRIES, GAPS, HOUSE, TABLES
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from cashbox.server.db.store import Store

_log = logging.getLogger("cashbox.server")

BEAT: Final = 5.0
"""Seconds between heartbeats while clocks run."""

SILENCE: Final = 3 * BEAT
"""Seconds without a heartbeat that do not count as a gap yet, because it may just be late."""


ASTRAY: Final = 2.0
"""Seconds by which the machine's date may differ from the server's time before the server follows it."""


class Downtime:
    """The downtimes, as all processes know them. found: called when there is a new one; playing: returns whether a game
    is in progress in memory; moved: called when the server's time moves, with the seconds."""

    def __init__(
        self,
        store: Store,
        found: Callable[[], None],
        playing: Callable[[], bool],
        moved: Callable[[int], None],
    ) -> None:
        self._store = store
        self._found, self._playing, self._moved = found, playing, moved
        self._clock = store.clock
        self._away = False
        # No clock ran at the last check.
        self._rests = True
        self._looked = 0.0
        self._offset: float | None = None
        self.gaps: tuple[Gap, ...] = ()
        self._warned = 0.0

    async def start(self) -> None:
        """Determine the time, and since when no one could play. A server with its own database was down until now. One
        that shares it uses the database's date, like the other processes."""
        least = SILENCE if self._store.shared else 0
        if self._store.shared:
            theirs = await self._store.read(newest_date)
            if abs(theirs - self._clock.date()) > ASTRAY:
                _log.warning("this machine's clock differs from the database's by %.0f s", self._clock.date() - theirs)
            self._clock.agree(theirs)
        if not self._store.shared or not await self._store.read(ownership_store.alive):
            now, most = int(self._clock.now() * 1000), int(least * 1000)
            back = await self._store.writer.do(lambda connection: set_back(connection, now, most))
            if back:
                _log.warning("this machine's clock was set back by %.0f s while the server was down", -back / 1000)
        await self._beat(least)

    async def run(self) -> None:
        """Record heartbeats while clocks run."""
        while True:
            await self._clock.sleep(BEAT)
            try:
                await self._look()
                await self._follow()
            except Refusal:
                self._away = True
            except Exception:  # noqa: BLE001 (people are served all the same)
                _log.exception("could not record the downtime")
                self._away = True

    async def sure(self) -> None:
        """Make sure that all past gaps are known. Refusal if the database is still unavailable."""
        if self._away or self._slept():
            await self._beat(SILENCE)

    async def close(self) -> None:
        """Record that the server is stopping."""
        if not (self._rests or self._away):
            await self._beat(None)

    # -- internals -----------------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        if await self._store.read(clocks_run):
            await self._beat(SILENCE if self._away or self._slept() else None)
        else:
            self._rests, self._away = True, False
            self._saw()

    async def _follow(self) -> None:
        """Adopt the machine's date if it was set, as soon as no game is in progress in memory. Processes that share a
        database keep their time until all of them are restarted."""
        astray = self._clock.date() - self._clock.now()
        if abs(astray) <= ASTRAY:
            self._warned = 0.0
        elif self._store.shared or self._playing():
            if abs(astray - self._warned) > ASTRAY:
                until = "the server restarts" if self._store.shared else "no game is in progress"
                _log.warning(
                    "this machine's clock was changed, so the server's time is off by %.0f s until %s", -astray, until
                )
                self._warned = astray
        else:
            seconds = round(astray)
            now = int((self._clock.now() + seconds) * 1000)
            await self._store.writer.do(lambda connection: shift_times(connection, seconds * 1000, now))
            self._clock.follow(seconds)
            self.gaps = tuple(Gap(gap.since + seconds * 1000, gap.until + seconds * 1000) for gap in self.gaps)
            self._saw()
            self._moved(seconds)
            _log.warning("this machine's clock was changed, so the server's time changed by %d s", seconds)

    async def _beat(self, least: float | None) -> None:
        now, most = int(self._clock.now() * 1000), None if least is None else int(least * 1000)
        # While no clock ran, there were no heartbeats.
        heard = int(self._looked * 1000) if self._rests else 0
        stored_gaps = tuple(await self._store.writer.do(lambda connection: store_sign(connection, now, most, heard)))
        self._rests = self._away = False
        self._saw()
        if stored_gaps != self.gaps:
            self.gaps = stored_gaps
            self._found()

    def _saw(self) -> None:
        self._looked = self._clock.now()
        self._offset = self._looked - self._clock.ticks()

    def _slept(self) -> bool:
        """Return whether the machine has slept since the last check: only the date has advanced."""
        return self._offset is not None and self._clock.now() - self._clock.ticks() - self._offset > SILENCE


KEPT: Final = 60 * DAY * 1000
"""How long downtimes are remembered: longer than any clock runs."""


_DATE: Final = text("SELECT CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)")


class Gap(NamedTuple):
    """A downtime."""

    since: int
    until: int


def clocks_run(connection: Connection) -> bool:
    """Check whether any game has clocks."""
    query = select(literal(1)).select_from(TABLES).where(TABLES.c.status == "playing", CLOCKED).limit(1)
    return connection.execute(query).first() is not None


def stored_gaps(connection: Connection) -> list[Gap]:
    """Read all stored gaps, in order."""
    return [Gap(row.since, row.until) for row in connection.execute(select(GAPS).order_by(GAPS.c.since))]


def store_sign(connection: Connection, now: int, least: int | None, heard: int = 0) -> list[Gap]:
    """Record a heartbeat, and return the downtimes found. If several processes do this at once, only one finds a gap.

    Args:
        connection: The transaction.
        now: Milliseconds since 1970.
        least: If there was no heartbeat for longer than this, the time since the last one is a gap; None if it never
            is.
        heard: Until when the server was certainly running.
    """
    before = connection.execute(select(HOUSE.c.alive)).scalar()
    if before is None:
        connection.execute(insert_new(connection, HOUSE).values(id=1, alive=now).on_conflict_do_nothing())
    elif now > before:
        mine = connection.execute(update(HOUSE).where(HOUSE.c.alive == before).values(alive=now)).rowcount
        since = max(before, heard)
        if mine and least is not None and now - since > least and clocks_run(connection):
            connection.execute(insert(GAPS).values(since=since, until=now))
            connection.execute(delete(GAPS).where(GAPS.c.until < now - KEPT))
    return stored_gaps(connection)


def newest_date(connection: Connection) -> float:
    """Return PostgreSQL's date, which all processes use, in seconds since 1970."""
    return float(connection.execute(_DATE).scalar_one())


def set_back(connection: Connection, now: int, most: int) -> int:
    """Move all deadlines if the date was set back while the server was down: its last heartbeat is later than now by
    more than some milliseconds. Returns by how many they were moved. Only one of several processes does this."""
    alive = connection.execute(select(HOUSE.c.alive)).scalar()
    if alive is None or alive - now <= most:
        return 0
    mine = connection.execute(update(HOUSE).where(HOUSE.c.alive == alive).values(alive=now)).rowcount
    return _shift(connection, now - alive, now) if mine else 0


def shift_times(connection: Connection, by: int, now: int) -> None:
    """Move all deadlines by some milliseconds. now: the time after that."""
    connection.execute(update(HOUSE).values(alive=HOUSE.c.alive + by))
    _shift(connection, by, now)


def _shift(connection: Connection, by: int, now: int) -> int:
    seconds = round(by / 1000)
    # In this order, no two gaps ever have the same start.
    for gap in stored_gaps(connection) if by < 0 else reversed(stored_gaps(connection)):
        moved = {"since": gap.since + by, "until": gap.until + by}
        connection.execute(update(GAPS).where(GAPS.c.since == gap.since).values(moved))
    waits = CHECK_AT.is_not(None) | ENTRIES.c.clocks.is_not(None)
    query = last_entries().where(TABLES.c.status == "playing", waits)
    for row in connection.execute(query.add_columns(ENTRIES.c.number, CHECK_AT, ENTRIES.c.clocks)).all():
        timeout, clocks = read_waiting(None, row.clocks)
        values: dict[Any, Any] = {CHECK_AT: CHECK_AT + seconds}
        if clocks is not None:
            hands = tuple(
                msgspec.structs.replace(hand, since=None if hand.since is None else hand.since + by)
                for hand in clocks.hands
            )
            timeout = None if timeout is None else timeout + seconds
            clocks = msgspec.structs.replace(clocks, hands=hands, timeout=timeout)
            values[ENTRIES.c.clocks] = msgspec.json.encode(clocks).decode()
        entry = (ENTRIES.c.table_id == row.id) & (ENTRIES.c.number == row.number)
        connection.execute(update(ENTRIES).where(entry).values(values))
    for moment in AWAITED:
        if moment.table is TABLES:
            connection.execute(update(TABLES).where(moment.is_not(None)).values({moment: moment + seconds}))
    later = TABLES.c.status.in_(("waiting", "starting", "playing")) & (TABLES.c.changed > now // 1000)
    connection.execute(update(TABLES).where(later).values(changed=now // 1000))
    return by

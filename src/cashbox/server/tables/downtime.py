"""When nobody could play: while the server was down, or its database away. No player's clock counts these times, and
none gains or loses when the machine's date is set."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from cashbox.server.cluster import ownership_store
from cashbox.server.db import uptime
from cashbox.server.db.uptime import Gap
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.server.db.store import Store

_log = logging.getLogger("cashbox.server")

BEAT: Final = 5.0
"""Seconds from one sign that the house is open to the next, while clocks run."""

SILENCE: Final = 3 * BEAT
"""Seconds without such a sign that are no gap yet, where the house may have been open: the next sign was late."""


ASTRAY: Final = 2.0
"""Seconds by which the machine's date may differ from the server's time before the server follows it."""


class Downtime:
    """The times when nobody could play, as all processes know them. found: called when there is one more; playing:
    tells whether a game is going on in memory; moved: called when the server's time moves, with the seconds."""

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
        # No clock ran when it was last looked.
        self._rests = True
        self._looked = 0.0
        self._offset: float | None = None
        self.gaps: tuple[Gap, ...] = ()
        self._warned = 0.0

    async def start(self) -> None:
        """Find out what time it is, and since when nobody could play. A server with a database of its own was closed
        until now. One that shares it goes by the database's date, as the other processes do."""
        least = SILENCE if self._store.shared else 0
        if self._store.shared:
            theirs = await self._store.read(uptime.date)
            if abs(theirs - self._clock.date()) > ASTRAY:
                _log.warning("this machine's clock differs from the database's by %.0f s", self._clock.date() - theirs)
            self._clock.agree(theirs)
        if not self._store.shared or not await self._store.read(ownership_store.alive):
            now, most = int(self._clock.now() * 1000), int(least * 1000)
            back = await self._store.writer.do(lambda connection: uptime.set_back(connection, now, most))
            if back:
                _log.warning("this machine's clock was set back by %.0f s while the server was down", -back / 1000)
        await self._beat(least)

    async def run(self) -> None:
        """Say from time to time that the house is open, while clocks run."""
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
        """All that is over by now is known. Refusal where the database is still away."""
        if self._away or self._slept():
            await self._beat(SILENCE)

    async def close(self) -> None:
        """The house closes."""
        if not (self._rests or self._away):
            await self._beat(None)

    # -- how -----------------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        if await self._store.read(uptime.clocks_run):
            await self._beat(SILENCE if self._away or self._slept() else None)
        else:
            self._rests, self._away = True, False
            self._saw()

    async def _follow(self) -> None:
        """Follow the machine's date where it was set, as soon as no game is in progress in memory. Processes that share
        a database keep their time until they are started again, all together."""
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
            await self._store.writer.do(lambda connection: uptime.move(connection, seconds * 1000, now))
            self._clock.follow(seconds)
            self.gaps = tuple(Gap(gap.since + seconds * 1000, gap.until + seconds * 1000) for gap in self.gaps)
            self._saw()
            self._moved(seconds)
            _log.warning("this machine's clock was changed, so the server's time changed by %d s", seconds)

    async def _beat(self, least: float | None) -> None:
        now, most = int(self._clock.now() * 1000), None if least is None else int(least * 1000)
        # While no clock ran, nobody said that the house was open.
        heard = int(self._looked * 1000) if self._rests else 0
        gaps = tuple(await self._store.writer.do(lambda connection: uptime.beat(connection, now, most, heard)))
        self._rests = self._away = False
        self._saw()
        if gaps != self.gaps:
            self.gaps = gaps
            self._found()

    def _saw(self) -> None:
        self._looked = self._clock.now()
        self._offset = self._looked - self._clock.ticks()

    def _slept(self) -> bool:
        """Whether the machine has slept since the last look: the date has gone on, and nothing else."""
        return self._offset is not None and self._clock.now() - self._clock.ticks() - self._offset > SILENCE

"""When nobody could play: while the server was down, or its database away. No player's clock counts these times."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from cashbox.server.problems import Refusal
from cashbox.server.storage import house

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.server.storage.house import Gap
    from cashbox.server.storage.store import Store

_log = logging.getLogger("cashbox.server")

BEAT: Final = 5.0
"""Seconds from one sign that the house is open to the next, while clocks run."""

SILENCE: Final = 3 * BEAT
"""Seconds without such a sign that are no gap yet, where the house may have been open: the next sign was late."""


class Downtime:
    """The times when nobody could play, as all processes know them. found: called when there is one more."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._clock = store.clock
        self._away = False
        # No clock ran when it was last looked.
        self._rests = True
        self._looked = 0.0
        self._offset: float | None = None
        self.gaps: tuple[Gap, ...] = ()
        self.found: Callable[[], None] = lambda: None

    async def start(self) -> None:
        """The house opens. With a database of its own it was closed until now, else perhaps not."""
        await self._beat(SILENCE if self._store.shared else 0)

    async def run(self) -> None:
        """Say from time to time that the house is open, while clocks run."""
        while True:
            await self._clock.sleep(BEAT)
            try:
                await self._look()
            except Refusal:
                self._away = True
            except Exception:  # noqa: BLE001 (people are served all the same)
                _log.exception("the times when nobody could play are not known just now")
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
        if await self._store.read(house.clocks_run):
            await self._beat(SILENCE if self._away or self._slept() else None)
        else:
            self._rests, self._away = True, False
            self._saw()

    async def _beat(self, least: float | None) -> None:
        now, most = int(self._clock.now() * 1000), None if least is None else int(least * 1000)
        # While no clock ran, nobody said that the house was open.
        heard = int(self._looked * 1000) if self._rests else 0
        gaps = tuple(await self._store.writer.do(lambda connection: house.beat(connection, now, most, heard)))
        self._rests = self._away = False
        self._saw()
        if gaps != self.gaps:
            self.gaps = gaps
            self.found()

    def _saw(self) -> None:
        self._looked = self._clock.now()
        self._offset = self._looked - self._clock.ticks()

    def _slept(self) -> bool:
        """Whether the machine has slept since the last look: the date has gone on, and nothing else."""
        return self._offset is not None and self._clock.now() - self._clock.ticks() - self._offset > SILENCE

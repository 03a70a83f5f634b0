"""For how long a bot that searches may think now: as long as its level says, and less before anybody has to wait."""

from __future__ import annotations

import os
from collections import defaultdict, deque
from typing import TYPE_CHECKING, Final

from cashbox.server.bots.turns import Rank

if TYPE_CHECKING:
    from cashbox.server.bots.pool import Load
    from cashbox.server.clock import Clock

WINDOW: Final = 10.0
"""Seconds through which it counts how much was thought."""
BUSY: Final = 0.5
"""The share of all that could be thought from which on everybody thinks for a shorter time, and the most for which one
table counts: a table that is alone is never busy."""
MOST: Final = {Rank.PEOPLE: 10.0, Rank.SEEN: 0.3, Rank.ALONE: 0.05}
"""Seconds by how much a table matters: nobody waits where only bots play."""
COPIES: Final = 3
"""So many copies of a process think with it, at most, where people wait and nobody else wants the processors."""
FLOOR: Final = 0.15
"""Seconds that a bot may think all the same where people wait and a processor is free: it keeps nobody waiting."""
LEAST: Final = 0.02
"""Below so many seconds, searching finds nothing."""


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Effort:
    """What the thinkers have done lately. thinkers: how many may think at a time."""

    def __init__(self, thinkers: int, clock: Clock) -> None:
        self._thinkers = thinkers
        self._clock = clock
        self._thought: deque[tuple[float, str, float]] = deque()

    def note(self, table: str, seconds: float) -> None:
        """A bot at a table has thought for so long, all its processes together."""
        self._thought.append((self._clock.ticks(), table, seconds))

    def budget(self, seconds: float, rank: Rank, load: Load) -> float:
        """The budget of a bot that is next, 0 where it is not worth searching. seconds: what its level says; load: of
        the thinkers, this bot among the busy."""
        wanted = min(seconds, MOST[rank])
        fair = min(1.0, self._thinkers / max(1, load.busy + load.waiting))
        found = wanted * fair * min(1.0, (1 - self._share()) / (1 - BUSY))
        if rank == Rank.PEOPLE and fair == 1.0:
            found = max(found, min(wanted, FLOOR))
        return found if found >= LEAST else 0.0

    def copies(self, rank: Rank) -> int:
        """How many copies of its process the bot that is next may have at most: none on a server that is busy."""
        return COPIES if rank == Rank.PEOPLE and self._share() <= BUSY else 0

    def _share(self) -> float:
        """How much was thought lately, of all that could be."""
        while self._thought and self._thought[0][0] < self._clock.ticks() - WINDOW:
            self._thought.popleft()
        tables: defaultdict[str, float] = defaultdict(float)
        for _, table, seconds in self._thought:
            tables[table] += seconds / (WINDOW * self._thinkers)
        return min(1.0, sum(min(BUSY, share) for share in tables.values()))

"""How many people are here: those who are connected to tables, and those who look at the first page."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from cashbox.engine.seats import seats_of

if TYPE_CHECKING:
    from cashbox.server.clock import Clock
    from cashbox.server.tables.registry import Registry

STAYS: Final = 40.0
"""Seconds for which somebody who has asked for the first page's lists counts as here; the page asks more often."""

MOST: Final = 100_000
"""The most of these that are remembered."""


class Here:
    """Counts the people whom this process serves. Nobody's name leaves it."""

    def __init__(self, registry: Registry, clock: Clock) -> None:
        self._tables = registry
        self._clock = clock
        # The one that was seen last is the last one.
        self._seen: OrderedDict[str, float] = OrderedDict()

    def saw(self, who: str) -> None:
        """Somebody looks at the first page. who: a guest's id, or where a request comes from that is nobody's: whoever
        has no name yet counts once for each address."""
        self._seen[who] = self._clock.ticks()
        self._seen.move_to_end(who)
        while len(self._seen) > MOST:
            self._seen.popitem(last=False)

    def count(self) -> int:
        """Each guest counts once; of those who watch tables it is not asked who they are."""
        before = self._clock.ticks() - STAYS
        while self._seen and next(iter(self._seen.values())) < before:
            self._seen.popitem(last=False)
        guests, others = set(self._seen), 0
        for table in self._tables.in_memory:
            if table.listeners:
                seats = table.record.seats
                guests |= {str(seats[seat].guest) for seat in seats_of(table.here)}
                others += sum(1 for listener in table.listeners if listener.seat is None)
        return len(guests) + others

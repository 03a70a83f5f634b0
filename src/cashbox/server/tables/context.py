"""The context that all tables share."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, ParamSpec

from cashbox.server.metrics import Metrics

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.server.clock import Clock
    from cashbox.server.db.store import Store
    from cashbox.server.tables.downtime import Downtime
    from cashbox.server.tables.live import LiveTable

P = ParamSpec("P")

_log = logging.getLogger("cashbox.tables")


class Event(Generic[P]):
    """The subscribers of one kind of event, called in order."""

    def __init__(self, what: str) -> None:
        self._what = what
        self.subscribers: list[Callable[P, None]] = []

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all subscribers. A failure is logged and does not affect the others."""
        for subscriber in self.subscribers:
            try:
                subscriber(*args, **kwargs)
            except Exception:  # noqa: BLE001 (what happened is stored, whatever a subscriber makes of it)
                _log.exception("%r failed after %s", subscriber, self._what)


class Events:
    """The events of tables in memory.

    changed: A change of a table was accepted and stored, or what the table waits for has changed. watched: A spectator
    starts watching a table, or a player sends a request there. present: A client connects to a table or disconnects.
    seen: A player, by id, was at a table, and is still connected or not. dropped: A table, by id, was unloaded from
    memory.
    """

    def __init__(self) -> None:
        self.changed: Event[[LiveTable]] = Event("a change at a table")
        self.watched: Event[[LiveTable]] = Event("someone came to watch a table")
        self.present: Event[[LiveTable]] = Event("someone came to a table or left")
        self.seen: Event[[LiveTable, str, bool]] = Event("a player was at a table")
        self.dropped: Event[[str]] = Event("a table was unloaded from memory")


@dataclass(frozen=True)
class Context:
    """The store, the clock, downtimes, the beginning of invitation links, and the metrics. unused: days after which an
    unused table is closed, 0 for never."""

    store: Store
    clock: Clock
    downtime: Downtime
    url: str
    unused: int = 0
    metrics: Metrics = field(default_factory=Metrics)
    events: Events = field(default_factory=Events)

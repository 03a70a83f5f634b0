"""What all tables share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cashbox.server.metrics import Metrics

if TYPE_CHECKING:
    from cashbox.server.clock import Clock
    from cashbox.server.db.store import Store
    from cashbox.server.tables.downtime import Downtime


@dataclass(frozen=True)
class Context:
    """Where tables are kept, the time there, when nobody could play, what invitation links begin with, and what is
    counted. unused: days after which a table that nobody uses is closed, 0: never."""

    store: Store
    clock: Clock
    downtime: Downtime
    url: str
    unused: int = 0
    metrics: Metrics = field(default_factory=Metrics)

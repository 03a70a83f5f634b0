"""What all tables share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cashbox.server.metrics import Metrics

if TYPE_CHECKING:
    from cashbox.server.clock import Clock
    from cashbox.server.storage.store import Store


@dataclass(frozen=True)
class Context:
    """Where tables are kept, the time there, what invitation links begin with, and what is counted."""

    store: Store
    clock: Clock
    url: str
    metrics: Metrics = field(default_factory=Metrics)

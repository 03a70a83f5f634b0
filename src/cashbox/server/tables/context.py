"""What all tables share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cashbox.server.clock import Clock
    from cashbox.server.storage.store import Store


@dataclass(frozen=True)
class Context:
    """Where tables are kept, the time there, and what invitation links begin with."""

    store: Store
    clock: Clock
    url: str

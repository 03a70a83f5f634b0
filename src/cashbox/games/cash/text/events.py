"""The log: where each rule declares its events with their sentences, see `cashbox.engine.log_events`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.log_events import EventKinds

if TYPE_CHECKING:
    from cashbox.games.cash.content import Content

event_kind: Final[EventKinds[Content]] = EventKinds()

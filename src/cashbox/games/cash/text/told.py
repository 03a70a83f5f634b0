"""The log: where each rule declares its events with their sentences, see `cashbox.engine.telling`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.telling import Tellers

if TYPE_CHECKING:
    from cashbox.games.cash.content import Content

told: Final[Tellers[Content]] = Tellers()

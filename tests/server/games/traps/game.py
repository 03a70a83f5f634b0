from __future__ import annotations

from typing import Any

from tests.engine.tiny import Tiny
from tests.server.games.traps.about import ABOUT


class Traps(Tiny):
    def __init__(self, coins: int = 12) -> None:
        super().__init__(coins)
        self.about = ABOUT


def load(content: dict[str, Any] | None = None) -> Traps:
    return Traps() if content is None else Traps(len(content["coins"]))

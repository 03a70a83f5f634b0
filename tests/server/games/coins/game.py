from __future__ import annotations

from typing import Any

from tests.engine.coins import Tiny
from tests.server.games.coins.about import ABOUT


class Coins(Tiny):
    def __init__(self, coins: int = 12) -> None:
        super().__init__(coins)
        self.about = ABOUT


def load(content: dict[str, Any] | None = None) -> Coins:
    return Coins() if content is None else Coins(len(content["coins"]))

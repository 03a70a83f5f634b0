"""Coins, except that a bid times out as a low one."""

from __future__ import annotations

from typing import Any

from tests.engine.coins import LOW, State, Tiny
from tests.server.games.votes.about import ABOUT


class Votes(Tiny):
    def __init__(self, coins: int = 12) -> None:
        super().__init__(coins)
        self.about = ABOUT

    def lapse(self, state: State, seat: int) -> int | None:
        return LOW if LOW in self.legal(state, seat) else None


def load(content: dict[str, Any] | None = None) -> Votes:
    return Votes() if content is None else Votes(len(content["coins"]))

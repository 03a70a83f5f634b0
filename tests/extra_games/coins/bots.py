from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.bot import Bot
from tests.engine.coins import DRAW, TinyView

if TYPE_CHECKING:
    import msgspec


class GreedyBot(Bot):
    """Bids high and draws whenever it may."""

    name = "greedy"

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        assert isinstance(view, TinyView)
        assert view.seat == self.seat
        return DRAW if DRAW in legal else max(legal)


BOTS = {"greedy": GreedyBot}

"""A bot for Tulips. It sees what a person sees: a view and the legal actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.bot import Bot

from .game import Tulips
from .rules import KEEP, SELL
from .view import SeatView

if TYPE_CHECKING:
    import msgspec


class Gardener(Bot):
    """Bid up to what a bulb is worth, or a bit less; keep a bulb that is worth more than the crowd pays."""

    name = "gardener"

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        assert isinstance(view, SeatView)
        assert isinstance(self.game, Tulips)
        tables = self.game.tables
        owned = view.kept[self.seat][view.bulb]
        worth = (tables.worth[owned + 1] - tables.worth[owned]) * (1 + (view.favorite == view.bulb))
        price = sum(tables.prices) / len(tables.prices)
        if KEEP in legal:
            return KEEP if worth >= price else SELL
        wish = int(max(worth, price)) - self.chance.draw(3)
        return legal[max(0, min(wish, len(legal) - 1))]


BOTS: Final[dict[str, type[Bot]]] = {Gardener.name: Gardener}

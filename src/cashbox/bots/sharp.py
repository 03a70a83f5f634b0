"""The search bot with the thinking time of a quick player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.bots.search import Budget, ExpertBot

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game


class SharpBot(ExpertBot):
    """Plays like the expert, with a fifth of the playouts."""

    name = "sharp"

    def __init__(self, game: Game[Any], seat: int, chance: Chance, budget: Budget = Budget(80)) -> None:  # noqa: B008
        super().__init__(game, seat, chance, budget)

"""The bot that searches, for as long as a quick player thinks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox.bots.levels import SHARP
from cashbox.bots.search import Budget, ExpertBot

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game


class SharpBot(ExpertBot):
    """As the expert, in less time."""

    name = SHARP.name

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance, Budget(0, SHARP.seconds))

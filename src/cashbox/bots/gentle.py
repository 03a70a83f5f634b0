"""The bot for a first evening: it knows how to play, and its mind wanders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox import games
from cashbox.bots.random import RandomBot
from cashbox.engine.bot import Bot

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game

LOOSE: Final = 5
"""One choice in so many is made without thinking."""


class GentleBot(Bot):
    """Plays as the game's first bot does, with loose hands: now and then it takes any legal action."""

    name = "gentle"

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        own = games.own_bots(game.about.id)
        kind = own[game.about.bots[0]] if own else RandomBot
        self._careful = kind(game, seat, chance)

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        if len(legal) > 1 and not self.chance.draw(LOOSE):
            return legal[self.chance.draw(len(legal))]
        return self._careful.choose(view, legal)

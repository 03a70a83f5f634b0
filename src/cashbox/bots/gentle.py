"""The bot for a first evening: it knows how to play, and has loose hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox import games
from cashbox.bots.random import RandomBot
from cashbox.bots.search import guide_of
from cashbox.engine.bot import Bot

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game

NEAR: Final = 2
"""One choice in so many is something near to the plain one, where the game's guide knows what is."""
WHIM: Final = 20
"""Otherwise one choice in so many is anything that is legal."""


class GentleBot(Bot):
    """Plays as the game's first bot does, but takes now and then what is nearly as good."""

    name = "gentle"

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        kind = next(iter(games.own_bots(game.about.id).values()), RandomBot)
        self._careful = kind(game, seat, chance)
        self._guide = guide_of(game, seat) if games.own_guide(game.about.id) else None

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert view is not None
        if len(legal) == 1:
            return legal[0]
        if self._guide is None:
            if not self.chance.draw(WHIM):
                return legal[self.chance.draw(len(legal))]
        elif not self.chance.draw(NEAR):
            near = self._guide.loose(view, legal)
            if near:
                return near[self.chance.draw(len(near))]
        return self._careful.choose(view, legal)

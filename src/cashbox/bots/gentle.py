"""The bot for a first evening: it plays like a beginner, and misses things."""

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

BEGINNER: Final = "beginner"
"""The name of a bot that plays like a sensible newcomer, in games that have one."""
MISSES: Final = 4
"""One choice in so many is a beginner's second best: it does not see the best one."""
NEAR: Final = 2
"""Without a beginner, one choice in so many is near to the plain one, where the game's guide knows what is."""
WHIM: Final = 20
"""Without a guide, one choice in so many is anything that is legal."""


class GentleBot(Bot):
    """Plays like the game's beginner, but misses the best choice now and then.

    In a game without a beginner it plays like the game's first bot, but now and then settles for second best.
    """

    name = "gentle"

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        own = games.own_bots(game.about.id)
        self._beginner = own[BEGINNER](game, seat, chance) if BEGINNER in own else None
        self._careful = next(iter(own.values()), RandomBot)(game, seat, chance)
        self._guide = guide_of(game, seat) if games.own_guide(game.about.id) else None

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert view is not None
        if len(legal) == 1:
            return legal[0]
        if self._beginner is not None:
            return self._as_beginner(self._beginner, view, legal)
        if self._guide is None:
            if not self.chance.draw(WHIM):
                return legal[self.chance.draw(len(legal))]
        elif not self.chance.draw(NEAR):
            near = self._guide.loose(view, legal)
            if near:
                return near[self.chance.draw(len(near))]
        return self._careful.choose(view, legal)

    def _as_beginner(self, beginner: Bot, view: msgspec.Struct, legal: list[int]) -> int:
        misses = not self.chance.draw(MISSES)
        if self._guide is not None and self._guide.judges and not self._guide.chances(view, legal):
            return self._careful.choose(view, legal)  # an offer: a promise is kept, so it is not made lightly
        best = beginner.choose(view, legal)
        return beginner.choose(view, [action for action in legal if action != best]) if misses else best

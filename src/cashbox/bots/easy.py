"""The bots for people who are learning a game: they play like a beginner, and one of them sometimes plans ahead."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Final

from cashbox import games
from cashbox.bots.search import guide_of
from cashbox.engine.bot import Bot

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game

BEGINNER: Final = "beginner"
"""The name of a bot that plays like a sensible beginner, in games that have one."""
MISSES: Final = 4
"""`gentle` misses the best choice in one of this many decisions."""


class EasyBot(Bot):
    """Plays like the game's beginner, or like its first bot if there is none, but trades like the first bot, because
    promises are binding (`Guide.like_plain`).
    """

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        own = games.own_bots(game.about.id)
        first = next(iter(own.values()))
        self.beginner = own.get(BEGINNER, first)(game, seat, chance)
        self.careful = first(game, seat, chance)
        self.guide = guide_of(game, seat)

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert view is not None
        if len(legal) == 1:
            return legal[0]
        if self.guide.like_plain(view, legal):
            return self.careful.choose(view, legal)
        return self.easily(view, legal)

    @abstractmethod
    def easily(self, view: msgspec.Struct, legal: list[int]) -> int:
        """Choose among at least two actions when it does not play like the first bot."""


class GentleBot(EasyBot):
    """Occasionally misses a beginner's best choice and takes the second best."""

    name = "gentle"

    def easily(self, view: msgspec.Struct, legal: list[int]) -> int:
        """See `EasyBot.easily`."""
        misses = not self.chance.draw(MISSES)
        best = self.beginner.choose(view, legal)
        return self.beginner.choose(view, [action for action in legal if action != best]) if misses else best


class CasualBot(EasyBot):
    """Makes a share of its decisions like a beginner, and the others like the game's first bot.

    The game sets the share (`Guide.casual`).
    """

    name = "casual"

    def easily(self, view: msgspec.Struct, legal: list[int]) -> int:
        """See `EasyBot.easily`."""
        bot = self.beginner if self.chance.draw(100) < self.guide.casual else self.careful
        return bot.choose(view, legal)

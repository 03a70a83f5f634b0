"""The bots that decide by the value of each action."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from cashbox.engine.bot import Bot
from cashbox.games.consultants import actions as act
from cashbox.games.consultants.bots import choice
from cashbox.games.consultants.bots.worth import PRINCIPAL_WORTH, SENIOR_WORTH, Worth
from cashbox.games.consultants.content import MOST_DESKS, Content
from cashbox.games.consultants.view.glimpse import Glimpse, of_view
from cashbox.games.consultants.view.view import SeatView

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game


class SteadyBot(Bot):
    """Rates every action by what it will pay to itself and not to others; see docs/bots.md.

    heed: whether it considers deadlines.
    """

    name = "steady"
    picks = True
    heed: ClassVar[bool] = True

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        content = getattr(game, "tables", None)
        if not isinstance(content, Content):
            raise TypeError("the bot steady plays IT's all in the game only")
        self.content = content

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert isinstance(view, SeatView)
        return self.pick(of_view(view), legal)

    def pick(self, view: Any, legal: list[int]) -> int:
        """See `Bot.pick`."""
        assert isinstance(view, Glimpse)
        if len(legal) == 1:
            return legal[0]
        worth = Worth(view, self.content, heed=self.heed)
        if view.phase == "work":
            return choice.choose(worth, legal)
        if view.phase == "move":
            return choice.target(worth, legal)
        if view.phase == "take":
            return choice.from_deck(worth, legal)
        if view.phase == "start":
            return act.STARTER + (self.seat + 1) % view.seats  # the last player to act can sit furthest right
        return self._event(worth, legal)

    def _event(self, worth: Worth, legal: list[int]) -> int:
        """Give what is worth less than it brings; call no one back who earns."""
        best, most = act.STAY, 0.0
        for action in legal:
            if act.GIVE <= action < act.STAY:
                kind = action - act.GIVE
                keep = max(choice.best_desk(worth, kind), PRINCIPAL_WORTH if kind % 2 else SENIOR_WORTH)
                value = self.content.events[worth.view.event].n - keep
            elif act.RECALL <= action < act.GIVE:
                number, desk = divmod(action - act.RECALL, MOST_DESKS)
                kind = worth.view.places[number].people[desk][0]
                value = worth.without(number, desk) + max(choice.best_desk(worth, kind), 0.0) - 0.5
            else:
                continue
            if value > most:
                best, most = action, value
        return best


class HeedlessBot(SteadyBot):
    """Plays like steady, but ignores deadlines."""

    name = "heedless"
    heed = False

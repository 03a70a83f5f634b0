"""The bots that Envelopes of Cash brings itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.bot import Bot
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.steady import draft, small
from cashbox.games.envelopes.steady.dice import Dice
from cashbox.games.envelopes.steady.month import Turn
from cashbox.games.envelopes.steady.sight import Sight
from cashbox.games.envelopes.steady.tables import tables_of
from cashbox.games.envelopes.steady.vegas import final_campaign, shift
from cashbox.games.envelopes.view import View

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game


class SteadyBot(Bot):
    """Plays sensibly by a fixed plan: a region, all positions, and what the calendar can pay; see docs/bots.md."""

    name = "steady"

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        content = getattr(game, "tables", None)
        if not isinstance(content, Content):
            raise TypeError("the bot steady plays Envelopes of Cash only")
        self.tables = tables_of(content)
        self.dice = Dice(self.tables)
        self.turn = Turn(self.tables)

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert isinstance(view, View)
        if len(legal) == 1:
            return legal[0]
        action = self._choose(view, legal)
        return action if action in legal else next((a for a in legal if a > act.DONE), legal[0])

    def _choose(self, view: View, legal: list[int]) -> int:
        phase = view.phase
        if phase == "month":
            if view.pending is not None:
                return small.choose(view, view.pending, legal, self.turn)
            return self.turn.choose(view, legal)
        if phase == "dice":
            return self.dice.choose(view, legal)
        if phase == "bookie":
            return shift(view)
        if phase == "final":
            return final_campaign(legal)
        return draft.choose(Sight(view, self.tables), legal)


BOTS: Final[dict[str, type[Bot]]] = {SteadyBot.name: SteadyBot}

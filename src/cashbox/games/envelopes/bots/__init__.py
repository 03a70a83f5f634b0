"""The bots that Envelopes of Cash brings itself; how `steady` thinks, one file for each thing it has to decide. See
docs/bots.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from cashbox.engine.bot import Bot
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes.bots import auction, draft, small
from cashbox.games.envelopes.bots.dice import Dice
from cashbox.games.envelopes.bots.guide import EnvelopesGuide
from cashbox.games.envelopes.bots.month import Turn
from cashbox.games.envelopes.bots.sight import Sight
from cashbox.games.envelopes.bots.tables import tables_of
from cashbox.games.envelopes.bots.vegas import final_campaign, shift
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.eyes.view import View

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game


class SteadyBot(Bot):
    """Plays sensibly by a fixed plan: a region, all positions, and what the calendar can pay; see docs/bots.md.

    border: stars that a recruit of a border state counts to it more than he brings.
    """

    name = "steady"
    border: ClassVar[float] = 0.0

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        content = getattr(game, "tables", None)
        if not isinstance(content, Content):
            raise TypeError("the bot steady plays Envelopes of Cash only")
        self.tables = tables_of(content)
        self.values: list[int] = content.value
        self._sit_down()

    def _sit_down(self) -> None:
        """Clear the mind of what was planned."""
        self.dice = Dice(self.tables, self.border)
        self.turn = Turn(self.tables, self.border)

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert isinstance(view, View)
        if view.values != self.values:
            self.values = view.values
            self.tables = tables_of(self.tables.content).priced(view.values)
            self._sit_down()
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
        if phase == "home":
            return legal[self.chance.draw(len(legal))]
        sight = Sight(view, self.tables, self.border)
        return auction.choose(sight, legal) if phase == "auction" else draft.choose(sight, legal)


class SniperBot(SteadyBot):
    """Plays like steady, but is after the recruits of border states: against Bubba, until he finds none."""

    name = "sniper"
    border = 5.0


BOTS: Final[dict[str, type[Bot]]] = {kind.name: kind for kind in (SteadyBot, SniperBot)}

GUIDE: Final = EnvelopesGuide

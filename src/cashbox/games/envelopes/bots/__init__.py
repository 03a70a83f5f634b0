"""The own bots of Envelopes of Cash. `steady` has one file for each type of decision. See docs/bots.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from cashbox.engine.bot import Bot
from cashbox.games.envelopes.bots.beginner import BeginnerBot
from cashbox.games.envelopes.bots.guide import EnvelopesGuide
from cashbox.games.envelopes.bots.mind import Mind
from cashbox.games.envelopes.bots.tables import tables_of
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.view.glimpse import Glimpse, of_view
from cashbox.games.envelopes.view.view import SeatView

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game


class SteadyBot(Bot):
    """Plays by a fixed plan: a region, all positions, and what the calendar can pay; see docs/bots.md.

    border: additional stars at which it values a recruit from a border state.
    """

    name = "steady"
    picks = True
    border: ClassVar[float] = 0.0

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        content = getattr(game, "tables", None)
        if not isinstance(content, Content):
            raise TypeError("the bot steady plays Envelopes of Cash only")
        self.tables = tables_of(content)
        self.values: list[int] = content.value
        self.mind = Mind(self.tables, self.border)

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert isinstance(view, SeatView)
        return self.pick(of_view(view), legal)

    def pick(self, view: Any, legal: list[int]) -> int:
        """See `Bot.pick`."""
        assert isinstance(view, Glimpse)
        if view.values != self.values:
            self.values = view.values
            self.tables = tables_of(self.tables.content).priced(view.values)
            self.mind = Mind(self.tables, self.border)
        if len(legal) == 1:
            return legal[0]
        if view.phase == "home":
            return legal[self.chance.draw(len(legal))]
        return self.mind.choose(view, legal)


class SniperBot(SteadyBot):
    """Plays like steady, but targets the recruits of border states, against Bubba until none are left for him."""

    name = "sniper"
    border = 5.0


BOTS: Final[dict[str, type[Bot]]] = {kind.name: kind for kind in (SteadyBot, SniperBot, BeginnerBot)}

GUIDE: Final = EnvelopesGuide

"""A bot that knows the rules but has no strategy, for comparison in simulations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.bot import Bot
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import vocabulary as v
from cashbox.games.envelopes.bots.tables import covers, pack, tables_of
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.view.glimpse import Glimpse, of_view
from cashbox.games.envelopes.view.view import SeatView
from cashbox.games.envelopes.vocabulary import RECRUITS

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game

_LATER: Final = 12
"""The additional roads at which it counts a recruit outside the home region."""


class BeginnerBot(Bot):
    """Drives to the nearest recruit that it can pay, with a preference for its home region, and picks cards by their
    printed stars."""

    name = "beginner"
    picks = True

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        content = getattr(game, "tables", None)
        if not isinstance(content, Content):
            raise TypeError("this bot beginner plays Envelopes of Cash only")
        self.content = content
        self.tables = tables_of(content)

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert isinstance(view, SeatView)
        return self.pick(of_view(view), legal)

    def pick(self, view: Any, legal: list[int]) -> int:
        """See `Bot.pick`."""
        assert isinstance(view, Glimpse)
        if len(legal) == 1:
            return legal[0]
        if view.open:
            return self._small(view, legal)
        if view.phase == "month":
            return self._turn(view, legal)
        if view.phase == "dice":
            return self._die(view, legal)
        if view.phase == "auction":
            return next((action for action in (act.BID, act.SELL) if action in legal), legal[0])
        if view.phase == "final":
            return legal[-1]
        cards = [action for action in legal if act.DRAFT <= action < act.PASS]
        if cards:
            return max(cards, key=lambda action: (self.content.stars[action - act.DRAFT], -action))
        if act.REJECT <= legal[0] < act.PUT:
            return min(legal, key=lambda action: (self.content.stars[action - act.REJECT], action))
        return legal[0]

    def _die(self, view: Glimpse, legal: list[int]) -> int:
        """Take the die of the home color, then the highest; place it on the first possible month."""
        if legal[0] < act.PLACE:
            home = self.content.home_colour[view.me.symbol]
            return max(legal, key=lambda action: (action - act.DIE == home, view.dice[action - act.DIE], -action))
        return min(legal, key=lambda action: (act.month_of(action - act.PLACE), action))

    def _turn(self, view: Glimpse, legal: list[int]) -> int:
        """Put cards into play, use free cards, sign, drive, and finally run a campaign with all bucks."""
        cards = [action for action in legal if act.PUT <= action < act.USE]
        if cards:
            return max(cards, key=lambda action: (self.content.stars[action - act.PUT], -action))
        for action in legal:
            if act.USE <= action < act.RUNNER:
                effect = self.content.effect[action - act.USE]
                if effect.do == v.DO_GET and not effect.pays:
                    return action
        signs = [action for action in legal if act.SIGN <= action < act.MOVE]
        if signs:
            return max(signs, key=lambda action: (view.values[action - act.SIGN], -action))
        step = self._step(view)
        if step in legal:
            return step
        campaigns = [action for action in legal if act.CAMPAIGN < action < act.DIE]
        return campaigns[-1] if campaigns else legal[0]

    def _step(self, view: Glimpse) -> int:
        """Return the free move toward the nearest recruit that it can pay, -1 for none."""
        me, tables = view.me, self.tables
        if not me.moves:
            return -1
        home, supply = self.content.home_colour[me.symbol], pack(me.envelopes)
        found = []
        for slot in range(RECRUITS):
            far = tables.dist[me.space][tables.space[slot]]
            if view.signed_by[slot] < 0 < far and covers(supply, tables.cost[slot]):
                found.append((far + (0 if tables.regions[slot] >> home & 1 else _LATER), -view.values[slot], slot))
        if not found:
            return -1
        return act.MOVE + tables.hop[me.space][tables.space[min(found)[2]]]

    def _small(self, view: Glimpse, legal: list[int]) -> int:
        """Answer a small decision: send everything that a recruit wants; gain and keep the home color, and give the
        most common color."""
        home, there = self.content.home_colour[view.me.symbol], view.me.envelopes
        if view.open in ("gain", "save") and act.COLOUR + home in legal:
            return act.COLOUR + home
        colours = [action for action in legal if act.COLOUR <= action < act.LEAVE]
        if colours:
            return max(colours, key=lambda action: (there[action - act.COLOUR], -action))
        return next((action for action in legal if action != act.DONE), legal[0]) if view.open == "send" else legal[0]

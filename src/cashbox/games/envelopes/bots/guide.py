"""What Envelopes of Cash tells the bot that searches: whole plans to choose among, each played out to the end of the
game, everybody playing on like `steady`."""

from __future__ import annotations

import time
from math import exp
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.guide import Guide, TimeUpError, Try
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes.bots import plans
from cashbox.games.envelopes.bots.luck import KeyedChance
from cashbox.games.envelopes.bots.mind import Mind, Plan
from cashbox.games.envelopes.bots.month import what_it_has
from cashbox.games.envelopes.bots.sight import Sight
from cashbox.games.envelopes.bots.tables import tables_of
from cashbox.games.envelopes.eyes.glimpse import glimpse, of_view

if TYPE_CHECKING:
    from cashbox.engine.game import Game
    from cashbox.games.envelopes.eyes.glimpse import Glimpse
    from cashbox.games.envelopes.state import State

MOST: Final = 6
"""So many plans are compared."""
CLOSE: Final = 25.0
"""A player who is this many stars ahead at the end has won clearly."""
BUBBA: Final = 0.3
"""What a star less for Bubba counts, beside one more of one's own: he hardly ever wins."""
USUAL: Final = 160.0
"""Stars ahead of that part of Bubba's in a usual game, and how many more or less make a great difference."""
SPREAD: Final = 60.0


class EnvelopesGuide(Guide):
    """See the module. A way is the number of a plan among those of the present decision."""

    guarded = False
    samples = 1000
    share = 5.0

    def __init__(self, game: Game[Any], seat: int) -> None:
        super().__init__(game, seat)
        self.tables = tables_of(game.tables)  # type: ignore[attr-defined]
        self.values: list[int] = self.tables.content.value
        self.mind = Mind(self.tables)
        self.plans: list[Plan] = []

    def tries(self, view: Any, legal: list[int]) -> list[Try]:
        """Cards to draft, pairs of dice, plans of a month; all else is done as `steady` does it."""
        seen = of_view(view)
        if seen.values != self.values:
            self.values = seen.values
            self.tables = tables_of(self.tables.content).priced(seen.values)
            self.mind = Mind(self.tables)
        if seen.phase in ("draft", "stash", "coach"):
            self.plans = []
            return [Try(action) for action in plans.cards(Sight(seen, self.tables), legal, MOST)]
        found = []
        self.plans = self._plans(seen, legal) or [self.mind.plan()]
        for way, plan in enumerate(self.plans):
            mind = Mind(self.tables, plan=plan)
            found.append(Try(mind.choose(seen, legal), way))
            self.plans[way] = mind.plan()
        return found

    def _plans(self, view: Glimpse, legal: list[int]) -> list[Plan]:
        """The best few, where a plan is made now."""
        if view.phase == "dice" and legal[0] < act.PLACE and not view.me.dice:
            pairs = plans.pairs(Sight(view, self.tables), legal, MOST)
            return [Plan(view.month, pair, [], ()) for pair in pairs]
        if view.phase == "month" and not view.open and self.mind.plans_now(view, legal):
            routes = plans.routes(Sight(view, self.tables), legal, MOST)
            return [Plan(-1, [], steps, what_it_has(view)) for steps in routes]
        return []

    def took(self, chosen: Try) -> None:
        """The plan is followed from now on."""
        if self.plans:
            self.mind = Mind(self.tables, plan=self.plans[chosen.way])

    def follow(self, state: State, seat: int, legal: list[int], way: int) -> int:  # noqa: ARG002 (see `playout`)
        """As somebody does who has just sat down."""
        return Mind(self.tables).choose(glimpse(state, seat), legal)

    def ready(self, sample: State) -> State:
        """What the others have chosen unseen at the same time was dealt at random: they choose it again, sensibly."""
        if sample.phase == ph.DICE and not sample.rules.exclusive:
            for seat, p in enumerate(sample.players):
                if seat != self.seat:
                    p.choice = []
                    sample.due |= 1 << seat
        return sample

    def playout(self, state: State, first: Try, luck: int) -> float:
        """To the end of the game."""
        game, mine, until = self.game, self.seat, self.until
        minds = [Mind(self.tables) for _ in state.players]
        if self.plans:
            minds[mine] = Mind(self.tables, plan=self.plans[first.way])
        chance = KeyedChance(luck, state)
        game.play(state, mine, first.action, chance)
        while due := state.due:
            if until and time.monotonic() > until:
                raise TimeUpError
            seat = (due & -due).bit_length() - 1
            legal = game.legal(state, seat)
            action = legal[0] if len(legal) == 1 else minds[seat].choose(glimpse(state, seat), legal)
            game.play(state, seat, action, chance)
        return self.worth(state)

    def worth(self, state: State) -> float:
        """How far it is ahead in the end."""
        mine = state.players[self.seat].stars
        if state.bubba is not None:
            return _risen((mine - BUBBA * state.bubba.stars - USUAL) / SPREAD)
        others = [p.stars for seat, p in enumerate(state.players) if seat != self.seat]
        return _risen((mine - max(others)) / CLOSE) if others else _risen((mine - USUAL) / SPREAD)


def _risen(x: float) -> float:
    return 1 / (1 + exp(-x))

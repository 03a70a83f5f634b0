"""What Envelopes of Cash tells the bot that searches: whole plans to choose among, each played out to the end of the
game by everybody's `steady`."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.guide import PLAIN, Guide, Try
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes.bots import plans
from cashbox.games.envelopes.bots.follower import Follower, Plan
from cashbox.games.envelopes.bots.luck import KeyedChance
from cashbox.games.envelopes.bots.sight import Sight
from cashbox.games.envelopes.bots.tables import tables_of
from cashbox.games.envelopes.content import Content

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.game import Game
    from cashbox.games.envelopes.eyes.view import View
    from cashbox.games.envelopes.state import State

MOST: Final = 6
"""So many plans are compared."""


class EnvelopesGuide(Guide):
    """See the module. A way is the number of a plan among those of the present decision."""

    guarded = False
    samples = 1000
    share = 5.0

    def __init__(self, game: Game[Any], seat: int) -> None:
        super().__init__(game, seat)
        content = game.tables  # type: ignore[attr-defined]
        assert isinstance(content, Content)
        self.tables = tables_of(content)
        self.values = content.value
        self.mind = Follower(self.tables)
        self.plans: list[Plan] = []

    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        """Cards to draft, pairs of dice, plans of a month; all else is done as `steady` does it."""
        seen: Any = view
        if seen.values != self.values:
            self.values = seen.values
            self.tables = tables_of(self.tables.content).priced(seen.values)
            self.mind = Follower(self.tables)
        self.plans = []
        return self._tries(seen, legal) or [Try(self.mind.answer(seen, legal))]

    def _tries(self, view: View, legal: list[int]) -> list[Try]:
        phase = view.phase
        if phase in ("draft", "stash", "coach"):
            return [Try(a) for a in plans.cards(Sight(view, self.tables), legal, MOST)]
        if phase == "dice" and legal[0] < act.PLACE and not (view.mine and view.mine.dice):
            self.plans = [Plan.of_dice(view.month, pair) for pair in plans.pairs(Sight(view, self.tables), legal, MOST)]
        elif phase == "month" and view.pending is None and self.mind.plans_now(view, legal):
            self.plans = [Plan.of_month(view, steps) for steps in plans.routes(Sight(view, self.tables), legal, MOST)]
        found = []
        for way, plan in enumerate(self.plans):
            mind = Follower(self.tables, plan)
            found.append(Try(mind.answer(view, legal), way))
            self.plans[way] = mind.plan()
        return found

    def took(self, chosen: Try) -> None:
        """The plan is followed from now on."""
        if self.plans:
            self.mind = Follower(self.tables, self.plans[chosen.way])

    def follow(self, state: State, seat: int, legal: list[int], way: int) -> int:  # noqa: ARG002 (`playout` has the ways)
        """As `steady` does."""
        return Follower(self.tables).choose(state, seat, legal)

    def playout(self, state: State, first: Try, luck: int) -> float:
        """To the end of the game."""
        game, mine = self.game, self.seat
        seats = [Follower(self.tables) for _ in state.players]
        seats[mine] = Follower(self.tables, self.plans[first.way] if self.plans else self.mind.plan())
        _choose_again(state, mine)
        chance = KeyedChance(luck, state)
        game.play(state, mine, first.action, chance)
        while due := state.due:
            seat = (due & -due).bit_length() - 1
            legal = game.legal(state, seat)
            action = legal[0] if len(legal) == 1 else seats[seat].choose(state, seat, legal)
            game.play(state, seat, action, chance)
        return self.worth(state)

    def worth(self, state: State) -> float:
        """How far it is ahead."""
        others = [p.stars for seat, p in enumerate(state.players) if seat != self.seat]
        mine = state.players[self.seat].stars
        if state.bubba is not None:
            return 1 / (1 + exp(-(mine - 0.3 * state.bubba.stars - 150) / 60))
        return 1 / (1 + exp(-(mine - max(others)) / 25)) if others else min(1.0, mine / 400)


def _choose_again(state: State, seat: int) -> None:
    """What the others have chosen unseen at the same time was dealt at random: they choose it again, sensibly."""
    if state.phase == ph.DICE and not state.rules.exclusive:
        for other, p in enumerate(state.players):
            if other != seat:
                p.choice = []
                state.due |= 1 << other

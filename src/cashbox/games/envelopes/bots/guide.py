"""The guide for the search bot: complete plans to choose among, each played out for some months by `steady` at all
seats and then rated by weights learned from self-play."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.guide import Guide, TimeUpError, Try
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import phases as ph
from cashbox.games.envelopes.bots import plans
from cashbox.games.envelopes.bots.by_source import expected, scored, weights_by_source
from cashbox.games.envelopes.bots.forecast import forecast, weights_for
from cashbox.games.envelopes.bots.luck import KeyedChance
from cashbox.games.envelopes.bots.mind import Mind, Plan
from cashbox.games.envelopes.bots.month import what_it_has
from cashbox.games.envelopes.bots.sight import Sight
from cashbox.games.envelopes.bots.tables import tables_of
from cashbox.games.envelopes.view.glimpse import glimpse, of_view
from cashbox.games.envelopes.vocabulary import MONTHS as ALL_MONTHS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.game import Event, Game
    from cashbox.games.envelopes.state import State
    from cashbox.games.envelopes.view.glimpse import Glimpse

MONTHS: Final = len(ALL_MONTHS)
MOST: Final = 6
"""The number of plans to compare."""
USUAL: Final = 150.0
"""A good number of stars for a solitaire player without an opponent."""
CLOSE: Final = 25.0
"""A player who finishes this many stars ahead has won clearly."""
BUBBA: Final = 40.0
"""The same against Bubba, where more stars also count."""
BUBBAS_MONTH: Final = 13
"""Bubba's stars per month, including those at the end."""
AHEAD: Final = 7
"""The number of new months until the learned weights rate a playout."""
BRIEF: Final = 2
"""The same for a brief playout."""
ASKED: Final = 5
"""The same for a playout of a hint, which needs the sources of small differences."""

DOUBT: Final = (26.0, 25.0, 24.0, 23.0, 22.0, 21.0, 19.0, 17.0, 15.0, 12.5, 11.0, 9.0)
"""By month, the lead in expected stars at its beginning with which a player wins e times as often: the best predictor
of the winner among `steady` bots."""


class EnvelopesGuide(Guide):
    """See the module. A way is the index of a plan among those for the current decision."""

    guarded = False
    samples = 1000
    effort = 0.6
    unit = "star"
    casual = 58
    sources = (
        "from cards", "from recruits", "from campaigns", "from positions", "from the best region",
        "from the Recruiting Board", "from later months",
    )  # fmt: skip

    def __init__(self, game: Game[Any], seat: int) -> None:
        super().__init__(game, seat)
        self.tables = tables_of(game.tables)  # type: ignore[attr-defined]
        self.values: list[int] = self.tables.content.value
        self.mind = Mind(self.tables)
        self.plans: list[Plan] = []

    def tries(self, view: Any, legal: list[int]) -> list[Try]:
        """List cards to draft, pairs of dice, or plans for a month; `steady` decides everything else."""
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
        """Return the best few plans, if a plan is made now."""
        if view.phase == "dice" and legal[0] < act.PLACE and not view.me.dice:
            pairs = plans.pairs(Sight(view, self.tables), legal, MOST)
            return [Plan(view.month, pair, [], ()) for pair in pairs]
        if view.phase == "month" and not view.open and self.mind.plans_now(view, legal):
            routes = plans.routes(Sight(view, self.tables), legal, MOST)
            return [Plan(-1, [], steps, what_it_has(view)) for steps in routes]
        return []

    def others(self, view: Any, legal: list[int], tried: list[Try], most: int) -> list[Try]:
        """List other choices to show, each without a plan."""
        found = super().others(view, legal, tried, most)
        if self.plans:
            self.plans.append(Mind(self.tables).plan())
        return [Try(one.action, max(0, len(self.plans) - 1)) for one in found]

    def took(self, chosen: Try) -> None:
        """Follow the chosen plan from now on."""
        if self.plans:
            self.mind = Mind(self.tables, plan=self.plans[chosen.way])

    def follow(self, state: State, seat: int, legal: list[int], way: int) -> int:  # noqa: ARG002 (see `playout`)
        """Choose as a player who has just joined would."""
        return Mind(self.tables).choose(glimpse(state, seat), legal)

    def ready(self, sample: State) -> State:
        """Let the others remake their hidden simultaneous choices sensibly, because samples make them at random."""
        if sample.phase == ph.DICE and not sample.rules.exclusive:
            for seat, p in enumerate(sample.players):
                if seat != self.seat:
                    p.choice = []
                    sample.due |= 1 << seat
        return sample

    def playout(self, state: State, first: Try, luck: int) -> float:
        """Play a state out for some months, or to the end of the game."""
        game, mine, late = self.game, self.seat, self.late
        minds = [Mind(self.tables) for _ in state.players]
        if self.plans:
            minds[mine] = Mind(self.tables, plan=self.plans[first.way])
        judged = state.month + self._months(state)
        chance = KeyedChance(luck, state)
        game.play(state, mine, first.action, chance)
        while (due := state.due) and state.month < judged:
            if late is not None and late():
                raise TimeUpError
            seat = (due & -due).bit_length() - 1
            legal = game.legal(state, seat)
            action = legal[0] if len(legal) == 1 else minds[seat].choose(glimpse(state, seat), legal)
            game.play(state, seat, action, chance)
        return self.worth(state)

    def _months(self, state: State) -> int:
        """Return how many months a playout lasts: all of them if nothing was learned of such a table."""
        if self.asked and weights_by_source(state) is not None:
            return ASKED
        if weights_for(state) is None:
            return MONTHS
        return BRIEF if self.brief else AHEAD

    def worth(self, state: State) -> float:
        """Return how far the seat is ahead in the end."""
        return self._ahead(state, self._stars(state))

    def won(self, state: State) -> float:
        """Return the chance of winning as `Guide.won`. With months to come, it depends on how well expected stars
        predict the winner."""
        if not state.due:
            return super().won(state)
        return _odds(self._stars(state), state.month)[self.seat]

    def ahead(self, state: State) -> float | None:
        """Return the lead in final or expected stars over the best other player, or over Bubba."""
        return self._leads(state, self._stars(state))[self.seat]

    def standings(self, state: State, seats: int) -> list[tuple[float, float | None]]:
        """Return `won` and `ahead` of every seat."""
        if not state.due:
            return super().standings(state, seats)
        stars = self._stars(state)
        return list(zip(_odds(stars, state.month), self._leads(state, stars), strict=True))

    def _leads(self, state: State, stars: list[float]) -> list[float]:
        """Return the stars ahead of the best other player, by seat."""
        bubba = []
        if state.bubba is not None:
            left = MONTHS - state.month if state.due else 0
            bubba = [float(state.bubba.stars + BUBBAS_MONTH * left)]
        return [mine - max([*stars[:seat], *stars[seat + 1 :], *bubba], default=0.0) for seat, mine in enumerate(stars)]

    def account(self, state: State, events: Sequence[Event]) -> list[float]:  # noqa: ARG002 (the sheet says it)
        """Return the stars by line of the score sheet. The expected stars of the months after the playout count toward
        their lines in a hint, and are a source of their own otherwise."""
        found = scored(state.players[self.seat])
        weights = weights_by_source(state) if self.asked and state.due else None
        if weights is None:
            return [*found, self._stars(state)[self.seat] - state.players[self.seat].stars]
        coming = expected(state, self.seat, self.tables, weights)
        return [*[now + later for now, later in zip(found, coming, strict=True)], 0.0]

    def _stars(self, state: State) -> list[float]:
        """Return everyone's final or expected stars."""
        by_source = weights_by_source(state) if self.asked and state.due else None
        if by_source is not None:
            return [p.stars + sum(expected(state, p.seat, self.tables, by_source)) for p in state.players]
        weights = weights_for(state) if state.due else None
        if weights is None:
            return [float(p.stars) for p in state.players]
        return [forecast(state, seat, self.tables, weights) for seat in range(state.seats)]

    def _ahead(self, state: State, stars: list[float]) -> float:
        """Return the chance of winning with these stars in the end."""
        mine = stars.pop(self.seat)
        if state.bubba is not None:
            left = MONTHS - state.month if state.due else 0
            return _chance((mine - state.bubba.stars - BUBBAS_MONTH * left) / BUBBA)
        return _chance((mine - max(stars, default=USUAL)) / CLOSE)


def _odds(stars: list[float], month: int) -> list[float]:
    """Return the chances of winning, by seat, given the expected stars at the beginning of a month."""
    most = max(stars)
    odds = [exp((one - most) / DOUBT[month]) for one in stars]
    return [one / sum(odds) for one in odds]


def _chance(x: float) -> float:
    return 1 / (1 + exp(-x))

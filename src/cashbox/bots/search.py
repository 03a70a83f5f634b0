"""The bot that searches, for every game: it tries what a game's guide finds worth trying on samples that are played on,
and leaves plain play only where the samples say so clearly.

Each sample is given to all that is still tried, with the same luck, so that what is compared differs in the choice
alone. After each round the worse half is given up (sequential halving). A choice other than the first, the one of plain
play, is taken only where its lead is so many standard errors that the best of so many would not have it by luck.
"""

from __future__ import annotations

import time
from math import log2, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cashbox import games
from cashbox.engine.bot import Bot
from cashbox.engine.chance import SeededChance
from cashbox.engine.guide import PLAIN, Guide, Try

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game

SURE: Final = 0.9
"""How sure it must be that a choice is better than that of plain play, however many are compared."""
FEW: Final = 4
"""Fewer samples than this say nothing."""


class Budget(NamedTuple):
    """How long it may think: so many playouts, or so many seconds where there are no playouts given."""

    playouts: int = 400
    seconds: float = 0.0


class PlainGuide(Guide):
    """For a game that gives no guide: every legal action is tried, and everybody plays on like the game's first bot, or
    at random where it has none."""

    def __init__(self, game: Game[Any], seat: int) -> None:
        super().__init__(game, seat)
        own = games.own_bots(game.about.id)
        kind = own[game.about.bots[0]] if own else None
        seats = range(game.about.most_players)
        self._chance = SeededChance(0)
        self._bots = [kind(game, one, self._chance) for one in seats] if kind else []

    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        """All actions, first the one of the plain bot."""
        first = self._bots[self.seat].choose(view, legal) if self._bots else legal[0]
        return [Try(first), *(Try(action) for action in legal if action != first)]

    def follow(self, state: Any, seat: int, legal: list[int], way: int) -> int:  # noqa: ARG002 (there is one way)
        """As the plain bot does."""
        if self._bots:
            return self._bots[seat].choose(self.game.view(state, seat), legal)
        return legal[self._chance.draw(len(legal))]


class ExpertBot(Bot):
    """See the module. budget: of each decision."""

    name = "expert"
    needs_samples = True

    def __init__(self, game: Game[Any], seat: int, chance: Chance, budget: Budget = Budget()) -> None:  # noqa: B008
        super().__init__(game, seat, chance)
        kind = games.own_guide(game.about.id) or PlainGuide
        self.guide = kind(game, seat)
        self.budget = budget

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert view is not None
        if len(legal) == 1:
            return legal[0]
        tries = self.guide.tries(view, legal)
        chosen = tries[0] if len(tries) == 1 else Comparison(self, tries).best()
        self.guide.took(chosen)
        return chosen.action


class Comparison:
    """What is tried at one decision. found: by number of the try, what each sample came to."""

    def __init__(self, bot: ExpertBot, tries: list[Try]) -> None:
        assert bot.samples is not None
        self.game = bot.game
        self.guide = bot.guide
        self.seat = bot.seat
        self.chance = bot.chance
        self.deal = bot.samples
        self.budget = bot.budget
        self.tries = tries
        self.found: list[list[float]] = [[] for _ in tries]
        self.samples: list[Any] = []
        self.again = -1

    def best(self) -> Try:
        """The try to take."""
        alive = list(range(len(self.tries)))
        rounds = max(1, round(log2(len(alive)) + 0.5))
        began, seconds = time.monotonic(), self.budget.seconds * self.guide.share
        for number in range(rounds):
            self._sample(alive, rounds, began + seconds * (number + 1) / rounds)
            ranked = sorted(alive, key=self._mean, reverse=True)
            keep = (len(alive) + 1) // 2
            alive = [0, *[k for k in ranked if k][: max(1, keep - 1)]]
            if len(alive) == 1:
                break
        best = max(alive, key=self._mean)
        return self.tries[best if best and (not self.guide.guarded or self._clearly(best)) else 0]

    def _sample(self, alive: list[int], rounds: int, until: float) -> None:
        """One round for those that are still tried."""
        count = max(1, self.budget.playouts // (rounds * len(alive)))
        while count > 0 if not self.budget.seconds else time.monotonic() < until:
            count -= 1
            state = self._deal()
            luck = self.chance.draw(1 << 50)
            for k in alive:
                self.found[k].append(self.guide.playout(self.game.clone(state), self.tries[k], luck))

    def _deal(self) -> Any:
        """A sample: a new one, until there are enough; then each of them again, with other luck."""
        if len(self.samples) < self.guide.samples:
            self.samples.append(self.guide.ready(self.deal(self.chance)))
            return self.samples[-1]
        self.again = (self.again + 1) % len(self.samples)
        return self.samples[self.again]

    def _mean(self, k: int) -> float:
        return sum(self.found[k]) / len(self.found[k])

    def _clearly(self, k: int) -> bool:
        """Whether a try is better than the first by more than luck does among so many."""
        pairs = [one - other for one, other in zip(self.found[k], self.found[0], strict=False)]
        count = len(pairs)
        if count < FEW:
            return False
        mean = sum(pairs) / count
        spread = sqrt(sum((one - mean) ** 2 for one in pairs) / (count - 1) / count)
        wanted = NormalDist().inv_cdf(1 - (1 - SURE) / (len(self.tries) - 1))
        return mean > wanted * spread and mean > 0

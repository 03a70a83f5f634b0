"""The search bot for every game: it compares the candidates of the game's guide by playouts from samples, and departs
from plain play only if the playouts clearly say so.

Each sample is used for all remaining candidates with the same luck, so that they differ only in the choice. After each
round, the worse half is dropped (sequential halving). If a guide is guarded, a choice other than the first, which is
that of plain play, is taken only if its lead is so many standard errors that the best of that many candidates would not
have it by luck. If it may use several processes, copies of this one play their own samples in each round, and their
results are added.
"""

from __future__ import annotations

import contextlib
import time
from itertools import chain
from math import inf, isnan, log2, nan, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cashbox import games
from cashbox.bots.copies import Copy
from cashbox.engine.bot import Bot, decide
from cashbox.engine.chance import Chance, SeededChance
from cashbox.engine.game import GameError
from cashbox.engine.guide import RIVAL, Choice, Guide, TimeUpError, Try

if TYPE_CHECKING:
    from collections.abc import Collection

    import msgspec

    from cashbox.bots.copies import Found
    from cashbox.engine.game import Game

SURE: Final = 0.9
"""The confidence required that a choice is better than that of plain play, however many are compared."""
FEW: Final = 4
"""The least number of samples to draw conclusions from."""
ROUNDING: Final = 1e-6
"""The tolerance for fractions of a number of playouts."""
FORGOTTEN: Final = 0.9
"""The decay per playout of the longest time of a playout."""
ASKED: Final = 6
"""The least number of actions to compare for a hint, if there are as many."""
HALVING: Final = 0.4
"""The part of a hint's search in which choices are dropped; the rest compares the best two."""
DOUBT: Final = 1.6
"""Choices that differ by fewer standard errors than this are alike in a hint."""
NOISE: Final = 0.5
"""A source of a difference is omitted below this many standard errors. The others are shrunk by what luck may add."""
MANY: Final = 30
"""With fewer samples than this, the standard error itself is uncertain, and `DOUBT` applies to sources too."""
GRACE: Final = 0.05
"""Seconds to wait for copies beyond the time of its own playouts."""
PATIENT: Final = 3
"""For a hint, a search may take this many times its seconds for the first samples."""


class Budget(NamedTuple):
    """How long it may think: a number of playouts or, if none is given, a number of seconds in a number of processes at
    once."""

    playouts: int = 400
    seconds: float = 0.0
    processes: int = 1


class Luck(Chance):
    """A stream that bots can keep permanently, and that can be restarted."""

    def __init__(self) -> None:
        self._of = SeededChance(0)

    def anew(self, luck: int) -> None:
        """Start again from this seed."""
        self._of = SeededChance(f"bots {luck}")

    def draw(self, n: int) -> int:
        """See `Chance.draw`."""
        return self._of.draw(n)


class PlainGuide(Guide):
    """For a game without a guide: every legal action is tried, and everyone plays like the game's first bot in
    playouts, or at random if it has none."""

    def __init__(self, game: Game[Any], seat: int) -> None:
        super().__init__(game, seat)
        kind = next(iter(games.own_bots(game.about.id).values()), None)
        seats = range(game.about.most_players)
        self._chance = Luck()
        self._plain = kind(game, seat, self._chance) if kind else None
        self._bots = [kind(game, one, self._chance) for one in seats] if kind else []

    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        """List all actions, starting with the plain bot's."""
        first = self._plain.choose(view, legal) if self._plain is not None else legal[0]
        return [Try(first), *(Try(action) for action in legal if action != first)]

    def follow(self, state: Any, seat: int, legal: list[int], way: int) -> int:  # noqa: ARG002 (there is one way)
        """Choose as the plain bot does."""
        if self._bots:
            return decide(self._bots[seat], self.game, state, legal)
        return legal[self._chance.draw(len(legal))]

    def playout(self, state: Any, first: Try, luck: int) -> float:
        """Play a state out, with the bots' own draws from the same luck."""
        self.seed(luck)
        return super().playout(state, first, luck)

    def seed(self, luck: int) -> None:
        """Restart the bots' draws from a seed."""
        self._chance.anew(luck)


def guide_of(game: Game[Any], seat: int) -> Guide:
    """Create the guide of a game for one seat."""
    kind = games.own_guide(game.about.id) or PlainGuide
    return kind(game, seat)


class ExpertBot(Bot):
    """See the module. budget: of each decision."""

    name = "expert"
    needs_samples = True

    def __init__(self, game: Game[Any], seat: int, chance: Chance, budget: Budget = Budget()) -> None:  # noqa: B008
        super().__init__(game, seat, chance)
        self.guide = guide_of(game, seat)
        self.budget = budget

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert view is not None
        if len(legal) == 1:
            return legal[0]
        compared = Comparison(self, view, legal)
        chosen = compared.best()
        self.guide.took(chosen)
        return chosen.action

    def ranked(self, view: msgspec.Struct, legal: list[int], among: Collection[Try] = ()) -> list[Choice]:
        """Compare actions by playouts, best first.

        Args:
            view: The seat's view.
            legal: Its legal actions.
            among: The only tries to compare; everything worth trying by default.

        Returns:
            The actions, each with its chance of winning; none where there was no time to find that out.
        """
        return Comparison(self, view, legal, asked=True, among=among).ranked()


class Comparison:
    """The comparison at one decision.

    found: by number of the try, the result of each sample. copies: the number of copies of this process that help.
    ends: the deadline, by `time.monotonic`; 0 if playouts are counted. longest: the longest time of a playout, in
    seconds. asked: whether this is for a hint. The tries from `own` on exist only for that, and so does said: by number
    of the try, after each sample the chance of winning, the points ahead, and the points by source (`told` numbers).
    """

    def __init__(
        self,
        bot: ExpertBot,
        view: msgspec.Struct,
        legal: list[int],
        *,
        asked: bool = False,
        among: Collection[Try] = (),
    ) -> None:
        if bot.samples is None:
            raise RuntimeError("a bot that searches got no samples")
        self.began = time.monotonic() if bot.budget.seconds else 0.0
        self.game = bot.game
        self.guide = bot.guide
        self.seat = bot.seat
        self.chance = bot.chance
        self.deal = bot.samples
        self.playouts = bot.budget.playouts
        self.seconds = bot.budget.seconds
        self.copies = bot.budget.processes - 1 if self.seconds else 0
        # For a waiting person, a late answer is better than none.
        patience = PATIENT if asked else 1
        self.ends = self.began + self.seconds * patience if self.seconds else 0.0
        self.guide.late = self._late if self.seconds else None
        self.guide.asked = asked
        self.view = view
        self.tries = self.guide.tries(view, legal)
        self.own = len(self.tries)
        self.asked = asked
        if asked:
            several = len({one.action for one in self.tries})
            self.tries = [*self.tries, *self.guide.others(view, legal, self.tries, max(0, ASKED - several))]
            if self.guide.judges:
                # The learned judge selects the candidates, and the playouts decide.
                self.own = len(self.tries)
        if among:
            self.own = max(1, sum(one in among for one in self.tries[: self.own]))
            self.tries = [one for one in self.tries if one in among]
        wrong = [one.action for one in self.tries if one.action not in legal]
        if wrong or not self.tries:
            raise RuntimeError(f"the guide for {self.game.about.id} tries {wrong}, which is not legal")
        self.found: list[list[float]] = [[] for _ in self.tries]
        self.said: list[list[list[float]]] = [[] for _ in self.tries]
        self.told = 2 + len(self.guide.sources) if asked else 0
        self.longest = 0.0
        self.samples: list[Any] = []
        self.again = -1

    def best(self) -> Try:
        """Return the try to take."""
        alive = list(range(len(self.tries)))
        rounds = max(1, round(log2(len(alive)) + 0.5))
        halving = HALVING if self.asked and rounds > 1 else (rounds - 1) / rounds
        spent = 0.0
        for number in range(rounds if len(alive) > 1 or self.asked else 0):
            until = halving * (number + 1) / (rounds - 1) if number < rounds - 1 else 1.0
            if not self._round(alive, spent, until):
                break
            spent = until
            alive = self._kept(alive)
        own = max((k for k in alive if k < self.own), key=self._mean)
        best = own if own and (not self.guide.guarded or self._clearly(own, 0)) else 0
        other = max(alive, key=self._mean)
        # Tries that exist only for a hint are played first if necessary.
        return self.tries[other if other >= self.own and self._clearly(other, best) else best]

    def _kept(self, alive: list[int]) -> list[int]:
        """Keep the better half of the remaining tries, at least two.

        One that may be taken is always included: plain play's choice if this is not for a hint or only a clear lead
        counts against it, otherwise the best one.
        """
        ranked = sorted(alive, key=self._mean, reverse=True)
        stays = 0 if not self.asked or self.guide.guarded else next(k for k in ranked if k < self.own)
        ranked.remove(stays)
        if self.asked:
            # A hint compares actions, so two plans with the same first action are one answer.
            first = {self.tries[k].action: k for k in (*reversed(ranked), stays)}
            ranked.sort(key=lambda k: first[self.tries[k].action] != k)
        return [stays, *ranked[: max(1, (len(alive) + 1) // 2 - 1)]]

    def ranked(self) -> list[Choice]:
        """Rank the actions: the one to take, then the one that was compared with it longest.

        No action has a greater chance of winning than the one before it, since what the samples do not clearly show is
        luck.
        """
        best = self.best().action
        tries: dict[int, int] = {}
        some = [k for k, found in enumerate(self.found) if found]
        for k in sorted(some, key=lambda k: (len(self.found[k]), self._mean(k)), reverse=True):
            tries.setdefault(self.tries[k].action, k)
        if best not in tries:
            return []
        first = tries.pop(best)
        longest = max((len(self.found[k]) for k in tries.values()), default=0)
        ranked = sorted(tries.values(), key=lambda k: (-(len(self.found[k]) == longest), -self._chance(k)))
        found, top = [], self._chance(first)
        for k in ranked:
            top = min(top, self._chance(k))
            found.append(self._choice(k, first, top))
        return [self._choice(first, ranked[0] if ranked else first, self._chance(first), leads=True), *found]

    def _chance(self, k: int) -> float:
        return sum(one[0] for one in self.said[k]) / len(self.said[k])

    def _choice(self, k: int, other: int, chance: float, *, leads: bool = False) -> Choice:
        """Compare a try with another one, in the samples that both have. leads: whether it is the best."""
        games = len(self.said[k])
        ahead = sum(one[1] for one in self.said[k]) / games
        sources = {}
        for source, by in self.by_source(k, other).items():
            mean, error = mean_of(by)
            if abs(mean) > (NOISE if len(by) >= MANY else DOUBT) * error:
                sources[source] = mean**3 / (mean**2 + error**2)
        sources = dict(sorted(sources.items(), key=lambda one: -abs(one[1])))
        mean, error = mean_of(
            [one - with_other for one, with_other in zip(self.found[k], self.found[other], strict=False)]
        )
        alike = not leads and abs(mean) <= DOUBT * error
        # Count one additional win and one loss: the same result in a few games is not certain.
        _, error = mean_of([0.0, 1.0, *[one[0] for one in self.said[k]]])
        ahead_of = None if isnan(ahead) else ahead
        unit, until = self.guide.unit, self.guide.until
        way = self.tries[k].way
        return Choice(self.tries[k].action, chance, ahead_of, alike, sources, unit, games, error, until, way)

    def by_source(self, k: int, other: int) -> dict[str, list[float]]:
        """Return how many more points one try brought than another in each sample, by source.

        The part of the lead that the seat's own sources do not explain is due to the best opponent's points.
        """
        pairs = list(zip(self.said[k], self.said[other], strict=False))
        found = {
            source: [one[number] - with_other[number] for one, with_other in pairs]
            for number, source in enumerate(self.guide.sources, 2)
        }
        if found and not any(isnan(one[1]) or isnan(with_other[1]) for one, with_other in pairs):
            own = [sum(some) for some in zip(*found.values(), strict=True)]
            leads = [one[1] - with_other[1] for one, with_other in pairs]
            found[RIVAL] = [lead - more for lead, more in zip(leads, own, strict=True)]
        return found

    def play_once(self) -> None:
        """Play one sample out after each of the tries."""
        self._play(list(range(len(self.tries))))

    # -- samples -----------------------------------------------------------------------------------------------------

    def _round(self, alive: list[int], spent: float, end: float) -> bool:
        """Run one round for the remaining tries. Returns whether there may be another. spent, end: the parts of the
        budget used before and after it."""
        if not self.seconds:
            for _ in range(max(1, int(self.playouts * (end - spent) + ROUNDING) // len(alive))):
                self._play(alive)
            return True
        until = self.began + self.seconds * end
        with contextlib.ExitStack() as ending:
            copies = [self._copy(alive, until, ending) for _ in range(self.copies)]
            in_time = self._play_until(alive, until)
            late = min(self.ends, until + self.longest * len(alive)) + GRACE
            for copy in filter(None, copies):
                for k, found in copy.found(late).items():
                    self._add(k, found)
        return in_time

    def _copy(self, alive: list[int], until: float, ending: contextlib.ExitStack) -> Copy | None:
        """Start a copy of this process that plays a round with its own luck, None if there can be none."""
        chance = SeededChance(self.chance.draw(1 << 50))
        try:
            copy = Copy(lambda: self._found_until(alive, until, chance), self.ends + GRACE)
        except OSError:
            return None
        ending.callback(copy.end)
        return copy

    def _found_until(self, alive: list[int], until: float, chance: Chance) -> Found:
        """Return a copy's results of a round from its own samples, by number of the try."""
        self.chance = chance
        self.samples, self.again = [], -1
        self.found = [[] for _ in self.tries]
        self.said = [[] for _ in self.tries]
        self._play_until(alive, until)
        return {k: [*self.found[k], *chain.from_iterable(self.said[k])] for k in alive}

    def _add(self, k: int, found: list[float]) -> None:
        """Add a copy's results for a try, and its explanation if this is for a hint."""
        count = len(found) // (1 + self.told)
        self.found[k] += found[:count]
        self.said[k] += [found[at : at + self.told] for at in range(count, len(found), self.told or 1)]

    def _play_until(self, alive: list[int], until: float) -> bool:
        """Play samples until a time, at least a few for a hint. Returns whether all ended in time."""
        while time.monotonic() < until or (self.asked and len(self.found[alive[0]]) < FEW):
            try:
                self._play(alive)
            except TimeUpError:
                return False
        return True

    def _play(self, alive: list[int]) -> None:
        """Play one sample out after each of the tries, with the same luck. TimeUpError if there is no time."""
        state = self._deal()
        luck = self.chance.draw(1 << 50)
        states = [self.game.clone(state) for _ in alive]
        logs = [self.game.watch(one) if self.asked else [] for one in states]
        found = [self._playout(one, self.tries[k], luck) for k, one in zip(alive, states, strict=True)]
        for k, one, log, worth in zip(alive, states, logs, found, strict=True):
            self.found[k].append(worth)
            if self.asked:
                ahead = self.guide.ahead(one)
                told = [self.guide.won(one), nan if ahead is None else ahead, *self.guide.account(one, log)]
                self.said[k].append(told)

    def _playout(self, state: Any, first: Try, luck: int) -> float:
        if not self.ends:
            return self.guide.playout(state, first, luck)
        began = time.monotonic()
        if began + self.longest > self.ends:
            raise TimeUpError
        worth = self.guide.playout(state, first, luck)
        self.longest = max(self.longest * FORGOTTEN, time.monotonic() - began)
        return worth

    def _late(self) -> bool:
        return time.monotonic() > self.ends

    def _deal(self) -> Any:
        """Return a sample: a new one until there are enough, then each of them again with different luck.

        A hint uses a new one each time, because a few samples would only show the differences with a few of the others'
        hands.
        """
        if self.asked or len(self.samples) < self.guide.samples:
            sample = self.deal(self.chance)
            if not self.samples and self.game.view(sample, self.seat) != self.view:
                raise GameError("other-view", "The samples are not from the table that this view shows.")
            ready = self.guide.ready(sample)
            if len(self.samples) < self.guide.samples:
                self.samples.append(ready)
            return ready
        self.again = (self.again + 1) % len(self.samples)
        return self.samples[self.again]

    # -- statistics ----------------------------------------------------------------------------------------------------

    def _mean(self, k: int) -> float:
        found = self.found[k]
        return sum(found) / len(found) if found else -inf

    def _clearly(self, k: int, other: int) -> bool:
        """Return whether a try is better than another by more than luck explains among this many."""
        pairs = [one - with_other for one, with_other in zip(self.found[k], self.found[other], strict=False)]
        count = len(pairs)
        if count < FEW:
            return False
        mean = sum(pairs) / count
        spread = sqrt(sum((one - mean) ** 2 for one in pairs) / (count - 1) / count)
        wanted = NormalDist().inv_cdf(1 - (1 - SURE) / (max(self.own, k + 1) - 1))
        return mean > wanted * spread and mean > 0


def mean_of(found: list[float]) -> tuple[float, float]:
    """Return the mean of some numbers and its standard error."""
    count = len(found)
    if count < FEW:
        return 0.0, inf
    mean = sum(found) / count
    return mean, sqrt(sum((one - mean) ** 2 for one in found) / (count - 1) / count)

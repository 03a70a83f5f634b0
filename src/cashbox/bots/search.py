"""The bot that searches, for every game: it tries what a game's guide finds worth trying on samples that are played on,
and leaves plain play only where the samples say so clearly.

Each sample is given to all that is still tried, with the same luck, so that what is compared differs in the choice
alone. After each round the worse half is given up (sequential halving). Where a guide is guarded, a choice other than
the first, the one of plain play, is taken only where its lead is so many standard errors that the best of so many would
not have it by luck.

Where it may use several processes, copies of this one play samples of their own in each round, and what they find
counts like what is found here.
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
"""How sure it must be that a choice is better than that of plain play, however many are compared."""
FEW: Final = 4
"""Fewer samples than this say nothing."""
ROUNDING: Final = 1e-6
"""What a part of a number of playouts may miss of a whole one."""
FORGOTTEN: Final = 0.9
"""What is left after a playout of the time that a longer one has taken before."""
ASKED: Final = 6
"""So many actions at least are tried where someone asks about them, if there are as many."""
HALVING: Final = 0.4
"""The part of its time in which a search for someone who asks gives up choices; the rest compares the best two."""
DOUBT: Final = 1.6
"""Choices that differ by fewer standard errors than this are alike to someone who asks."""
NOISE: Final = 0.5
"""A source of a difference is left out below so many standard errors. The others are reduced by what luck may add."""
MANY: Final = 30
"""With fewer samples than this, no one knows how large the standard error is, and `DOUBT` holds for sources, too."""
GRACE: Final = 0.05
"""Seconds for which it waits for copies beyond the time that its own playouts take."""
PATIENT: Final = 3
"""For a person who asks, a search may take this many times its seconds to find the first samples."""


class Budget(NamedTuple):
    """How long it may think: so many playouts, or so many seconds where there are no playouts given, and then in so
    many processes at once."""

    playouts: int = 400
    seconds: float = 0.0
    processes: int = 1


class Luck(Chance):
    """A stream that bots may be given for good, and that can begin anew."""

    def __init__(self) -> None:
        self._of = SeededChance(0)

    def anew(self, luck: int) -> None:
        """Start again from this seed."""
        self._of = SeededChance(f"bots {luck}")

    def draw(self, n: int) -> int:
        """See `Chance.draw`."""
        return self._of.draw(n)


class PlainGuide(Guide):
    """For a game that gives no guide: every legal action is tried, and everyone plays on like the game's first bot, or
    at random where it has none."""

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
        """Let what bots draw follow from a seed from now on."""
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
        """Compare actions by playouts, the best first.

        Args:
            view: What the seat sees.
            legal: What it may do.
            among: The only tries to compare; everything worth trying by default.

        Returns:
            The actions, each with its chance of winning; none where there was no time to find that out.
        """
        return Comparison(self, view, legal, asked=True, among=among).ranked()


class Comparison:
    """What is tried at one decision. found: by number of the try, what each sample came to. copies: so many copies of
    this process help. ends: when it has to be over, by `time.monotonic`; 0 where playouts are counted. longest: seconds
    that a playout takes, at most. asked: someone wants to know what choices are worth; the tries from `own` on are
    there only for that, and so is said: by number of the try, after each sample the chance of winning, the points
    ahead, and the points by source, as many numbers as `told` says."""

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
        # An answer that comes late is worth more to a person who asks than none.
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
                # What was learned says what is worth a playout, and the playouts say what is best.
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
        # What is there only for someone who asks comes first where it has to.
        return self.tries[other if other >= self.own and self._clearly(other, best) else best]

    def _kept(self, alive: list[int]) -> list[int]:
        """Keep the better half of what is still tried, at least two.

        One that may be taken is always among them: plain play's choice if no one asks or only a clear lead counts
        against it, otherwise the best one.
        """
        ranked = sorted(alive, key=self._mean, reverse=True)
        stays = 0 if not self.asked or self.guide.guarded else next(k for k in ranked if k < self.own)
        ranked.remove(stays)
        if self.asked:
            # Who asks compares actions: two plans that begin alike are one answer.
            first = {self.tries[k].action: k for k in (*reversed(ranked), stays)}
            ranked.sort(key=lambda k: first[self.tries[k].action] != k)
        return [stays, *ranked[: max(1, (len(alive) + 1) // 2 - 1)]]

    def ranked(self) -> list[Choice]:
        """Rank the actions: the one to take first, then the one that was compared with it longest.

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
        """Compare a try with another one, in the samples that both were given. leads: it is the best."""
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
        # One game won and one lost besides: the same result in a few games is not certain.
        _, error = mean_of([0.0, 1.0, *[one[0] for one in self.said[k]]])
        ahead_of = None if isnan(ahead) else ahead
        unit, until = self.guide.unit, self.guide.until
        way = self.tries[k].way
        return Choice(self.tries[k].action, chance, ahead_of, alike, sources, unit, games, error, until, way)

    def by_source(self, k: int, other: int) -> dict[str, list[float]]:
        """Say how many points more one try than another brought in each sample, by source.

        What the sources of the seat's own points do not explain of its lead lies in the points of the best opponent.
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
        """Play one sample on after each of the tries."""
        self._play(list(range(len(self.tries))))

    # -- samples -----------------------------------------------------------------------------------------------------

    def _round(self, alive: list[int], spent: float, end: float) -> bool:
        """One round for those that are still tried; whether there may be another. spent, end: the parts of the budget
        that are used up before it and after it."""
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
        """Return what a copy finds in a round from its own samples, by number of the try."""
        self.chance = chance
        self.samples, self.again = [], -1
        self.found = [[] for _ in self.tries]
        self.said = [[] for _ in self.tries]
        self._play_until(alive, until)
        return {k: [*self.found[k], *chain.from_iterable(self.said[k])] for k in alive}

    def _add(self, k: int, found: list[float]) -> None:
        """Add what a copy found about a try, and what it says about it if someone asks."""
        count = len(found) // (1 + self.told)
        self.found[k] += found[:count]
        self.said[k] += [found[at : at + self.told] for at in range(count, len(found), self.told or 1)]

    def _play_until(self, alive: list[int], until: float) -> bool:
        """Play samples until a time, a few at least for a person who asks; return whether all ended in time."""
        while time.monotonic() < until or (self.asked and len(self.found[alive[0]]) < FEW):
            try:
                self._play(alive)
            except TimeUpError:
                return False
        return True

    def _play(self, alive: list[int]) -> None:
        """Play one sample on after each of the tries, with the same luck. TimeUpError where there is no time for it."""
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
        """Return a sample: a new one until there are enough, then each of them again with other luck.

        Someone who asks how choices differ gets a new one each time, because a few samples would show how they differ
        with a few hands of the others.
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

    # -- what they say -----------------------------------------------------------------------------------------------

    def _mean(self, k: int) -> float:
        found = self.found[k]
        return sum(found) / len(found) if found else -inf

    def _clearly(self, k: int, other: int) -> bool:
        """Whether a try is better than another by more than luck does among so many."""
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

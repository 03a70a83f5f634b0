"""The results of a run's games, and their totals."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from cashbox.lab.simulate.plan import Plan


class Played(msgspec.Struct, frozen=True):
    """One finished game.

    number: from 0. bots: by seat, which of the run's bots sat there. scores: by seat. winners: seats that share the
    win. actions: all that were taken; decisions: those with at least two legal answers. note: what `look` kept, or the
    observer's `Facts`. others: scores of opponents that have no seat, by name.
    """

    number: int
    bots: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    actions: int
    decisions: int
    note: Any = None
    others: dict[str, int] = {}


class BotResult(msgspec.Struct, frozen=True):
    """The result of one of the run's bots. wins: a win shared by k seats counts as 1/k. mean, sd (of a sample), min and
    max are of its scores."""

    bot: str
    wins: float
    mean: float
    sd: float
    min: int
    max: int


class OtherResult(msgspec.Struct, frozen=True):
    """The result of an opponent without a seat: mean, sd (of a sample), min and max of its scores."""

    name: str
    mean: float
    sd: float
    min: int
    max: int


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a run. A decision has at least two legal answers. seats: by bot, in the order they were given.
    others: opponents without a seat, left out of the JSON where there are none."""

    game: str
    games: int
    decisions: int
    seconds: float
    games_per_second: float
    decisions_per_second: float
    seats: tuple[BotResult, ...]
    others: tuple[OtherResult, ...] = ()


class Scores:
    """Accumulates scores in whole numbers, so that the order does not affect the result."""

    def __init__(self) -> None:
        self.count = 0
        self._sum = 0
        self._squares = 0
        self.least = 0
        self.most = 0

    def add(self, score: int) -> None:
        """Add one score."""
        self.least = min(self.least, score) if self.count else score
        self.most = max(self.most, score) if self.count else score
        self.count += 1
        self._sum += score
        self._squares += score * score

    def mean(self) -> float:
        """Return the mean, 0 without scores."""
        return round(self._sum / self.count, 6) if self.count else 0.0

    def sd(self) -> float:
        """Return the standard deviation of a sample, 0 for fewer than two."""
        n = self.count
        return round(math.sqrt(Fraction(n * self._squares - self._sum**2, n * (n - 1))), 6) if n > 1 else 0.0


class Tally:
    """Accumulates the games of a run; the order does not affect the result."""

    def __init__(self, run: Plan) -> None:
        self.run = run
        self.games = 0
        self.decisions = 0
        self._wins = [Fraction(0) for _ in run.bots]
        self._scores = [Scores() for _ in run.bots]
        self._others: dict[str, Scores] = {}

    def add(self, played: Played) -> None:
        """Add one game."""
        self.games += 1
        self.decisions += played.decisions
        for seat in played.winners:
            self._wins[played.bots[seat]] += Fraction(1, len(played.winners))
        for bot, score in zip(played.bots, played.scores, strict=True):
            self._scores[bot].add(score)
        for name, score in played.others.items():
            self._others.setdefault(name, Scores()).add(score)

    def result(self, seconds: float) -> Result:
        """Return the result so far. seconds: the time it took."""
        return Result(
            game=self.run.game,
            games=self.games,
            decisions=self.decisions,
            seconds=round(seconds, 3),
            games_per_second=round(self.games / seconds, 2),
            decisions_per_second=round(self.decisions / seconds, 1),
            seats=tuple(
                BotResult(bot, round(float(wins), 6), found.mean(), found.sd(), found.least, found.most)
                for bot, wins, found in zip(self.run.bots, self._wins, self._scores, strict=True)
            ),
            others=tuple(
                OtherResult(name, found.mean(), found.sd(), found.least, found.most)
                for name, found in self._others.items()
            ),
        )

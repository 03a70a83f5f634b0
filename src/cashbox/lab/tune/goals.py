"""The goals of a search, and a version's distance from them."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.engine.game import GameError
from cashbox.engine.measure import Facts
from cashbox.lab.balance import stats
from cashbox.lab.balance.counts import SEAT, WHOLE
from cashbox.lab.balance.stats import Interval

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from cashbox.lab.balance.counts import Counts
    from cashbox.lab.simulate import Played

SEATS: Final = "seats"
"""The largest distance of a share of wins from the expected one, in points."""
LENGTH: Final = "decisions per game"
_GIVEN: Final = re.compile(r"([^<>=]+?)\s*(<=|>=|=)\s*(\S+)")
_DOUBT: Final = 0.1
_NUMBER: Final = re.compile(r"-?\d+(\.\d+)?")


class Goal(msgspec.Struct, frozen=True):
    """A figure that should be from least to most. text: as given."""

    text: str
    figure: str
    least: float
    most: float

    def distance(self, value: float) -> float:
        """Return how far a value is from the goal: points for shares, percent of the goal for anything else."""
        if math.isnan(value):
            return math.inf
        away = max(self.least - value, value - self.most, 0.0)
        if self.figure == SEATS or not away:
            return away
        end = abs(self.least if value < self.least else self.most)
        return 100 * away / (end or 1.0)


def read(text: str) -> Goal:
    """Read a goal as the command line gives it.

    Raises:
        GameError: `bad-goal`.
    """
    found = _GIVEN.fullmatch(text.strip())
    low, dots, high = found[3].partition("..") if found else ("", "", "")
    ends = [low, high] if dots else [low]
    if found is None or not all(_NUMBER.fullmatch(end) for end in ends) or (dots and found[2] != "="):
        raise GameError(
            "bad-goal", f"{text!r} isn't a goal. Write seats<=2, {LENGTH}=300..360, or score>=100, for example."
        )
    numbers = [float(end) for end in ends]
    if numbers[0] > numbers[-1]:
        raise GameError("bad-goal", f"In the goal {text!r}, the first number can't be larger than the second.")
    least = -math.inf if found[2] == "<=" else numbers[0]
    most = math.inf if found[2] == ">=" else numbers[-1]
    return Goal(text, found[1], least, most)


def count(counts: Counts, played: Played) -> None:
    """Count one more game, with its length."""
    facts = played.note if isinstance(played.note, Facts) else Facts()
    numbers = {**facts.numbers, LENGTH: (played.decisions,)}
    counts.add(played, msgspec.structs.replace(facts, numbers=numbers))


def figure(counts: Counts, noted: Collection[str], name: str) -> Interval:
    """Return a figure of a version with its interval of 95%.

    Args:
        counts: its games.
        noted: groupings whose shares are as the rules make them, see `Setting`.
        name: SEATS, or a number that is counted.

    Raises:
        GameError: `bad-goal`, for a figure that there isn't.
    """
    if name == SEATS:
        return max(_shares(counts, noted), key=lambda interval: interval.value)
    if name not in counts.numbers:
        sentence = f"There is no figure {name!r}. Goals can use {', '.join([SEATS, *counts.numbers])}."
        raise GameError("bad-goal", sentence)
    return stats.spread(counts.numbers[name]).mean


def _shares(counts: Counts, noted: Collection[str]) -> Iterator[Interval]:
    """Yield the distance of each share from the expected one, in points."""
    for grouping, groups in counts.shares.items():
        due = 1 / len(counts.shares[SEAT])
        for trials, parts in () if grouping in noted else groups.values():
            share = stats.share(parts / WHOLE, trials)
            away = abs(share.value - due)
            low = max(0.0, share.low - due, due - share.high)
            high = max(abs(share.low - due), abs(share.high - due))
            yield Interval(away, low, high).times(100)


def loss(goals: Sequence[Goal], figures: Sequence[Interval]) -> float:
    """Return how far a version is from all goals. The worse end of each interval counts a tenth, so that of two
    versions that reach a goal the surer one is better; 0 where all intervals are within."""
    return math.sqrt(sum(_loss(goal, figure) ** 2 for goal, figure in zip(goals, figures, strict=True)))


def _loss(goal: Goal, figure: Interval) -> float:
    return goal.distance(figure.value) + _DOUBT * max(goal.distance(figure.low), goal.distance(figure.high))

"""The results of lines: targets that bots should reach."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.engine.measure import Line  # noqa: TC001 (the type of a field)
from cashbox.lab.balance import stats
from cashbox.lab.balance.stats import Interval  # noqa: TC001 (the type of a field)
from cashbox.lab.ladder import field
from cashbox.lab.ladder.book import Match  # noqa: TC001 (the type of a field)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.lab.ladder.book import Book
    from cashbox.lab.ladder.run import Run

REACHED: Final = "met"
MISSED: Final = "not met"
OPEN: Final = "open"
NO_WORSE: Final = "no worse"
WORSE: Final = "worse"


class Found(msgspec.Struct, frozen=True):
    """The results of one line so far.

    games: of `of`. share: the tested bot's share of the wins. ahead: by how many points it is better than the bot
    that it is compared with, in the games that both have played; None where there is none.
    """

    line: Line
    match: Match
    games: int
    of: int
    share: Interval
    ahead: Interval | None = None

    def verdict(self) -> str:
        """Return REACHED or MISSED, or OPEN until all games have been played."""
        if self.games < self.of:
            return OPEN
        far = self.ahead is None or self.ahead.value >= self.line.ahead
        return REACHED if far and self.share.value >= self.line.wanted else MISSED


def results_of(run: Run, game: str, line: Line, books: Mapping[str, Book], *, longer: bool = False) -> Found:
    """Return the results of a line. `books` are by file, with all matches of the line."""
    matches = field.of_line(run, game, line, longer=longer)
    asked = books[matches[0].file()]
    most = matches[0].games
    games = min(asked.games, most)
    wins = 0.0
    points: list[list[int]] = [[] for _ in matches]
    for heap, match in zip(points, matches, strict=True):
        for played in books[match.file()].stored():
            if played.number >= most:
                break
            seat = played.bots.index(0)
            heap.append(played.scores[seat])
            if match is matches[0] and seat in played.winners:
                wins += 1 / len(played.winners)
    ahead = _difference(points) if line.of else None
    return Found(line, matches[0], min([games, *map(len, points)]), most, stats.share(wins, games), ahead)


def _difference(points: Sequence[Sequence[int]]) -> Interval:
    """Return the mean of the pairwise differences."""
    counts = Counter(one - other for one, other in zip(*points, strict=False))
    return stats.spread(counts).mean if counts else stats.NOTHING_KNOWN


def against(short: Found, longer: Found) -> str:
    """Judge whether a bot is worse with more time, by the interval of the difference (Newcombe's, of two shares). OPEN
    until all games have been played."""
    if OPEN in (short.verdict(), longer.verdict()):
        return OPEN
    one, other = short.share, longer.share
    most = other.value - one.value + math.hypot(other.high - other.value, one.value - one.low)
    return WORSE if most < 0 else NO_WORSE

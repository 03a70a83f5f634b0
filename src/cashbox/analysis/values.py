"""The value of a state to each seat, by playouts.

Values are based on what all seats know together: what no seat knows yet, such as the order of a deck, is redrawn for
each playout, so a card is luck when it is drawn and not before.
"""

from __future__ import annotations

from math import fsum, sqrt
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cashbox.bots.search import FEW, PlainGuide, guide_of
from cashbox.engine.chance import SeededChance
from cashbox.engine.guide import PLAIN, Try

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.game import Game
    from cashbox.engine.guide import Guide

LUCK: Final = 1 << 50
"""The upper limit of seeds of playouts."""
PRECISE: Final = 0.007
"""A value with a smaller standard error than this needs no more playouts."""


class Value(NamedTuple):
    """By seat, the chance of winning, and the points ahead; no points where the game counts none in playouts."""

    chances: tuple[float, ...]
    margins: tuple[float, ...]


class Values:
    """Estimates the values of states of one game.

    All states get the same luck, playout by playout. So the noise of two values of almost the same state is almost the
    same, and their difference is much more certain than they are.

    Args:
        game: Bound to the content of the game.
        seats: The number of players.
        playouts: The number from each state.
        seed: Of the luck.
    """

    def __init__(self, game: Game[Any], seats: int, playouts: int, seed: str) -> None:
        self.game = game
        self.seats = seats
        self.guides = [brief_guide(game, seat) for seat in range(seats)]
        self.playouts = playouts
        self.seed = seed
        chance = SeededChance(f"{seed} luck")
        # Check after a quarter, a half, and three quarters of the playouts whether the values are already precise.
        self._looks = {playouts * part // 4 for part in (1, 2, 3)}
        self._luck = [chance.draw(LUCK) for _ in range(playouts)]

    def plain(self, state: Any, seat: int) -> int:
        """Return the action of the playout bot in a state where a seat is due."""
        legal = self.game.legal(state, seat)
        guide = self.guides[seat]
        if isinstance(guide, PlainGuide):
            guide.seed(0)
        return legal[0] if len(legal) == 1 else guide.follow(state, seat, legal, PLAIN)

    def of(self, state: Any, action: int | None = None, seat: int = 0) -> Value:
        """Estimate the value of a state, or of an action in it.

        Args:
            state: Not changed.
            action: The first action; by default, that of the playout bot.
            seat: The seat that takes it.
        """
        outcome = self.game.outcome(state)
        if outcome is not None:
            return self.read(state)
        if action is None:
            due = self.game.due(state)
            seat = (due & -due).bit_length() - 1
            action = self.plain(state, seat)
        guide = self.guides[seat]
        sampler = self.game.sampler(state, (1 << self.seats) - 1)
        chance = SeededChance(f"{self.seed} cards")
        samples = [guide.lighten(sampler(chance)) for _ in range(min(guide.samples, self.playouts))]
        found: list[Value] = []
        for number, luck in enumerate(self._luck):
            sample = samples[number % len(samples)]
            if number + len(samples) < self.playouts:
                sample = self.game.clone(sample)
            guide.playout(sample, Try(action), luck)
            found.append(self.read(sample))
            if number + 1 in self._looks and precise(found):
                break
        return mean(found)

    def before_deal(self, options: dict[str, Any]) -> Value:
        """Estimate the value of a seat before anything is dealt."""
        found = []
        for number, luck in enumerate(self._luck):
            state = self.game.start(options, self.seats, SeededChance(f"{self.seed} deal {number}"))
            due = self.game.due(state)
            seat = (due & -due).bit_length() - 1
            action = self.plain(state, seat)
            self.guides[seat].playout(state, Try(action), luck)
            found.append(self.read(state))
        return mean(found)

    def read(self, state: Any) -> Value:
        """Return the value of the final state of a playout. The chances of all seats add up to 1, unless the game
        itself can win."""
        found = self.guides[0].standings(state, self.seats)
        chances = [chance for chance, _ in found]
        total = sum(chances)
        if self.seats > 1 and total > 0:
            chances = [chance / total for chance in chances]
        margins = [margin for _, margin in found if margin is not None]
        return Value(tuple(chances), tuple(margins) if len(margins) == self.seats else ())


def brief_guide(game: Game[Any], seat: int) -> Guide:
    """Return a game's guide for an analysis."""
    guide = guide_of(game, seat)
    guide.brief = True
    return guide


def precise(found: list[Value]) -> bool:
    """Return whether the mean of some values has a standard error of at most `PRECISE`."""
    return all(error_of(chances) <= PRECISE for chances in zip(*(one.chances for one in found), strict=True))


def error_of(chances: Sequence[float]) -> float:
    """Return the standard error of a mean chance. If games are played to their end, one additional win and one loss are
    counted: the same result in a few games is not certain."""
    some = [*chances, 0.0, 1.0] if len(set(chances)) < FEW else chances
    middle = fsum(some) / len(some)
    return sqrt(fsum((one - middle) ** 2 for one in some)) / len(some)


def mean(found: list[Value]) -> Value:
    """Average some values."""
    count = len(found)
    chances = tuple(sum(some) / count for some in zip(*(one.chances for one in found), strict=True))
    margins = tuple(sum(some) / count for some in zip(*(one.margins for one in found), strict=True))
    return Value(chances, margins)

"""What a game tells the bot that searches (`bots.search`): what is worth trying, how everyone plays on, and what a
state is worth.

All of it is asked about samples, states of the whole game that a seat cannot tell from the true one, so it may look at
everything in them: what it finds there is made up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import exp
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from cashbox.engine.chance import SeededChance

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cashbox.engine.game import Event, Game, Outcome

PLAIN: Final = 0
"""The way in which a bot plays on that does not search."""


class Try(NamedTuple):
    """Something to try: an action, and the way in which this seat plays on after it, up to the end of the stretch."""

    action: int
    way: int = PLAIN


class Choice(msgspec.Struct, frozen=True):
    """An action that a bot that searches has compared with its best one, for anyone who asks.

    chance: to win after it; error: the standard error of that chance. ahead: points ahead of the best other player at
    the end of the playouts, on average; None where that is not known. alike: whether playouts cannot tell it from the
    best. sources: what it brings more than the best, in points by source (see `Guide.sources` and `RIVAL`), the largest
    first, without those that are probably luck; of the best, more than the next. unit: what the points are, one of
    it. until: see `Guide.until`. games: how many were played on after it.
    """

    action: int
    chance: float
    ahead: float | None = None
    alike: bool = False
    sources: dict[str, float] = {}
    unit: str = "point"
    games: int = 0
    error: float = 0.0
    until: str = ""


RIVAL: Final = "for your best opponent"
"""The source of a difference that lies in the points of the best other player, for every game."""


class TimeUpError(Exception):
    """A playout was given up, since no time is left."""


class Guide(ABC):
    """What one game tells for one seat. It is made once for a game and a seat, and asked for each decision."""

    margin: float = 0.0
    """The difference of scores that counts as a clear victory; 0: only who wins counts."""

    samples: int = 32
    """How many samples are dealt for a decision at most; then each is played on again, with other luck."""
    guarded: bool = True
    """Whether plain play is left only where another choice is clearly better."""

    effort: float = 1
    """How many times as many playouts as usual an analysis makes: more in a game where they are quick."""
    grades: Mapping[str, float] = MappingProxyType({})
    """By grade, the best first: how much players of this grade lose in a decision, at most. These are points of the
    game, or, where the game `judges`, points of 100 of the chance of winning. Whoever loses more is a beginner."""
    casual: int = 50
    """How many of 100 decisions the level `casual` takes like the game's beginner."""
    judges: bool = False
    """Whether it knows what most choices are worth without playing out, see `chances`."""
    unit: str = "point"
    """What the score counts, one of it."""
    sources: tuple[str, ...] = ()
    """Where points come from, as the score sheet says it and as it follows an amount: "from positions", or "on
    training" or "lost to bear cards" where they are lost. None in a game that does not say it."""
    until: str = ""
    """When playouts end, where a game goes on after them, as in "the end of the round"."""

    brief: bool = False
    """Whether playouts end early, for an analysis: it needs many values, and they shall differ little by luck."""

    late: Callable[[], bool] | None = None
    """Says whether a playout that is still going on is to be given up; None: it never is."""

    def __init__(self, game: Game[Any], seat: int) -> None:
        self.game = game
        self.seat = seat

    @abstractmethod
    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        """List what is worth trying, at least one.

        The first is what a bot does that does not search: the choice where nothing else is clearly better. The others
        follow, the more promising first.
        """

    def chances(self, view: msgspec.Struct, legal: list[int]) -> list[tuple[int, float]]:  # noqa: ARG002 (few know)
        """Actions, first what is taken, each with the chance of winning after it, where a game knows that without
        playing out; none where it does not."""
        return []

    def others(self, view: msgspec.Struct, legal: list[int], tried: list[Try], most: int) -> list[Try]:  # noqa: ARG002
        """Other actions than those tried, so many at most, for someone who asks what they are worth: here from all
        over the legal list. Called after `tries`."""
        left = [action for action in legal if all(action != one.action for one in tried)]
        few = min(most, len(left))
        return [Try(left[len(left) * k // few]) for k in range(few)]

    def took(self, chosen: Try) -> None:  # noqa: B027 (a guide need not remember)
        """Note which of the last tries was chosen. The plan that it belongs to may be followed from now on."""

    def like_plain(self, view: msgspec.Struct, legal: list[int]) -> bool:  # noqa: ARG002 (few games have trades)
        """Say whether easier levels do here what plain play does, as in trades, in which they keep promises, too."""
        return False

    @abstractmethod
    def follow(self, state: Any, seat: int, legal: list[int], way: int) -> int:
        """Choose how a seat of a sample plays on.

        Args:
            state: The sample.
            seat: The seat.
            legal: At least two actions.
            way: `PLAIN`, or that of a `Try`.
        """

    def stretch(self, state: Any) -> int:  # noqa: ARG002 (a game may be one stretch)
        """Return the number of the current part of a game, such as a month or a turn.

        In playouts, chance starts again with each part, so that what is tried differently meets the same luck later on,
        and ways last to the end of one.
        """
        return 0

    def ends(self, state: Any, begun: int) -> bool:  # noqa: ARG002 (a game may be played to its end)
        """Check whether a playout that began in a stretch ends here, to be judged by `worth`."""
        return False

    def lighten(self, sample: Any) -> Any:
        """Drop from a sample what playouts do not need, such as who has seen what; the sample may change."""
        return sample

    def ready(self, sample: Any) -> Any:
        """Prepare a sample of this seat for playouts."""
        return self.lighten(sample)

    def playout(self, state: Any, first: Try, luck: int) -> float:
        """Play a state out and return what it is worth to the seat. The state changes.

        A game may do this in a quicker way.

        Args:
            state: Where the seat begins with the try.
            first: The try, which also says how the seat plays on.
            luck: A seed.

        Raises:
            TimeUpError: It is `late`.
            RuntimeError: `follow` returned what is not legal.
        """
        game, mine = self.game, self.seat
        begun = at = self.stretch(state)
        chance = SeededChance(luck + at)
        game.play(state, mine, first.action, chance)
        while (due := game.due(state)) and not self.ends(state, begun):
            now = self.stretch(state)
            if now != at:
                at, chance = now, SeededChance(luck + now)
            seat = (due & -due).bit_length() - 1
            way = first.way if seat == mine and at == begun else PLAIN
            game.play(state, seat, self._next(state, seat, way), chance)
        return self.worth(state)

    def _next(self, state: Any, seat: int, way: int) -> int:
        if self.late is not None and self.late():
            raise TimeUpError
        legal = self.game.legal(state, seat)
        if len(legal) == 1:
            return legal[0]
        action = self.follow(state, seat, legal, way)
        if action not in legal:
            raise RuntimeError(f"the guide for {self.game.about.id} continues with {action}, which is not legal")
        return action

    def worth(self, state: Any) -> float:
        """Return what a state is worth to the seat, from 0 (lost) to 1 (won)."""
        outcome = self.game.outcome(state)
        assert outcome is not None
        won = self._share(outcome)
        if not self.margin:
            return won
        others = [*(score for seat, score in enumerate(outcome.scores) if seat != self.seat), *outcome.others.values()]
        ahead = outcome.scores[self.seat] - max(others, default=0)
        return 0.5 * won + 0.5 / (1 + exp(-4 * ahead / self.margin))

    def won(self, state: Any) -> float:
        """Return the seat's chance of winning in a state where a playout ended. `worth` may also count by how
        much it wins."""
        outcome = self.game.outcome(state)
        return self.worth(state) if outcome is None else self._share(outcome)

    def ahead(self, state: Any) -> float | None:
        """Count the points by which the seat is ahead of the best other player where a playout ended."""
        outcome = self.game.outcome(state)
        if outcome is None:
            return None
        others = [*(score for seat, score in enumerate(outcome.scores) if seat != self.seat), *outcome.others.values()]
        return float(outcome.scores[self.seat] - max(others, default=0))

    def standings(self, state: Any, seats: int) -> list[tuple[float, float | None]]:
        """Return what `won` and `ahead` say where a playout ended, for every seat."""
        outcome = self.game.outcome(state)
        if outcome is None:
            guides = [type(self)(self.game, seat) for seat in range(seats)]
            return [(guide.won(state), guide.ahead(state)) for guide in guides]
        found: list[tuple[float, float | None]] = []
        for seat, score in enumerate(outcome.scores):
            others = [*outcome.scores[:seat], *outcome.scores[seat + 1 :], *outcome.others.values()]
            won = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
            found.append((won, float(score - max(others, default=0))))
        return found

    def account(self, state: Any, events: Sequence[Event]) -> list[float]:  # noqa: ARG002 (few games say it)
        """Count the seat's points by `sources` where a playout ended. events: what was noted in it."""
        return []

    def _share(self, outcome: Outcome) -> float:
        return 1 / len(outcome.winners) if self.seat in outcome.winners else 0.0

"""A game's advice for the search bot (`bots.search`): which actions to try, how everyone plays in playouts, and what a
state is worth.

It only ever gets samples, complete states that a seat cannot tell from the true one, so it may look at everything in
them.
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
"""The way of a bot that does not search."""


class Try(NamedTuple):
    """A candidate: an action, and how this seat plays after it up to the end of the stretch."""

    action: int
    way: int = PLAIN


class Choice(msgspec.Struct, frozen=True):
    """An action that a search bot has compared with its best one.

    chance: of winning after it; error: the standard error of that chance. ahead: average points ahead of the best other
    player at the end of the playouts; None if unknown. alike: whether playouts cannot tell it from the best. sources:
    its difference from the best in points by source (see `Guide.sources` and `RIVAL`), the largest first, without those
    that are probably luck; for the best, the difference from the next. unit: the unit of the points, in the singular.
    until: see `Guide.until`. games: the number of playouts after it. way: how the seat played on after it, see `Try`.
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
    way: int = PLAIN


RIVAL: Final = "for your best opponent"
"""The source, in every game, for a difference in the points of the best other player."""


class TimeUpError(Exception):
    """A playout was abandoned because the time was up."""


class Guide(ABC):
    """One game's advice for one seat, created once per game and seat and used for every decision."""

    margin: float = 0.0
    """The difference in scores that counts as a clear victory; with 0, only winning counts."""

    samples: int = 32
    """The most samples for a decision; after that, each is played out again with different luck."""
    guarded: bool = True
    """Whether the search departs from plain play only for a clearly better choice."""

    effort: float = 1
    """The factor for the number of playouts in an analysis: higher in a game whose playouts are fast."""
    grades: Mapping[str, float] = MappingProxyType({})
    """By grade, the best first: the most that players of this grade lose per decision. The unit is points of the game
    or, if the game `judges`, percentage points of the chance of winning. Players who lose more are beginners."""
    casual: int = 50
    """The percentage of decisions that the level `casual` makes like the game's beginner."""
    judges: bool = False
    """Whether it can rate most choices without playouts, see `chances`."""
    unit: str = "point"
    """The unit of the score, in the singular."""
    sources: tuple[str, ...] = ()
    """Where points come from, as on the score sheet and worded to follow an amount: "from positions", or for losses "on
    training" or "lost to bear cards". Empty in a game that does not say."""
    until: str = ""
    """When playouts end if that is before the end of the game, as in "the end of the round"."""

    brief: bool = False
    """Whether playouts end early, for an analysis, which needs many values with little variance from luck."""

    asked: bool = False
    """Whether playouts are for a hint, which also explains where differences come from."""

    late: Callable[[], bool] | None = None
    """Tells whether to abandon a running playout; None for never."""

    def __init__(self, game: Game[Any], seat: int) -> None:
        self.game = game
        self.seat = seat

    @abstractmethod
    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        """List the candidates worth trying, at least one.

        The first is the choice of a bot that does not search, which is used unless another is clearly better. The
        others follow, most promising first.
        """

    def chances(self, view: msgspec.Struct, legal: list[int]) -> list[tuple[int, float]]:  # noqa: ARG002 (few know)
        """List actions, the chosen one first, each with its chance of winning, if the game knows that without playouts;
        empty otherwise."""
        return []

    def others(self, view: msgspec.Struct, legal: list[int], tried: list[Try], most: int) -> list[Try]:  # noqa: ARG002
        """List up to this many further actions to rate for an analysis, by default spread over the legal list. Called
        after `tries`."""
        left = [action for action in legal if all(action != one.action for one in tried)]
        few = min(most, len(left))
        return [Try(left[len(left) * k // few]) for k in range(few)]

    def took(self, chosen: Try) -> None:  # noqa: B027 (a guide need not remember)
        """Record which of the last tries was chosen. The guide may follow its plan from now on."""

    def like_plain(self, view: msgspec.Struct, legal: list[int]) -> bool:  # noqa: ARG002 (few games have trades)
        """Return whether easier levels follow plain play here, as in trades, where they keep promises too."""
        return False

    @abstractmethod
    def follow(self, state: Any, seat: int, legal: list[int], way: int) -> int:
        """Choose an action for a seat in a playout.

        Args:
            state: The sample.
            seat: The seat.
            legal: At least two actions.
            way: `PLAIN`, or the way of a `Try`.
        """

    def stretch(self, state: Any) -> int:  # noqa: ARG002 (a game may be one stretch)
        """Return the number of the current part of a game, such as a month or a turn.

        In playouts, chance restarts with each part, so that different tries meet the same luck later, and a `Try`'s way
        lasts to the end of a part.
        """
        return 0

    def ends(self, state: Any, begun: int) -> bool:  # noqa: ARG002 (a game may be played to its end)
        """Check whether a playout that began in a stretch ends here, so that `worth` rates the state."""
        return False

    def lighten(self, sample: Any) -> Any:
        """Drop the parts of a sample that playouts do not need, such as who has seen what. May change the sample."""
        return sample

    def ready(self, sample: Any) -> Any:
        """Prepare a sample of this seat for playouts."""
        return self.lighten(sample)

    def playout(self, state: Any, first: Try, luck: int) -> float:
        """Play a state out and return what it is worth to the seat.

        A game may override this with a faster way.

        Args:
            state: The state, in which the seat begins with the try. It changes.
            first: The try, which also says how the seat continues.
            luck: A seed.

        Raises:
            TimeUpError: `late` says so.
            RuntimeError: `follow` returned an illegal action.
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
        """Return the seat's chance of winning in the final state of a playout. `worth` may also count the margin."""
        outcome = self.game.outcome(state)
        return self.worth(state) if outcome is None else self._share(outcome)

    def ahead(self, state: Any) -> float | None:
        """Count the points by which the seat is ahead of the best other player in the final state of a playout."""
        outcome = self.game.outcome(state)
        if outcome is None:
            return None
        others = [*(score for seat, score in enumerate(outcome.scores) if seat != self.seat), *outcome.others.values()]
        return float(outcome.scores[self.seat] - max(others, default=0))

    def standings(self, state: Any, seats: int) -> list[tuple[float, float | None]]:
        """Return `won` and `ahead` in the final state of a playout for every seat."""
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
        """Count the seat's points by `sources` in the final state of a playout. events: the playout's log."""
        return []

    def _share(self, outcome: Outcome) -> float:
        return 1 / len(outcome.winners) if self.seat in outcome.winners else 0.0

"""CASH's own bots, and its guide for the search bot."""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.chance import SeededChance
from cashbox.engine.guide import Guide, Try
from cashbox.games.cash import actions as act
from cashbox.games.cash.bots import judge, value
from cashbox.games.cash.bots.beginner import BeginnerBot
from cashbox.games.cash.bots.predator import PredatorBot
from cashbox.games.cash.bots.steady import SteadyBot
from cashbox.games.cash.view.view import SeatView

if TYPE_CHECKING:
    from collections.abc import Sequence

    import msgspec

    from cashbox.engine.bot import Bot
    from cashbox.engine.game import Event, Game
    from cashbox.games.cash.options import Rules
    from cashbox.games.cash.state import State


_COMPARED: Final = 2
"""The number of alternatives to compare in an analysis."""
_TRADES: Final = frozenset(("close", "build", "answer", "choose"))
"""The phases that belong to a trade."""
_ROUND: Final = 16
"""The number of bits for the number of a turn."""

BOTS: Final[dict[str, type[Bot]]] = {kind.name: kind for kind in (SteadyBot, BeginnerBot, PredatorBot)}


class CashGuide(Guide):
    """Guides the search bot: a learned judge rates each choice, so no search is needed.

    Steady decides offers, and everything with a deck that the judge has not learned; see docs/bots.md. For an analysis,
    steady plays choices out to the end of the trading round, or of the game with an unknown deck."""

    casual = 40
    judges = True
    samples = 100
    effort = 0.6
    grades = MappingProxyType({"expert": 0.4, "advanced": 1.2, "intermediate": 1.9})
    unit = "dollar"
    sources = (
        "from cash on your firm", "from Venture Capital", "from The Taxman", "lost to cash left in your hand",
        "lost to bear cards",
    )  # fmt: skip

    def __init__(self, game: Game[Any], seat: int) -> None:
        super().__init__(game, seat)
        chance = SeededChance(0)
        self._plain = [SteadyBot(game, one, chance) for one in range(game.about.most_players)]
        content = self._plain[seat].deck.content
        self._judge = judge.Judge(content, value.packaged()) if judge.fits(content) else None
        self.until = "the end of the round" if self._judge is not None else ""
        self._rounds = 0
        self._trades = True

    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        """List the best choice by the learned judge, or steady's."""
        assert isinstance(view, SeatView)
        found = self.chances(view, legal)
        best = found[0][0] if found else self._plain[self.seat].choose(view, legal)
        self._trades = best >= act.OFFER or view.phase in _TRADES
        return [Try(best)]

    def chances(self, view: msgspec.Struct, legal: list[int]) -> list[tuple[int, float]]:
        """Return each choice with its chance of winning, best first; empty if steady chooses."""
        assert isinstance(view, SeatView)
        if self._judge is None or self.like_plain(view, legal):
            return []
        return [(choice.action, choice.worth) for choice in self._judge.ranked(view, legal)]

    def like_plain(self, view: msgspec.Struct, legal: list[int]) -> bool:
        """Return whether this is a trade, or an offer of a card that no one refuses."""
        assert isinstance(view, SeatView)
        if view.phase not in judge.JUDGED:
            return True
        return legal[-1] >= act.OFFER and self._plain[self.seat].choose(view, legal) >= act.OFFER

    def others(self, view: msgspec.Struct, legal: list[int], tried: list[Try], most: int) -> list[Try]:
        """List the best cards by the learned judge, or nothing in the middle of an offer."""
        assert isinstance(view, SeatView)
        if view.phase == "build":
            return []
        if self._judge is None or view.phase not in judge.JUDGED:
            return super().others(view, legal, tried, most)
        known = {one.action for one in tried}
        ranked = [choice.action for choice in self._judge.ranked(view, legal) if choice.action not in known]
        return [Try(action) for action in ranked[: min(most, _COMPARED)]]

    def follow(self, state: State, seat: int, legal: list[int], way: int) -> int:  # noqa: ARG002 (there is one way)
        """Choose as steady does."""
        return self._plain[seat].pick(self.game.glimpse(state, seat), legal)

    def playout(self, state: State, first: Try, luck: int) -> float:
        """See `Guide.playout`. Unless a trade is being decided, no one trades in playouts, which saves a third of the
        time."""
        self._rounds = len(state.sheets)
        if not self._trades:
            state.rules = _without_trades(state.rules)
        return super().playout(state, first, luck)

    def stretch(self, state: State) -> int:
        """Return the turn."""
        return state.round << _ROUND | state.turns

    def ends(self, state: State, begun: int) -> bool:
        """Check whether the trading round has ended and the judge can rate it."""
        return self._judge is not None and state.round != begun >> _ROUND

    def worth(self, state: State) -> float:
        """Return the learned judge's rating or, when the game is over, the result."""
        if self._judge is None or not state.due:
            return super().worth(state)
        return self._worth(state, self.seat)

    def _worth(self, state: State, seat: int) -> float:
        assert self._judge is not None
        rivals = [state.players[other].capital for other in state.opponents(seat)]
        return self._judge.between(state.players[seat].capital, rivals, state.rules.target)

    def ahead(self, state: State) -> float:
        """Count the dollars of capital by which the seat is ahead of the best other player."""
        return self._ahead(state, self.seat)

    def _ahead(self, state: State, seat: int) -> float:
        return float(state.players[seat].capital - max(state.players[other].capital for other in state.opponents(seat)))

    def standings(self, state: State, seats: int) -> list[tuple[float, float | None]]:
        """Return `won` and `ahead` of every seat."""
        if self._judge is None or not state.due:
            return super().standings(state, seats)
        return [(self._worth(state, seat), self._ahead(state, seat)) for seat in range(seats)]

    def account(self, state: State, events: Sequence[Event]) -> list[float]:  # noqa: ARG002 (the score sheet says it)
        """Add up the seat's lines in the score sheets of the rounds that the playout finished."""
        lines = [sheet.lines[self.seat] for sheet in state.sheets[self._rounds :]]
        return [
            float(sum(some))
            for some in zip(
                *[(line.tabled, line.doubled, line.taxed, line.held, line.bears) for line in lines], strict=True
            )
        ]


@lru_cache(maxsize=16)
def _without_trades(rules: Rules) -> Rules:
    found = copy(rules)
    found.trading = False
    return found


GUIDE: Final[type[Guide]] = CashGuide

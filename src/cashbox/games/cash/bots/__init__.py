"""The bots that CASH brings itself, and its guide for the bot that searches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.chance import SeededChance
from cashbox.engine.guide import Guide, Try
from cashbox.games.cash import actions as act
from cashbox.games.cash.bots import judge, value
from cashbox.games.cash.bots.beginner import BeginnerBot
from cashbox.games.cash.bots.predator import PredatorBot
from cashbox.games.cash.bots.steady import SteadyBot
from cashbox.games.cash.view.view import View

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.bot import Bot
    from cashbox.engine.game import Game
    from cashbox.games.cash.state import State


BOTS: Final[dict[str, type[Bot]]] = {kind.name: kind for kind in (SteadyBot, BeginnerBot, PredatorBot)}


class CashGuide(Guide):
    """For the bot that searches: what was learned says what each choice is worth, so that nothing is left to try out.
    Offers, and decks that are not the one that was learned, are left to steady; see docs/bots.md."""

    judges = True

    def __init__(self, game: Game[Any], seat: int) -> None:
        super().__init__(game, seat)
        chance = SeededChance(0)
        self._plain = [SteadyBot(game, one, chance) for one in range(game.about.most_players)]
        content = self._plain[seat].deck.content
        self._judge = judge.Judge(content, value.packaged()) if judge.fits(content) else None

    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        """The best choice by what was learned, or steady's."""
        found = self.chances(view, legal)
        return [Try(found[0][0] if found else self._plain[self.seat].choose(view, legal))]

    def chances(self, view: msgspec.Struct, legal: list[int]) -> list[tuple[int, float]]:
        """Each choice with the chance to win after it, the best first; nothing where steady chooses."""
        assert isinstance(view, View)
        if self._judge is None or view.phase not in judge.JUDGED:
            return []
        if legal[-1] >= act.OFFER and self._plain[self.seat].choose(view, legal) >= act.OFFER:
            return []
        return [(choice.action, choice.worth) for choice in self._judge.ranked(view, legal)]

    def others(self, view: msgspec.Struct, legal: list[int], tried: list[Try], most: int) -> list[Try]:
        """Beside an offer, the best cards."""
        assert isinstance(view, View)
        if self._judge is None or view.phase not in judge.JUDGED:
            return super().others(view, legal, tried, most)
        return [Try(choice.action) for choice in self._judge.ranked(view, legal)[:most]]

    def follow(self, state: State, seat: int, legal: list[int], way: int) -> int:  # noqa: ARG002 (there is one way)
        """As steady does."""
        return self._plain[seat].choose(self.game.view(state, seat), legal)

    def stretch(self, state: State) -> int:
        """A turn."""
        return state.round << 16 | state.turns

    def ends(self, state: State, begun: int) -> bool:
        """At the end of the turn, where it is known what that is worth."""
        return self._judge is not None and self.stretch(state) != begun

    def worth(self, state: State) -> float:
        """By what was learned, or, when the game is over, by who has won."""
        if self._judge is None or not state.due:
            return super().worth(state)
        view = self.game.view(state, self.seat)
        assert isinstance(view, View)
        return self._judge.standing(view)


GUIDE: Final[type[Guide]] = CashGuide

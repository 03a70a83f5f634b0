"""The bot that CASH brings itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.bot import Bot
from cashbox.engine.chance import SeededChance
from cashbox.engine.guide import Guide, Try
from cashbox.games.cash import actions as act
from cashbox.games.cash.bots import deals, judge, steps, turn, value
from cashbox.games.cash.bots.beginner import BeginnerBot
from cashbox.games.cash.bots.deck import Deck
from cashbox.games.cash.bots.sight import Sight
from cashbox.games.cash.content import Content
from cashbox.games.cash.view.glimpse import Glimpse, of_view
from cashbox.games.cash.view.view import View

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game
    from cashbox.games.cash.state import State


class SteadyBot(Bot):
    """Plays what leaves it the most dollars by its own reckoning, and hurts the leader; see docs/bots.md."""

    name = "steady"
    picks = True

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        super().__init__(game, seat, chance)
        content = getattr(game, "tables", None)
        if not isinstance(content, Content):
            raise TypeError("this bot steady plays CASH only")
        self.deck = Deck(content)

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """See `Bot.choose`."""
        assert isinstance(view, View)
        return self.pick(of_view(view), legal)

    def pick(self, view: Any, legal: list[int]) -> int:
        """See `Bot.pick`."""
        assert isinstance(view, Glimpse)
        if len(legal) == 1:
            return legal[0]
        action = self._choose(view, legal)
        return action if action in legal else legal[0]

    def _choose(self, view: Glimpse, legal: list[int]) -> int:
        phase = view.phase
        if phase in _ALWAYS:
            return _ALWAYS[phase]
        sight = Sight(view, self.deck)
        if phase == "act":
            offer = deals.begin(sight, legal)
            return offer if offer >= 0 else turn.choose(sight, legal)
        if phase == "check":
            return turn.choose(sight, legal)
        if phase == "insure":
            return steps.insure(sight, legal)
        if phase == "target":
            return steps.aim(sight, legal)
        if phase == "pass":
            return steps.pass_on(sight, legal)
        if phase == "build":
            return deals.build(sight, legal)
        return deals.answer(sight, legal) if phase == "answer" else deals.choose(sight, legal)


_ALWAYS: Final = {"close": act.FINISH, "take": act.TAKE, "clear": act.CLEAR, "again": act.AGAIN}
"""What is good whenever it is offered: offers come before the card, and what a card gives is taken."""

BOTS: Final[dict[str, type[Bot]]] = {kind.name: kind for kind in (SteadyBot, BeginnerBot)}


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

    def loose(self, view: msgspec.Struct, legal: list[int]) -> list[int]:
        """The second and the third best choice, where they are nearly as good."""
        found = self.chances(view, legal)
        return [action for action, chance in found[1:3] if chance > found[0][1] - _NEAR]

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


_NEAR: Final = 0.15
"""What a choice may cost that is still nearly as good."""

GUIDE: Final[type[Guide]] = CashGuide

"""The bot that plays by a fixed plan; docs/notes/bots-cash.md says how it decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.bot import Bot
from cashbox.games.cash import actions as act
from cashbox.games.cash.bots import deals, steps, turn
from cashbox.games.cash.bots.deck import Deck
from cashbox.games.cash.bots.sight import Sight
from cashbox.games.cash.content import Content
from cashbox.games.cash.view.glimpse import Glimpse, of_view
from cashbox.games.cash.view.view import SeatView

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game


class SteadyBot(Bot):
    """Maximizes its own expected dollars, and hurts the leader; see docs/bots.md."""

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
        assert isinstance(view, SeatView)
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
        return deals.answer(sight, legal) if phase == "answer" else deals.choose_face_down_card(sight, legal)


_ALWAYS: Final = {"close": act.FINISH, "take": act.TAKE, "clear": act.CLEAR, "again": act.AGAIN}
"""Actions that are always good when legal: offers come before the card, and gains from a card are always taken."""

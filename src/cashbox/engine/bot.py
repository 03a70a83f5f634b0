"""The contract of bots: a bot sees one seat's view and picks from that seat's legal list."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from cashbox.engine.game import GameError
from cashbox.engine.seats import viewer_mask

if TYPE_CHECKING:
    from collections.abc import Callable

    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game


class Bot(ABC):
    """A player that is a program. It plays one seat of one game and learns only what `choose` receives.

    name: its name in lists and on the command line. needs_view: if False, the caller builds no view and `choose` gets
    None. needs_samples: if True, the caller sets `samples` before each `choose`: a function that samples a complete
    state that this seat cannot tell from the true one (see `Views.sample`).
    picks: whether `pick` can choose from what `Views.glimpse` returns, which costs less than a view.
    """

    name: str
    needs_view: bool = True
    picks: bool = False
    needs_samples: bool = False
    samples: Callable[[Chance], Any] | None = None

    def __init_subclass__(cls) -> None:
        """Make a subclass use views if it overrides `choose` but not `pick`."""
        if "choose" in vars(cls) and "pick" not in vars(cls):
            cls.picks = False

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        """game: for the text and the JSON forms of actions. chance: the bot's own stream, never the table's."""
        self.game = game
        self.seat = seat
        self.chance = chance

    def pick(self, view: Any, legal: list[int]) -> int:
        """Choose an action from what `Game.glimpse` returns instead of a view. For bots whose `picks` is true."""
        return self.choose(view, legal)

    @abstractmethod
    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        """Choose an action.

        Args:
            view: What `Game.view` returns for this bot's seat now.
            legal: The legal actions, at least one.

        Returns: one of `legal`.
        """

    def made_for(self, game_id: str, content_hash: str) -> None:
        """Check that the bot was made for this game and content. GameError("other-content") otherwise: a remote caller
        states which content its view is of."""
        about = self.game.about
        if (about.id, self.game.content_hash) != (game_id, content_hash):
            raise GameError(
                "other-content", f"This bot was made for {about.id} with other content, not for this {game_id} view."
            )


def samples_of(game: Game[Any], state: Any, seat: int) -> Callable[[Chance], Any]:
    """Return a source of samples for a searching bot, from a state that stays unchanged until the bot has chosen.

    What the seat knows is computed with the first sample, because a bot may not need any.
    """
    sampler: list[Callable[[Chance], Any]] = []

    def deal(chance: Chance) -> Any:
        if not sampler:
            sampler.append(game.sampler(state, viewer_mask(seat)))
        return sampler[0](chance)

    return deal


def decide(bot: Bot, game: Game[Any], state: Any, legal: list[int]) -> int:
    """Let a bot choose from the legal actions of its seat. It sees only what that seat may know of the state."""
    if bot.picks:
        return bot.pick(game.glimpse(state, bot.seat), legal)
    return bot.choose(game.view(state, bot.seat) if bot.needs_view else None, legal)

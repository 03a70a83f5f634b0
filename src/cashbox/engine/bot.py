"""The contract of bots: a guest at the table that sees one seat's view and picks from that seat's legal list."""

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
    """A player that is a program. It is made for one seat of one game and is told nothing but what `choose` gets.

    name: its name in lists and on the command line. needs_view: False spares the caller building a view that
    the bot would not read; `choose` then gets None. needs_samples: True asks the caller to set `samples` before each
    `choose`: it deals a state of the whole game that this seat cannot tell from the true one, see `Views.sample`.
    picks: `pick` takes what `Views.glimpse` makes, which costs less than a view.
    """

    name: str
    needs_view: bool = True
    picks: bool = False
    needs_samples: bool = False
    samples: Callable[[Chance], Any] | None = None

    def __init_subclass__(cls) -> None:
        """Whoever chooses in another way than the class above wants the view, unless it says how to pick as well."""
        if "choose" in vars(cls) and "pick" not in vars(cls):
            cls.picks = False

    def __init__(self, game: Game[Any], seat: int, chance: Chance) -> None:
        """game: for the words and forms of actions. chance: a stream of the bot's own, never the table's."""
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
        """Nothing if it was made for this game, dealt with this content. GameError("other-content") for any other:
        anyone who asks a bot from afar says what the view is of."""
        about = self.game.about
        if (about.id, self.game.content_hash) != (game_id, content_hash):
            raise GameError(
                "other-content", f"This bot was made for {about.id} with other content, not for this {game_id} view."
            )


def samples_of(game: Game[Any], state: Any, seat: int) -> Callable[[Chance], Any]:
    """Return a source of samples for a searching bot, from a state that stays unchanged until the bot has chosen.

    What the seat knows is computed with the first sample, because a bot may not want any.
    """
    sampler: list[Callable[[Chance], Any]] = []

    def deal(chance: Chance) -> Any:
        if not sampler:
            sampler.append(game.sampler(state, viewer_mask(seat)))
        return sampler[0](chance)

    return deal


def decide(bot: Bot, game: Game[Any], state: Any, legal: list[int]) -> int:
    """Let a bot choose from the legal actions of its seat. It is shown only what that seat may know of the state."""
    if bot.picks:
        return bot.pick(game.glimpse(state, bot.seat), legal)
    return bot.choose(game.view(state, bot.seat) if bot.needs_view else None, legal)

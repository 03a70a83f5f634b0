"""Bots by name: those that play every game, and each game's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox import games
from cashbox.bots.random import RandomBot
from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from cashbox.engine.bot import Bot
    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game

EVERYWHERE: Final[dict[str, type[Bot]]] = {RandomBot.name: RandomBot}
"""The bots that play every game."""


def names(game_id: str) -> tuple[str, ...]:
    """The names of the bots that play a game, its own before those that play every game. GameError("unknown-game")."""
    return (*games.about_game(game_id).bots, *EVERYWHERE)


def check(game_id: str, name: str) -> None:
    """Nothing if that bot plays that game. GameError("unknown-game"), or ("unknown-bot") listing the bots that do."""
    allowed = names(game_id)
    if name not in allowed:
        raise GameError("unknown-bot", f"No bot {name!r} plays {game_id}; these do: {', '.join(allowed)}.")


def make(name: str, game: Game[Any], seat: int, chance: Chance) -> Bot:
    """A bot for one seat of a game, with its own stream of chance. GameError("unknown-bot")."""
    kind = EVERYWHERE.get(name)
    if kind is None:
        check(game.about.id, name)
        kind = games.own_bots(game.about.id)[name]
    return kind(game, seat, chance)

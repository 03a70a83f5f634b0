"""Bots by name: those that play every game, and each game's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox import games
from cashbox.bots.gentle import GentleBot
from cashbox.bots.random import RandomBot
from cashbox.bots.search import Budget, ExpertBot
from cashbox.bots.sharp import SharpBot
from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from cashbox.engine.bot import Bot
    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game

EVERYWHERE: Final[dict[str, type[Bot]]] = {kind.name: kind for kind in (GentleBot, SharpBot, ExpertBot, RandomBot)}
"""The bots that play every game; `gentle` only where there is a bot of the game to play more loosely than."""

MOST: Final = Budget(1_000_000, 600.0)
"""The largest budgets of one decision."""


def names(game_id: str) -> tuple[str, ...]:
    """The names of the bots that play a game, its own before those that play every game; the first knows at once and
    plays where nobody has chosen. GameError("unknown-game")."""
    own = games.about_game(game_id).bots
    if own:
        return (*own, *EVERYWHERE)
    return (RandomBot.name, *(name for name in EVERYWHERE if name not in (GentleBot.name, RandomBot.name)))


def check(game_id: str, name: str) -> None:
    """Nothing if that bot plays that game. GameError("unknown-game"), ("unknown-bot") listing the bots that do, or
    ("bad-budget")."""
    allowed = names(game_id)
    kind, colon, given = name.partition(":")
    if kind not in allowed or (colon and kind != ExpertBot.name):
        raise GameError("unknown-bot", f"There is no bot {name!r} for {game_id}. The bots are: {', '.join(allowed)}.")
    if colon:
        budget_of(given or colon)


def check_level(game_id: str, name: str) -> None:
    """Nothing if people may choose that bot at a table, where each thinks as long as its level says (`bots.levels`).
    GameError as `check`, without budgets."""
    if ":" in name:
        allowed = ", ".join(names(game_id))
        raise GameError("unknown-bot", f"There is no bot {name[:40]!r} for tables. The bots are: {allowed}.")
    check(game_id, name)


def budget_of(given: str) -> Budget:
    """How long a bot may think, as its name says it behind a colon: "n=400" playouts or "0.3" seconds, "" for the usual
    budget. GameError("bad-budget")."""
    if not given:
        return Budget()
    try:
        if not given.isascii() or "_" in given:
            raise ValueError
        if given.startswith("n="):
            playouts, seconds = int(given[2:]), 0.0
        else:
            playouts, seconds = 0, float(given)
    except ValueError:
        playouts, seconds = 0, 0.0
    if not (0 < playouts <= MOST.playouts or 0 < seconds <= MOST.seconds):
        raise GameError(
            "bad-budget",
            f"{given!r} is not a valid budget for a bot. Write expert:n=400 for 400 playouts (up to "
            f"{MOST.playouts:,}) or expert:0.3 for 0.3 seconds (up to {MOST.seconds:g}).",
        )
    return Budget(playouts, seconds)


def make(name: str, game: Game[Any], seat: int, chance: Chance) -> Bot:
    """A bot for one seat of a game, with its own stream of chance. GameError("unknown-bot"), ("bad-budget")."""
    name, colon, given = name.partition(":")
    if name == ExpertBot.name:
        return ExpertBot(game, seat, chance, budget_of(given))
    kind = EVERYWHERE.get(name)
    if kind is None or kind is GentleBot or colon:
        check(game.about.id, name + colon + given)
        kind = kind or games.own_bots(game.about.id)[name]
    return kind(game, seat, chance)

"""Bots by name: those that play every game, each game's own, and those of other packages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox import games
from cashbox.bots import external
from cashbox.bots.easy import BEGINNER, CasualBot, GentleBot
from cashbox.bots.random import RandomBot
from cashbox.bots.search import Budget, ExpertBot
from cashbox.bots.sharp import SharpBot
from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.bot import Bot
    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game

EVERYWHERE: Final[dict[str, type[Bot]]] = {
    kind.name: kind for kind in (GentleBot, CasualBot, SharpBot, ExpertBot, RandomBot)
}
"""The bots that play every game; `gentle` only where a game has its own bots, `casual` only where one is a beginner."""

MOST: Final = Budget(1_000_000, 600.0)
"""The largest budgets of one decision."""


def names(game_id: str) -> tuple[str, ...]:
    """List the bots that play a game, its own before those that play every game. The first one is fast, and is the
    default. GameError("unknown-game")."""
    own = games.about_game(game_id).bots
    without = () if BEGINNER in own else (CasualBot.name,) if own else (CasualBot.name, GentleBot.name)
    everywhere = [name for name in EVERYWHERE if name not in without]
    return (*own, *everywhere) if own else (RandomBot.name, *everywhere[:-1])


def check(game_id: str, name: str) -> None:
    """Check that a bot plays a game, or that its class can be imported. GameError("unknown-game"), ("unknown-bot") with
    a list of the bots that do, ("bad-bot"), or ("bad-budget")."""
    known = names(game_id)
    allowed = (*known, *external.playing(game_id))
    if external.is_reference(name) and _elsewhere(name, known):
        external.find(name)
        return
    kind, colon, given = name.partition(":")
    if kind not in allowed or (colon and kind != ExpertBot.name):
        raise GameError("unknown-bot", f"There is no bot {name!r} for {game_id}. The bots are: {', '.join(allowed)}.")
    if colon:
        budget_of(given or colon)


def _elsewhere(name: str, known: Sequence[str]) -> str:
    """Return the reference to the class of another package's bot; "" for a known one. known: the bots of the game, and
    of every game."""
    if name.partition(":")[0] in known:
        return ""
    return name if external.is_reference(name) else external.installed().get(name, "")


def is_external(name: str, game_id: str) -> bool:
    """Return whether a bot belongs to another package. GameError("unknown-game")."""
    return bool(_elsewhere(name, names(game_id)))


def is_timed(name: str) -> bool:
    """Return whether a bot thinks for some time rather than for a number of playouts. GameError("bad-budget")."""
    kind, _, given = name.partition(":")
    return kind == ExpertBot.name and budget_of(given).seconds > 0


def check_level(game_id: str, name: str) -> None:
    """Check that people may choose a bot at a table, where each thinks as long as its level says (`bots.levels`).
    GameError as `check`, without budgets."""
    if ":" in name:
        allowed = ", ".join(names(game_id))
        raise GameError("unknown-bot", f"There is no bot {name[:40]!r} for tables. The bots are: {allowed}.")
    check(game_id, name)


def budget_of(given: str) -> Budget:
    """Parse a bot's budget, after the colon of its name: "n=400" playouts or "0.3" seconds, "" for the
    usual budget. GameError("bad-budget")."""
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
    """Create a bot for one seat of a game, with its own stream of chance. GameError("unknown-bot"), ("bad-budget")."""
    if name not in EVERYWHERE and (elsewhere := _elsewhere(name, names(game.about.id))):
        return external.find(elsewhere)(game, seat, chance)
    name, colon, given = name.partition(":")
    if name == ExpertBot.name:
        return ExpertBot(game, seat, chance, budget_of(given))
    kind = EVERYWHERE.get(name)
    if kind is None or kind in (GentleBot, CasualBot) or colon:
        check(game.about.id, name + colon + given)
        kind = kind or games.own_bots(game.about.id)[name]
    return kind(game, seat, chance)

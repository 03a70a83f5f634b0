"""Games as environments for programs that learn: PettingZoo, Gymnasium, and many games at a time.

    env = cashbox.rl.aec("envelopes", seats=3, mode="online")            every seat learns
    env = cashbox.rl.parallel("envelopes", seats=3)                      the same, all simultaneous choices in one step
    env = cashbox.rl.gym("consultants", opponents=["steady"])            one seat learns against bots
    envs = cashbox.rl.vector("cash", envs=1024)                          many games in shared arrays

All of them have the same observations (`env.layout`), actions (`env.actions`) and rewards; see `table.Setup`. They need
the extra `rl`. Importing `cashbox.rl` makes each game known to Gymnasium, as in `gymnasium.make("cashbox/Cash-v1")`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cashbox import games

try:
    import gymnasium
    import numpy as np  # noqa: F401 (asked for whether it is there)
    import pettingzoo  # noqa: F401
    from gymnasium.envs.registration import EnvSpec
except ModuleNotFoundError as error:
    sentence = "cashbox.rl needs NumPy, Gymnasium, and PettingZoo. Install them: pip install 'cashbox[rl]'."
    raise ModuleNotFoundError(sentence, name=error.name) from None

from cashbox.rl.parallel import TogetherEnv
from cashbox.rl.seat import SeatEnv
from cashbox.rl.table import Setup
from cashbox.rl.turns import TurnsEnv, wrapped
from cashbox.rl.vector import GamesEnv

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pettingzoo import AECEnv, ParallelEnv

__all__ = ["GamesEnv", "SeatEnv", "Setup", "TogetherEnv", "TurnsEnv", "aec", "gym", "parallel", "register", "vector"]

VERSION = 1
"""The version of the environments: of their observations, actions and rewards."""


def aec(game: str, *, max_cycles: int = 0, render_mode: str | None = None, **setup: Any) -> AECEnv[str, Any, Any]:
    """Make a PettingZoo environment in which every seat is an agent.

    Args:
        game: the id of a game.
        max_cycles: cut a game off after this many decisions; 0 for never.
        render_mode: "ansi" for a text, "human" to print it.
        setup: see `Setup`.

    Raises:
        GameError: The game, its mode, options, or number of seats do not exist; the message lists those that do.
    """
    return wrapped(TurnsEnv(Setup(game, **setup), max_cycles, render_mode))


def parallel(
    game: str, *, max_cycles: int = 0, render_mode: str | None = None, **setup: Any
) -> ParallelEnv[str, Any, Any]:
    """Make a PettingZoo environment in which all seats that choose simultaneously do so in one step.

    Args:
        game: the id of a game.
        max_cycles: cut a game off after this many steps; 0 for never.
        render_mode: "ansi" for a text, "human" to print it.
        setup: see `Setup`.

    Raises:
        GameError: as `aec`.
    """
    return TogetherEnv(Setup(game, **setup), max_cycles, render_mode)


def gym(
    game: str,
    opponents: Sequence[str] = ("steady",),
    *,
    seat: int | None = 0,
    seats: int = 0,
    max_steps: int = 0,
    render_mode: str | None = None,
    **setup: Any,
) -> SeatEnv:
    """Make a Gymnasium environment in which one seat learns against bots.

    Args:
        game: the id of a game.
        opponents: the names of bots, for the seats to the left of the learner in turn.
        seat: the learner's seat; None for a different one in each game.
        seats: the number of players; by default, the learner and the opponents.
        max_steps: cut a game off after this many decisions of the learner; 0 for never.
        render_mode: "ansi" for a text, "human" to print it.
        setup: see `Setup`.

    Raises:
        GameError: as `aec`, and for an unknown bot.
    """
    seats = seats or 1 + len(opponents)
    env = SeatEnv(Setup(game, seats=seats, **setup), opponents, seat, max_steps, render_mode)
    given = {"game": game, "opponents": opponents, "seat": seat, "seats": seats, "max_steps": max_steps, **setup}
    env.spec = EnvSpec(name_of(game), entry_point="cashbox.rl:gym", kwargs=given)
    return env


def vector(
    game: str,
    envs: int = 1024,
    *,
    opponents: Sequence[str] = (),
    seat: int | None = 0,
    seats: int = 0,
    max_steps: int = 0,
    workers: int = 1,
    **setup: Any,
) -> GamesEnv:
    """Make a Gymnasium vector environment of many games, which restart automatically.

    Args:
        game: the id of a game.
        envs: the number of games.
        opponents: the names of bots, as for `gym`; without any, each step decides for whichever seat is due, and
            `info["seat"]` says which.
        seat: where the learner sits among opponents; None for another seat in each game.
        seats: the number of players.
        max_steps: cut a game off after this many decisions; 0 for never.
        workers: the number of processes that play the games; the games are the same for any number.
        setup: see `Setup`.

    Raises:
        GameError: as `gym`.
    """
    if opponents and not seats:
        seats = 1 + len(opponents)
    given = {"seats": seats, **setup}
    return GamesEnv(Setup(game, **given), envs, opponents, seat, max_steps, workers)


def name_of(game: str) -> str:
    """Return the id of a game's environment in Gymnasium."""
    return f"cashbox/{''.join(part.capitalize() for part in game.split('_'))}-v{VERSION}"


def register() -> list[str]:
    """Make every game known to Gymnasium, as `cashbox/Cash-v1`, and return these ids."""
    ids = []
    for about in games.about():
        name = name_of(about.id)
        bot = about.bots[0] if about.bots else "random"
        least = max(2, about.least_players)
        kwargs = {"game": about.id, "opponents": [bot] * (least - 1)}
        if name not in gymnasium.registry:
            gymnasium.register(
                name, entry_point="cashbox.rl:gym", vector_entry_point="cashbox.rl:_vector", kwargs=kwargs
            )
        ids.append(name)
    return ids


def _vector(num_envs: int = 1, **given: Any) -> GamesEnv:
    """Make a vector environment for `gymnasium.make_vec`."""
    return vector(envs=num_envs, **given)


register()

"""Many games in parallel, written into arrays that are allocated once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Self

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from cashbox.engine.game import GameError
from cashbox.rl.seat import check_seat
from cashbox.rl.stepping import Games, Workers
from cashbox.rl.table import seated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cashbox.rl.table import Setup

MOST: Final = 1 << 20


class GamesEnv(VectorEnv[Any, Any, Any]):
    """Many games, each of which restarts in the step that ends it.

    Without opponents, every step decides for the due seat in each game: `info["seat"]` says which, and `info["earned"]`
    has every seat's reward in the step. With opponents, one seat decides and bots play the others. In both,
    `info["action_mask"]` has the legal actions. All arrays are reused in each step; copy what you want to keep.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # type: ignore[misc]

    def __init__(
        self,
        setup: Setup,
        envs: int,
        opponents: Sequence[str] = (),
        seat: int | None = 0,
        max_steps: int = 0,
        workers: int = 1,
    ) -> None:
        check_size(setup, envs, opponents, seat, workers)
        self.setup = setup
        self.layout = setup.layout
        self.actions = setup.actions
        self.num_envs = envs
        self.single_observation_space = setup.observation_space
        self.single_action_space = setup.action_space
        self.observation_space = batch_space(setup.observation_space, envs)
        self.action_space = batch_space(setup.action_space, envs)
        self._begun = False
        self._games: Games | Workers
        if workers == 1:
            self._games = Games(setup, (0, envs), envs, opponents, seat, max_steps)
        else:
            self._games = Workers(setup, envs, opponents, seat, max_steps, workers)
        self.arrays = self._games.arrays

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        self._check_open()
        super().reset(seed=seed, options=options)
        self._games.reset(int(self.np_random.integers(1 << 62)))
        self._begun = True
        return self.arrays.observation, self._info()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        self._check_open()
        if not self._begun:
            raise gymnasium.error.ResetNeeded("No game has begun. Call reset() first.")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise GameError(
                "bad-actions",
                f"A step takes {self.num_envs} whole numbers, not {chosen.dtype} of shape {chosen.shape}.",
            )
        if chosen.min() < 0 or chosen.max() >= len(self.actions):
            raise GameError("bad-actions", f"The numbers of actions are 0 to {len(self.actions) - 1}.")
        last = self._games.step(chosen.tolist())
        info = self._info()
        if last:
            info["final_obs"] = np.full(self.num_envs, None, dtype=object)
            info["_final_obs"] = np.zeros(self.num_envs, np.bool_)
            for k, row in last.items():
                info["final_obs"][k] = row
                info["_final_obs"][k] = True
        arrays = self.arrays
        return arrays.observation, arrays.reward, arrays.ended, arrays.cut, info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.arrays.mask, "seat": self.arrays.seat, "earned": self.arrays.earned}

    def _check_open(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("This environment is closed.")

    def close_extras(self, **_: Any) -> None:
        """End the worker processes."""
        self._games.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def check_size(setup: Setup, envs: int, opponents: Sequence[str], seat: int | None, workers: int) -> None:
    """Check the numbers of games and processes, the bots, and the seat. GameError."""
    if not 1 <= envs <= MOST:
        raise GameError("bad-number", f"The number of games must be from 1 to {MOST}, not {envs}.")
    if not 1 <= workers <= envs:
        raise GameError(
            "bad-number", f"The number of workers must be from 1 to {envs}, one for each game, not {workers}."
        )
    if opponents:
        check_seat(setup, seat)
        seated(setup, opponents, 0, 0)

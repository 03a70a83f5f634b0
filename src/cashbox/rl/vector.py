"""Many games at a time, written into arrays that are made once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from cashbox.engine.game import GameError
from cashbox.rl.seat import check_seat, new_table
from cashbox.rl.table import ILLEGAL, Setup, Table, seated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

MOST: int = 1 << 20


class Arrays:
    """What a step writes, one row for each game: observation; mask of legal actions; the seat that decides; the reward
    of the seat that decided; what each seat earned; whether a game has ended, or was cut off."""

    def __init__(self, setup: Setup, envs: int) -> None:
        self.observation = np.zeros((envs, setup.layout.size), np.float32)
        self.mask = np.zeros((envs, len(setup.actions)), np.int8)
        self.seat = np.zeros(envs, np.int32)
        self.reward = np.zeros(envs, np.float64)
        self.earned = np.zeros((envs, setup.seats), np.float64)
        self.ended = np.zeros(envs, np.bool_)
        self.cut = np.zeros(envs, np.bool_)


class Games:
    """Games that are played side by side, each written into its row of some arrays."""

    def __init__(
        self, setup: Setup, arrays: Arrays, opponents: Sequence[str], learner: int | None, max_steps: int
    ) -> None:
        self.setup = setup
        self.arrays = arrays
        self.opponents = opponents
        self.learner = learner
        self.max_steps = max_steps
        self.tables: list[Table] = []
        self._steps = [0] * len(arrays.seat)
        self._rows = arrays.observation.data.cast("B")
        self._width = arrays.observation.shape[1] * arrays.observation.itemsize

    def reset(self, rng: np.random.Generator) -> None:
        """Begin all games."""
        self._rng = rng
        self._steps = [0] * len(self._steps)
        self.tables = [self._new() for _ in self._steps]
        self.arrays.ended[:] = self.arrays.cut[:] = False
        self.arrays.reward[:] = self.arrays.earned[:] = 0
        self._write()

    def _new(self) -> Table:
        if self.opponents:
            return new_table(self.setup, self.opponents, self.learner, self._rng)[0]
        while True:
            table = Table(self.setup, int(self._rng.integers(1 << 62)))
            if table.outcome is None:
                return table

    def step(self, actions: Sequence[int]) -> dict[int, NDArray[np.float32]]:
        """Take an action in each game, and begin those again that are over.

        Returns:
            The last observations of games that ended, of the seat that decided, by the number of the game.
        """
        arrays, tables, names = self.arrays, self.tables, self.setup.actions
        arrays.ended[:] = arrays.cut[:] = False
        arrays.earned[:] = 0
        shaped = self.setup.reward == "standing"
        last: dict[int, NDArray[np.float32]] = {}
        seats = arrays.seat.tolist()
        for k, number in enumerate(actions):
            table = tables[k]
            action = names[number]
            self._steps[k] += 1
            illegal = action not in table.legal
            if not illegal:
                table.play(action)
            if illegal or table.outcome is not None or 0 < self.max_steps <= self._steps[k]:
                self._end(k, seats[k], last, illegal=illegal)
            elif shaped:
                arrays.earned[k] = table.earned()
        arrays.reward[:] = arrays.earned[np.arange(len(seats)), seats]
        self._write()
        return last

    def _end(self, k: int, seat: int, last: dict[int, NDArray[np.float32]], *, illegal: bool) -> None:
        table, arrays = self.tables[k], self.arrays
        if illegal:
            arrays.earned[k, seat] = ILLEGAL
        else:
            arrays.earned[k] = table.earned()
        over = illegal or table.outcome is not None
        arrays.ended[k] = over
        arrays.cut[k] = not over
        last[k] = table.observation(seat)
        self.tables[k] = self._new()
        self._steps[k] = 0

    def _write(self) -> None:
        """Write what the seats that decide observe, and may do."""
        observer, places, width, rows = self.setup.observer, self.setup.places, self._width, self._rows
        mask = self.arrays.mask
        actions = mask.shape[1]
        legal: list[int] = []
        at = start = 0
        for table in self.tables:
            rows[at : at + width] = observer(table.state, table.seat)
            at += width
            legal += [start + places[action] for action in table.legal]
            start += actions
        mask.fill(0)
        mask.reshape(-1)[legal] = 1
        self.arrays.seat[:] = [table.seat for table in self.tables]


class GamesEnv(VectorEnv[Any, Any, Any]):
    """Many games, each of which begins again in the step that ends it.

    Without opponents, every step decides for the seat that is to decide in each game: `info["seat"]` says which,
    `info["earned"]` what every seat earned in the step. With opponents, one seat decides and bots play the others. In
    both, `info["action_mask"]` says what may be done. All arrays are the same ones in each step; copy what is to stay.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # type: ignore[misc]

    def __init__(
        self, setup: Setup, envs: int, opponents: Sequence[str] = (), seat: int | None = 0, max_steps: int = 0
    ) -> None:
        check_size(setup, envs, opponents, seat)
        self.setup = setup
        self.layout = setup.layout
        self.actions = setup.actions
        self.num_envs = envs
        self.single_observation_space = setup.observation_space
        self.single_action_space = setup.action_space
        self.observation_space = batch_space(setup.observation_space, envs)
        self.action_space = batch_space(setup.action_space, envs)
        self.arrays = Arrays(setup, envs)
        self._begun = False
        self._open(opponents, seat, max_steps)

    def _open(self, opponents: Sequence[str], seat: int | None, max_steps: int) -> None:
        """Set the games up."""
        self._games = Games(self.setup, self.arrays, opponents, seat, max_steps)

    def _begin(self) -> None:
        """Restart all games."""
        self._games.reset(self.np_random)

    def _take(self, actions: list[int]) -> dict[int, NDArray[np.float32]]:
        """Take a step in all games; see `Games.step`."""
        return self._games.step(actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self._begin()
        self._begun = True
        return self.arrays.observation, self._info()

    def step(
        self, actions: Any
    ) -> tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
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
        last = self._take(chosen.tolist())
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


def check_size(setup: Setup, envs: int, opponents: Sequence[str], seat: int | None) -> None:
    """GameError for a number of games, bots or a seat that cannot be."""
    if not 1 <= envs <= MOST:
        raise GameError("bad-number", f"The number of games must be from 1 to {MOST}, not {envs}.")
    if opponents:
        check_seat(setup, seat)
        seated(setup, opponents, 0, 0)

"""Many games at a time, written into arrays that are made once."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Self

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError
from cashbox.engine.observation.batch import Batch
from cashbox.rl.seat import check_seat
from cashbox.rl.table import ILLEGAL, Setup, chosen_by, seated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from cashbox.engine.bot import Bot
    from cashbox.rl.workers import Workers

MOST: Final = 1 << 20


class Arrays(NamedTuple):
    """What a step writes, one row for each game.

    observation, mask: of the seat that decides. seat: which one that is. reward: of the seat that decided. earned: what
    each seat earned. ended, cut: whether a game has ended, or was cut off.
    """

    observation: NDArray[np.float32]
    mask: NDArray[np.int8]
    seat: NDArray[np.int32]
    reward: NDArray[np.float64]
    earned: NDArray[np.float64]
    ended: NDArray[np.bool_]
    cut: NDArray[np.bool_]


class Games:
    """Games that are played side by side in one process.

    A game's chance follows from the seed of all, its number, and how many were played under this number before, so it
    does not matter which process plays it.
    """

    def __init__(
        self,
        setup: Setup,
        part: tuple[int, int],
        envs: int,
        opponents: Sequence[str],
        learner: int | None,
        max_steps: int,
    ) -> None:
        """Make room for the games from `part[0]` to `part[1]` - 1 of so many."""
        self.setup = setup
        self.first, count = part[0], part[1] - part[0]
        self.envs = envs
        self.opponents = opponents
        self.learner = learner
        self.max_steps = max_steps
        size, actions = setup.layout.size, len(setup.actions)
        self.batch = Batch(setup.game, setup.observe, setup.actions, size, count, self._chosen if opponents else None)
        self.arrays = Arrays(
            _lent(self.batch.rows.cells, np.float32).reshape(count, size),
            _lent(self.batch.allowed, np.int8).reshape(count, actions),
            _lent(self.batch.seats, np.int32),
            np.zeros(count, np.float64),
            np.zeros((count, setup.seats), np.float64),
            np.zeros(count, np.bool_),
            np.zeros(count, np.bool_),
        )
        self._numbers = np.arange(count)
        self._steps = np.zeros(count, np.int64)
        self._bots: list[dict[int, Bot]] = [{} for _ in range(count)]
        self._scores: list[tuple[int, ...]] = [()] * count

    def reset(self, seed: int) -> None:
        """Begin all games."""
        self._seeds = [seed + self.first + k for k in range(len(self._steps))]
        for array in (self.arrays.reward, self.arrays.earned, self.arrays.ended, self.arrays.cut):
            array.fill(0)
        for k in range(len(self._steps)):
            self._begin(k)

    def _begin(self, k: int) -> None:
        """Start games under a number until one asks for a decision."""
        setup = self.setup
        everybody = (1 << setup.seats) - 1
        while True:
            seed = self._seeds[k]
            self._seeds[k] += self.envs
            asked = everybody
            if self.opponents:
                learner = seed % setup.seats if self.learner is None else self.learner
                self._bots[k] = seated(setup, self.opponents, learner, seed)
                asked = 1 << learner
            chance = SeededChance(seed)
            state = setup.game.start(setup.options, setup.seats, chance)
            self._scores[k] = setup.standing(state)
            self._steps[k] = 0
            if self.batch.begin(k, state, chance, asked, setup.asked_if_forced(asked)):
                return

    def _chosen(self, k: int, seat: int, legal: list[int]) -> int:
        """Return what a bot decides."""
        return chosen_by(self._bots[k][seat], self.setup.game, self.batch.states[k], seat, legal)

    def step(self, actions: list[int]) -> dict[int, NDArray[np.float32]]:
        """Take an action in each game, and begin those again that are over.

        Returns:
            The last observations of games that ended, of the seat that decided, by the number of the game.
        """
        arrays, batch = self.arrays, self.batch
        seats = arrays.seat.copy()
        self._steps += 1
        with _no_collecting():
            illegal, over = batch.step(actions)
        stopped = {*illegal, *over}
        late = np.flatnonzero(self._steps >= self.max_steps).tolist() if self.max_steps else []
        cut = [k for k in late if k not in stopped]
        arrays.earned.fill(0)
        for k in over if self.setup.reward != "standing" else {*range(len(actions))} - {*illegal}:
            self._earn(k)
        arrays.earned[illegal, seats[illegal]] = ILLEGAL
        arrays.reward[:] = arrays.earned[self._numbers, seats]
        arrays.ended.fill(False)
        arrays.ended[[*stopped]] = True
        arrays.cut.fill(False)
        arrays.cut[cut] = True
        last: dict[int, NDArray[np.float32]] = {}
        for k in (*stopped, *cut):
            batch.write(k, int(seats[k]))
            last[k] = arrays.observation[k].copy()
            self._begin(k)
        return last

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def _earn(self, k: int) -> None:
        """Write what each seat has earned in a game since the last time."""
        setup, state = self.setup, self.batch.states[k]
        before, self._scores[k] = self._scores[k], setup.standing(state)
        outcome = setup.game.outcome(state) if self.arrays.seat[k] < 0 else None
        self.arrays.earned[k] = setup.earned(before, self._scores[k], outcome)


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Leave Python's collector of cycles alone for a while: it would look at every list of every game, and nothing in a
    state refers back to it."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _lent(memory: Any, kind: Any) -> NDArray[Any]:
    """Return an array over memory that compiled code writes, and only it."""
    array = np.frombuffer(memory, kind)
    array.flags.writeable = False
    return array


class GamesEnv(VectorEnv[Any, Any, Any]):
    """Many games, each of which begins again in the step that ends it.

    Without opponents, every step decides for the seat that is to decide in each game: `info["seat"]` says which,
    `info["earned"]` what every seat earned in the step. With opponents, one seat decides and bots play the others. In
    both, `info["action_mask"]` says what may be done. All arrays are the same ones in each step; copy what is to stay.
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
            from cashbox.rl.workers import Workers

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
    """GameError for a number of games or processes, bots or a seat that cannot be."""
    if not 1 <= envs <= MOST:
        raise GameError("bad-number", f"The number of games must be from 1 to {MOST}, not {envs}.")
    if not 1 <= workers <= envs:
        raise GameError(
            "bad-number", f"The number of workers must be from 1 to {envs}, one for each game, not {workers}."
        )
    if opponents:
        check_seat(setup, seat)
        seated(setup, opponents, 0, 0)

"""Step many games at once, in this process or in several that write into shared memory.

The shared memory has no name, so it is freed when the last process that uses it has ended, for whatever reason.
"""

from __future__ import annotations

import gc
import multiprocessing
import signal
import weakref
from contextlib import contextmanager, suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError
from cashbox.engine.observation.batch import Batch
from cashbox.rl.table import ILLEGAL, Setup, chosen_by, seated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from numpy.typing import NDArray

    from cashbox.engine.bot import Bot

    Worker = tuple[SpawnProcess, Connection[Any, Any]]

PATIENCE: Final = 5.0
"""Seconds for a process to end by itself."""
_CONTEXT: Final = multiprocessing.get_context("spawn")


class Arrays(NamedTuple):
    """The output of a step, one row for each game.

    observation, mask: of the deciding seat. seat: the deciding seat. reward: of the seat that decided. earned: the
    reward of each seat. ended, cut: whether a game has ended, or was cut off.
    """

    observation: NDArray[np.float32]
    mask: NDArray[np.int8]
    seat: NDArray[np.int32]
    reward: NDArray[np.float64]
    earned: NDArray[np.float64]
    ended: NDArray[np.bool_]
    cut: NDArray[np.bool_]


class Games:
    """Parallel games in one process.

    A game's chance depends on the common seed, its number, and how many were played under this number before, so it
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
        """Allocate the games from `part[0]` to `part[1]` - 1 of all."""
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
        """Start all games."""
        self._seeds = [seed + self.first + k for k in range(len(self._steps))]
        for array in (self.arrays.reward, self.arrays.earned, self.arrays.ended, self.arrays.cut):
            array.fill(0)
        for k in range(len(self._steps)):
            self._begin(k)

    def _begin(self, k: int) -> None:
        """Start games under a number until one needs a decision."""
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
        """Return a bot's decision."""
        return chosen_by(self._bots[k][seat], self.setup.game, self.batch.states[k], seat, legal)

    def step(self, actions: list[int]) -> dict[int, NDArray[np.float32]]:
        """Take an action in each game, and restart those that are over.

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
        """Write each seat's reward in a game since the last time."""
        setup, state = self.setup, self.batch.states[k]
        before, self._scores[k] = self._scores[k], setup.standing(state)
        outcome = setup.game.outcome(state) if self.arrays.seat[k] < 0 else None
        self.arrays.earned[k] = setup.earned(before, self._scores[k], outcome)


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Pause Python's garbage collector: it would examine every list of every game, and states contain no cycles."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _lent(memory: Any, kind: Any) -> NDArray[Any]:
    """Return an array over memory that only compiled code writes."""
    array = np.frombuffer(memory, kind)
    array.flags.writeable = False
    return array


def _arrays(setup: Setup, envs: int, memory: Sequence[Any]) -> Arrays:
    """Lay out the arrays in shared memory."""
    kinds = (np.float32, np.int8, np.int32, np.float64, np.float64, np.bool_, np.bool_)
    widths = {0: setup.layout.size, 1: len(setup.actions), 4: setup.seats}
    found: list[Any] = [np.frombuffer(piece, kind) for piece, kind in zip(memory, kinds, strict=True)]
    return Arrays(*(array.reshape(envs, widths[k]) if k in widths else array for k, array in enumerate(found)))


def _memory(setup: Setup, envs: int) -> list[Any]:
    """Return shared memory for the arrays."""
    sizes = (4 * setup.layout.size, len(setup.actions), 4, 8, 8 * setup.seats, 1, 1)
    return [_CONTEXT.RawArray("b", envs * size) for size in sizes]


class Workers:
    """Parallel games in several processes. arrays: in shared memory."""

    def __init__(
        self, setup: Setup, envs: int, opponents: Sequence[str], learner: int | None, max_steps: int, workers: int
    ) -> None:
        """Start the processes.

        Raises:
            GameError: "worker-failed".
        """
        memory = _memory(setup, envs)
        self.arrays = _arrays(setup, envs, memory)
        for array in self.arrays:
            array.flags.writeable = False
        self._chosen = _CONTEXT.RawArray("q", envs)
        self._action = np.frombuffer(self._chosen, np.int64)
        self._workers: list[Worker] = []
        self.close = weakref.finalize(self, _stop, self._workers)
        ends = [envs * k // workers for k in range(workers + 1)]
        for part in pairwise(ends):
            here, there = _CONTEXT.Pipe()
            given = (setup.given, [*games.__path__], part, envs, opponents, learner, max_steps)
            process = _CONTEXT.Process(target=play, args=(there, memory, self._chosen, given), daemon=True)
            process.start()
            there.close()
            self._workers.append((process, here))
        self._answers()

    def reset(self, seed: int) -> None:
        """Start all games."""
        self._tell(seed)
        self._answers()

    def step(self, actions: list[int]) -> dict[int, NDArray[np.float32]]:
        """See `Games.step`."""
        self._action[:] = actions
        self._tell(None)
        last: dict[int, NDArray[np.float32]] = {}
        for found in self._answers():
            last |= found
        return last

    def _tell(self, what: int | None) -> None:
        for process, connection in self._workers:
            try:
                connection.send(what)
            except OSError:
                self._failed(process)

    def _answers(self) -> list[Any]:
        """Wait for an answer of each process."""
        answers = []
        for process, connection in self._workers:
            try:
                answers.append(connection.recv())
            except (EOFError, OSError):
                self._failed(process)
        for answer in answers:
            if isinstance(answer, str):
                self.close()
                raise GameError("worker-failed", f"A worker process failed: {answer}")
        return answers

    def _failed(self, process: SpawnProcess) -> None:
        process.join(PATIENCE)
        code = process.exitcode
        self.close()
        raise GameError(
            "worker-failed",
            f"A worker process exited (code {code}). Create the environment again. In a script, create "
            'it under `if __name__ == "__main__":`.',
        )


def _stop(workers: list[Worker]) -> None:
    """End the processes: each ends when its connection is closed."""
    for _, connection in workers:
        connection.close()
    for process, _ in workers:
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()
            process.join()
        process.close()
    workers.clear()


def play(connection: Connection[Any, Any], memory: list[Any], chosen: Any, given: tuple[Any, ...]) -> None:
    """Play a part of the games in a separate process: an int starts all of them with that seed, None is a step."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        try:
            setup_given, path, part, envs, *rest = given
            games.__path__ = path
            setup = Setup(**setup_given)
            first, end = part
            played = Games(setup, part, envs, *rest)
            shared: list[Any] = [array[first:end] for array in _arrays(setup, envs, memory)]
            action = np.frombuffer(chosen, np.int64)[first:end]
            answer: Any = None
            while True:
                connection.send(answer)
                seed = connection.recv()
                if seed is None:
                    answer = {first + k: row for k, row in played.step(action.tolist()).items()}
                else:
                    played.reset(seed)
                    answer = {}
                for there, here in zip(shared, played.arrays, strict=True):
                    there[:] = here
        except (EOFError, OSError):
            raise
        except Exception as error:  # noqa: BLE001 (whatever it is, the other process tells it)
            connection.send(f"{type(error).__name__}: {error}")

"""Processes that play a part of many games each, and write what a step changes into shared memory.

The memory has no name. It is gone when the last process that uses it has ended, whatever ended it.
"""

from __future__ import annotations

import multiprocessing
import signal
import weakref
from contextlib import suppress
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cashbox import games
from cashbox.engine.game import GameError
from cashbox.rl.table import Setup
from cashbox.rl.vector import Arrays, Games

if TYPE_CHECKING:
    from collections.abc import Sequence
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from numpy.typing import NDArray

    Worker = tuple[SpawnProcess, Connection[Any, Any]]

PATIENCE: Final = 5.0
"""Seconds that a process has to end by itself."""
_CONTEXT: Final = multiprocessing.get_context("spawn")


def _arrays(setup: Setup, envs: int, memory: Sequence[Any]) -> Arrays:
    """Lay the arrays out in shared memory, a piece for each."""
    kinds = (np.float32, np.int8, np.int32, np.float64, np.float64, np.bool_, np.bool_)
    widths = {0: setup.layout.size, 1: len(setup.actions), 4: setup.seats}
    found: list[Any] = [np.frombuffer(piece, kind) for piece, kind in zip(memory, kinds, strict=True)]
    return Arrays(*(array.reshape(envs, widths[k]) if k in widths else array for k, array in enumerate(found)))


def _memory(setup: Setup, envs: int) -> list[Any]:
    """Return shared memory for the arrays."""
    sizes = (4 * setup.layout.size, len(setup.actions), 4, 8, 8 * setup.seats, 1, 1)
    return [_CONTEXT.RawArray("b", envs * size) for size in sizes]


class Workers:
    """Games that are played in several processes. arrays: in shared memory."""

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
        """Begin all games."""
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
            f"A worker process ended (exit code {code}). Create the environment again. In a script, create "
            'it below `if __name__ == "__main__":`.',
        )


def _stop(workers: list[Worker]) -> None:
    """End the processes: each ends when no one is at the other end of its connection."""
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
    """Play a part of the games, as a process of its own: an int begins all of them with that seed, None is a step."""
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

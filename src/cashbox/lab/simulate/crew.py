"""Crews play a run together: one interface for processes on this machine and for the workers of a cluster.

A run goes to a crew in chunks of games, the larger the quicker the games are. Only so many chunks are out at any time,
and what comes back is handed on in the order of the numbers: it does not matter who played what, and a long run needs
no more memory than a short one.
"""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from cashbox.lab.simulate.results import Played  # noqa: TC001 (the type of a field)
from cashbox.lab.simulate.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Future

    from cashbox.lab.simulate.plan import Plan

CHUNKS_AHEAD: Final = 4
"""The chunks submitted per member of a crew, so that none waits for the slowest."""

LARGEST_CHUNK: Final = 200
"""The maximum number of games per chunk, however quick they are."""

SECONDS: Final = 0.5
"""How long a chunk is to take: to send one costs little beside that, and little is lost with a worker."""


class Chunk(msgspec.Struct, frozen=True):
    """Some games of a run that were played one after the other, and the time that took."""

    played: list[Played]
    seconds: float


class Crew(Protocol):
    """A group of workers that play chunks of games at the same time."""

    def hands(self) -> int:
        """Return the number of chunks that can be played at once."""

    def submit(self, run: Plan, numbers: range) -> Future[Any]:
        """Submit some games of a run, to be played by any free worker."""

    def collect(self, future: Future[Any]) -> Chunk:
        """Wait for some of the submitted games. GameError if they cannot be played."""


def streams_from(crew: Crew, runs: Sequence[Plan]) -> Iterator[tuple[int, Played]]:
    """Yield the games of runs played by a crew, one run after the other, in the order of their numbers, each with the
    number of its run. No worker waits for the end of a run."""
    ahead: deque[tuple[int, Future[Any]]] = deque()
    try:
        for which, run in enumerate(runs):
            first, size = run.first, 1
            while first < run.games:
                while len(ahead) >= CHUNKS_AHEAD * crew.hands():
                    index, chunk = _collected(crew, ahead)
                    yield from ((index, played) for played in chunk.played)
                    size = _next_size(chunk) if index == which else size
                size = min(size, max(1, (run.games - first) // (CHUNKS_AHEAD * crew.hands())))
                ahead.append((which, crew.submit(run, range(first, first + size))))
                first += size
        while ahead:
            index, chunk = _collected(crew, ahead)
            yield from ((index, played) for played in chunk.played)
    finally:
        for _, future in ahead:
            future.cancel()


def _collected(crew: Crew, ahead: deque[tuple[int, Future[Any]]]) -> tuple[int, Chunk]:
    """Collect the next finished chunk."""
    index, future = ahead.popleft()
    return index, crew.collect(future)


def _next_size(chunk: Chunk) -> int:
    """Return the size of the next chunk: as many games as fit its time, but not many more than before."""
    games = len(chunk.played)
    fitting = int(games * SECONDS / max(chunk.seconds, 1e-6))
    return max(1, min(2 * games, fitting, LARGEST_CHUNK))


_tables: Final[deque[Table]] = deque(maxlen=4)
"""The tables of this process, if it belongs to a crew: a cluster may play several runs at once."""


def play_chunk(run: Plan, numbers: range) -> Chunk:
    """Play some games of a run in this process."""
    start = time.perf_counter()
    table = next((one for one in _tables if one.run == run), None)
    if table is None:
        table = Table(run)
        _tables.append(table)
    return Chunk([table.play(number) for number in numbers], time.perf_counter() - start)

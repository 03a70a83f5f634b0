"""Those who play a run together, one interface for processes of this machine and for the workers of a cluster.

A run goes to a crew in chunks, each a few numbers of games. Only so many chunks are out at any time, and what comes
back is handed on in the order of the numbers: it does not matter who played what, and a long run needs no more memory
than a short one.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final, Protocol

from cashbox.lab.simulate.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

    from cashbox.lab.simulate.plan import Plan
    from cashbox.lab.simulate.results import Played

LARGEST_CHUNK: Final = 16
"""Games that one of a crew plays before it reports."""

CHUNKS_AHEAD: Final = 4
"""Chunks in hand for each of a crew, so that none waits for the slowest."""

_SHORTEST_LINE: Final = 8
"""A short run is cut into so many chunks at least for each of a crew."""


class Crew(Protocol):
    """Several who play chunks of games at the same time."""

    def hands(self) -> int:
        """How many chunks can be played at once."""

    def submit(self, run: Plan, numbers: range) -> Future[Any]:
        """Have some games of a run played, by whoever of the crew is free."""

    def collect(self, future: Future[Any]) -> list[Played]:
        """Wait for some games that were submitted. GameError where they cannot be played."""


def stream_from(crew: Crew, run: Plan) -> Iterator[Played]:
    """The games of a run in the order of their numbers, played by a crew."""
    size = max(1, min(LARGEST_CHUNK, (run.games - run.first) // (crew.hands() * _SHORTEST_LINE)))
    ahead: deque[Future[Any]] = deque()
    try:
        for first in range(run.first, run.games, size):
            ahead.append(crew.submit(run, range(first, min(first + size, run.games))))
            while len(ahead) > CHUNKS_AHEAD * crew.hands():
                yield from crew.collect(ahead.popleft())
        while ahead:
            yield from crew.collect(ahead.popleft())
    finally:
        for future in ahead:
            future.cancel()


_tables: Final[deque[Table]] = deque(maxlen=4)
"""The tables of this process, where it is one of a crew: a cluster may play several runs at once."""


def play_chunk(run: Plan, numbers: range) -> list[Played]:
    """Play some games of a run in this process."""
    table = next((one for one in _tables if one.run == run), None)
    if table is None:
        table = Table(run)
        _tables.append(table)
    return [table.play(number) for number in numbers]

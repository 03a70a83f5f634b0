"""A run on several processes."""

from __future__ import annotations

import signal
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from cashbox.lab.simulate.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

    from cashbox.lab.simulate.plan import Plan
    from cashbox.lab.simulate.results import Played

_LARGEST_CHUNK: Final = 16
"""Games that one process plays before it reports."""

_CHUNKS_AHEAD: Final = 4
"""Chunks in hand for each process, so that none waits for the slowest."""

_table: Table | None = None
"""The table of this process, where it is one of several."""


def _sit_down(run: Plan) -> None:
    """Prepare a process of a run; an interrupt is for the one that started it."""
    global _table
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _table = Table(run)


def _play_chunk(numbers: range) -> list[Played]:
    assert _table is not None
    return [_table.play(number) for number in numbers]


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Put an interrupt off: a process that is just being started would be left behind, and waited for without end."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def stream_from_processes(run: Plan) -> Iterator[Played]:
    """The games of a run in the order of their numbers, played by as many processes as it names."""
    size = max(1, min(_LARGEST_CHUNK, (run.games - run.first) // (run.workers * 8)))
    pool = ProcessPoolExecutor(max_workers=run.workers, initializer=_sit_down, initargs=(run,))
    ahead: deque[Future[list[Played]]] = deque()
    try:
        for first in range(run.first, run.games, size):
            with _undisturbed():
                ahead.append(pool.submit(_play_chunk, range(first, min(first + size, run.games))))
            if len(ahead) > _CHUNKS_AHEAD * run.workers:
                yield from ahead.popleft().result()
        while ahead:
            yield from ahead.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)

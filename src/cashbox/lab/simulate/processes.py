"""Crews of processes on this machine."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from cashbox.lab.simulate.crew import play_chunk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Future

    from cashbox.lab.simulate.crew import Chunk
    from cashbox.lab.simulate.plan import Plan


@contextmanager
def undisturbed() -> Iterator[None]:
    """Put an interrupt off: a process that is just being started would be left behind, and waited for without end.
    Threads that are started meanwhile, and the processes that these start, never see one."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def processes(workers: int) -> Iterator[Processes]:
    """Start this many processes that play until the end of the block."""
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(max_workers=workers, initializer=_begin)
    try:
        yield Processes(pool, workers)
    except BaseException:
        # Nobody needs the games in progress, which may take minutes.
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Leave interrupts to the parent process, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Processes:
    """A `Crew` of processes."""

    def __init__(self, pool: ProcessPoolExecutor, workers: int) -> None:
        self._pool = pool
        self._workers = workers

    def hands(self) -> int:
        """See `Crew.hands`."""
        return self._workers

    def submit(self, run: Plan, numbers: range) -> Future[Any]:
        """See `Crew.submit`."""
        with undisturbed():
            return self._pool.submit(play_chunk, run, numbers)

    def collect(self, future: Future[Any]) -> Chunk:
        """See `Crew.collect`."""
        chunk: Chunk = future.result()
        return chunk

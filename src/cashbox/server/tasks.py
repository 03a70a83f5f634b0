"""Start tasks. All tasks of the server start here, so that no exception goes unnoticed: it is raised if a caller waits
for the task, and logged otherwise."""

from __future__ import annotations

import asyncio
import gc
import logging
from typing import TYPE_CHECKING, Any, Final, TypeVar

from cashbox.engine.game import GameError
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterable

    from cashbox.server.clock import Clock


T = TypeVar("T")
_log = logging.getLogger("cashbox.server")

AGAIN: Final = 0.5
"""Seconds after which a task that is still running is canceled again."""


class Tasks:
    """Tasks of one owner, which can wait for them and cancel them."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        return len(self._running)

    def run(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that no one waits for; an exception is logged."""
        task = self._start(work)
        task.add_done_callback(_log_end)
        return task

    async def ask(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of a task, which runs to its end even if the caller is canceled."""
        return await result_of(self._start(work))

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task for callers of `result_of`. At least one must wait for it."""
        return self._start(work)

    async def finished(self, seconds: float | None = None) -> None:
        """Wait until all tasks have ended, or until the time is up. seconds: None for no limit."""
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)

    async def close(self) -> None:
        """Cancel all tasks and wait until they have ended."""
        await broken_off(self._running)

    def _start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task


_tasks: Final = Tasks()
"""Tasks without an owner."""

background: Final = _tasks.run
begin: Final = _tasks.begin
shielded: Final = _tasks.ask


async def result_of(task: asyncio.Task[T]) -> T:
    """Return the result of a task that others may wait for too. If the caller is canceled, the task continues, and an
    exception is logged."""
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_log_fault)
        raise


async def first_of(*works: Coroutine[Any, Any, Any]) -> None:
    """Wait for the first of several awaitables, and cancel the others."""
    tasks = [background(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


async def broken_off(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until they have ended. A task that waits with a time limit, as database drivers do, can
    miss the cancellation if its result arrived at the same moment; so it is canceled again."""
    running = set(tasks)
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=AGAIN)


def _log_end(task: asyncio.Task[Any]) -> None:
    """Log the exception of a task that no one waits for."""
    error = None if task.cancelled() else task.exception()
    if isinstance(error, (GameError, Refusal)):
        _log.warning("a background task was refused: %s", error)
    elif error is not None:
        _log.error("a background task failed", exc_info=error)


def _log_fault(task: asyncio.Task[Any]) -> None:
    """Log the exception of a task whose caller was canceled, except for refusals, which only concern the caller."""
    if not task.cancelled() and not isinstance(task.exception(), (GameError, Refusal)):
        _log_end(task)


TIDY: Final = 5.0
"""Seconds between garbage collections."""

THOROUGH: Final = 720
"""The number of collections between full ones."""


async def tidy(clock: Clock) -> None:
    """Collect garbage in many short pauses instead of few long ones.

    The journals of all tables in memory are a million objects that never become cyclic garbage. Objects that have been
    examined once are frozen, so a pause depends only on the number of new objects.
    """
    gc.set_threshold(10_000, 20, 1000)
    looks = 0
    while True:
        looks += 1
        if looks % THOROUGH == 0:
            gc.unfreeze()
        gc.collect()
        gc.freeze()
        await clock.sleep(TIDY)

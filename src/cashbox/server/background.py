"""Work beside that of the one who asks: some is finished whoever goes away, some ends with its owner."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import GameError
from cashbox.server.problems import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Coroutine, Iterable

AGAIN: Final = 0.5
"""Seconds after which a task that has not ended is cancelled again."""

_running: Final[set[asyncio.Task[Any]]] = set()


def background(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Something that runs to its end though nobody waits for it."""
    task = asyncio.get_running_loop().create_task(work)
    _running.add(task)
    task.add_done_callback(_running.discard)
    return task


class Tasks:
    """Work that goes on beside its owner, and is broken off with it."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin something."""
        task = asyncio.get_running_loop().create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def finished(self, seconds: float) -> None:
        """Wait until all that runs has ended, for so many seconds at most."""
        if self._running:
            await asyncio.wait(self._running, timeout=seconds)

    async def close(self) -> None:
        """Break off what still runs."""
        await broken_off(self._running)


async def broken_off(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Break off tasks, and wait until they have ended. A task that waits with a time limit, as database drivers do, may
    never hear that it was cancelled, if what it waited for came in the same moment; so it is told again."""
    running = set(tasks)
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=AGAIN)


async def shielded(work: Awaitable[Any]) -> Any:
    """The result of something that must run to its end even where nobody waits for it any longer."""
    task = asyncio.ensure_future(_settled(work))
    _running.add(task)
    task.add_done_callback(_running.discard)
    result, refused = await asyncio.shield(task)
    if refused is not None:
        raise refused
    return result


async def _settled(work: Awaitable[Any]) -> tuple[Any, GameError | Refusal | None]:
    """The result, or the refusal. What is refused to a client that has gone is no fault that a log should tell of."""
    try:
        return await work, None
    except (GameError, Refusal) as refused:
        return None, refused

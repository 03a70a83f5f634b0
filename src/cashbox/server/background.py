"""Work that is not broken off where nobody waits for it any longer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from cashbox.engine.game import GameError
from cashbox.server.problems import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Coroutine

_running: Final[set[asyncio.Task[Any]]] = set()


def background(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Something that runs to its end though nobody waits for it."""
    task = asyncio.get_running_loop().create_task(work)
    _running.add(task)
    task.add_done_callback(_running.discard)
    return task


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

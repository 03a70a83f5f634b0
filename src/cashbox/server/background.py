"""Work that is not broken off where nobody waits for it any longer."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Awaitable

_running: Final[set[asyncio.Task[Any]]] = set()


async def shielded(work: Awaitable[Any]) -> Any:
    """The result of something that must run to its end even where nobody waits for it any longer."""
    task = asyncio.ensure_future(work)
    _running.add(task)
    task.add_done_callback(_running.discard)
    return await asyncio.shield(task)

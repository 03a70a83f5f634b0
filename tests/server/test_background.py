"""Work that goes on where nobody waits for it any longer."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from cashbox.server.background import Tasks, shielded
from cashbox.server.problems import Refusal


@pytest.mark.parametrize(
    ("error", "complaints"), [(Refusal(409, "stale", "Too late."), 0), (ZeroDivisionError("a fault of ours"), 1)]
)
def test_a_refusal_to_who_has_gone_is_no_fault(error: Exception, complaints: int) -> None:
    heard: list[dict[str, Any]] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: heard.append(context))
        began, go_on = asyncio.Event(), asyncio.Event()

        async def work() -> None:
            began.set()
            await go_on.wait()
            raise error

        waiting = asyncio.create_task(shielded(work()))
        await began.wait()
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        go_on.set()
        await asyncio.sleep(0.01)
        gc.collect()

    asyncio.run(run())
    assert len(heard) == complaints


def test_who_waits_is_told() -> None:
    async def refused() -> None:
        raise Refusal(409, "stale", "Too late.")

    async def found() -> int:
        return 3

    assert asyncio.run(shielded(found())) == 3
    with pytest.raises(Refusal, match="Too late"):
        asyncio.run(shielded(refused()))


def test_who_does_not_hear_that_it_is_to_end_is_told_again() -> None:
    ended = []

    async def deaf() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            # As a wait with a time limit may, where what it waited for came just then.
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    async def run() -> None:
        tasks = Tasks()
        tasks.run(deaf())
        await asyncio.sleep(0)
        async with asyncio.timeout(20):
            await tasks.close()

    asyncio.run(run())
    assert ended == [True]

"""Test background tasks that continue after their caller stops waiting."""

from __future__ import annotations

import asyncio
import gc
import re
from pathlib import Path
from typing import Any

import pytest

import cashbox
from cashbox.server.errors import Refusal
from cashbox.server.tasks import Tasks, background, begin, result_of, shielded
from tests.server.server_in_process import settled


@pytest.mark.slow
@pytest.mark.parametrize(
    ("error", "complaints"), [(Refusal(409, "stale", "Too late."), 0), (ZeroDivisionError("a fault of ours"), 1)]
)
@pytest.mark.logs_errors("a task fails")
def test_an_abandoned_task_logs_an_error_but_not_a_refusal(
    error: Exception, complaints: int, caplog: pytest.LogCaptureFixture
) -> None:
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
        await settled()
        gc.collect()

    asyncio.run(run())
    assert heard == []
    assert [record.levelname for record in caplog.records] == ["ERROR"] * complaints


def test_a_waiting_caller_gets_the_result_or_the_refusal() -> None:
    async def refused() -> None:
        raise Refusal(409, "stale", "Too late.")

    async def found() -> int:
        return 3

    assert asyncio.run(shielded(found())) == 3
    with pytest.raises(Refusal, match="Too late"):
        asyncio.run(shielded(refused()))


def test_a_task_that_ignores_its_cancellation_is_canceled_again() -> None:
    ended = []

    async def deaf() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            # A wait with a timeout can swallow a cancellation this way.
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    async def run() -> None:
        tasks = Tasks()
        tasks.run(deaf())
        await asyncio.sleep(0)
        async with asyncio.timeout(120):
            await tasks.close()

    asyncio.run(run())
    assert ended == [True]


@pytest.mark.parametrize("kept", [True, False], ids=["a task of an owner", "a task of nobody"])
@pytest.mark.logs_errors("a task fails")
def test_an_error_in_a_task_without_a_caller_is_logged(kept: bool, caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise ZeroDivisionError("a fault of ours")

    async def refused() -> None:
        raise Refusal(409, "stale", "Too late.")

    async def run() -> None:
        tasks = Tasks()
        for work in (fail, refused):
            task = tasks.run(work()) if kept else background(work())
            await asyncio.wait([task])
        await asyncio.sleep(0)

    asyncio.run(run())
    assert [(record.levelname, record.exc_info is not None) for record in caplog.records] == [
        ("ERROR", True),
        ("WARNING", False),
    ]


def test_an_error_is_raised_for_every_waiting_caller_and_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def fail() -> None:
        raise ZeroDivisionError("a fault of ours")

    async def run() -> None:
        task = begin(fail())
        both = await asyncio.gather(result_of(task), result_of(task), return_exceptions=True)
        assert [type(one) for one in both] == [ZeroDivisionError, ZeroDivisionError]

    asyncio.run(run())
    assert caplog.records == []


STARTS_A_TASK = re.compile(r"create_task|ensure_future|\bshield\(|TaskGroup|asyncio\.Task\(")


@pytest.mark.slow
def test_tasks_are_started_only_in_the_tasks_module() -> None:
    found = [
        f"{path.name}: {line.strip()}"
        for path in sorted(Path(cashbox.__file__).parent.rglob("*.py"))
        for line in path.read_text("utf-8").splitlines()
        if STARTS_A_TASK.search(line) and path.name != "tasks.py"
    ]
    assert found == []

"""Programs beside the server: they come after it and leave a processor to people, from their first moment."""

from __future__ import annotations

import asyncio
import os
import sys
from typing import TYPE_CHECKING

import pytest

from cashbox.server.bots import dealer, thinker, worker
from cashbox.server.bots.pool import WorkerPool
from cashbox.server.bots.questions import Answer
from cashbox.server.clock import Clock
from cashbox.server.pipes import ask, start
from cashbox.server.replays import worker as replays

if TYPE_CHECKING:
    from types import ModuleType

if sys.platform != "linux":
    pytest.skip("only Linux tells where a process may run", allow_module_level=True)

PROGRAMS = [worker, thinker, dealer, replays]


@pytest.mark.few(2, usual=2)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_a_program_comes_after_the_server_before_it_has_even_imported_anything(program: ModuleType) -> None:
    async def work() -> None:
        process = await start(program.__name__, program.PRIORITY)
        try:
            least = min(19, os.getpriority(os.PRIO_PROCESS, 0) + program.PRIORITY.nice)
            assert os.getpriority(os.PRIO_PROCESS, process.pid) == least
            mine, its = os.sched_getaffinity(0), os.sched_getaffinity(process.pid)
            assert its
            assert its <= mine
            # People wait for quick bots, so those may run anywhere.
            assert (min(mine) in its) == (len(mine) == 1 or program is worker)
        finally:
            process.kill()
            await process.wait()

    asyncio.run(work())


@pytest.mark.parametrize("sound", [True, False])
def test_a_pool_that_closes_leaves_no_pipe_open(sound: bool) -> None:
    """Whether its program was idle or had just been dropped. asyncio complains of a pipe that outlives its loop."""

    async def work() -> None:
        pool = WorkerPool(worker.__name__, worker.PRIORITY, Answer, 1, Clock())
        async with pool.place() as one:
            one.sound = sound
        await pool.close()
        assert one.process.returncode is not None
        assert one.process.stdin is not None
        assert one.process.stdin.transport.is_closing()
        assert one.process.stdout is not None
        assert one.process.stdout.at_eof()

    asyncio.run(work())


def test_a_pool_closes_while_a_program_still_answers() -> None:
    async def work() -> None:
        pool = WorkerPool(worker.__name__, worker.PRIORITY, Answer, 1, Clock())
        async with pool.place() as answering:
            reading = asyncio.create_task(ask(answering.process, b""))
            await asyncio.sleep(0)
            await pool.close()
        with pytest.raises((asyncio.IncompleteReadError, OSError)):
            await reading

    asyncio.run(work())


def test_where_there_is_one_processor_a_program_uses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    only = min(os.sched_getaffinity(0))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {only})

    async def work() -> None:
        process = await start(thinker.__name__, thinker.PRIORITY)
        monkeypatch.undo()
        assert os.sched_getaffinity(process.pid) == {only}
        process.kill()
        await process.wait()

    asyncio.run(work())


def test_a_program_that_ended_at_once_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise ProcessLookupError

    monkeypatch.setattr(os, "setpriority", gone)
    monkeypatch.setattr(os, "sched_setaffinity", gone)

    async def work() -> None:
        process = await start(worker.__name__, worker.PRIORITY)
        process.kill()
        await process.wait()

    asyncio.run(work())

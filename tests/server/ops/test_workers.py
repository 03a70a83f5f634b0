"""Test helper processes: where they run, who gets the next one, and what happens if one dies, hangs, or is unused."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import uvloop

from cashbox.server import workers
from cashbox.server.bots.questions import DEALER
from cashbox.server.bots.worker import QUICK, THINKER
from cashbox.server.clock import Clock
from cashbox.server.replays.worker import REPLAYER
from cashbox.server.workers import BusyError, Load, Queue, Worker, WorkerError, WorkerPool
from tests.server.server_in_process import SetClock, until
from tests.server.worker_jobs import COUNTER, STEP, Counted, Piece

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from cashbox.server.workers import Program

if sys.platform != "linux":
    pytest.skip("only Linux tells where a process may run", allow_module_level=True)

PROGRAMS = [QUICK, THINKER, DEALER, REPLAYER]
PLENTY = 60.0

Counters = WorkerPool[Piece, Counted]


def pooled(
    work: Callable[[Counters], Coroutine[Any, Any, None]], most: int = 1, clock: Clock | None = None, **more: Any
) -> None:
    """Run a test with a pool of counters, and close the pool afterward."""

    async def run() -> None:
        pool = WorkerPool(COUNTER, most, clock or Clock(), **more)
        try:
            await work(pool)
        finally:
            await pool.close()

    uvloop.run(run())


async def asked(pool: Counters, piece: Piece, seconds: float = PLENTY, **more: Any) -> Counted:
    async with pool.worker(**more) as worker:
        return await worker.ask(piece, seconds)


# -- processes ------------------------------------------------------------------------------------------------------


@pytest.mark.few(2, usual=2)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_a_program_gets_its_priority_and_processors_before_its_imports(program: Program[Any, Any]) -> None:
    async def work() -> None:
        worker = await Worker.start(program)
        pid = worker.process.pid
        try:
            assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + program.nice)
            mine, its = os.sched_getaffinity(0), os.sched_getaffinity(pid)
            assert its
            assert its <= mine
            # People wait for quick bots, so they can run anywhere.
            assert (min(mine) in its) == (len(mine) == 1 or program is QUICK)
        finally:
            await worker.end()

    asyncio.run(work())


def test_a_program_uses_the_only_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    only = min(os.sched_getaffinity(0))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _pid: {only})

    async def work() -> None:
        worker = await Worker.start(THINKER)
        monkeypatch.undo()
        assert os.sched_getaffinity(worker.process.pid) == {only}
        await worker.end()

    asyncio.run(work())


def test_a_program_that_ends_at_once_is_not_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise ProcessLookupError

    monkeypatch.setattr(os, "setpriority", gone)
    monkeypatch.setattr(os, "sched_setaffinity", gone)

    async def work() -> None:
        await (await Worker.start(QUICK)).end()

    asyncio.run(work())


@pytest.mark.parametrize("sound", [True, False])
def test_closing_a_pool_closes_its_pipes(sound: bool) -> None:
    """The process is idle or has just been dropped. asyncio complains about a pipe that outlives its loop."""

    async def work() -> None:
        pool = WorkerPool(COUNTER, 1, Clock())
        async with pool.worker() as one:
            one.sound = sound
        await pool.close()
        assert one.process.returncode is not None
        assert one.process.stdin is not None
        assert one.process.stdin.transport.is_closing()
        assert one.process.stdout is not None
        assert one.process.stdout.at_eof()

    asyncio.run(work())


def test_closing_a_pool_fails_waiting_and_later_requests() -> None:
    async def work() -> None:
        pool = WorkerPool(COUNTER, 1, Clock())
        async with pool.worker() as answering:
            reading, waiting = (
                asyncio.create_task(answering.ask(Piece(does="hang"), PLENTY)),
                asyncio.create_task(asked(pool, Piece())),
            )
            await asyncio.sleep(0.1)
            await pool.close()
        for task, why in ((reading, "its process ended"), (waiting, "the server is stopping")):
            with pytest.raises(WorkerError, match=why):
                await task
        with pytest.raises(WorkerError, match="the server is stopping"):
            await asked(pool, Piece())

    asyncio.run(work())


# -- answers --------------------------------------------------------------------------------------------------------


def test_a_process_keeps_its_memory_between_questions() -> None:
    async def work(pool: Counters) -> None:
        answers = [await asked(pool, Piece(n, 100)) for n in (0, 50, 95)]
        assert [(answer.upto, answer.questions) for answer in answers] == [(10, 1), (60, 2), (100, 3)]
        assert len({answer.pid for answer in answers}) == 1
        assert (await asked(pool, Piece(0, 5, "print"))).upto == 5, "what it prints is not taken for an answer"
        assert pool.load == Load(0, 0, 1)

    pooled(work)


@pytest.mark.parametrize(
    ("does", "said", "again", "started"),
    [
        ("die", "its process ended", True, 2),
        ("hang", "it took more than 0.5 seconds", False, 2),
        ("refuse", "it does not want to", True, 1),
        ("fail", "ValueError in Counter.count, line [0-9]+", True, 1),
        ("fill memory", "MemoryError in Counter.count, line [0-9]+", False, 2),
    ],
)
def test_a_failed_question_raises_an_error_with_the_cause(does: str, said: str, again: bool, started: int) -> None:
    async def work(pool: Counters) -> None:
        await asked(pool, Piece())
        with pytest.raises(WorkerError, match=f"^{said}$") as error:
            await asked(pool, Piece(does=does), 0.5 if does == "hang" else PLENTY)
        assert error.value.again is again
        assert (await asked(pool, Piece(0, 3))).upto == 3
        assert pool.load.started == started

    pooled(work)


def test_a_late_answer_is_not_mistaken_for_the_next_one() -> None:
    async def work(pool: Counters) -> None:
        first = await asked(pool, Piece())
        os.kill(first.pid, signal.SIGSTOP)
        late = asyncio.create_task(asked(pool, Piece(0, 1)))
        await asyncio.sleep(0.1)
        late.cancel()
        await asyncio.wait([late])
        assert late.cancelled()
        second = await asked(pool, Piece(0, 2))
        assert (second.upto, second.questions) == (2, 1)
        assert second.pid != first.pid
        await until(lambda: not Path(f"/proc/{first.pid}").exists())

    pooled(work)


def test_a_process_that_died_while_idle_is_asked_nothing() -> None:
    async def work(pool: Counters) -> None:
        first = await asked(pool, Piece())
        (idle,) = pool._free
        os.kill(first.pid, signal.SIGKILL)
        await idle.process.wait()
        assert (await asked(pool, Piece(0, 2))).pid != first.pid

    pooled(work)


@pytest.mark.logs_errors("no process can be started")
def test_all_waiting_callers_get_an_error_if_no_process_can_be_started(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(pool: Counters) -> None:
        monkeypatch.setattr(sys, "executable", "/no/python")
        failed = await asyncio.gather(*(asked(pool, Piece()) for _ in range(3)), return_exceptions=True)
        assert {str(error) for error in failed} == {"the server could not start a process for it"}
        assert "could not start a helper process: No such file or directory" in caplog.text
        monkeypatch.undo()
        assert (await asked(pool, Piece(0, 5))).upto == 5

    pooled(work)


def test_a_program_that_cannot_be_imported_counts_as_ended() -> None:
    async def work() -> None:
        pool = WorkerPool(replace(COUNTER, name="this_module:NONE"), 1, Clock())
        with pytest.raises(WorkerError, match="its process ended"):
            await asked(pool, Piece())
        await pool.close()

    asyncio.run(work())


# -- the queue ------------------------------------------------------------------------------------------------------


def test_questions_are_answered_by_rank_but_none_wait_forever() -> None:
    async def run() -> None:
        queue, names = Queue(), dict[Any, str]()

        def ask(rank: int, name: str) -> None:
            waiting = asyncio.get_running_loop().create_future()
            names[waiting] = name
            queue.add(waiting, rank)

        for number in range(3):
            ask(2, f"alone {number}")
        ask(1, "seen")
        for number in range(20):
            ask(0, f"people {number}")
        order = [names[queue.pop_next()] for _ in range(2 * workers.FAIR)]
        assert order[workers.FAIR - 1 :: workers.FAIR] == ["alone 0", "alone 1"]
        assert order[: workers.FAIR - 1] == [f"people {number}" for number in range(workers.FAIR - 1)]
        rest = [names[queue.pop_next()] for _ in range(8)]
        assert rest == [*(f"people {number}" for number in range(14, 20)), "seen", "alone 2"]
        assert not queue

    asyncio.run(run())


def test_callers_take_turns_regardless_of_their_number_of_questions() -> None:
    served: list[str] = []

    async def work(pool: Counters) -> None:
        async def ask(caller: str) -> None:
            async with pool.worker(caller=caller):
                await asyncio.sleep(0)
                served.append(caller)

        async with pool.worker():
            asking = [asyncio.create_task(ask(name)) for name in ("ann", "ann", "ann", "ann", "bob", "cy", "bob")]
            await asyncio.sleep(0.05)
        await asyncio.gather(*asking)

    pooled(work)
    assert served == ["ann", "bob", "cy", "ann", "bob", "ann", "ann"]


def test_a_canceled_request_does_not_block_the_queue() -> None:
    async def work(pool: Counters) -> None:
        async with pool.worker():
            gone, stays = (asyncio.create_task(asked(pool, Piece(0, 1), caller=who)) for who in ("bob", "cy"))
            await asyncio.sleep(0.05)
            gone.cancel()
        assert (await stays).upto == 1
        assert gone.cancelled()
        assert pool.load == Load(0, 0, 1)

    pooled(work)


def test_a_request_canceled_after_getting_a_process_returns_it() -> None:
    async def work(pool: Counters) -> None:
        async with pool.worker():
            gone = asyncio.create_task(asked(pool, Piece()))
            await asyncio.sleep(0.05)
        # The task already has a process, but has not resumed yet.
        gone.cancel()
        assert (await asked(pool, Piece(0, 1))).upto == 1
        assert pool.load == Load(0, 0, 1)

    pooled(work)


def test_a_pool_grows_while_questions_wait_and_shrinks_to_its_minimum() -> None:
    clock = SetClock()

    async def work(pool: Counters) -> None:
        async with pool.worker() as first:
            second = asyncio.create_task(pool._take(0, "", ""))
            await asyncio.sleep(0.1)
            assert pool.load == Load(1, 1, 1), "it may be over in a moment"
            clock.forward(workers.GROW)
            other = await asyncio.wait_for(second, PLENTY)
            with pytest.raises(BusyError, match="all its processes are busy"):
                await asked(pool, Piece(), patience=0.1)
            pool._give(other)
        assert pool.load == Load(0, 0, 2)
        pool.sweep()
        assert len(pool._free) == 2
        clock.forward(100)
        async with pool.worker():
            pass
        pool.sweep()
        assert len(pool._free) == 1, "one was just in use"
        clock.forward(100)
        pool.sweep()
        assert len(pool._free) == pool._keep
        assert first.process.returncode is None or pool._keep == 0

    for keep in (0, 1):
        pooled(work, 2, clock, keep=keep)


def test_a_topic_goes_to_the_process_that_had_it_before() -> None:
    async def work(pool: Counters) -> None:
        async with pool.worker(topic="one") as one, pool.worker(topic="two") as two:
            assert one is not two
        for topic, worker in (("one", one), ("two", two), ("one", one)):
            async with pool.worker(topic=topic) as again:
                assert again is worker

    pooled(work, 2)


# -- a long job in pieces -------------------------------------------------------------------------------------------


async def pieces(pool: Counters, first: int, last: int) -> AsyncIterator[int]:
    """Count in pieces that each release their process, starting from a stored value."""
    while first < last:
        first = (await asked(pool, Piece(first, last), rank=9)).upto
        yield first


def test_a_long_job_reports_progress_yields_to_others_and_can_be_resumed() -> None:
    stored = [0]

    async def work(pool: Counters) -> None:
        async def job() -> None:
            async for upto in pieces(pool, stored[-1], 10**9):
                stored.append(upto)

        running = asyncio.create_task(job())
        await until(lambda: len(stored) > 3)
        before = len(stored)
        assert (await asked(pool, Piece(0, 1))).upto == 1
        assert len(stored) <= before + 2, "a short question waits for one piece at most"
        await until(lambda: len(stored) > before + 2)
        running.cancel()
        await asyncio.wait([running])
        assert running.cancelled()
        reached = len(stored)
        assert stored == [n * STEP for n in range(reached)]
        stored[1:] = stored[1:][-1:]
        progress = [upto async for upto in pieces(pool, stored[-1], (reached + 3) * STEP)]
        assert progress == [(reached + n) * STEP for n in range(4)]

    pooled(work)

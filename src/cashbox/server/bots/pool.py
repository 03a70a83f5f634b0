"""The processes that bots think in: as many as are needed at once, so that a slow bot keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections import deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from cashbox.server.bots import worker as worker_program
from cashbox.server.bots.worker import Answer, Question
from cashbox.server.pipes import ask

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterator

    from cashbox.server.clock import Clock

_log = logging.getLogger("cashbox.bots")
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Answer).decode

PATIENCE: Final = 0.1
"""Seconds that a question waits for a process before another one is started."""

IDLE: Final = 60.0
"""Seconds after which an idle process ends, unless it is the last."""


FAIR: Final = 8
"""Of so many questions that get a process while others wait, one is among those that matter least."""


class Load(NamedTuple):
    """busy: processes that think or get ready to; waiting: questions without one; started: processes so far."""

    busy: int
    waiting: int
    started: int


class BotError(Exception):
    """A bot gave no answer; the message says why in a few words."""


class _Worker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process, used: float) -> None:
        self.process = process
        self.known: set[tuple[str, int]] = set()
        self.used = used

    async def ask(self, question: Question) -> Answer:
        answer = await ask(self.process, _encode(question))
        self.known.add(question.rules)
        return _decode(answer)

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


class Line:
    """Questions that wait for a process: by rank, and each rank in order. Every `FAIR`th goes to the last rank, so that
    none waits for ever."""

    def __init__(self) -> None:
        self._ranks: dict[int, deque[asyncio.Future[Any]]] = {}
        self._given = 0

    def __bool__(self) -> bool:
        return any(self._ranks.values())

    def __iter__(self) -> Iterator[asyncio.Future[Any]]:
        """First those that come first."""
        for _, waiting in sorted(self._ranks.items()):
            yield from waiting

    def add(self, waiting: asyncio.Future[Any], rank: int) -> None:
        self._ranks.setdefault(rank, deque()).append(waiting)

    def take(self) -> asyncio.Future[Any]:
        """The one whose turn it is."""
        self._given += 1
        waiting = sorted(rank for rank, those in self._ranks.items() if those)
        return self._ranks[waiting[-1 if self._given % FAIR == 0 else 0]].popleft()


class WorkerPool:
    """A pool of processes. most: how many at once; seconds: how long a bot may think."""

    def __init__(self, most: int, seconds: float, clock: Clock) -> None:
        self._clock = clock
        self._most = most
        self._seconds = seconds
        self._free: list[_Worker] = []
        self._workers: set[_Worker] = set()
        self._starting = 0
        self._started = 0
        self._waiting = Line()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def think(self, question: Question, content: Callable[[], Awaitable[bytes]], rank: int = 0) -> int:
        """The action that a bot chooses; BotError where it fails, answers nonsense or takes too long.

        content: gives the content's JSON, asked for only where a process needs it. rank: of those that wait for a
        process, the lowest come first.
        """
        worker = await self._take(rank)
        try:
            if question.rules not in worker.known:
                question = msgspec.structs.replace(question, content=await content())
            question = msgspec.structs.replace(question, seconds=int(self._seconds * 2) + 1)
            answer = await asyncio.wait_for(worker.ask(question), self._seconds)
        except TimeoutError:
            self._drop(worker)
            raise BotError(f"it thought for more than {self._seconds:g} seconds") from None
        except (asyncio.IncompleteReadError, OSError):
            self._drop(worker)
            raise BotError("its process ended") from None
        except BaseException:
            self._drop(worker)
            raise
        self._give(worker)
        if answer.action < 0:
            raise BotError(answer.error)
        return answer.action

    @property
    def load(self) -> Load:
        """How much there is to do."""
        busy = len(self._workers) - len(self._free) + self._starting
        return Load(busy, sum(1 for one in self._waiting if not one.done()), self._started)

    def sweep(self) -> None:
        """End processes that have been idle for a while."""
        before = self._clock.ticks() - IDLE
        for worker in [worker for worker in self._free if worker.used < before][: max(0, len(self._workers) - 1)]:
            self._free.remove(worker)
            self._drop(worker)

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        for waiting in self._waiting:
            waiting.cancel()
        workers = list(self._workers)
        for worker in workers:
            worker.end()
        await asyncio.gather(*(worker.process.wait() for worker in workers))

    async def _take(self, rank: int) -> _Worker:
        if self._free:
            return self._free.pop()
        waiting: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        self._waiting.add(waiting, rank)
        self._run(self._grow_later(waiting, PATIENCE if self._workers or self._starting else 0))
        try:
            return await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():
                self._give(waiting.result())
            raise

    def _give(self, worker: _Worker) -> None:
        worker.used = self._clock.ticks()
        while self._waiting:
            waiting = self._waiting.take()
            if not waiting.done():
                waiting.set_result(worker)
                return
        self._free.append(worker)

    def _drop(self, worker: _Worker) -> None:
        worker.end()
        self._workers.discard(worker)
        for waiting in self._waiting:
            self._grow(waiting)
            break

    def _grow(self, waiting: asyncio.Future[_Worker]) -> None:
        if waiting.done() or self._closed or len(self._workers) + self._starting >= self._most:
            return
        self._starting += 1
        self._run(self._start())

    async def _grow_later(self, waiting: asyncio.Future[_Worker], seconds: float) -> None:
        if seconds:
            await self._clock.sleep(seconds)
        self._grow(waiting)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start(self) -> None:
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                worker_program.__name__,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            _log.error("a process for bots cannot be started: %s", error.strerror)
            while self._waiting:
                waiting = self._waiting.take()
                if not waiting.done():
                    waiting.set_exception(BotError("no process could be started for it"))
            return
        finally:
            self._starting -= 1
        worker = _Worker(process, self._clock.ticks())
        self._workers.add(worker)
        self._started += 1
        self._give(worker)

"""Processes of one kind beside the server: as many as are needed at once, so that what is slow keeps nobody else
waiting."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
from collections import deque
from typing import TYPE_CHECKING, Any, Final, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from cashbox.server.pipes import ask, ended, start
from cashbox.server.tasks import Tasks

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

    from cashbox.engine.contents import RulesKey
    from cashbox.server.bots.questions import Asked
    from cashbox.server.clock import Clock
    from cashbox.server.pipes import Priority

_log = logging.getLogger("cashbox.bots")
_encode = msgspec.msgpack.Encoder().encode

PATIENCE: Final = 0.1
"""Seconds that a question waits for a process before another one is started."""

IDLE: Final = 60.0
"""Seconds after which an idle process ends, unless it is the last."""


PLACES: Final = 32
"""So many places are known of each process where it may remember what it planned."""

FAIR: Final = 8
"""Of so many questions that get a process while others wait, one is among those that matter least."""


class Answered(Protocol):
    """An answer. error: what went wrong, "" for nothing; spent: the process is to be ended after it."""

    @property
    def error(self) -> str: ...

    @property
    def spent(self) -> bool: ...


A = TypeVar("A", bound=Answered)


class Load(NamedTuple):
    """busy: places of processes at work or getting ready, and those that are spared; waiting: questions without one;
    started: processes so far."""

    busy: int
    waiting: int
    started: int


class BotError(Exception):
    """There is no answer; the message says why in a few words. again: another try may well succeed."""

    def __init__(self, message: str, *, again: bool = True) -> None:
        super().__init__(message)
        self.again = again


class BusyError(BotError):
    """There is too much to do for an answer."""

    def __init__(self) -> None:
        super().__init__("too many bots are thinking already", again=False)


class Worker(Generic[A]):
    """One process. known: the rules that it has loaded; places: what it was asked for last; sound: whether it may be
    asked once more."""

    def __init__(self, process: asyncio.subprocess.Process, kind: type[A], used: float) -> None:
        self.process = process
        self.known: set[RulesKey] = set()
        self.places: deque[str] = deque(maxlen=PLACES)
        self.used = used
        self.sound = True
        self._decode = msgspec.msgpack.Decoder(kind).decode

    async def ask(self, question: Asked, content: Callable[[], Awaitable[bytes]], seconds: float) -> A:
        """The answer to a question; BotError where there is none within so many seconds. content: gives the content's
        JSON, asked for only where it is needed."""
        self.sound = False
        if question.rules not in self.known:
            question = msgspec.structs.replace(question, content=await content())
        question = msgspec.structs.replace(question, seconds=int(seconds * 2) + 1)
        try:
            answer = self._decode(await asyncio.wait_for(ask(self.process, _encode(question)), seconds))
        except TimeoutError:
            raise BotError(f"it took more than {seconds:g} seconds", again=False) from None
        except (asyncio.IncompleteReadError, OSError):
            raise BotError("its process ended") from None
        if not answer.error:
            # A process that failed may not have loaded the game; sent once more, the content harms nobody.
            self.known.add(question.rules)
        self.sound = not answer.spent
        return answer

    def end(self) -> None:
        """Kill it, and the copies that it has made of itself."""
        if self.process.returncode is None:
            # macOS may not signal a group of which nothing but a process that has ended is left.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)


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


class WorkerPool(Generic[A]):
    """A pool of processes. program: the module that each runs; kind: of its answers; most: how many at once."""

    def __init__(self, program: str, priority: Priority, kind: type[A], most: int, clock: Clock) -> None:
        self.most = most
        self._program = program
        self._priority = priority
        self._kind = kind
        self._clock = clock
        self._free: list[Worker[A]] = []
        self._workers: set[Worker[A]] = set()
        self._starting = 0
        self._started = 0
        self._spared = 0
        self._waiting = Line()
        self._tasks = Tasks()
        self._ending = Tasks()
        self._closed = False

    @contextlib.asynccontextmanager
    async def place(self, rank: int = 0, patience: float | None = None, place: str = "") -> AsyncIterator[Worker[A]]:
        """A process for oneself. rank: of those that wait for one, the lowest come first. patience: seconds after which
        BusyError says that there is none. place: a process that was asked for it before is better than another."""
        try:
            worker = await asyncio.wait_for(self._take(rank, place), patience)
        except TimeoutError:
            raise BusyError from None
        if place and place not in worker.places:
            worker.places.append(place)
        try:
            yield worker
        finally:
            if worker.sound:
                self._give(worker)
            else:
                self._drop(worker)

    @contextlib.contextmanager
    def spare(self, most: int) -> Iterator[int]:
        """So many places, at most, that nobody has or waits for: they stay empty meanwhile. One is left to anyone who
        comes next."""
        load = self.load
        count = max(0, min(most, self.most - load.busy - load.waiting - 1))
        self._spared += count
        try:
            yield count
        finally:
            self._spared -= count
            # Whoever had them gives back a process of its own first.
            asyncio.get_running_loop().call_soon(self._catch_up)

    @property
    def load(self) -> Load:
        """How much there is to do."""
        busy = len(self._workers) - len(self._free) + self._starting + self._spared
        return Load(busy, sum(1 for one in self._waiting if not one.done()), self._started)

    def sweep(self) -> None:
        """End processes that have been idle for a while."""
        before = self._clock.ticks() - IDLE
        for worker in [worker for worker in self._free if worker.used < before][: max(0, len(self._workers) - 1)]:
            # Dropping one gives others to those who wait, or finds that they have ended.
            if worker in self._free:
                self._free.remove(worker)
                self._drop(worker)

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        await self._tasks.close()
        for waiting in self._waiting:
            waiting.cancel()
        workers = list(self._workers)
        for worker in workers:
            self._end(worker)
        await self._ending.finished()

    async def _take(self, rank: int, place: str) -> Worker[A]:
        self._forget_ended()
        if self._free and self.load.busy < self.most:
            at = next((n for n, worker in enumerate(self._free) if place in worker.places), -1)
            return self._free.pop(at)
        waiting: asyncio.Future[Worker[A]] = asyncio.get_running_loop().create_future()
        self._waiting.add(waiting, rank)
        self._tasks.run(self._grow_later(waiting, PATIENCE if self._workers or self._starting else 0))
        try:
            return await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():
                self._give(waiting.result())
            raise

    def _forget_ended(self) -> None:
        """A process that has ended while it was idle is given to nobody."""
        ended = [worker for worker in self._free if worker.process.returncode is not None]
        self._free = [worker for worker in self._free if worker not in ended]
        self._workers.difference_update(ended)

    def _give(self, worker: Worker[A]) -> None:
        worker.used = self._clock.ticks()
        while self._waiting:
            waiting = self._waiting.take()
            if not waiting.done():
                waiting.set_result(worker)
                return
        self._free.append(worker)

    def _drop(self, worker: Worker[A]) -> None:
        self._workers.discard(worker)
        self._end(worker)
        self._catch_up()

    def _end(self, worker: Worker[A]) -> None:
        worker.end()
        self._ending.run(ended(worker.process))

    def _grow(self, waiting: asyncio.Future[Worker[A]]) -> None:
        full = max(len(self._workers) + self._starting, self.load.busy) >= self.most
        if waiting.done() or self._closed or full:
            return
        self._starting += 1
        self._tasks.run(self._start())

    def _catch_up(self) -> None:
        """There is room again for those that wait."""
        self._forget_ended()
        while self._free and self._waiting and self.load.busy < self.most:
            waiting = self._waiting.take()
            if not waiting.done():
                waiting.set_result(self._free.pop())
        for waiting in [one for one in self._waiting if not one.done()][self._starting :]:
            self._grow(waiting)

    async def _grow_later(self, waiting: asyncio.Future[Worker[A]], seconds: float) -> None:
        if seconds:
            await self._clock.sleep(seconds)
        self._grow(waiting)

    async def _start(self) -> None:
        try:
            process = await start(self._program, self._priority)
        except OSError as error:
            _log.error("could not start a bot process: %s", error.strerror)
            while self._waiting:
                waiting = self._waiting.take()
                if not waiting.done():
                    waiting.set_exception(BotError("the server could not start a process for it"))
            return
        finally:
            self._starting -= 1
        worker = Worker(process, self._kind, self._clock.ticks())
        self._workers.add(worker)
        self._started += 1
        self._give(worker)

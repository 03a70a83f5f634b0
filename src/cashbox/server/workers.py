"""Run heavy work in helper processes, so that the server's own process stays responsive.

Bots and replays run there. To add a kind of job:

1. Define its questions and answers as msgspec structs.
2. Write a function that prepares the work and returns a function that answers one question. It runs once in each new
process. A process may cache data between questions, but any question may go to a process that has just started.
3. Declare a `Program` at the top level of a module. The process loads only that module and its imports.
4. Create a `WorkerPool` for it in the server's services, which sweep and close it, and ask::

       LENGTHS = Program(f"{__name__}:LENGTHS", Word, Length, lambda: measure, memory=300_000_000, nice=10)

       pool = WorkerPool(LENGTHS, most=1, clock=clock)
       async with pool.worker() as worker:
           length = await worker.ask(Word("cash"), seconds=20)

A process answers one question at a time. If it takes too long, dies, or its caller is canceled, the process is killed:
otherwise, a late answer would be taken for the answer to the next question. Then `ask` raises WorkerError, which says
whether to ask again, and the pool starts another process for the next caller.

Split a long job into pieces of a second or two, and release the worker after each, so that shorter questions can come
in between::

    while done.count < job.count:
        async with pool.worker(rank=LAST) as worker:
            done = await worker.ask(Piece(job.id, done.count), seconds=60)
        await store(done)  # and report the progress

To cancel such a job, cancel the task that asks. To resume it, in this process or after a restart, continue from what
was stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import os
import resource
import signal
import struct
import sys
from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Final, Generic, NamedTuple, TypeVar

import msgspec

from cashbox.server.tasks import Tasks

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import AsyncIterator, Callable, Hashable, Iterator

    from cashbox.server.clock import Clock

_log = logging.getLogger("cashbox.workers")

GROW: Final = 0.1
"""Seconds for which a question waits for a process before another one is started."""

IDLE: Final = 60.0
"""Seconds after which an idle process ends."""

TOPICS: Final = 32
"""How many topics to remember of each process, for callers that prefer a process with their cached data."""

FAIR: Final = 8
"""One in this many questions that get a process while others wait is of the last rank."""

_QUESTION: Final = struct.Struct("!II")
"""The header of a question: its length, and the seconds after which the process ends itself if the server has died."""

_REPLY: Final = struct.Struct("!IB")
"""The header of a reply: its length and its kind."""

_ANSWER, _FAILED, _SPENT = range(3)
"""The kinds of replies: an answer; an error; an error from a process that must end because its memory is full."""

Q = TypeVar("Q", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)


class WorkerError(Exception):
    """There is no answer; the message says briefly why. The function that answers may raise it too, if the message may
    leave its process; of other exceptions, only the type and place are reported.

    Args:
        message: The reason.
        again: Whether another attempt is likely to succeed.
    """

    def __init__(self, message: str, *, again: bool = True) -> None:
        super().__init__(message)
        self.again = again


class BusyError(WorkerError):
    """No process was free in time."""

    def __init__(self) -> None:
        super().__init__("all its processes are busy", again=False)


@dataclass(frozen=True)
class Program(Generic[Q, A]):
    """A kind of helper process."""

    name: str
    """The place of its declaration, as in "module:NAME"."""
    question: type[Q]
    answer: type[A]
    prepare: Callable[[], Callable[[Q], A]]
    """Called once in each process; returns the function that answers questions."""
    memory: int
    """The most bytes that a process may use; larger allocations raise a MemoryError."""
    nice: int
    """Its niceness, relative to the server."""
    aside: bool = True
    """Whether it leaves the first processor to the server: otherwise, on some systems, a woken server waits for it up
    to one scheduler tick, regardless of priorities."""
    idle_only: bool = False
    """Whether it runs only while the machine is otherwise idle, if the system supports that."""


class Load(NamedTuple):
    """The load of a pool. busy: processes that are working, starting, or reserved; waiting: questions without a
    process; started: processes so far."""

    busy: int
    waiting: int
    started: int


class Worker(Generic[Q, A]):
    """One process of a pool. Callers may record in `loaded` what it has loaded."""

    def __init__(self, process: Process, program: Program[Q, A], used: float) -> None:
        self.process = process
        self.loaded: set[Hashable] = set()
        self.topics: deque[str] = deque(maxlen=TOPICS)
        self.used = used
        self.sound = True
        self._decode = msgspec.msgpack.Decoder(program.answer).decode

    @classmethod
    async def start(cls, program: Program[Q, A], now: float = 0.0) -> Worker[Q, A]:
        """Start a process. It has its priority from the start, even while it imports.

        Raises:
            OSError: It cannot be started.
        """
        pipe = asyncio.subprocess.PIPE
        command = f"from cashbox.server.workers import serve; serve({program.name!r})"
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", command, stdin=pipe, stdout=pipe, start_new_session=True
        )
        # It may already have ended, and not every system allows changing these.
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + program.nice)
        if program.aside and hasattr(os, "sched_setaffinity"):
            processors = os.sched_getaffinity(0)
            with contextlib.suppress(OSError):
                os.sched_setaffinity(process.pid, processors - {min(processors)} or processors)
        return cls(process, program, now)

    async def ask(self, question: Q, seconds: float) -> A:
        """Ask a question.

        Args:
            question: The question.
            seconds: The time limit.

        Raises:
            WorkerError: There is no answer.
        """
        self.sound = False
        try:
            # Unlike `wait_for`, this never swallows the caller's cancellation.
            async with asyncio.timeout(seconds):
                kind, body = await self._exchange(msgspec.msgpack.encode(question), seconds)
        except TimeoutError:
            raise WorkerError(f"it took more than {seconds:g} seconds", again=False) from None
        except (asyncio.IncompleteReadError, OSError):
            raise WorkerError("its process ended") from None
        self.sound = kind != _SPENT
        if kind != _ANSWER:
            raise WorkerError(body.decode(), again=self.sound)
        return self._decode(body)

    async def end(self) -> None:
        """Kill the process and its forks, and wait until it is gone.

        If an event loop closes while pipes are open, a transport is left behind that warns when it is collected.
        """
        process = self.process
        if process.returncode is None:
            # macOS may not signal a group of which only a dead process is left.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        await process.wait()
        # asyncio reports the end of a process before it closes the pipes to it.
        with contextlib.suppress(OSError, RuntimeError):  # the pipe is broken, or its reader has not noticed yet
            await process.stdin.wait_closed()
            await process.stdout.read()

    async def _exchange(self, question: bytes, seconds: float) -> tuple[int, bytes]:
        """Send a question and read the reply, its kind and its body."""
        stdin, stdout = self.process.stdin, self.process.stdout
        assert stdin is not None
        assert stdout is not None
        if stdin.is_closing():  # uvloop raises a bare RuntimeError on a write to a closed pipe
            raise BrokenPipeError
        stdin.write(_QUESTION.pack(len(question), int(2 * seconds) + 1) + question)
        await stdin.drain()
        size, kind = _REPLY.unpack(await stdout.readexactly(_REPLY.size))
        return kind, await stdout.readexactly(size)


class Queue:
    """Questions that wait for a process: by rank, and within a rank, one of each caller in turn. Every `FAIR`th one is
    of the last rank, so that none waits forever."""

    def __init__(self) -> None:
        self._ranks: dict[int, OrderedDict[str, deque[asyncio.Future[Any]]]] = {}
        self._given = 0

    def __bool__(self) -> bool:
        return any(self._ranks.values())

    def __iter__(self) -> Iterator[asyncio.Future[Any]]:
        for _, callers in sorted(self._ranks.items()):
            for waiting in callers.values():
                yield from waiting

    def add(self, waiting: asyncio.Future[Any], rank: int, caller: str = "") -> None:
        """Let a question wait for its turn."""
        self._ranks.setdefault(rank, OrderedDict()).setdefault(caller, deque()).append(waiting)

    def pop_next(self) -> asyncio.Future[Any]:
        """Remove and return the next question."""
        self._given += 1
        ranks = sorted(rank for rank, callers in self._ranks.items() if callers)
        callers = self._ranks[ranks[-1 if self._given % FAIR == 0 else 0]]
        caller, waiting = callers.popitem(last=False)
        first = waiting.popleft()
        if waiting:
            callers[caller] = waiting
        return first


class WorkerPool(Generic[Q, A]):
    """The processes of one program, as many as are needed.

    Args:
        program: The program.
        most: The most processes.
        clock: The server's.
        idle: Seconds after which `sweep` ends an idle one.
        keep: How many of them stay, however long they are idle.
    """

    def __init__(self, program: Program[Q, A], most: int, clock: Clock, idle: float = IDLE, keep: int = 1) -> None:
        self.most = most
        self._program = program
        self._clock = clock
        self._idle = idle
        self._keep = keep
        self._free: list[Worker[Q, A]] = []
        self._workers: set[Worker[Q, A]] = set()
        self._starting = 0
        self._started = 0
        self._reserved = 0
        self._queue = Queue()
        self._tasks = Tasks()
        self._ending = Tasks()
        self._closed = False

    @contextlib.asynccontextmanager
    async def worker(
        self, rank: int = 0, patience: float | None = None, topic: str = "", caller: str = ""
    ) -> AsyncIterator[Worker[Q, A]]:
        """Lend a process to the caller for the block. One that was asked and gave no answer is killed afterward.

        Args:
            rank: The lowest come first.
            patience: The longest wait in seconds; None for no limit.
            topic: A process that had the same topic before is preferred, because it may have cached data.
            caller: The key of the caller: among waiting callers, one question of each comes in turn.

        Raises:
            BusyError: None is free in time.
            WorkerError: None can be started, or the pool is closed.
        """
        try:
            async with asyncio.timeout(patience):
                worker = await self._take(rank, topic, caller)
        except TimeoutError:
            raise BusyError from None
        if topic and topic not in worker.topics:
            worker.topics.append(topic)
        try:
            yield worker
        finally:
            if worker.sound:
                self._give(worker)
            else:
                self._drop(worker)

    @contextlib.contextmanager
    def reserve(self, most: int) -> Iterator[int]:
        """Keep at most this many unused slots of processes empty. One is left for the next caller."""
        load = self.load
        count = max(0, min(most, self.most - load.busy - load.waiting - 1))
        self._reserved += count
        try:
            yield count
        finally:
            self._reserved -= count
            # The holder of the slots first returns its own process.
            asyncio.get_running_loop().call_soon(self._catch_up)

    @property
    def load(self) -> Load:
        """Return the load."""
        busy = len(self._workers) - len(self._free) + self._starting + self._reserved
        return Load(busy, sum(1 for one in self._queue if not one.done()), self._started)

    def sweep(self) -> None:
        """End processes that have been idle for a while."""
        before = self._clock.ticks() - self._idle
        unused = [worker for worker in self._free if worker.used < before]
        for worker in unused[: max(0, len(self._workers) - self._keep)]:
            # Dropping one may hand others to waiting callers, or discover that they have ended.
            if worker in self._free:
                self._free.remove(worker)
                self._drop(worker)

    async def close(self) -> None:
        """End all processes. Unanswered questions fail, and so do later ones."""
        self._closed = True
        await self._tasks.close()
        self._fail(WorkerError("the server is stopping", again=False))
        for worker in self._workers:
            self._ending.run(worker.end())
        await self._ending.finished()

    async def _take(self, rank: int, topic: str, caller: str) -> Worker[Q, A]:
        if self._closed:
            raise WorkerError("the server is stopping", again=False)
        self._forget_ended()
        if self._free and self.load.busy < self.most:
            return self._free.pop(next((n for n, worker in enumerate(self._free) if topic in worker.topics), -1))
        waiting: asyncio.Future[Worker[Q, A]] = asyncio.get_running_loop().create_future()
        self._queue.add(waiting, rank, caller)
        self._tasks.run(self._grow_later(waiting, GROW if self._workers or self._starting else 0))
        try:
            return await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled() and not waiting.exception():
                self._give(waiting.result())
            raise

    def _forget_ended(self) -> None:
        """Forget processes that have ended while they were idle."""
        ended = [worker for worker in self._free if worker.process.returncode is not None]
        self._free = [worker for worker in self._free if worker not in ended]
        self._workers.difference_update(ended)

    def _give(self, worker: Worker[Q, A]) -> None:
        """Give a process to the next caller."""
        worker.used = self._clock.ticks()
        if (waiting := self._next()) is not None:
            waiting.set_result(worker)
        else:
            self._free.append(worker)

    def _next(self) -> asyncio.Future[Worker[Q, A]] | None:
        """Take the next question whose caller has not been canceled out of the queue."""
        while self._queue:
            waiting = self._queue.pop_next()
            if not waiting.done():
                return waiting
        return None

    def _drop(self, worker: Worker[Q, A]) -> None:
        self._workers.discard(worker)
        self._ending.run(worker.end())
        self._catch_up()

    def _catch_up(self) -> None:
        """Start processes for waiting questions, if there is room again."""
        self._forget_ended()
        while self._free and self.load.busy < self.most and (waiting := self._next()) is not None:
            waiting.set_result(self._free.pop())
        for waiting in [one for one in self._queue if not one.done()][self._starting :]:
            self._grow(waiting)

    async def _grow_later(self, waiting: asyncio.Future[Worker[Q, A]], seconds: float) -> None:
        if seconds:
            await self._clock.sleep(seconds)
        self._grow(waiting)

    def _grow(self, waiting: asyncio.Future[Worker[Q, A]]) -> None:
        full = max(len(self._workers) + self._starting, self.load.busy) >= self.most
        if not (waiting.done() or self._closed or full):
            self._starting += 1
            self._tasks.run(self._start())

    async def _start(self) -> None:
        try:
            worker = await Worker.start(self._program, self._clock.ticks())
        except OSError as error:
            _log.error("could not start a helper process: %s", error.strerror)
            self._fail(WorkerError("the server could not start a process for it"))
            return
        finally:
            self._starting -= 1
        self._workers.add(worker)
        self._started += 1
        self._give(worker)

    def _fail(self, error: WorkerError) -> None:
        """Fail all waiting questions, because there is no process for them."""
        while (waiting := self._next()) is not None:
            waiting.set_exception(error)


def serve(name: str) -> None:
    """Answer questions in this process until there are no more. Printed output goes to standard error.

    Args:
        name: Of the program.
    """
    module, attribute = name.split(":")
    program: Program[Any, Any] = getattr(importlib.import_module(module), attribute)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if program.idle_only and hasattr(os, "SCHED_IDLE"):
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (program.memory, program.memory))
    incoming, outgoing = sys.stdin.buffer, os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    decode, answer = msgspec.msgpack.Decoder(program.question).decode, program.prepare()
    while (question := _read(incoming)) is not None:
        seconds, body = question
        signal.alarm(seconds)
        kind, reply = replied(answer, decode(body))
        signal.alarm(0)
        try:
            outgoing.write(_REPLY.pack(len(reply), kind) + reply)
        except BrokenPipeError:
            # The server is gone, perhaps killed.
            return


def replied(answer: Callable[[Any], msgspec.Struct], question: Any) -> tuple[int, bytes]:
    """Answer a question, or return an error: the kind of the reply, and its body."""
    try:
        return _ANSWER, msgspec.msgpack.encode(answer(question))
    except WorkerError as error:
        return _FAILED, str(error).encode()
    except MemoryError as error:
        return _SPENT, _where(error).encode()
    except Exception as error:  # noqa: BLE001 (it may fail in any way; the server goes on)
        return _FAILED, _where(error).encode()


def _read(stream: IO[bytes]) -> tuple[int, bytes] | None:
    """Read a question: seconds and body, None after the last one."""
    head = stream.read(_QUESTION.size)
    if len(head) < _QUESTION.size:
        return None
    size, seconds = _QUESTION.unpack(head)
    body = stream.read(size)
    return (seconds, body) if len(body) == size else None


def _where(error: BaseException) -> str:
    """Return the type of an error and where it happened; its message might contain what only one seat may know."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" in {trace.tb_frame.f_code.co_qualname}, line {trace.tb_lineno}" if trace is not None else ""
    return f"{type(error).__name__}{place}"

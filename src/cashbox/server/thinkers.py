"""The processes that bots think in: as many as are needed at once, so that a slow bot keeps nobody else waiting."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import struct
import sys
import time
from collections import deque
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.server import thinker
from cashbox.server.thinker import Answer, Question

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_log = logging.getLogger("cashbox.bots")
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Answer).decode

PATIENCE: Final = 0.1
"""Seconds that a question waits for a process before another one is started."""

IDLE: Final = 60.0
"""Seconds after which an idle process ends, unless it is the last."""


class ThinkError(Exception):
    """A bot gave no answer; the message says why in a few words."""


class _Mind:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.known: set[tuple[str, int]] = set()
        self.used = time.monotonic()

    async def ask(self, question: Question) -> Answer:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        body = _encode(question)
        if self.process.stdin.is_closing():  # uvloop answers a write to a pipe that is closed with a bare RuntimeError
            raise BrokenPipeError
        self.process.stdin.write(struct.pack("!I", len(body)) + body)
        await self.process.stdin.drain()
        size = struct.unpack("!I", await self.process.stdout.readexactly(4))[0]
        self.known.add(question.rules)
        return _decode(await self.process.stdout.readexactly(size))

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()


class Thinkers:
    """A pool of processes. most: how many at once; seconds: how long a bot may think."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._free: list[_Mind] = []
        self._minds: set[_Mind] = set()
        self._starting = 0
        self._waiting: deque[asyncio.Future[_Mind]] = deque()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def think(self, question: Question, content: Callable[[], Awaitable[bytes]]) -> int:
        """The action that a bot chooses; ThinkError where it fails, answers nonsense or takes too long.

        content: gives the content's JSON, asked for only where a process needs it.
        """
        mind = await self._take()
        try:
            if question.rules not in mind.known:
                question = msgspec.structs.replace(question, content=await content())
            question = msgspec.structs.replace(question, seconds=int(self._seconds * 2) + 1)
            answer = await asyncio.wait_for(mind.ask(question), self._seconds)
        except TimeoutError:
            self._drop(mind)
            raise ThinkError(f"it thought for more than {self._seconds:g} seconds") from None
        except (asyncio.IncompleteReadError, OSError):
            self._drop(mind)
            raise ThinkError("its process ended") from None
        except BaseException:
            self._drop(mind)
            raise
        self._give(mind)
        if answer.action < 0:
            raise ThinkError(answer.error)
        return answer.action

    def sweep(self) -> None:
        """End processes that have been idle for a while."""
        before = time.monotonic() - IDLE
        for mind in [mind for mind in self._free if mind.used < before][: max(0, len(self._minds) - 1)]:
            self._free.remove(mind)
            self._drop(mind)

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        for waiting in self._waiting:
            waiting.cancel()
        minds = list(self._minds)
        for mind in minds:
            mind.end()
        await asyncio.gather(*(mind.process.wait() for mind in minds))

    async def _take(self) -> _Mind:
        if self._free:
            return self._free.pop()
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[_Mind] = loop.create_future()
        self._waiting.append(waiting)
        loop.call_later(PATIENCE if self._minds or self._starting else 0, self._grow, waiting)
        try:
            return await waiting
        except asyncio.CancelledError:
            if waiting.done() and not waiting.cancelled():
                self._give(waiting.result())
            raise

    def _give(self, mind: _Mind) -> None:
        mind.used = time.monotonic()
        while self._waiting:
            waiting = self._waiting.popleft()
            if not waiting.done():
                waiting.set_result(mind)
                return
        self._free.append(mind)

    def _drop(self, mind: _Mind) -> None:
        mind.end()
        self._minds.discard(mind)
        if self._waiting:
            self._grow(self._waiting[0])

    def _grow(self, waiting: asyncio.Future[_Mind]) -> None:
        if waiting.done() or self._closed or len(self._minds) + self._starting >= self._most:
            return
        self._starting += 1
        task = asyncio.get_running_loop().create_task(self._start())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start(self) -> None:
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                thinker.__name__,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            _log.error("a process for bots cannot be started: %s", error.strerror)
            while self._waiting:
                waiting = self._waiting.popleft()
                if not waiting.done():
                    waiting.set_exception(ThinkError("no process could be started for it"))
            return
        finally:
            self._starting -= 1
        mind = _Mind(process)
        self._minds.add(mind)
        self._give(mind)

"""The process that replays, as the server has it: started when it is needed, and anew when it has ended."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.server.pipes import ask, ended, start
from cashbox.server.replays import worker
from cashbox.server.replays.worker import Answer, Question
from cashbox.server.tasks import Tasks

if TYPE_CHECKING:
    from cashbox.server.clock import Clock

PATIENCE: Final = 20
"""Seconds that one question may take."""

IDLE: Final = 300.0
"""Seconds after which the process ends where nobody looks back at anything."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Answer).decode


class ProcessEnded(Exception):  # noqa: N818 (it says what happened)
    """It gave no answer."""


class ReplayProcess:
    """It is asked one question at a time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._process: asyncio.subprocess.Process | None = None
        self._used = clock.ticks()
        self._ending = Tasks()
        self._closed = False
        self.started = 0

    async def ask(self, question: Question) -> Answer:
        """ProcessEnded where it dies, or takes too long."""
        if self._closed:
            raise ProcessEnded
        try:
            process = self._process or await self._start()
            message = _encode(msgspec.structs.replace(question, seconds=2 * PATIENCE))
            answer = _decode(await asyncio.wait_for(ask(process, message), PATIENCE))
        except (asyncio.IncompleteReadError, OSError, TimeoutError) as error:
            self._drop()
            raise ProcessEnded from error
        except BaseException:
            # What it answers now would be taken for the answer to the next question.
            self._drop()
            raise
        self._used = self._clock.ticks()
        return answer

    def sweep(self) -> None:
        """End it where it has been idle for a while."""
        if self._used < self._clock.ticks() - IDLE:
            self._drop()

    async def close(self) -> None:
        """End it, for good."""
        self._closed = True
        self._drop()
        await self._ending.finished()

    async def _start(self) -> asyncio.subprocess.Process:
        self._process = await start(worker.__name__, worker.PRIORITY)
        self.started += 1
        return self._process

    def _drop(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            self._ending.run(ended(self._process))
            self._process = None

"""Copies of this process, each of which does a piece of the same work beside it and tells what came of it."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import time
from math import ceil
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

Found = dict[int, list[float]]
"""What is found: numbers, by what they are about."""

OPEN_FILES: Final = 1024
"""Files with numbers below this, but for the first three, are closed in a copy: it holds no line open that its origin
lets go of."""


class Copy:
    """A copy at work, begun where this is made. OSError where there can be none.

    ends: by `time.monotonic`, after when it ends itself."""

    def __init__(self, work: Callable[[], Found], ends: float) -> None:
        if not hasattr(os, "fork"):  # Windows
            raise OSError("this system can't fork a process")
        self._reader, writer = os.pipe()
        try:
            self._pid = os.fork()
        except OSError:
            os.close(self._reader)
            os.close(writer)
            raise
        if not self._pid:
            _work(work, writer, ends)
        os.close(writer)

    def found(self, until: float) -> Found:
        """Return what the copy found, nothing if it failed or has not finished by `until` (`time.monotonic`)."""
        told = bytearray()
        while select.select([self._reader], [], [], max(0.0, until - time.monotonic()))[0]:
            part = os.read(self._reader, 1 << 16)
            if not part:
                with contextlib.suppress(msgspec.DecodeError):
                    return msgspec.msgpack.decode(told, type=Found)
                break
            told += part
        return {}

    def end(self) -> None:
        """End it, if it has not ended; it is gone afterwards."""
        os.close(self._reader)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self._pid, 0)


def _work(work: Callable[[], Found], writer: int, ends: float) -> None:
    """Do a copy's work and never return. If it fails, it reports nothing."""
    try:
        signal.alarm(max(1, ceil(ends - time.monotonic()) + 1))
        os.closerange(3, writer)
        os.closerange(writer + 1, OPEN_FILES)
        told = msgspec.msgpack.encode(work())
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(told)
    finally:
        os._exit(0)

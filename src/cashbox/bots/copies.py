"""Forks of this process, each of which does a part of the same work in parallel and reports its results."""

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
"""The results of a copy: numbers by key."""

OPEN_FILES: Final = 1024
"""A copy closes file descriptors below this, except for the first three, so that it keeps none of its parent's
connections open."""


class Copy:
    """A running copy, started when this is created. OSError if that is impossible.

    ends: by `time.monotonic`, when it ends itself.
    """

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
        """Return the copy's results, empty if it failed or has not finished by `until` (`time.monotonic`)."""
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
        """Kill the copy if it has not ended, and wait until it is gone."""
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

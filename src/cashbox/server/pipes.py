"""Questions to a program beside the server, and its answers, over the pipes between them: each is MessagePack, after
its length in four bytes, big-endian."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import struct
import sys
from typing import IO, TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

import msgspec

if TYPE_CHECKING:
    from asyncio.subprocess import Process
    from collections.abc import Callable

_LENGTH: Final = struct.Struct("!I")


class Asked(Protocol):
    """A question. seconds: after which the program ends itself, should nobody be left to do so."""

    @property
    def seconds(self) -> int: ...


Q = TypeVar("Q", bound=Asked)


class Priority(NamedTuple):
    """How a program stands behind the server. nice: by how much it comes after it. aside: whether it leaves the first
    processor to people, since none of them waits for it at every step: where it may run anywhere, a woken server waits
    for it up to a tick of the clock on some systems, whatever their priorities."""

    nice: int
    aside: bool


async def start(program: str, priority: Priority) -> Process:
    """Start such a program, with pipes to it. It has its priority from its first moment, also while it imports.
    program: a module. OSError where it cannot be started."""
    pipe = asyncio.subprocess.PIPE
    command = (sys.executable, "-m", program)
    process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, start_new_session=True)
    # It may have ended already, and not every system lets others change these.
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, os.getpriority(os.PRIO_PROCESS, 0) + priority.nice)
    if priority.aside and hasattr(os, "sched_setaffinity"):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(process.pid, _beside_people(os.sched_getaffinity(0)))
    return process


def _beside_people(processors: set[int]) -> set[int]:
    return processors - {min(processors)} or processors


async def ask(process: Process, question: bytes) -> bytes:
    """The answer of a program to one question. OSError or IncompleteReadError where it ends before that."""
    assert process.stdin is not None
    assert process.stdout is not None
    if process.stdin.is_closing():  # uvloop answers a write to a pipe that is closed with a bare RuntimeError
        raise BrokenPipeError
    process.stdin.write(_LENGTH.pack(len(question)) + question)
    await process.stdin.drain()
    (size,) = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))
    return await process.stdout.readexactly(size)


async def ended(process: Process) -> None:
    """Wait until a program that was told to end is gone and the pipes to it are closed.

    An event loop that closes earlier leaves a transport behind that complains when it is collected.
    """
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.close()
    await process.wait()
    # asyncio reports the end of a program before it closes the pipes to it.
    with contextlib.suppress(OSError, RuntimeError):  # the pipe is broken; or its reader has not noticed yet
        await process.stdin.wait_closed()
        await process.stdout.read()


def answer_all(kind: type[Q], answer: Callable[[Q], object]) -> None:
    """What such a program does: answer questions of a kind until there are no more. What anything prints goes to
    standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    incoming, outgoing = sys.stdin.buffer, os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    decode, encode = msgspec.msgpack.Decoder(kind).decode, msgspec.msgpack.Encoder().encode
    while (message := _read(incoming)) is not None:
        question = decode(message)
        signal.alarm(question.seconds)
        answered = encode(answer(question))
        signal.alarm(0)
        try:
            outgoing.write(_LENGTH.pack(len(answered)) + answered)
        except BrokenPipeError:
            # The process that asked is gone, perhaps killed.
            return


def use_at_most(memory: int) -> None:
    """Whatever wants to use more bytes in this process gets a MemoryError."""
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _read(stream: IO[bytes]) -> bytes | None:
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (size,) = _LENGTH.unpack(head)
    body = stream.read(size)
    return body if len(body) == size else None

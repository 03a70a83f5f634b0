"""Questions to a program beside the server, and its answers, over the pipes between them: each is MessagePack, after
its length in four bytes, big-endian."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import struct
import sys
from typing import IO, TYPE_CHECKING, Final, Protocol, TypeVar

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


def answer_all(kind: type[Q], answer: Callable[[Q], object], nice: int) -> None:
    """What such a program does: answer questions of a kind until there are no more. nice: by how much it comes after
    others. What anything prints goes to standard error."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(nice)
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

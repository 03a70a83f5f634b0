"""A process in which games are replayed, so that the server's own never does.

Messages are length-prefixed (4 bytes, big-endian) on standard input and what was standard output; what anything prints
goes to standard error.
"""

from __future__ import annotations

import contextlib
import logging
import os
import resource
import signal
import struct
import sys
from typing import IO, Final

import msgspec

from cashbox.engine.game import GameError
from cashbox.engine.journal import JournalError
from cashbox.server.replays.asking import Answer, Question
from cashbox.server.replays.shelf import Shelf

_log = logging.getLogger("cashbox.replays")

NICE: Final = 10
"""By how much this process comes after the others: people who play are answered first, and bots too."""

MEMORY: Final = 2 * 2**30
"""The most bytes that it may ask the system for: a file may hold content that no memory could."""


def main() -> None:
    """Answer questions until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    incoming, outgoing = sys.stdin.buffer, os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    shelf = Shelf()
    decode, encode = msgspec.msgpack.Decoder(Question).decode, msgspec.msgpack.Encoder().encode
    while (message := _read(incoming)) is not None:
        question = decode(message)
        signal.alarm(question.seconds)
        answer = encode(_answer(shelf, question))
        signal.alarm(0)
        try:
            outgoing.write(struct.pack("!I", len(answer)) + answer)
        except BrokenPipeError:
            # The process that asked is gone, perhaps killed.
            return


def _read(stream: IO[bytes]) -> bytes | None:
    head = stream.read(4)
    if len(head) < 4:
        return None
    size = struct.unpack("!I", head)[0]
    body = stream.read(size)
    return body if len(body) == size else None


def _answer(shelf: Shelf, question: Question) -> Answer:
    try:
        return shelf.answer(question)
    except (GameError, JournalError) as error:
        return Answer(fault=str(error), code=error.code)
    except Exception:  # noqa: BLE001 (a game may fail in any way; the others can be looked back at)
        _log.exception("a game cannot be replayed")
        return Answer(fault="its rules cannot play it", code="bad-journal")


if __name__ == "__main__":
    main()

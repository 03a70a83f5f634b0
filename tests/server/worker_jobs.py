"""Jobs for helper processes in tests: count up to a number in pieces, or misbehave."""

from __future__ import annotations

import os
import time
from typing import Final

import msgspec

from cashbox.server.workers import Program, WorkerError


class Piece(msgspec.Struct, frozen=True):
    """A question: count from a number. first: the start; last: the end; does: misbehavior instead of counting."""

    first: int = 0
    last: int = 0
    does: str = ""


class Counted(msgspec.Struct, frozen=True):
    """The answer. upto: the reached number; pid: the process; questions: the number of answered questions."""

    upto: int
    pid: int
    questions: int


STEP: Final = 10
"""The length of one piece."""


class Counter:
    """A job that counts, and remembers the number of questions."""

    def __init__(self) -> None:
        self._questions = 0

    def count(self, piece: Piece) -> Counted:
        """Count one piece."""
        self._questions += 1
        match piece.does:
            case "die":
                os._exit(1)
            case "hang":
                time.sleep(60)
            case "refuse":
                raise WorkerError("it does not want to")
            case "fail":
                raise ValueError("a secret")
            case "fill memory":
                bytearray(10**10)
            case "print":
                print("to standard error")
        return Counted(min(piece.first + STEP, piece.last), os.getpid(), self._questions)


COUNTER: Final = Program(f"{__name__}:COUNTER", Piece, Counted, lambda: Counter().count, memory=10**9, nice=3)

"""Jobs for helper processes of tests: a number is counted up to, by so much a piece, and odd things happen."""

from __future__ import annotations

import os
import time
from typing import Final

import msgspec

from cashbox.server.workers import Program, WorkerError


class Piece(msgspec.Struct, frozen=True):
    """Count on from a number. first: where to go on; last: where to stop; does: what happens instead."""

    first: int = 0
    last: int = 0
    does: str = ""


class Counted(msgspec.Struct, frozen=True):
    """upto: how far it came; pid: the process; questions: how many it has answered."""

    upto: int
    pid: int
    questions: int


STEP: Final = 10
"""How far one piece counts."""


class Counter:
    """Counts, and remembers how often it was asked."""

    def __init__(self) -> None:
        self._questions = 0

    def count(self, piece: Piece) -> Counted:
        """Count one piece on."""
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

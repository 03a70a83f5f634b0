"""What was learned: the chance of a seat that knows so much to be ahead of a rival in the end, by a small net with one
hidden layer."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from math import exp
from typing import Final

import msgspec

LEAK: Final = 0.1
"""What a hidden number lets through below 0."""
GOES_ON: Final = 0
"""The answer for a round that goes on."""
STOPS: Final = 1
"""The answer for a round that is stopped now, before the hands of the others are seen."""


class Net:
    """columns: for each hidden number, what each number of a row adds to it; start: what these begin with. answers: for
    each answer, what each hidden number adds to it, and what it begins with."""

    def __init__(self, rows: list[list[float]], start: list[float], answers: list[list[float]]) -> None:
        """rows: by number of a row, what it adds to each hidden number."""
        self.columns = [[weights[j] for weights in rows] for j in range(len(start))]
        self.start = start
        self.answers = answers

    def sums(self, row: list[float]) -> list[float]:
        """Compute the hidden numbers of a row before they are bent."""
        return self.changed(row, [0.0] * len(row), self.start)

    def changed(self, row: list[float], base: list[float], sums: list[float]) -> list[float]:
        """Compute the hidden numbers of a row that differs little from another one with known numbers."""
        places: list[int] = []
        mores: list[float] = []
        for k, value in enumerate(row):
            more = value - base[k]
            if more != 0.0:
                places.append(k)
                mores.append(more)
        count = len(places)
        found: list[float] = []
        for j, column in enumerate(self.columns):
            total = sums[j]
            for i in range(count):
                total += mores[i] * column[places[i]]
            found.append(total)
        return found

    def answer(self, sums: list[float], which: int) -> float:
        """Return the chance to be ahead."""
        weights = self.answers[which]
        width = len(sums)
        total = weights[width]
        for j in range(width):
            one = sums[j]
            total += weights[j] * (one if one > 0.0 else LEAK * one)
        return 1 / (1 + exp(-total)) if total > -500 else 0.0


def read(data: bytes) -> Net:
    """Read a net from a file: "how", the command and what it played, and what a `Net` is made of."""
    found = msgspec.json.decode(data)
    return Net(found["rows"], found["start"], found["answers"])


@lru_cache(maxsize=1)
def packaged() -> Net:
    """Return the net that comes with the game."""
    return read(files("cashbox.games.cash").joinpath("data", "learned.json").read_bytes())

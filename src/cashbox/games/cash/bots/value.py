"""The learned net: a small network with one hidden layer that estimates a seat's chance of finishing ahead of a
rival."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from math import exp
from typing import Final

import msgspec

LEAK: Final = 0.1
"""The slope of a hidden unit below 0 (leaky ReLU)."""
GOES_ON: Final = 0
"""The output for a round that continues."""
STOPS: Final = 1
"""The output for a round that stops now, before the others' hands are revealed."""


class Net:
    """A network. columns: for each hidden unit, the weights of a row's numbers; start: the biases. answers: for each
    output, the weights of the hidden units, and the bias."""

    def __init__(self, rows: list[list[float]], start: list[float], answers: list[list[float]]) -> None:
        """rows: the hidden units' weights, by number of a row."""
        self.columns = [[weights[j] for weights in rows] for j in range(len(start))]
        self.start = start
        self.answers = answers

    def sums(self, row: list[float]) -> list[float]:
        """Compute the hidden units of a row before the activation."""
        return self.updated_sums(row, [0.0] * len(row), self.start)

    def updated_sums(self, row: list[float], base: list[float], sums: list[float]) -> list[float]:
        """Compute the hidden units of a row that differs little from another one with known units."""
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
        """Return the chance of finishing ahead."""
        weights = self.answers[which]
        width = len(sums)
        total = weights[width]
        for j in range(width):
            one = sums[j]
            total += weights[j] * (one if one > 0.0 else LEAK * one)
        return 1 / (1 + exp(-total)) if total > -500 else 0.0


def read(data: bytes) -> Net:
    """Read a net from a file: "how", which says the command and what it played, and the parameters of a `Net`."""
    found = msgspec.json.decode(data)
    return Net(found["rows"], found["start"], found["answers"])


@lru_cache(maxsize=1)
def packaged() -> Net:
    """Return the game's own net."""
    return read(files("cashbox.games.cash").joinpath("data", "learned.json").read_bytes())

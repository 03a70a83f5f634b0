"""Ratings of bots by wins against each other: the Bradley-Terry model, in Luce's version for more than two seats.

Each seat wins with a chance in proportion to the strength of its bot. Newton's method finds the strengths that maximize
the likelihood; their uncertainty follows from the curvature there (Fisher information). Updates after each game, as
openskill makes for people, would depend on the order of the games.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.lab.balance.stats import Interval, Z

if TYPE_CHECKING:
    from collections.abc import Sequence

ELO: Final = 400 / math.log(10)
"""The Elo points of one unit of the logarithm of strength: ten times as strong is 400 points better."""
_ROUNDS: Final = 100
_STEP: Final = 2.0
"""The maximum change of the logarithm of a strength in one round, so that the first rounds do not overshoot."""
_EXACT: Final = 1e-10

Matrix = list[list[float]]


class Cell(msgspec.Struct, frozen=True):
    """The results of one kind of table with two bots. seats, wins: of the one and of the other; a win that k seats
    share counts as 1/k for each. games without a winner are left out."""

    bots: tuple[str, str]
    seats: tuple[int, int]
    wins: tuple[float, float]


def rate(cells: Sequence[Cell], anchor: str) -> dict[str, Interval]:
    """Estimate how many Elo points each bot is better than the anchor, with the 95% interval, for those that have
    played it directly or through others.

    Each cell counts one extra game of which each seat wins its share. Without it, a bot that has won every game would
    be infinitely strong.
    """
    names = _together(cells, anchor)
    where = {name: k for k, name in enumerate(names[1:])}
    strength = [0.0] * len(where)
    for _ in range(_ROUNDS):
        slope, curve = _derivatives(cells, where, strength)
        spread = _inverse(curve)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in spread]
        strength = [s + max(-_STEP, min(_STEP, d)) for s, d in zip(strength, step, strict=True)]
        if all(abs(d) < _EXACT for d in step):
            break
    spread = _inverse(_derivatives(cells, where, strength)[1])
    found = {anchor: Interval(0.0, 0.0, 0.0)}
    for name, k in where.items():
        value, half = ELO * strength[k], ELO * Z * math.sqrt(spread[k][k])
        found[name] = Interval(value, value - half, value + half)
    return found


def _together(cells: Sequence[Cell], anchor: str) -> list[str]:
    """List the anchor and all bots that can be compared with it, in their order."""
    found = [anchor]
    for name in found:
        for cell in cells:
            if name in cell.bots:
                found += [other for other in cell.bots if other not in found]
    return found


def _derivatives(cells: Sequence[Cell], where: dict[str, int], strength: Sequence[float]) -> tuple[list[float], Matrix]:
    """Return the first derivatives of the log likelihood by each strength except the anchor's, and minus the second
    ones."""
    slope = [0.0] * len(where)
    curve = [[0.0] * len(where) for _ in where]
    for cell in cells:
        one, other = (where.get(name, -1) for name in cell.bots)
        if one == other == -1:
            continue  # they cannot be compared with the anchor
        ahead = (strength[one] if one >= 0 else 0.0) - (strength[other] if other >= 0 else 0.0)
        share = cell.seats[0] / (cell.seats[0] + cell.seats[1] * math.exp(-ahead))
        games = sum(cell.wins) + 1
        missing = cell.wins[0] + cell.seats[0] / sum(cell.seats) - games * share
        weight = games * share * (1 - share)
        for k, sign in ((one, 1), (other, -1)):
            if k >= 0:
                slope[k] += sign * missing
                curve[k][k] += weight
        if one >= 0 and other >= 0:
            curve[one][other] -= weight
            curve[other][one] -= weight
    return slope, curve


def _inverse(matrix: Matrix) -> Matrix:
    """Invert a symmetric positive definite matrix by Gauss-Jordan elimination, which needs no pivoting for it."""
    n = len(matrix)
    rows = [[*row, *(float(k == i) for i in range(n))] for k, row in enumerate(matrix)]
    for k in range(n):
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in range(n):
            if i != k:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k], strict=True)]
    return [row[n:] for row in rows]

"""Check counts against expected values: chi-squared tests, with Holm's correction for several of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

FALSE_ALARM = 1e-4
"""How likely it is that a family of tests fails though nothing is wrong."""
LEAST = 5.0
"""What is to be expected of a class at least; rarer ones are put together."""


def unlike(found: Mapping[Any, int], likely: Mapping[Any, float]) -> float:
    """How likely counts as far from their probabilities, or farther, are; 0 where one came that cannot."""
    if found.keys() - likely.keys():
        return 0.0
    whole = sum(found.values())
    return _tail([(found.get(key, 0), whole * share) for key, share in likely.items()])


def apart(one: Mapping[Any, int], other: Mapping[Any, int]) -> float:
    """How likely two samples of one distribution differ as much, or more."""
    n, m = sum(one.values()), sum(other.values())
    rows = [(one.get(key, 0), other.get(key, 0)) for key in sorted(one.keys() | other.keys())]
    rare = [row for row in rows if sum(row) * min(n, m) / (n + m) < LEAST]
    rows = [row for row in rows if row not in rare]
    if rare:
        rows.append((sum(row[0] for row in rare), sum(row[1] for row in rare)))
    if len(rows) < 2:
        return 1.0
    far = sum((a * m - b * n) ** 2 / ((a + b) * n * m) for a, b in rows)
    return _beyond(far, len(rows) - 1)


def _tail(rows: list[tuple[int, float]]) -> float:
    rare = [row for row in rows if row[1] < LEAST]
    rows = [row for row in rows if row[1] >= LEAST]
    if rare:
        rows.append((sum(row[0] for row in rare), sum(row[1] for row in rare)))
    if len(rows) < 2:
        return 1.0
    return _beyond(sum((count - mean) ** 2 / mean for count, mean in rows), len(rows) - 1)


def _beyond(x: float, freedom: int) -> float:
    """The chance that chi-squared with so many degrees of freedom is x or more."""
    if x <= 0:
        return 1.0
    a, x = freedom / 2, x / 2
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        while term > total * 1e-14:
            a += 1
            term *= x / a
            total += term
        return max(0.0, 1 - scale * total)
    b, c, d = x + 1 - a, 1e300, 1 / (x + 1 - a)
    h = d
    for k in range(1, 1000):
        step = -k * (k - a)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        h *= c * d
        if abs(c * d - 1) < 1e-12:
            break
    return scale * h


def holm(tests: Mapping[Any, float], level: float = FALSE_ALARM) -> dict[Any, float]:
    """Which of many tests fail, by Holm's correction; empty where none does."""
    failed = {}
    for k, (key, p) in enumerate(sorted(tests.items(), key=lambda item: item[1])):
        if p > level / (len(tests) - k):
            break
        failed[key] = p
    return failed

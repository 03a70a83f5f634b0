"""The statistics of balance reports: intervals of 95% for shares, means and odds ratios, and what they decide."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Z: Final = 1.959964
"""The standard deviations on either side of the middle of a 95% interval."""

HOLDS: Final = "holds"
FAILS: Final = "fails"
OPEN: Final = "open"


class Interval(msgspec.Struct, frozen=True):
    """An estimate and the ends of its 95% interval."""

    value: float
    low: float
    high: float

    def against(self, least: float, most: float) -> str:
        """Return HOLDS if the whole interval is from least to most, FAILS if all of it is outside, otherwise OPEN."""
        if least <= self.low and self.high <= most:
            return HOLDS
        return FAILS if self.high < least or self.low > most else OPEN

    def times(self, unit: float) -> Interval:
        """Return the interval in another unit, such as 100 for percent."""
        return Interval(self.value * unit, self.low * unit, self.high * unit)


NOTHING_KNOWN: Final = Interval(math.nan, -math.inf, math.inf)


def share(wins: float, trials: int) -> Interval:
    """Estimate a share from independent trials, with Wilson's score interval. `wins` may be a fraction if wins are
    shared."""
    if not trials:
        return NOTHING_KNOWN
    p = wins / trials
    middle = p + Z * Z / (2 * trials)
    half = Z * math.sqrt(p * (1 - p) / trials + Z * Z / (4 * trials * trials))
    scale = 1 + Z * Z / trials
    return Interval(p, (middle - half) / scale, (middle + half) / scale)


class Spread(msgspec.Struct, frozen=True):
    """The distribution of some whole numbers. sd: of a sample."""

    n: int
    mean: Interval
    sd: float
    least: int
    most: int


def spread(counts: Mapping[int, int]) -> Spread:
    """Return the mean with its interval, and the other figures, of numbers given with their frequencies. n is at least
    1."""
    n = sum(counts.values())
    mean = sum(k * times for k, times in counts.items()) / n
    squares = sum((k - mean) ** 2 * times for k, times in counts.items())
    sd = math.sqrt(squares / (n - 1)) if n > 1 else 0.0
    half = Z * sd / math.sqrt(n) if n > 1 else math.inf
    return Spread(n, Interval(mean, mean - half, mean + half), sd, min(counts), max(counts))


def quantiles(counts: Mapping[int, int], shares: Sequence[float]) -> list[int]:
    """Return the quantiles of the numbers: for each share, the least number such that at least this share is not
    greater. `shares` ascend from 0 to 1."""
    n = sum(counts.values())
    found: list[int] = []
    below = 0
    for number in sorted(counts):
        below += counts[number]
        while len(found) < len(shares) and below >= shares[len(found)] * n:
            found.append(number)
    return found


Stratum = tuple[float, float, float, float]
"""Among comparable seats: won with it, lost with it, won without it, lost without it."""


def odds_ratio(strata: Iterable[Stratum]) -> Interval:
    """Estimate how many times better the odds of winning are with something than without (Mantel and Haenszel; interval
    by Robins, Breslow, and Greenland)."""
    r = s = pr = ps_qr = qs = 0.0
    for a, b, c, d in strata:
        n = a + b + c + d
        if not n:
            continue
        p, q = (a + d) / n, (b + c) / n
        for_it, against = a * d / n, b * c / n
        r += for_it
        s += against
        pr += p * for_it
        ps_qr += p * against + q * for_it
        qs += q * against
    if not r or not s:
        return NOTHING_KNOWN
    sd = math.sqrt(pr / (2 * r * r) + ps_qr / (2 * r * s) + qs / (2 * s * s))
    ratio = r / s
    return Interval(ratio, ratio * math.exp(-Z * sd), ratio * math.exp(Z * sd))

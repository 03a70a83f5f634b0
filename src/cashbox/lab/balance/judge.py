"""What the counts of a balance report say about the yardsticks, and when enough games have been played.

Source: RULINGS A6: every start's and seat's share of the wins within 3 points of what is due to it; having an item
rather than not, among those who could have taken it, changes the odds to win by no more than a factor of 2. Means and
rare events as each game asks for them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.engine.measure import ODDS, SHARES
from cashbox.lab.balance import stats
from cashbox.lab.balance.counts import SEAT, WHOLE
from cashbox.lab.balance.stats import FAILS, HOLDS, Interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cashbox.engine.measure import Setting
    from cashbox.lab.balance.counts import Counts

POINTS: Final = 0.03
"""How far a share may be from the expected one."""
FACTOR: Final = 2.0
"""The largest permitted factor between odds."""
RARE: Final = 100
"""The least number of seats that took an item, and that could have but did not, to judge it."""

TOO_RARE: Final = "too rare"
NOTED: Final = "noted"
MEAN: Final = "mean"
RARELY: Final = "rarely"

_LOOK_AGAIN: Final = 1.5
"""Each look at the intervals comes after so many times the games of the look before."""


class Verdict(msgspec.Struct, frozen=True):
    """One yardstick held against one figure.

    kind: SHARES (of `name` in the grouping `of`), ODDS (of item `name`), MEAN (of number `name`) or RARELY (share of
    the games in which `name` happened). least, most: the yardstick. seen: how many seats or games it rests on (for
    odds: seats that took it). answer: HOLDS, FAILS, OPEN (more games would tell), TOO_RARE, or NOTED where nothing is
    asked of it.
    """

    kind: str
    of: str
    name: str
    interval: Interval
    least: float
    most: float
    seen: int
    answer: str


def judge(counts: Counts, setting: Setting) -> list[Verdict]:
    """Judge every yardstick of a setting against its counts."""
    found: list[Verdict] = []
    if SHARES in setting.judged and setting.seats > 1:
        found += _shares(counts, setting)
    if ODDS in setting.judged and setting.seats > 1:
        found += odds(counts)
    for name, (least, most) in setting.bounds.items():
        if counts.numbers.get(name):
            spread = stats.spread(counts.numbers[name])
            answer = spread.mean.against(least, most)
            found.append(Verdict(MEAN, "", name, spread.mean, least, most, spread.n, answer))
    for name, most in setting.rare.items():
        if counts.games:
            interval = stats.share(counts.happened.get(name, 0), counts.games)
            found.append(
                Verdict(RARELY, "", name, interval, 0.0, most, counts.games, interval.against(-math.inf, most))
            )
    return found


def _shares(counts: Counts, setting: Setting) -> Iterable[Verdict]:
    due = 1 / setting.seats
    for grouping, groups in counts.shares.items():
        if grouping != SEAT and len(groups) < 2:
            continue
        for group, (trials, parts) in sorted(groups.items()):
            interval = stats.share(parts / WHOLE, trials)
            answer = NOTED if grouping in setting.noted else interval.against(due - POINTS, due + POINTS)
            yield Verdict(SHARES, grouping, group, interval, due - POINTS, due + POINTS, trials, answer)


def odds(counts: Counts) -> list[Verdict]:
    """Judge every item that anyone could have taken."""
    return [_odds(item, strata) for item, strata in sorted(counts.items.items())]


def odds_of(strata: Mapping[int, list[int]]) -> Interval:
    """Estimate the odds of winning with an item, relative to those without it. `strata` as in `Counts.items`."""
    return stats.odds_ratio(
        (won / WHOLE, took - won / WHOLE, won_without / WHOLE, without - won_without / WHOLE)
        for took, won, without, won_without in strata.values()
    )


def _odds(item: int, strata: dict[int, list[int]]) -> Verdict:
    interval = odds_of(strata)
    took = sum(cell[0] for cell in strata.values())
    without = sum(cell[2] for cell in strata.values())
    answer = interval.against(1 / FACTOR, FACTOR)
    if answer != HOLDS and min(took, without) < RARE:
        answer = TOO_RARE
    return Verdict(ODDS, "", str(item), interval, 1 / FACTOR, FACTOR, took, answer)


def looks(setting: Setting, most: int) -> list[int]:
    """Return after how many games the intervals are checked. There are few checks, because each is a chance to be
    fooled."""
    last = min(setting.most, most)
    found = [min(setting.least, last)]
    while found[-1] < last:
        found.append(min(last, round(found[-1] * _LOOK_AGAIN / 100) * 100 or last))
    return found


def decided(verdicts: Iterable[Verdict]) -> bool:
    """Check whether no yardstick needs more games."""
    return all(verdict.answer in (HOLDS, FAILS, NOTED) for verdict in verdicts)

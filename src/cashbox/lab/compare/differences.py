"""The differences between two versions, with 95% intervals.

Game k of one version has the same luck as game k of the other, and both are counted in the same batch. Leaving out one
batch after the other (the jackknife) says how surely each difference is known, whatever it is a difference of, and
takes into account that luck is shared.
"""

from __future__ import annotations

import math
from functools import cache
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.lab.balance import judge, stats
from cashbox.lab.balance.counts import SCORE, WHOLE, Counts
from cashbox.lab.balance.judge import RARE, TOO_RARE
from cashbox.lab.balance.stats import NOTHING_KNOWN, OPEN, Interval
from cashbox.lab.simulate.menus import BETWEEN, ONLY, SEVERAL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

BATCHES: Final = 50

CHANGED: Final = "changed"
SAME: Final = "same"

SHARE: Final = "share"
"""The unit of figures from 0 to 1, shown in percent; differences are points."""
NUMBER: Final = "number"
RATIO: Final = "ratio"
"""The unit of odds; differences are factors, and their intervals are those of logarithms."""

LENGTH: Final = "decisions per game"
DOMINANT: Final = 0.95
"""A kind of action that is taken so often where the same kinds are legal leaves nothing to decide."""
FORCED: Final = "steps with only one legal action"
FOREGONE: Final = "decisions with one dominant action"
_FALSE: Final = 0.05
"""Of all that is called changed, at most this share is so by chance (Benjamini and Hochberg)."""

Figure = tuple["Callable[[Counts], float]", "Callable[[Counts], int]"]
"""Reads a figure from counts, and the number of seats, games, or decisions that it is based on."""


class Change(msgspec.Struct):
    """One figure of both versions.

    section, name: what it is. unit: SHARE, NUMBER or RATIO. a, b: the figure, nan where there is none. difference: b
    minus a; of RATIO the logarithm of b through a. margin: within which a difference is small, 0 where nothing is
    asked. seen: how many seats, games or decisions it rests on, in the version with fewer. p: how often chance alone
    makes a difference as large. answer: CHANGED, SAME (within the margin), OPEN or TOO_RARE. decides: whether play goes
    on until it is known.
    """

    section: str
    name: str
    unit: str
    a: float
    b: float
    difference: Interval
    margin: float
    seen: int
    p: float
    answer: str = OPEN
    decides: bool = False

    def known(self) -> bool:
        """Check whether its interval is narrow enough."""
        return self.half() <= self.margin

    def constant(self) -> bool:
        """Check whether it is the same in each batch of both versions."""
        return self.a == self.b and not self.half()

    def half(self) -> float:
        """Return half the interval."""
        return (self.difference.high - self.difference.low) / 2


def changes(
    a: Sequence[Counts],
    b: Sequence[Counts],
    names: tuple[Mapping[int, str], Mapping[int, str]],
    within: float,
    *,
    odds: bool = True,
) -> list[Change]:
    """Compare the batches of two versions, figure by figure, the surest differences first.

    Args:
        a: the batches of one version.
        b: the batches of the other, each of the same games.
        names: of the items, by version; an item is the same where its name is.
        within: points and percent within which a difference is small, see `Run`.
        odds: compare the odds of winning with an item. They tell of the bots where chance chose no items.
    """
    both = [(one, two) for one, two in zip(a, b, strict=True) if one.games and two.games]
    if not both:
        return []
    totals = _sum(one for one, _ in both), _sum(two for _, two in both)
    rests = [(totals[0].plus(one, -1), totals[1].plus(two, -1)) for one, two in both]
    found = []
    for section, name, unit, figures in _figures(totals, names):
        if unit == RATIO and not odds:
            continue
        one, two = (read(total) for (read, _), total in zip(figures, totals, strict=True))
        seen = min(count(total) for (_, count), total in zip(figures, totals, strict=True))
        left = [[read(rest) for (read, _), rest in zip(figures, pair, strict=True)] for pair in rests]
        difference, p = _jackknife(_minus(two, one, unit), [_minus(y, x, unit) for x, y in left])
        margin = {SHARE: within / 100, RATIO: 0.0}.get(unit, abs(one) * within / 100)
        rare = seen < RARE and section in (CARDS, DECISIONS)
        decides = section == SHARES_OF_WINS or name in (SCORE, LENGTH)
        answer = TOO_RARE if rare or math.isnan(difference.value) else OPEN
        found.append(Change(section, name, unit, one, two, difference, margin, seen, p, answer, decides))
    _judge(found)
    return sorted(found, key=lambda change: (change.answer == TOO_RARE, change.p))


def _sum(counts: Iterable[Counts]) -> Counts:
    total = Counts()
    for one in counts:
        total = total.plus(one)
    return total


def _minus(b: float, a: float, unit: str) -> float:
    if unit != RATIO:
        return b - a
    return math.log(b / a) if a > 0 and b > 0 else math.nan


def _jackknife(whole: float, without: Sequence[float]) -> tuple[Interval, float]:
    """Return an estimate's interval, and its p-value against 0, from all batches and from all but each one
    (jackknife)."""
    n = len(without)
    if n < 2 or math.isnan(whole) or any(map(math.isnan, without)):
        return msgspec.structs.replace(NOTHING_KNOWN, value=whole), 1.0
    middle = sum(without) / n
    error = math.sqrt((n - 1) / n * sum((one - middle) ** 2 for one in without))
    if not error:
        return Interval(whole, whole, whole), float(not whole)
    half = _student(n - 1) * error
    # Wallace's approximation: the normal deviate that is as unlikely as this t
    free, t = n - 1, abs(whole) / error
    z = (8 * free + 1) / (8 * free + 3) * math.sqrt(free * math.log1p(t * t / free))
    return Interval(whole, whole - half, whole + half), 2 * NormalDist().cdf(-z)


def _student(free: int) -> float:
    """Return the number of standard errors of a 95% interval, about 2, by the first terms of its expansion."""
    z = stats.Z
    return z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free * free)


def _judge(found: Sequence[Change]) -> None:
    """Judge all figures together, because among many, some differ by chance."""
    asked = sorted((change for change in found if change.answer == OPEN), key=lambda change: change.p)
    last = max((k for k, change in enumerate(asked, 1) if change.p <= _FALSE * k / len(asked)), default=0)
    for k, change in enumerate(asked, 1):
        if k <= last:
            change.answer = CHANGED
        elif change.margin and -change.margin <= change.difference.low <= change.difference.high <= change.margin:
            change.answer = SAME


# -- the figures -------------------------------------------------------------------------------------------------------

NUMBERS: Final = "Scores and length"
SHARES_OF_WINS: Final = "Win shares"
CARDS: Final = "Cards"
DECISIONS: Final = "Decisions"
SECTIONS: Final = (NUMBERS, SHARES_OF_WINS, CARDS, DECISIONS)


def _figures(
    totals: tuple[Counts, Counts], names: tuple[Mapping[int, str], Mapping[int, str]]
) -> Iterator[tuple[str, str, str, tuple[Figure, Figure]]]:
    """Yield the section, name, and unit of each figure, and how to read it from each version."""

    def known(field: Callable[[Counts], Mapping[Any, Any]]) -> list[Any]:
        return list(dict.fromkeys(key for total in totals for key in field(total)))

    for name in known(lambda c: c.numbers):
        yield NUMBERS, name, NUMBER, (_mean(name),) * 2
    if any(total.won < total.games for total in totals):
        yield NUMBERS, "games with a winner", SHARE, (_per_game(lambda c: c.won),) * 2
    yield NUMBERS, LENGTH, NUMBER, (_per_game(lambda c: c.decisions),) * 2
    for name in known(lambda c: c.happened):
        yield NUMBERS, f"games with {name}", SHARE, (_happened(name),) * 2
    for grouping in known(lambda c: c.shares):
        groups = list(dict.fromkeys(group for total in totals for group in total.shares.get(grouping, {})))
        for group in groups if len(groups) > 1 else ():
            label = group if " " in group else f"{grouping} {group}"
            yield SHARES_OF_WINS, label, SHARE, (_share(grouping, group),) * 2
    yield from _cards(totals, names)
    yield from _decisions(totals)


def _mean(name: str) -> Figure:
    def count(counts: Counts) -> int:
        return sum(counts.numbers.get(name, {}).values())

    def mean(counts: Counts) -> float:
        total = sum(number * times for number, times in counts.numbers.get(name, {}).items())
        return _over(total, count(counts))

    return mean, count


def _per_game(of: Callable[[Counts], int]) -> Figure:
    return lambda counts: _over(of(counts), counts.games), lambda counts: counts.games


def _happened(name: str) -> Figure:
    return _per_game(lambda counts: counts.happened.get(name, 0))


def _share(grouping: str, group: str) -> Figure:
    def cell(counts: Counts) -> list[int]:
        return counts.shares.get(grouping, {}).get(group, [0, 0])

    return lambda counts: _over(cell(counts)[1] / WHOLE, cell(counts)[0]), lambda counts: cell(counts)[0]


def _over(part: float, whole: float) -> float:
    return part / whole if whole else math.nan


def _cards(
    totals: tuple[Counts, Counts], names: tuple[Mapping[int, str], Mapping[int, str]]
) -> Iterator[tuple[str, str, str, tuple[Figure, Figure]]]:
    items = [{by_id[item]: item for item in total.items} for by_id, total in zip(names, totals, strict=True)]
    for name in dict.fromkeys([*items[0], *items[1]]):
        ids = [by_name.get(name, -1) for by_name in items]
        for what, unit, figure in (
            ("taken", SHARE, _taken),
            ("played", SHARE, _used),
            ("wins with it", SHARE, _wins_with),
            ("odds with it", RATIO, _odds),
        ):
            if figure is not _used or any(total.used for total in totals):
                yield CARDS, f"{name}: {what}", unit, (figure(ids[0]), figure(ids[1]))


def _cells(counts: Counts, item: int) -> list[int]:
    """Return the counts of an item over all seats, see `Counts.items`."""
    return [sum(column) for column in zip(*counts.items.get(item, {}).values(), strict=True)] or [0] * 4


def _could(counts: Counts, item: int) -> int:
    took, _, without, _ = _cells(counts, item)
    return took + without


def _taken(item: int) -> Figure:
    return (
        lambda counts: _over(_cells(counts, item)[0], _could(counts, item)),
        lambda counts: _could(counts, item),
    )


def _used(item: int) -> Figure:
    return (
        lambda counts: _over(counts.used.get(item, 0), _cells(counts, item)[0]),
        lambda counts: _cells(counts, item)[0],
    )


def _wins_with(item: int) -> Figure:
    return (
        lambda counts: _over(_cells(counts, item)[1] / WHOLE, _cells(counts, item)[0]),
        lambda counts: _cells(counts, item)[0],
    )


def _odds(item: int) -> Figure:
    def odds(counts: Counts) -> float:
        return judge.odds_of(counts.items.get(item, {})).value

    return odds, lambda counts: min(_cells(counts, item)[::2])


def _decisions(totals: tuple[Counts, Counts]) -> Iterator[tuple[str, str, str, tuple[Figure, Figure]]]:
    if not any(total.menus for total in totals):
        return
    yield DECISIONS, FORCED, SHARE, (_part(_all, lambda menu: menu.startswith(ONLY)),) * 2
    one, two = (frozenset(dominated(total)) for total in totals)
    yield DECISIONS, FOREGONE, SHARE, (_part(_open, one.__contains__), _part(_open, two.__contains__))
    kinds = sorted({kind.removesuffix(SEVERAL) for total in totals for menu in total.menus for kind in kinds_of(menu)})
    for kind in kinds:
        yield DECISIONS, f"{kind}: the only legal action", SHARE, (_only(kind),) * 2
        yield DECISIONS, f"{kind}: taken when there is a choice", SHARE, (_chosen(kind),) * 2


def dominated(counts: Counts) -> dict[str, str]:
    """Return the decisions that one action dominates: the kind of that action, by menu. Where several actions of a kind
    are legal, choosing among them is a decision."""
    found = {}
    for menu, taken in counts.menus.items():
        kind = max(taken, key=lambda one: taken[one])
        if not menu.startswith(ONLY) and kind in kinds_of(menu) and taken[kind] >= DOMINANT * sum(taken.values()):
            found[menu] = kind
    return found


@cache
def kinds_of(menu: str) -> frozenset[str]:
    """Return the kinds of actions in a menu. A kind with several legal actions ends with SEVERAL."""
    return frozenset(menu.removeprefix(ONLY).split(BETWEEN))


def _all(_: str) -> bool:
    return True


def _open(menu: str) -> bool:
    return not menu.startswith(ONLY)


def _part(whole: Callable[[str], bool], part: Callable[[str], bool]) -> Figure:
    """Build a figure: the share of some menus among others."""

    def count(counts: Counts, of: Callable[[str], bool]) -> int:
        return sum(sum(taken.values()) for menu, taken in counts.menus.items() if of(menu))

    return (
        lambda counts: _over(count(counts, lambda menu: whole(menu) and part(menu)), count(counts, whole)),
        lambda counts: count(counts, whole),
    )


def _only(kind: str) -> Figure:
    def count(counts: Counts) -> int:
        return sum(taken.get(kind, 0) for taken in counts.menus.values())

    def only(counts: Counts) -> float:
        return _over(counts.menus.get(ONLY + kind, {}).get(kind, 0), count(counts))

    return only, count


def _chosen(kind: str) -> Figure:
    offers = {kind, kind + SEVERAL}

    def cells(counts: Counts) -> list[tuple[int, int]]:
        return [
            (taken.get(kind, 0), sum(taken.values()))
            for menu, taken in counts.menus.items()
            if _open(menu) and not offers.isdisjoint(kinds_of(menu))
        ]

    def count(counts: Counts) -> int:
        return sum(times for _, times in cells(counts))

    return lambda counts: _over(sum(taken for taken, _ in cells(counts)), count(counts)), count

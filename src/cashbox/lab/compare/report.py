"""The report of a comparison, as Markdown: the changes first, then every figure with its interval."""

from __future__ import annotations

import math
import textwrap
from typing import TYPE_CHECKING, Final

from cashbox import games as all_games
from cashbox.lab.balance.judge import TOO_RARE
from cashbox.lab.balance.stats import OPEN
from cashbox.lab.balance.words import image, table
from cashbox.lab.compare.differences import CHANGED, DOMINANT, RATIO, SAME, SECTIONS, SHARE, dominated

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from cashbox.lab.balance.counts import Counts
    from cashbox.lab.balance.stats import Interval
    from cashbox.lab.compare.differences import Change
    from cashbox.lab.compare.measure import Pair
    from cashbox.lab.compare.run import Run

_MOST: Final = 20
"""The maximum number of changes listed at the top."""

_METHOD: Final = """
Game k of one version has the same seed as game k of the other: the same cards come in the same order as long as both
versions draw the same way. Each pair of games is compared, so luck that both share cancels out. Unless a version says
otherwise, the same bot plays every seat in both versions.

Play stops when the differences in win shares are known to within {within:g} points, and those in score and length to
within {within:g} percent, or after {games:,} games of each version. It doesn't stop because a difference looks large,
so looking at it several times doesn't make it so.

All intervals are 95% intervals (jackknife over {batches} batches of paired games). Among so many figures, some differ
by chance, so only those that stand out from all figures of their table are called changed. At most about one in twenty
of these differ only by chance (Benjamini and Hochberg). *Same* means that the whole interval is within {within:g}
points or percent. An open figure may have changed; more games would tell.

A decision is dominated if, whenever the same kinds of actions are legal, the bots take the same kind at least
{dominant:.0%} of the time. Choosing among several actions of a kind still counts as a decision.
"""


def report(run: Run, pairs: Sequence[Pair], images: Mapping[str, str], command: str) -> str:
    """Return the whole page.

    Args:
        run: what was asked.
        pairs: at least one, each with games.
        images: by what they show, the address of a plot, see `plots.draw`.
        command: what writes the page again.
    """
    about = all_games.about_game(run.game)
    contents = " and ".join(dict.fromkeys(f"`{side.content[:12]}`" for side in pairs[0].sides))
    lines = [
        f"# {about.name}: {run.a} and {run.b}",
        "",
        f"Written by `{command}`. Seed {run.seed}, content {contents}. A is {run.a}, B is {run.b}.",
        "",
    ]
    for pair in pairs:
        lines += _pair(run, pair, images)
    method = _METHOD.format(within=run.within, games=run.games, batches=len(pairs[0].a.batches), dominant=DOMINANT)
    return "\n".join([*lines, "## How it was measured", *method.splitlines()]).rstrip() + "\n"


def _pair(run: Run, pair: Pair, images: Mapping[str, str]) -> list[str]:
    found = pair.changes(run.within)
    changed = [change for change in found if change.answer == CHANGED]
    title = (
        f"{pair.seats} players, {pair.games():,} games of each version" if pair.seats > 1 else f"{pair.games():,} games"
    )
    lines = [f"## {title}", "", *textwrap.wrap(summary(found), 118), ""]
    if changed:
        lines += [*rows(changed[:_MOST]), ""]
    lines += image(images, f"changes-{pair.seats}", "Differences with their intervals")
    lines += image(images, f"spread-{pair.seats}", "Scores and decisions of both versions")
    for section in SECTIONS:
        every = [change for change in found if change.section == section]
        those = [change for change in every if change.answer != TOO_RARE and not change.constant()]
        if not every:
            continue
        lines += [f"### {section}", ""]
        lines += [*rows(those, answers=True), ""] if those else []
        rare = sum(change.answer == TOO_RARE for change in every)
        constant = len(every) - len(those) - rare
        more = [f"{constant} never differ"] * bool(constant) + [f"{rare} are too rare to tell"] * bool(rare)
        lines += [f"Of the other figures, {' and '.join(more)}.", ""] if more else []
    return lines + _dominated(pair)


def summary(found: Sequence[Change]) -> str:
    """Return a sentence: how many figures changed, and whether enough games were played."""
    count = [change.answer for change in found].count
    answers = f"{count(CHANGED)} of {len(found)} figures changed, {count(SAME)} stayed the same, {count(OPEN)} are open"
    rare = f", {count(TOO_RARE)} are too rare to tell" if count(TOO_RARE) else ""
    wide = [change.name for change in found if change.decides and not change.known()]
    return f"{answers}{rare}. " + (
        f"More games would narrow the intervals of: {', '.join(wide)}."
        if wide
        else "The intervals are as narrow as requested."
    )


def rows(found: Sequence[Change], *, answers: bool = False) -> list[str]:
    """Return the lines of a table of changes. answers: with a column for what is known of each."""
    lines = [["figure", "A", "B", "difference", *["answer"] * answers]]
    for change in found:
        answer = f"**{change.answer}**" if change.answer == CHANGED else change.answer
        lines.append([change.name, *cells(change), *[answer] * answers])
    return table(lines)


def cells(change: Change) -> tuple[str, str, str]:
    """Return both figures of a change, and the difference with its interval."""
    return _figure(change.a, change.unit), _figure(change.b, change.unit), difference(change)


def _figure(value: float, unit: str) -> str:
    if math.isnan(value):
        return "–"
    return f"{value:.1%}" if unit == SHARE else _number(value)


def difference(change: Change) -> str:
    """Return the difference of a change with its interval."""
    interval = change.difference
    if math.isnan(interval.value):
        return "–"
    if change.unit == SHARE:
        return _signed(interval, lambda x: f"{100 * x:+.1f}", " points")
    if change.unit == RATIO:
        return _signed(interval, lambda x: f"×{math.exp(min(x, 50.0)):.2f}", "")
    per = f" ({100 * interval.value / abs(change.a):+.1f}%)".replace("-", "−") if change.a else ""
    return _signed(interval, lambda x: _number(x, "+"), "") + per


def _signed(interval: Interval, write: Callable[[float], str], unit: str) -> str:
    value, low, high = (write(x).replace("-", "−") for x in (interval.value, interval.low, interval.high))
    return f"{value}{unit} ({low} to {high})"


def _number(value: float, sign: str = "") -> str:
    digits = 0 if abs(value) >= 1_000 else 1 if abs(value) >= 10 else 2
    return f"{value:{sign},.{digits}f}".replace("-", "−")


def _dominated(pair: Pair) -> list[str]:
    """List the decisions that one action dominates in one version only."""
    totals = [side.total() for side in pair.sides]
    found = [dominated(total) for total in totals]
    lines = [["decision between", "dominated by", "in", "times per game"]]
    for name, total, here, other in zip("AB", totals, found, found[::-1], strict=True):
        for menu in sorted(set(here) - set(other), key=lambda menu: (-_times(total, menu), menu)):
            if _times(total, menu) >= total.games / 10:
                lines.append([menu, here[menu], name, f"{_times(total, menu) / total.games:.1f}"])
    if len(lines) == 1:
        return []
    head = "Decisions that one action dominates in one version but not in the other:"
    return [head, "", *table(lines[: _MOST + 1]), ""]


def _times(counts: Counts, menu: str) -> int:
    return sum(counts.menus[menu].values())

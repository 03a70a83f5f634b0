"""The plots of a comparison, in the style of the balance report. They want matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from cashbox.lab.balance import plots
from cashbox.lab.balance.counts import SCORE
from cashbox.lab.balance.judge import TOO_RARE
from cashbox.lab.balance.stats import FAILS, HOLDS, OPEN
from cashbox.lab.compare.differences import CARDS, CHANGED, DECISIONS, NUMBER, RATIO, SAME

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.lab.compare.differences import Change
    from cashbox.lab.compare.measure import Pair
    from cashbox.lab.compare.run import Run

_COLORS: Final = {CHANGED: FAILS, SAME: HOLDS, OPEN: OPEN}
_MOST: Final = 40
"""The maximum number of rows of a panel."""
_WIDEST: Final = 2.0
"""The largest ratio of a difference to its figure that is plotted in percent."""


def draw(run: Run, pairs: Sequence[Pair]) -> dict[str, str]:
    """Draw every plot; SVG by what it shows, as `report.report` wants to know them.

    Raises:
        GameError: `no-matplotlib`, where it is not installed.
    """
    plt = plots.matplotlib()
    made: dict[str, str] = {}
    for pair in pairs:
        found = [change for change in pair.changes(run.within) if change.answer != TOO_RARE and not change.constant()]
        made[f"changes-{pair.seats}"] = plots.svg(plt, _changes(plt, run, found))
        made[f"spread-{pair.seats}"] = plots.svg(plt, _spread(plt, run, pair))
    return made


def _changes(plt: Any, run: Run, found: Sequence[Change]) -> Any:
    """Plot the differences in percent of A and those in points, each in a panel with the most certain change on top."""
    numbers = [change for change in found if change.unit == NUMBER and _in_percent(change)]
    main = [
        change for change in found if change.unit not in (NUMBER, RATIO) and change.section not in (CARDS, DECISIONS)
    ]
    rest = [change for change in found if change.unit not in (NUMBER, RATIO) and change.section in (CARDS, DECISIONS)]
    every: list[tuple[str, list[Change], Callable[[Change], float]]] = [
        ("scores and length: B minus A, percent of A", numbers, lambda change: 100 / abs(change.a)),
        ("win shares and games: B minus A, points", main, lambda _: 100.0),
        ("cards and decisions: B minus A, points", rest, lambda _: 100.0),
    ]
    panels = [(title, those[:_MOST], scale) for title, those, scale in every if those]
    heights = [0.21 * len(those) + 0.9 for _, those, _ in panels]
    figure, axes = plt.subplots(
        len(panels), 1, figsize=(8, sum(heights)), squeeze=False, layout="constrained",
        gridspec_kw={"height_ratios": heights},
    )  # fmt: skip
    for (title, those, scale), (axis,) in zip(panels, axes, strict=True):
        axis.axvspan(-run.within, run.within, color=plots.FIELD, lw=0)
        axis.axvline(0, color=plots.QUIET, lw=0.8)
        rows = [
            (y, change.difference.times(scale(change)), _COLORS[change.answer])
            for y, change in enumerate(reversed(those))
        ]
        plots.intervals(axis, rows, width=1.6, dot=4.0)
        axis.set_yticks(range(len(those)), [change.name for change in reversed(those)], fontsize=8)
        axis.set_ylim(-0.8, len(those) - 0.2)
        axis.tick_params(axis="y", left=False)
        axis.set_title(title)
    return figure


def _in_percent(change: Change) -> bool:
    """Check that percentages are meaningful: of a mean near 0, any change is many percent."""
    ends = change.difference.low, change.difference.high
    return bool(change.a) and max(map(abs, ends)) <= _WIDEST * abs(change.a)


def _spread(plt: Any, run: Run, pair: Pair) -> Any:
    """Draw how scores are spread, one line for each version."""
    figure, axes = plt.subplots(1, 1, figsize=(8, 2.4), squeeze=False, layout="constrained")
    names = f"A: {run.a}", f"B: {run.b}"
    lines = [(name, side.total().numbers[SCORE]) for name, side in zip(names, pair.sides, strict=True)]
    plots.histogram(axes[0][0], lines, "seats")
    axes[0][0].set_xlabel(SCORE)
    return figure

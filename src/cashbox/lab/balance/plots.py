"""The plots of the report on balance. They want matplotlib, which comes with the extra `plots`.

A plot is a light SVG on a white ground, so that it can be read on a dark page too. The same counts give the same file.
"""

from __future__ import annotations

import math
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from cashbox import games as all_games
from cashbox.engine.game import GameError
from cashbox.engine.measure import ODDS, SHARES
from cashbox.lab.balance import judge
from cashbox.lab.balance.counts import SCORE
from cashbox.lab.balance.stats import FAILS, HOLDS
from cashbox.lab.balance.svg import light
from cashbox.lab.balance.words import group_name, title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from cashbox.lab.balance.measure import Kept
    from cashbox.lab.balance.stats import Interval

_INK: Final = "#22303c"
QUIET: Final = "#9aa5ae"
_GOOD: Final = "#1f6f8b"
_BAD: Final = "#c0392b"
_OPEN: Final = "#b7791f"
FIELD: Final = "#e8f1ee"
_LINES: Final = ("#1f6f8b", "#c0392b", "#6b8e23", "#7b4ea3", "#b7791f", "#d36fa4", "#5c6770")
_BINS: Final = 40
_COLORS: Final = {HOLDS: _GOOD, FAILS: _BAD}
"""By answer; OPEN has its own."""


def draw(game_id: str, found: Sequence[Kept], folder: Path, content: dict[str, Any] | None = None) -> dict[str, Path]:
    """Draw every plot into a folder; the files by what they show, as `report.report` wants to know them. `content` of
    a variant. GameError("no-matplotlib") where it is not installed, ("unwritable")."""
    plt = matplotlib()
    made: dict[str, Any] = {}
    shared = [kept for kept in found if SHARES in kept.setting.judged and kept.setting.seats > 1]
    if shared:
        made["shares"] = _shares(plt, shared)
    plain = [kept for kept in found if not kept.setting.by_lot]
    made["scores"] = _spread(plt, plain, SCORE, "score")
    own = all_games.own_measures(game_id)
    if own is not None:
        for name in own.spreads:
            made[f"spread-{name}"] = _spread(plt, [k for k in plain if name in k.counts.numbers], name, name)
        game = all_games.load(game_id, content)
        judged = [kept for kept in found if ODDS in kept.setting.judged and kept.counts.items]
        for mode in dict.fromkeys(kept.setting.mode for kept in judged):
            columns = [kept for kept in judged if kept.setting.mode == mode]
            items = {item for kept in columns for item in kept.counts.items}
            made[f"odds-{mode}"] = _forest(plt, columns, {item: own.item_name(game, item) for item in items})
    files = {}
    for key, figure in made.items():
        if figure is None:
            continue
        files[key] = folder / f"balance-{game_id}-{key.replace(' ', '-')}.svg"
        _save(svg(plt, figure), files[key])
    return files


def matplotlib() -> Any:
    """Return matplotlib's pyplot, with the style of all reports.

    Raises:
        GameError: `no-matplotlib`.
    """
    try:
        import matplotlib as mpl

        mpl.use("svg")
        import matplotlib.pyplot as plt
    except ImportError:
        sentence = "Plots need matplotlib. Install it: pip install 'cashbox[plots]', or use --no-plots."
        raise GameError("no-matplotlib", sentence) from None
    plt.rcParams.update(
        {
            "svg.hashsalt": "cashbox", "svg.fonttype": "none", "path.simplify": False, "font.size": 9,
            "font.family": "sans-serif", "font.sans-serif": ["DejaVu Sans"],
            "text.color": _INK, "axes.labelcolor": _INK, "axes.edgecolor": QUIET, "xtick.color": _INK,
            "ytick.color": _INK, "axes.spines.top": False, "axes.spines.right": False, "figure.facecolor": "white",
            "axes.titlesize": 10, "axes.titlelocation": "left",
        }
    )  # fmt: skip
    return plt


def svg(plt: Any, figure: Any) -> str:
    """Return a figure as light SVG, and close it."""
    drawn = StringIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None})
    plt.close(figure)
    return light(drawn.getvalue())


def _save(text: str, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    except OSError as error:
        raise GameError("unwritable", f"{path} can't be written: {error.strerror or error}.") from None


def intervals(axis: Any, rows: Sequence[tuple[int, Interval, str]], width: float, dot: float) -> None:
    """Draw intervals as lines with a dot at the estimate; rows: height, interval, and the answer that colors it.
    All of one color are one path, a dot a stroke without length: a tenth of what marks of their own would take."""
    for colour in (_GOOD, _BAD, _OPEN):
        same = [(y, interval) for y, interval, answer in rows if _COLORS.get(answer, _OPEN) == colour]
        lines = [(y, i.low, i.high) for y, i in same]
        dots = [(y, i.value, i.value) for y, i in same]
        for strokes, wide, end in ((lines, width, "butt"), (dots, dot, "round")):
            xs = [x for _, low, high in strokes for x in (low, high, math.nan)]
            ys = [y for height, _, _ in strokes for y in (height, height, math.nan)]
            axis.plot(xs, ys, color=colour, lw=wide, solid_capstyle=end)


def _shares(plt: Any, found: Sequence[Kept]) -> Any:
    """One panel for each table: the groups' shares, and the field in which they have to lie."""
    wide = min(3, len(found))
    high = math.ceil(len(found) / wide)
    given = [[v for v in judge.judge(kept.counts, kept.setting) if v.kind == SHARES] for kept in found]
    rows = max(len(verdicts) for verdicts in given)
    figure, axes = plt.subplots(
        high, wide, figsize=(4.2 * wide, high * (0.24 * rows + 0.9)), squeeze=False, sharex="col",
        layout="constrained",
    )  # fmt: skip
    for k, kept in enumerate(found):
        axis = axes[k // wide][k % wide]
        axis.axvspan(100 * given[k][0].least, 100 * given[k][0].most, color=FIELD, lw=0)
        axis.axvline(100 / kept.setting.seats, color=QUIET, lw=0.8)
        intervals(
            axis, [(y, v.interval.times(100), v.answer) for y, v in enumerate(reversed(given[k]))], width=1.6, dot=4.0
        )
        axis.set_yticks(range(len(given[k])), [group_name(v) for v in reversed(given[k])])
        axis.tick_params(axis="y", left=False)
        axis.set_title(f"{title(kept)}, {kept.counts.games:,} games")
        axis.set_xlabel("win share, %")
    for k in range(len(found), wide * high):
        axes[k // wide][k % wide].set_axis_off()
    return figure


def _spread(plt: Any, found: Sequence[Kept], number: str, label: str) -> Any:
    """One panel for each mode: how a number is spread, by number of players or bot."""
    modes = list(dict.fromkeys(kept.setting.mode for kept in found))
    if not modes:
        return None
    figure, axes = plt.subplots(
        len(modes), 1, figsize=(8, 2.1 * len(modes) + 0.3), squeeze=False, sharex=True, layout="constrained"
    )
    for row, mode in enumerate(modes):
        axis = axes[row][0]
        columns = [kept for kept in found if kept.setting.mode == mode]
        lines = [(title(kept).removeprefix(f"{mode}, "), kept.counts.numbers[number]) for kept in columns]
        histogram(axis, lines, "seats" if number == SCORE else "all")
        axis.set_title(mode)
    axes[-1][0].set_xlabel(label)
    return figure


def histogram(axis: Any, lines: Sequence[tuple[str, Mapping[int, int]]], of: str) -> None:
    """Draw how often each number came, a line for each name. of: what is counted."""
    every = {value for _, values in lines for value in values}
    width = max(1, round((max(every) - min(every) + 1) / _BINS))
    bins = range(min(every) // width * width, max(every) + 2 * width, width)
    for k, (name, values) in enumerate(lines):
        weights = [100 * times / sum(values.values()) for times in values.values()]
        colour = _LINES[k % len(_LINES)]
        axis.hist(list(values), bins=bins, weights=weights, histtype="step", lw=1.4, color=colour, label=name)
    axis.set_ylabel(f"% of {of}, by {width:,}")
    axis.legend(frameon=False)


def _forest(plt: Any, columns: Sequence[Kept], names: dict[int, str]) -> Any:
    """Every item with its odds, the best of the middle column on top; one column for each table."""
    given = [{int(v.name): v for v in judge.odds(kept.counts)} for kept in columns]
    middle = given[len(given) // 2]

    def rank(item: int) -> float:
        verdict = middle.get(item)
        return verdict.interval.value if verdict and not math.isnan(verdict.interval.value) else 0.0

    order = sorted(names, key=lambda item: (rank(item), -item))
    figure, axes = plt.subplots(
        1, len(columns), figsize=(3.0 + 2.6 * len(columns), 0.145 * len(order) + 0.9), squeeze=False, sharey=True,
        layout="constrained",
    )  # fmt: skip
    for axis, kept, verdicts in zip(axes[0], columns, given, strict=True):
        axis.axvspan(1 / judge.FACTOR, judge.FACTOR, color=FIELD, lw=0)
        axis.axvline(1, color=QUIET, lw=0.8)
        axis.set_xscale("log")
        known = [(y, verdicts[item]) for y, item in enumerate(order) if item in verdicts]
        rows = [(y, v.interval, v.answer) for y, v in known if not math.isnan(v.interval.value)]
        intervals(axis, rows, width=1.2, dot=2.6)
        axis.set_xlim(0.2, 5)
        axis.set_xticks([0.25, 0.5, 1, 2, 4], ["¼", "½", "1", "2", "4"])
        axis.minorticks_off()
        axis.tick_params(axis="y", left=False)
        axis.set_title(f"{kept.setting.seats} players, {kept.counts.games:,} games")
        axis.set_xlabel("odds of winning with it compared with the odds without it")
    axes[0][0].set_yticks(range(len(order)), [names[item] for item in order], fontsize=7)
    axes[0][0].set_ylim(-0.8, len(order) - 0.2)
    return figure

"""The command `compare`: compare two versions of a game."""

from __future__ import annotations

import math
import shlex
from contextlib import nullcontext
from dataclasses import fields
from typing import TYPE_CHECKING, Final

from cashbox import games as all_games
from cashbox.cli.crew import crew
from cashbox.cli.progress import progress_bar
from cashbox.engine.game import GameError
from cashbox.lab import html
from cashbox.lab.compare import measure, report, versions
from cashbox.lab.compare.differences import CHANGED
from cashbox.lab.simulate.processes import processes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.lab.compare.measure import Pair
    from cashbox.lab.compare.run import Run
    from cashbox.lab.simulate import Crew, Plan

MOST_GAMES: Final = 10**6
_SHOWN: Final = 12
"""The number of changes printed for each table."""


def compare(run: Run) -> None:
    """Play both versions at every requested table, print the changes, and write the page."""
    _check(run)
    plans = versions.pairs(run)
    workers = plans[0][0].workers
    own = nullcontext() if run.cluster is not None or workers == 1 or not run.games else processes(workers)
    with crew(run.cluster, run.workers) as several, own as here:
        pairs = [_measure(run, both, several or here) for both in plans]
    pairs = [pair for pair in pairs if pair.games()]
    if not pairs:
        raise GameError(
            "no-games", f"There are no games of both versions in {run.counts} yet. Use --games to play some."
        )
    for pair in pairs:
        _print(run, pair)
    if run.report is not None:
        _write(run, pairs)
        print(f"The report is in {run.report}.")


def _check(run: Run) -> None:
    all_games.about_game(run.game)
    if not 0 <= run.games <= MOST_GAMES:
        raise GameError("bad-number", f"The number of games must be from 0 to {MOST_GAMES}, not {run.games}.")
    if not (math.isfinite(run.within) and 0.1 <= run.within <= 50):
        raise GameError("bad-number", f"--within must be from 0.1 to 50, not {run.within:g}.")


def _measure(run: Run, plans: tuple[Plan, Plan], several: Crew | None) -> Pair:
    with progress_bar() as progress:
        bar = progress.add_task(f"{len(plans[0].bots)} players", total=2 * run.games)

        def heard(goal: int, done: int) -> None:
            progress.update(bar, completed=done, total=2 * goal)

        return measure.measure(run, plans, several, heard)


def _print(run: Run, pair: Pair) -> None:
    found = pair.changes(run.within)
    changed = [change for change in found if change.answer == CHANGED]
    who = (
        f"{pair.seats} players, {pair.games():,} games of each version"
        if pair.seats > 1
        else f"{pair.games():,} games of each version"
    )
    print(f"{who}: {report.summary(found)}")
    for change in changed[:_SHOWN]:
        a, b, difference = report.cells(change)
        print(f"  {change.name}: {a} → {b}, {difference}")
    if len(changed) > _SHOWN:
        print(f"  and {len(changed) - _SHOWN} more")


def _write(run: Run, pairs: Sequence[Pair]) -> None:
    assert run.report is not None
    drawn: dict[str, str] = {}
    if run.plots:
        from cashbox.lab.compare.plots import draw

        with progress_bar() as progress:
            progress.add_task("plots", total=None)
            drawn = draw(run, pairs)
    page = report.report(run, pairs, {key: f"{key}.svg" for key in drawn}, _command(run))
    html.write(run.report, page, {f"{key}.svg": svg for key, svg in drawn.items()})


def _command(run: Run) -> str:
    """Return the command line that writes the page again."""
    parts = ["cashbox", "compare", run.game, run.a, run.b]
    for field in fields(run):
        value = getattr(run, field.name)
        if not field.kw_only or value == field.default or field.name in ("workers", "cluster"):
            continue
        flag = f"--{field.name.replace('_', '-')}"
        if isinstance(value, bool):
            parts.append(flag if value else flag.replace("--", "--no-"))
        else:
            parts += [part for one in (value if isinstance(value, tuple) else (value,)) for part in (flag, str(one))]
    return shlex.join(parts)

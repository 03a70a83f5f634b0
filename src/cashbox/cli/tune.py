"""The command that searches for numbers that reach a goal."""

from __future__ import annotations

import math
import shlex
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

from cashbox import games as all_games
from cashbox.cli.crew import crew
from cashbox.cli.progress import progress_bar
from cashbox.engine.game import GameError
from cashbox.lab import simulate as lab
from cashbox.lab.balance.stats import FAILS, HOLDS
from cashbox.lab.balance.words import mean
from cashbox.lab.simulate.processes import processes
from cashbox.lab.tune import goals as asked_for
from cashbox.lab.tune import numbers
from cashbox.lab.tune.search import FINAL, Search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.lab.tune.goals import Goal
    from cashbox.lab.tune.numbers import Number
    from cashbox.lab.tune.run import Run
    from cashbox.lab.tune.search import Version

MOST_TRIES: Final = 10_000
MOST_GAMES: Final = 10**6
_ANSWERS: Final = {HOLDS: "reached", FAILS: "not reached"}


def tune(run: Run) -> None:
    """Search, print what was found, and write its file."""
    for what, number, most in (("tries", run.tries, MOST_TRIES), ("games", run.games, MOST_GAMES)):
        if not 1 <= number <= most:
            raise GameError("bad-number", f"The number of {what} must be from 1 to {most:,}, not {number}.")
    content = all_games.load(run.game).content
    asked = [numbers.read(content, text) for text in run.number]
    if len({number.path for number in asked}) < len(asked):
        raise GameError("bad-parameter", "You gave the same number twice.")
    goals = [asked_for.read(text) for text in run.goal]
    workers = lab.checked_workers(run.workers)
    own = nullcontext() if run.cluster is not None or workers == 1 else processes(workers)
    with crew(run.cluster, run.workers) as several, own as here:
        search = Search(run, asked, goals, several or here)
        found, now = _search(search)
    _print(asked, goals, found, now, run)
    if run.to is not None:
        _write(run, asked, found)
        print(f"Wrote the variant to {run.to}. To use it, add --content {run.to} to a command.")


def _search(search: Search) -> tuple[Version, Version]:
    """Return the version that came closest and the current one, both played again."""
    run = search.run
    count = min(run.tries, 1 + math.prod(len(number.values()) for number in search.numbers))
    with progress_bar() as progress:
        bar = progress.add_task("versions", total=(count + 2 * FINAL) * run.games)

        def heard(games: int) -> None:
            progress.advance(bar, games)

        closest: Version | None = None
        for version in search.versions(heard):
            if closest is None or version.loss < closest.loss:
                closest = version
            if not closest.loss:
                break
        assert closest is not None
        now = search.play(search.now(), heard, final=True)
        found = now if closest.values == now.values else search.play(closest.values, heard, final=True)
    return found, now


def _print(asked: Sequence[Number], goals: Sequence[Goal], found: Version, now: Version, run: Run) -> None:
    for number, value in zip(asked, found.values, strict=True):
        print(f"{number.path}: {number.now} → {value}" if value != number.now else f"{number.path}: {value} (as it is)")
    for goal, before, after in zip(goals, now.figures, found.figures, strict=True):
        answer = _ANSWERS.get(after.against(goal.least, goal.most), "open")
        print(f"{goal.text}: {mean(before)} → {mean(after)}, {answer}")
    print(f"The figures are averages over {FINAL * run.games:,} games that the search didn't use.")


def _write(run: Run, asked: Sequence[Number], found: Version) -> None:
    assert run.to is not None
    command = ["cashbox", "tune", run.game]
    for flag, texts in (("--number", run.number), ("--goal", run.goal)):
        command += [part for text in texts for part in (flag, text)]
    content = all_games.load(run.game).content
    text = numbers.variant(run.game, content, asked, found.values, [f"Found by {shlex.join(command)}"])
    try:
        run.to.parent.mkdir(parents=True, exist_ok=True)
        run.to.write_text(text, "utf-8")
    except OSError as error:
        raise GameError("unwritable", f"{run.to} can't be written: {error.strerror or error}.") from None

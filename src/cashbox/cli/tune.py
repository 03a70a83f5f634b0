"""The command `tune`: search for numbers that reach a goal."""

from __future__ import annotations

import math
import shlex
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

from cashbox import games as all_games
from cashbox.cli.crew import crew
from cashbox.cli.progress import progress_bar
from cashbox.cli.variant import variant_of
from cashbox.engine.data import ContentError
from cashbox.engine.game import GameError
from cashbox.engine.variant import MOST_NAME
from cashbox.lab import simulate as lab
from cashbox.lab.balance.stats import FAILS, HOLDS
from cashbox.lab.balance.words import mean
from cashbox.lab.simulate.processes import processes
from cashbox.lab.tune.numbers import changed, chosen_options
from cashbox.lab.tune.search import FINAL, Search
from cashbox.lab.variant_file import variant_text

if TYPE_CHECKING:
    from pathlib import Path

    from cashbox.engine.variant import Variant
    from cashbox.lab.tune.search import Values, Version
    from cashbox.lab.tune.settings import Run

MOST_TRIES: Final = 10_000
MOST_GAMES: Final = 10**6
_ANSWERS: Final = {HOLDS: "reached", FAILS: "not reached"}


def tune(run: Run) -> None:
    """Search, print the result, and write its file."""
    for what, number, most in (("tries", run.tries, MOST_TRIES), ("games", run.games, MOST_GAMES)):
        if not 1 <= number <= most:
            raise GameError("bad-number", f"The number of {what} must be from 1 to {most:,}, not {number}.")
    variant = variant_of(run.game, run.content)
    search = Search(run, variant.content if variant else None)
    if run.to is not None:
        if not any(number.part for number in search.numbers):
            raise GameError("bad-option", "--to writes a variant, and a variant can't contain options. Leave out --to.")
        _text(search, variant, search.now())
    workers = lab.checked_workers(run.workers)
    own = nullcontext() if run.cluster is not None or workers == 1 else processes(workers)
    with crew(run.cluster, run.workers) as several, own as here:
        search.crew = several or here
        found, now = _search(search)
    _print(search, found, now)
    options = [f"--option {name}={value}" for name, value in chosen_options(search.numbers, found.values).items()]
    if run.to is not None:
        _write(run.to, _text(search, variant, found.values))
        use = " ".join([f"--content {run.to}", *options])
        print(f"Wrote the variant to {run.to}. To use it, add {use} to a command.")
    elif options:
        print(f"To use these options, add {' '.join(options)} to a command.")


def _search(search: Search) -> tuple[Version, Version]:
    """Return the closest version and the current one, both played again."""
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


def _print(search: Search, found: Version, now: Version) -> None:
    for number, value in zip(search.numbers, found.values, strict=True):
        print(f"{number.path}: {number.now} → {value}" if value != number.now else f"{number.path}: {value} (as it is)")
    for goal, before, after in zip(search.goals, now.figures, found.figures, strict=True):
        answer = _ANSWERS.get(after.against(goal.least, goal.most), "open")
        print(f"{goal.text}: {mean(before)} → {mean(after)}, {answer}")
    print(f"The figures are averages over {FINAL * search.run.games:,} games that the search didn't use.")


def _text(search: Search, variant: Variant | None, values: Values) -> str:
    """Return the file of the version with these values.

    Raises:
        GameError: `bad-content`, if one file cannot hold all changes of the variant.
    """
    run = search.run
    command = ["cashbox", "tune", run.game]
    for flag, texts in (("--number", run.number), ("--goal", run.goal)):
        command += [part for text in texts for part in (flag, text)]
    command += ["--content", str(run.content)] if run.content else []
    name = f"{variant.name} (tuned)"[-MOST_NAME:] if variant else "Tuned"
    about = {"name": name, "game": run.game, **({"text": variant.text} if variant and variant.text else {})}
    original = all_games.load(run.game).content
    content = changed(variant.unnumbered if variant else original, search.numbers, values)
    try:
        return variant_text(about, original, content, [f"Found by {shlex.join(command)}"])
    except ContentError as error:
        raise GameError("bad-content", f"{run.content}: {error}") from None


def _write(to: Path, text: str) -> None:
    try:
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(text, "utf-8")
    except OSError as error:
        raise GameError("unwritable", f"{to} can't be written: {error.strerror or error}.") from None

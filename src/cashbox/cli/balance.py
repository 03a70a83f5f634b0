"""The command `balance`: how balanced a game is."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any, Final

from cashbox import games as all_games
from cashbox.cli.crew import crew
from cashbox.cli.progress import progress_bar
from cashbox.cli.variant import content_of
from cashbox.engine.game import GameError
from cashbox.lab.balance import judge, measure, report
from cashbox.lab.balance.judge import TOO_RARE
from cashbox.lab.balance.stats import FAILS, HOLDS, OPEN
from cashbox.lab.balance.words import title

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cashbox.engine.measure import Setting
    from cashbox.lab.balance.measure import Kept
    from cashbox.lab.balance.run import Run
    from cashbox.lab.simulate import Crew

MOST_GAMES: Final = 10**6


def balance(run: Run) -> None:
    """Play the settings of its game's report until they are decided, and write the page, or a line for each."""
    if not 0 <= run.games <= MOST_GAMES:
        raise GameError("bad-number", f"The number of games must be from 0 to {MOST_GAMES}, not {run.games}.")
    all_games.about_game(run.game)
    settings = measure.choose(run)
    content = content_of(run.game, run.content)
    with crew(run.cluster, run.workers) as several:
        found = [_measure(run, setting, several, content) for setting in settings]
    found = [kept for kept in found if kept.counts.games]
    if run.report is None:
        return
    if not found:
        raise GameError("no-games", f"There are no games in {run.counts} yet. Use --games to play some.")
    _write(run, found, run.report, content)
    print(f"The report is in {run.report}.")


def _measure(run: Run, setting: Setting, several: Crew | None, content: dict[str, Any] | None) -> Kept:
    began = time.monotonic()
    with progress_bar() as progress:
        bar = progress.add_task(measure.name(setting), total=min(run.games, setting.most))
        kept = measure.measure(run, setting, lambda _, played: progress.update(bar, completed=played), several, content)
    answers = [v.answer for v in judge.judge(kept.counts, setting)]
    named = (("that hold", HOLDS), ("that fail", FAILS), ("still open", OPEN), ("too rare to tell", TOO_RARE))
    counted = ", ".join(f"{name}: {answers.count(answer)}" for name, answer in named)
    print(
        f"{title(kept)}: {kept.counts.games} games, {time.monotonic() - began:.0f} s; intervals {counted}",
        flush=True,
    )
    return kept


def _write(run: Run, found: Sequence[Kept], path: Path, content: dict[str, Any] | None) -> None:
    """Write the page, and its plots into the folder images beside it."""
    images: dict[str, str] = {}
    if run.plots:
        from cashbox.lab.balance.plots import draw

        with progress_bar() as progress:
            progress.add_task("plots", total=None)
            files = draw(run.game, found, path.parent / "images", content)
        images = {key: os.path.relpath(file, path.parent) for key, file in files.items()}
    variant = f" --content {run.content}" if run.content is not None else ""
    page = report.report(run.game, found, images, f"cashbox balance {run.game}{variant} --report {path}", content)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, "utf-8")
    except OSError as error:
        raise GameError("unwritable", f"{path} can't be written: {error.strerror or error}.") from None

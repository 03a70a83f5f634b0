"""The command that measures how balanced a game is."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Final

from cashbox import games as all_games
from cashbox.cli_lab import progress_bar
from cashbox.engine.game import GameError
from cashbox.lab import balance as lab
from cashbox.lab import balance_judge as judge
from cashbox.lab import balance_report, simulate
from cashbox.lab.balance_stats import FAILS, HOLDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cashbox.engine.measure import Setting

MOST_GAMES: Final = 10**6


def balance(
    game: str,
    *,
    games: int,
    modes: Sequence[str],
    seats: Sequence[int],
    bots: Sequence[str],
    seed: int,
    workers: int | None,
    counts: Path,
    report: Path | None,
    plots: bool,
) -> None:
    """Play the settings of a game's report until they are decided, and write the page, or a line for each."""
    if not 0 <= games <= MOST_GAMES:
        raise GameError("bad-number", f"The number of games is from 0 to {MOST_GAMES}, not {games}.")
    all_games.about_game(game)
    wanted = lab.choose(game, modes, seats, bots)
    processes = simulate.default_workers() if workers is None else workers
    found = [_measure(game, setting, games, seed, processes, counts) for setting in wanted]
    found = [kept for kept in found if kept.counts.games]
    if report is None:
        return
    if not found:
        raise GameError("no-games", f"Nothing has been played yet that {counts} keeps; ask for some games.")
    images: dict[str, str] = {}
    if plots:
        from cashbox.lab import balance_plots

        files = balance_plots.draw(game, found, report.parent / "images")
        images = {key: os.path.relpath(path, report.parent) for key, path in files.items()}
    command = f"cashbox balance {game} --report {report}"
    page = balance_report.report(game, found, images, command)
    try:
        report.parent.mkdir(parents=True, exist_ok=True)
        report.write_text(page, "utf-8")
    except OSError as error:
        raise GameError("unwritable", f"{report} cannot be written: {error.strerror or error}.") from None
    print(f"The report is in {report}.")


def _measure(game: str, setting: Setting, games: int, seed: int, workers: int, folder: Path) -> lab.Kept:
    began = time.monotonic()
    with progress_bar() as progress:
        bar = progress.add_task(lab.name(setting), total=min(games, setting.most))
        kept = lab.measure(
            game,
            setting,
            folder,
            seed=seed,
            workers=workers,
            most=games,
            heard=lambda _, played: progress.update(bar, completed=played),
        )
    answers = [v.answer for v in judge.judge(kept.counts, setting)]
    undecided = len(answers) - answers.count(HOLDS) - answers.count(FAILS)
    print(
        f"{balance_report.title(kept)}: {kept.counts.games} games, {time.monotonic() - began:.0f} s; "
        f"{answers.count(HOLDS)} hold, {answers.count(FAILS)} fail, {undecided} undecided",
        flush=True,
    )
    return kept

"""The commands `conformance` and `fuzz`: check that a game satisfies the contract, and search for violations."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from cashbox import games as all_games
from cashbox.cli.progress import progress_bar
from cashbox.cli.variant import content_of
from cashbox.engine import conformance as suite
from cashbox.engine import fuzz as fuzzer
from cashbox.engine.game import GameError
from cashbox.engine.help_checks import check_help
from cashbox.engine.settings import tables
from cashbox.lab.simulate import MOST_GAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.progress import Progress

    from cashbox.cli.settings import Check, Fuzzing
    from cashbox.engine.game import About, Game

BREACH: Final = 1
"""The exit status if a game breaks the contract."""

MOST_SECONDS: Final = 10**7


def conformance(asked: Check) -> int:
    """Run the suite on one game or all. Returns 0, or 1 if one breaks the contract."""
    _check_seconds(asked.seconds)
    if asked.games is not None and not 1 <= asked.games <= MOST_GAMES:
        raise GameError("bad-number", f"The number of games must be from 1 to {MOST_GAMES}, not {asked.games}.")
    if asked.content is not None:
        content_of(asked.game, asked.content)
    found = all_games.about() if asked.game is None else [all_games.about_game(asked.game)]
    return max(((_fits if asked.board else _conforms)(about, asked) for about in found), default=0)


def _fits(about: About, asked: Check) -> int:
    """Check the board of a game. Returns 0, or 1 if it has problems."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise GameError("no-browser", "Checking boards needs playwright: pip install playwright.") from None
    from cashbox.lab.boards import suite as boards

    with sync_playwright() as playwright, progress_bar() as progress:
        try:
            browser = boards.open_browser(playwright)
        except Error as error:
            raise GameError("no-browser", f"Can't start Chromium: {str(error).splitlines()[0]}") from None
        bar = progress.add_task(about.id, total=len(boards.SIZES))
        plan = boards.Plan(asked.positions, asked.seed)
        game = all_games.load(about.id, content_of(about.id, asked.content))
        faults = boards.check(game, browser, plan, heard=lambda _: progress.advance(bar))
        browser.close()
    print(*faults or [f"No problems found on the {about.name} board in {asked.positions} positions."], sep="\n")
    return BREACH if faults else 0


def _conforms(about: About, asked: Check) -> int:
    try:
        content = content_of(about.id, asked.content)
        rules = all_games.load(about.id, content)
        _check_help(about.id, rules, content)
        summary = _check(rules, asked)
    except suite.ConformanceError as error:
        print(f"{about.id} breaks the contract: {error}")
        return BREACH
    print(
        f"{about.id} satisfies the contract: {summary.games} games, {summary.entries} entries, {summary.draws} draws, "
        f"{summary.undos} undos, {summary.samples} sampled states, {summary.seconds:.1f} s"
    )
    return 0


def _check_help(game: str, rules: Game[Any], content: dict[str, Any] | None) -> None:
    """Check the help pages of a game, or say that they can't be made here."""
    try:
        check_help(rules, partial(all_games.help_page, game, content=content), {**all_games.tips(game), **rules.tips()})
    except GameError as error:
        if error.code != "not-installed":
            raise
        print(f"The help pages for {game} weren't checked. {error}")


def _check(rules: Game[Any], asked: Check) -> suite.Summary:
    with progress_bar() as progress:
        if asked.games is None:
            heard = _timed(progress, rules.about.id, asked.seconds)
            return suite.run_for(rules, asked.seconds, asked.seed, heard=heard)
        bar = progress.add_task(rules.about.id, total=asked.games * len(tables(rules)))
        seeds = range(asked.seed, asked.seed + asked.games)
        return suite.run(rules, seeds, heard=lambda _: progress.advance(bar))


def _timed(progress: Progress, game: str, seconds: float) -> Callable[[suite.Summary], None]:
    """Show a progress bar of this many seconds that advances after each game."""
    began = time.monotonic()
    bar = progress.add_task(f"{game}, game 1", total=seconds)

    def heard(summary: suite.Summary) -> None:
        played = min(seconds, time.monotonic() - began)
        progress.update(bar, completed=played, description=f"{game}, game {summary.games + 1}")

    return heard


def _check_seconds(seconds: float) -> None:
    if not 0 < seconds <= MOST_SECONDS:
        raise GameError(
            "bad-number", f"The number of seconds must be above 0 and at most {MOST_SECONDS}, not {seconds:g}."
        )


def fuzz(asked: Fuzzing) -> int:
    """Play one game at random tables with all checks. Returns 0, or 1 if it failed, with its journal in the folder
    `out`."""
    _check_seconds(asked.seconds)
    rules = all_games.load(asked.game, content_of(asked.game, asked.content))
    try:
        with progress_bar() as progress:
            heard = _timed(progress, asked.game, asked.seconds)
            summary, crashes = fuzzer.fuzz(rules, asked.out, seed=asked.seed, seconds=asked.seconds, heard=heard)
    except OSError as error:
        raise GameError("unwritable", f"Can't write to {asked.out}: {error.strerror or error}.") from None
    for crash in crashes:
        print(f"{asked.game} failed: {crash.sentence}")
        print(f"The game up to that point is in {crash.path}")
    if not crashes:
        print(f"{asked.game}: no failures in {summary.games} games, {summary.entries} entries, {summary.undos} undos")
    return BREACH if crashes else 0

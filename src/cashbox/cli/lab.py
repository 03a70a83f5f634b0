"""The commands that list, simulate and check games."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import bots as all_bots
from cashbox import games as all_games
from cashbox.cli.progress import progress_bar
from cashbox.engine import conformance as suite
from cashbox.engine import fuzz as fuzzer
from cashbox.engine.game import GameError
from cashbox.engine.settings import tables
from cashbox.lab import simulate as lab

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from cashbox.cli.settings import Simulation
    from cashbox.engine.game import About, Game, Option

BREACH: Final = 1
"""The exit status where a game breaks the contract."""

MOST_SECONDS: Final = 10**7

_TRUE = ("true", "yes", "on", "1")
_FALSE = ("false", "no", "off", "0")


def simulate(game: str, asked: Simulation) -> None:
    """Play a run and print its result."""
    names = [name.strip() for name in asked.bots.split(",")]
    given = asked.option if asked.mode is None else (f"mode={asked.mode}", *asked.option)
    chosen = read_options(all_games.about_game(game), given)
    workers = lab.default_workers() if asked.workers is None else asked.workers
    with progress_bar() as progress:
        bar = progress.add_task("games", total=asked.games)
        run = lab.plan(game, asked.games, names, asked.seed, chosen)
        result = lab.simulate(run, workers, lambda _: progress.advance(bar))
    if asked.json:
        print(msgspec.json.encode(result).decode())
    else:
        _print_result(result)


def read_options(about: About, given: Sequence[str]) -> dict[str, bool | int | str]:
    """Options of a table from name=value texts. GameError("bad-option") where a text is none or says no such value;
    names and ranges are left to the game."""
    kinds = {option.name: option for option in about.options}
    found: dict[str, bool | int | str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise GameError("bad-option", f"An option is given as name=value, not {text!r}.")
        if name in found:
            raise GameError("bad-option", f"The option {name} is given twice.")
        found[name] = _value(kinds[name], value) if name in kinds else value
    return found


def conformance(game: str | None, seconds: float, games: int | None, seed: int) -> int:
    """Run the suite on one game or all; 0, or 1 when one breaks the contract. seconds: for each game. games: instead,
    for each mode and number of seats."""
    _check_seconds(seconds)
    if games is not None and not 1 <= games <= lab.MOST_GAMES:
        raise GameError("bad-number", f"The number of games is from 1 to {lab.MOST_GAMES}, not {games}.")
    found = all_games.about() if game is None else [all_games.about_game(game)]
    return max((_conforms(about, seconds, games, seed) for about in found), default=0)


def _conforms(about: About, seconds: float, games: int | None, seed: int) -> int:
    rules = all_games.load(about.id)
    try:
        summary = _play_for(rules, seconds, seed) if games is None else _play_every(rules, games, seed)
    except suite.ConformanceError as error:
        print(f"{about.id} breaks the contract: {error}")
        return BREACH
    print(
        f"{about.id} keeps the contract: {summary.games} games, {summary.entries} entries, {summary.draws} draws, "
        f"{summary.undos} undos, {summary.samples} sampled states, {summary.seconds:.1f} s"
    )
    return 0


def _play_for(rules: Game[Any], seconds: float, seed: int) -> suite.Summary:
    began = time.monotonic()
    with progress_bar() as progress:
        bar = progress.add_task(rules.about.id, total=seconds)
        return suite.run_for(
            rules, seconds, seed, heard=lambda _: progress.update(bar, completed=time.monotonic() - began)
        )


def _play_every(rules: Game[Any], games: int, seed: int) -> suite.Summary:
    with progress_bar() as progress:
        bar = progress.add_task(rules.about.id, total=games * len(tables(rules)))
        return suite.run(rules, range(seed, seed + games), heard=lambda _: progress.advance(bar))


def _check_seconds(seconds: float) -> None:
    if not 0 < seconds <= MOST_SECONDS:
        raise GameError("bad-number", f"The number of seconds is above 0 and at most {MOST_SECONDS}, not {seconds:g}.")


def fuzz(game: str, seconds: float, seed: int, out: Path) -> int:
    """Play one game at random tables under all checks; 0, or 1 when it broke, with its journal in the folder `out`."""
    _check_seconds(seconds)
    rules = all_games.load(game)
    began = time.monotonic()
    try:
        with progress_bar() as progress:
            bar = progress.add_task(game, total=seconds)
            summary, crashes = fuzzer.fuzz(
                rules,
                out,
                seed=seed,
                seconds=seconds,
                heard=lambda _: progress.update(bar, completed=time.monotonic() - began),
            )
    except OSError as error:
        raise GameError("unwritable", f"{out} cannot be written to: {error.strerror or error}.") from None
    for crash in crashes:
        print(f"{game} breaks: {crash.sentence}")
        print(f"The game up to there is in {crash.path}")
    if not crashes:
        print(f"{game}: nothing broke in {summary.games} games, {summary.entries} entries, {summary.undos} undos")
    return BREACH if crashes else 0


def list_games(*, as_json: bool) -> None:
    """Print every game with its players, bots, modes and options."""
    found = all_games.about()
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    print("\n\n".join(_describe(about) for about in found))


def _value(option: Option, text: str) -> bool | int | str:
    if option.kind == "switch":
        if text.lower() in _TRUE:
            return True
        if text.lower() in _FALSE:
            return False
        raise GameError("bad-option", f"The option {option.name} is true or false, not {text!r}.")
    if option.kind == "number":
        try:
            return int(text)
        except ValueError:
            allowed = f"a number from {option.least} to {option.most}"
            raise GameError("bad-option", f"The option {option.name} is {allowed}, not {text!r}.") from None
    return text


def _print_result(result: lab.Result) -> None:
    print(
        f"{result.games} games of {result.game} in {result.seconds} s: {result.games_per_second:g} games and "
        f"{result.decisions_per_second:.0f} decisions a second, {result.decisions / result.games:.0f} decisions a game"
    )
    width = max(3, *(len(seat.bot) for seat in result.seats), *(len(other.name) for other in result.others))
    print(f"{'bot':{width}} {'wins':>9} {'share':>7} {'mean':>8} {'sd':>7} {'min':>5} {'max':>5}")
    for seat in result.seats:
        wins = f"{seat.wins:9.2f} {seat.wins / result.games:7.1%}"
        print(f"{seat.bot:{width}} {wins} {seat.mean:8.2f} {seat.sd:7.2f} {seat.min:5} {seat.max:5}")
    for other in result.others:
        print(f"{other.name:{width}} {'':17} {other.mean:8.2f} {other.sd:7.2f} {other.min:5} {other.max:5}")


def _describe(about: About) -> str:
    lines = [
        f"{about.id}: {about.name}",
        f"  {about.tagline}",
        f"  players: {about.least_players} to {about.most_players}",
        f"  length: {about.minutes}",
        f"  bots: {', '.join(all_bots.names(about.id))}",
    ]
    lines += [f"  mode {mode.id}: {mode.name}. {mode.text}" for mode in about.modes]
    lines += [f"  option {o.name}={_allowed(o)}, else {_shown(o.default)}: {o.text}" for o in about.options]
    return "\n".join(lines)


def _allowed(option: Option) -> str:
    if option.kind == "switch":
        return "true|false"
    if option.kind == "number":
        return f"{option.least}..{option.most}"
    return "|".join(option.choices)


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)

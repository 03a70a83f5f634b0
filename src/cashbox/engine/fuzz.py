"""Play games at random tables with all checks on until something breaks, and save the journal of the failure.

The crash file is a normal journal: it can be replayed, and opened as a table to try the next move. The comment in its
header says what failed and how to play the same game again.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.chance import SeededChance
from cashbox.engine.conformance import ConformanceError, Summary, check_samples, play
from cashbox.engine.game import GameError
from cashbox.engine.journal import FORMAT, Entry, Header, Journal, dumps
from cashbox.engine.settings import tables

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import About, Game, Option

OPTION_TRIES: Final = 20
"""The number of random sets of options to try before using the game's defaults."""


class Crash(msgspec.Struct, frozen=True):
    """A failure. path: the crash file. sentence: what failed. The other fields play the same game again:
    `conformance.run(game, [seed], seats, options, every=every)`."""

    path: str
    sentence: str
    seed: str
    seats: int
    options: dict[str, bool | int | str]
    every: int


def fuzz(
    game: Game[Any],
    folder: Path,
    *,
    seed: int | str = 0,
    seconds: float | None = None,
    games: int | None = None,
    every: int = 8,
    most: int = 1,
    heard: Callable[[Summary], None] | None = None,
) -> tuple[Summary, list[Crash]]:
    """Play until the time is up, this many games are played, or this many crashes (`most`) are found.

    folder: for crash files, created when needed. seed: of the whole run; each game derives its own. seconds, games:
    limits, whichever comes first; 100 games if neither is given. every: see `conformance.run`. heard: called after each
    game. OSError if a crash file cannot be written.
    """
    if seconds is None and games is None:
        games = 100
    until = None if seconds is None else time.monotonic() + seconds
    summary = Summary()
    crashes: list[Crash] = []
    number = 0
    while (games is None or number < games) and (until is None or time.monotonic() < until) and len(crashes) < most:
        name = f"{seed}-{number}"
        number += 1
        seats, options = random_table(game, SeededChance(f"{name} table"))
        try:
            play(game, options, seats, name, every, summary)
        except ConformanceError as error:
            crashes.append(_keep(game, folder, error, name, seats, options, every))
        if heard is not None:
            heard(summary)
    if number and not crashes:
        try:
            check_samples(game, summary, name)
        except ConformanceError as error:
            crashes.append(_keep(game, folder, error, name, seats, options, every))
    return summary, crashes


def random_table(game: Game[Any], chance: Chance) -> tuple[int, dict[str, bool | int | str]]:
    """Draw a number of seats and complete options that fit together."""
    ways = tables(game)
    mode, seats = ways[chance.draw(len(ways))]
    for _ in range(OPTION_TRIES):
        try:
            return seats, game.check_options({**mode, **_random_options(game.about, chance)}, seats)
        except GameError:
            continue
    return seats, game.check_options(mode, seats)


def _random_options(about: About, chance: Chance) -> dict[str, bool | int | str]:
    """Set about a third of the options at random; those that limit a game's length stay within `About.brief`."""
    found = {option.name: _random_value(option, chance) for option in about.options if chance.draw(3) == 0}
    return {**found, **{name: 1 + chance.draw(most) for name, most in about.brief.items()}}


def _random_value(option: Option, chance: Chance) -> bool | int | str:
    if option.kind == "switch":
        return bool(chance.draw(2))
    if option.kind == "number":
        return option.least + chance.draw(option.most - option.least + 1)
    return option.choices[chance.draw(len(option.choices))]


def _keep(
    game: Game[Any],
    folder: Path,
    error: ConformanceError,
    seed: str,
    seats: int,
    options: dict[str, bool | int | str],
    every: int,
) -> Crash:
    """Write the crash file."""
    journal = error.journal
    if journal is None:
        players = tuple(f"Player {seat}" for seat in range(seats))
        header = Header(
            format=FORMAT,
            game=game.about.id,
            options=options,
            seats=seats,
            players=players,
            content_hash=game.content_hash,
            edition=game.edition,
        )
        journal = Journal(header, game.content, [Entry(0)])
    comment = f"{error} -- play again with seed {seed!r}, {seats} seats, a thorough look every {every} entries"
    header = msgspec.structs.replace(journal.header, comment=comment)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game.about.id}-{re.sub('[^A-Za-z0-9._-]+', '_', seed)}.journal"
    path.write_bytes(dumps(Journal(header, journal.content, journal.entries, journal.end)))
    return Crash(str(path), str(error), seed, seats, options, every)

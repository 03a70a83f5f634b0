"""The matches of a ladder, and of the lines."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from cashbox import bots as all_bots
from cashbox import games as all_games
from cashbox.engine.game import GameError
from cashbox.lab.ladder.book import Match

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.measure import Line
    from cashbox.lab.ladder.run import Run

GAMES: Final = 60
"""The number of games for each pair of bots at each number of players."""
LINE_GAMES: Final = 120
LONG_GAMES: Final = 20
"""The number of games of a line with more time."""
LONGER: Final = 5
"""The factor of more time."""

SEARCHING: Final = ("sharp", "expert")
"""Bots whose thinking time in lines is the run's budget. By their plain names, they use fixed playouts, so that
everyone who plays a ladder gets the same games."""


def games_of(run: Run) -> list[str]:
    """List the games of a ladder. GameError("unknown-game")."""
    return [run.game] if run.game is not None else [about.id for about in all_games.about()]


def bots_of(run: Run, game: str) -> list[str]:
    """List the bots of a ladder, the anchor first, in the game's order, so that each pair has one file. GameError if
    one does not play the game, or there is none to play with."""
    every = list(all_bots.names(game))
    found = every
    if run.bots is not None:
        found = list(dict.fromkeys(name.strip() for name in run.bots.split(",")))
    for name in found:
        all_bots.check(game, name)
    every += [name for name in found if name.partition(":")[0] not in every]
    found = sorted(found, key=lambda name: (every.index(name if name in every else name.partition(":")[0]), name))
    if len(found) < 2:
        raise GameError("bad-bots", "A ladder needs at least two bots, separated by commas.")
    return found


def seats_of(run: Run, game: str) -> list[int]:
    """List the numbers of players of a ladder. GameError if the game is not played by so many."""
    about, mode = all_games.about_game(game), _mode(game)
    played = next((one for one in about.modes if one.id == mode), None)
    least = max(2, (played.least if played else 0) or about.least_players)
    most = (played.most if played else 0) or about.most_players
    for seats in run.seats:
        if not least <= seats <= most:
            raise GameError("bad-number", f"{about.name} is for {least} to {most} players in this mode, not {seats}.")
    usual = [seats for seats in range(least, most + 1) if seats <= 4 or seats % 2 == 0]
    return sorted(set(run.seats)) or usual


def _mode(game: str) -> str:
    own, modes = all_games.own_measures(game), all_games.about_game(game).modes
    return (own.ladder if own is not None else "") or (modes[0].id if modes else "")


def ladder(run: Run, game: str) -> list[Match]:
    """List the matches of each pair of bots at each number of players, alternating around the table. If one has a seat
    more than the other, each has it in half of the games."""
    every = run.games if run.games is not None else GAMES
    found = []
    for seats in seats_of(run, game):
        for pair in combinations(bots_of(run, game), 2):
            tables = [pair, pair[::-1]] if seats % 2 else [pair]
            for which, (one, other) in enumerate(tables):
                sitting = tuple((one, other)[seat % 2] for seat in range(seats))
                # Of an odd number of games the first has one more.
                games = (every + len(tables) - 1 - which) // len(tables)
                found.append(Match(game, _mode(game), sitting, games, run.seed))
    return found


def lines(run: Run, named: Sequence[str] = ()) -> list[tuple[str, Line]]:
    """List the lines of the requested games, each with its game. `named` selects some. GameError("unknown-line") in a
    sentence that lists them."""
    every = [(game, line) for game in games_of(run) for line in _lines_of(game)]
    known = [line.name for _, line in every]
    for name in named:
        if name not in known:
            allowed = ", ".join(known) or "none"
            raise GameError("unknown-line", f"There is no line {name!r}. The lines are: {allowed}.")
    return [(game, line) for game, line in every if not named or line.name in named]


def _lines_of(game: str) -> Sequence[Line]:
    own = all_games.own_measures(game)
    return own.lines if own is not None else ()


def of_line(run: Run, game: str, line: Line, *, longer: bool = False) -> list[Match]:
    """List the matches that decide a line: its own, and that of the bot it is compared with.

    `longer` gives more time and fewer games. If the run plays none, they have the usual number, to show what has been
    played.
    """
    budget = _more(run.budget) if longer else run.budget
    games = run.games or LINE_GAMES
    games = min(games, LONG_GAMES) if longer else games
    named = tuple(f"expert:{budget}" if name in SEARCHING else name for name in line.bots)
    found = [Match(game, line.mode, named, games, run.seed)]
    if line.of:
        found.append(Match(game, line.mode, (line.of, *named[1:]), games, run.seed))
    return found


def _more(given: str) -> str:
    """Return a budget that is several times as large."""
    budget = all_bots.budget_of(given)
    return f"n={LONGER * budget.playouts}" if budget.playouts else f"{LONGER * budget.seconds:g}"

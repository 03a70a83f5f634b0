"""The plan of a run: which games to play, and how. It is checked before the first game."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox import bots as all_bots
from cashbox import games as all_games
from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_GAMES: Final = 10**9
MOST_WORKERS: Final = 256

Look = Callable[[msgspec.Struct], Any]
"""Takes what a spectator sees when a game is over, gives what a report wants to keep of it. A module's own function,
so that other processes find it."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A run of games. The first five fields, `paired`, `content`, and `edition` say which games these are; the others
    change nothing in them.

    games: how many. bots: names, one for each seat. seed: the same seed plays the same games. options: complete, as
    `Game.check_options` returns them. workers: how many processes play, where no crew is
    named. paired: the same luck is met again until each bot has sat where the others sat, then comes new luck.
    first: the number of the game to begin with. observed: each game is watched by an observer of its own, if the
    game brings any, in the process that plays it. by_lot: see `Setting`; of observed games alone, and it changes them.
    menus: what each decision had to offer is noted, too, see `Facts`.
    decisions: the note of each game has its decisions as numbers instead, see `Decisions`.
    look: what is kept of the end of each game. journals: the folder for a journal of each game, "" for none.
    content: of a variant, see `games.read_variant`; None for the game's own.
    edition: of the rules; None for the newest.
    """

    game: str
    games: int
    bots: tuple[str, ...]
    seed: int = 0
    options: dict[str, Any]
    paired: bool = False
    workers: int = 1
    first: int = 0
    observed: bool = False
    menus: bool = False
    decisions: bool = False
    by_lot: int = 0
    look: Look | None = None
    journals: str = ""
    content: dict[str, Any] | None = None
    edition: int | None = None


def plan(
    game_id: str,
    games: int,
    bots: Sequence[str],
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    workers: int | None = 1,
    content: dict[str, Any] | None = None,
) -> Plan:
    """Build a run that can be played. `workers` is None for one for each processor; `content` of a variant. GameError
    with a sentence that says why it cannot be played."""
    rules = all_games.load(game_id, content)
    _in_bounds("games", games, MOST_GAMES)
    workers = checked_workers(workers)
    for name in bots:
        all_bots.check(game_id, name)
    complete = rules.check_options({**rules.about.unattended, **(options or {})}, len(bots))
    return Plan(
        game=game_id, games=games, bots=tuple(bots), seed=seed, options=complete, workers=workers, content=content
    )


def _in_bounds(what: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise GameError("bad-number", f"The number of {what} must be from 1 to {most}, not {number}.")


def checked_workers(workers: int | None) -> int:
    """Return the number of processes to use; None means one per processor. GameError if there cannot be
    that many."""
    if workers is None:
        return default_workers()
    _in_bounds("workers", workers, MOST_WORKERS)
    return workers


def default_workers() -> int:
    """Count the processors that this process may use."""
    return min(MOST_WORKERS, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)

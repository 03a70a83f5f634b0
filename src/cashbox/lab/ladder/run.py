"""What is asked of a ladder."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """Which bots play each other, where, and what is written. The help of `cashbox ladder` is this docstring.

    Args:
        game: which game; by default all of them.
        games: the games of each two bots at each number of players, by default 60; of each line, by default 120. 0
            reports what has been played.
        bots: the bots to compare, separated by commas; by default all that play the game.
        seats: a number of players to play with; by default 2, 3, 4, 6 and 8, as far as the game goes; may be given
            several times.
        lines: play the games that check the targets of bots instead, first with the budget, then 20 games each with
            five times as much.
        line: only the line of this name; may be given several times.
        budget: how long expert and sharp think in lines: 0.3 seconds, or n=400 playouts.
        seed: the same seed plays the same games.
        workers: how many processes; by default one for each processor.
        cluster: the address of a dask scheduler whose workers play, or `local` for one that is started for this; see
            docs/clusters.md.
        out: the folder that keeps all games; a run that was interrupted goes on from there.
        older: go on with games that other rules or bots have played, where only their code is another.
        report: the Markdown file to write the tables into, between their marks.
    """

    game: str | None = None
    _: KW_ONLY
    games: int | None = None
    bots: str | None = None
    seats: tuple[int, ...] = ()
    lines: bool = False
    line: tuple[str, ...] = ()
    budget: str = "0.3"
    seed: int = 0
    workers: int | None = None
    cluster: str | None = None
    out: Path = Path("build/ladder")
    older: bool = False
    report: Path | None = None

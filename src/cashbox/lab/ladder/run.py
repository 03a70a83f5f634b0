"""The settings of a ladder."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """Which bots play each other, where, and what is written. The help of `cashbox ladder` is this docstring.

    Args:
        game: the game; by default, all games.
        games: the number of games for each pair of bots and number of players (default 60), or for each line (default
            120); 0 only writes the report.
        bots: the bots to compare, separated by commas; by default, all bots of the game.
        seats: a number of players; by default, those of 2, 3, 4, 6, and 8 that the game allows. Can be given several
            times.
        lines: play the games that check the bots' targets instead: first with the budget, then 20 games each with
            five times the budget.
        line: only the line with this name. Can be given several times.
        budget: how long expert and sharp think with --lines or --line: seconds (such as 0.3) or playouts (n=400).
        seed: the same seed plays the same games.
        workers: the number of processes; by default, one per processor.
        cluster: the address of a Dask scheduler to run the games on, or `local` to start one; see docs/clusters.md.
        out: the folder for the games. An interrupted run continues from there.
        older: continue with games from other versions of the code.
        report: the Markdown file to update; the tables go between their markers.
        content: a variant of the game, a TOML file or a folder; see docs/variants.md.
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
    content: Path | None = None

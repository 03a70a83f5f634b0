"""What is asked of a balance report."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """Which tables are measured, how, and what is written. The help of `cashbox balance` is this docstring.

    Args:
        game: which game; `cashbox games` lists them.
        games: the most that are played of each table; 0 reports what has been played.
        mode: a mode to play, by default each; may be given several times.
        seats: a number of players to play with, by default each; may be given several times.
        bot: a bot to play with, by default those that the game names; may be given several times.
        seed: the same seed plays the same games.
        workers: how many processes; by default one for each processor.
        cluster: the address of a dask scheduler whose workers play, or `local` for one that is started for this; see
            docs/clusters.md.
        counts: the folder that keeps what was counted.
        report: the Markdown file to write; plots go into the folder images beside it.
        plots: draw plots, for which matplotlib has to be installed.
    """

    game: str
    _: KW_ONLY
    games: int = 20_000
    mode: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    bot: tuple[str, ...] = ()
    seed: int = 0
    workers: int | None = None
    cluster: str | None = None
    counts: Path = Path("build/balance")
    report: Path | None = None
    plots: bool = True

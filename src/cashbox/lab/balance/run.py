"""The settings of a balance report."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """Which tables are measured, how, and what is written. The help of `cashbox balance` is this docstring.

    Args:
        game: the game; `cashbox games` lists them.
        games: the maximum number of games for each table; 0 only writes the report.
        mode: a mode to play; by default, all. Can be given several times.
        seats: a number of players; by default, all. Can be given several times.
        bot: a bot to play with; by default, the game's choice. Can be given several times.
        seed: the same seed plays the same games.
        workers: the number of processes; by default, one per processor.
        cluster: the address of a Dask scheduler to run the games on, or `local` to start one; see docs/clusters.md.
        counts: the folder for the counts.
        report: the Markdown file to write. Plots go in the folder `images` next to it.
        plots: draw plots (needs matplotlib).
        content: a variant of the game, a TOML file or a folder; see docs/variants.md.
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
    content: Path | None = None

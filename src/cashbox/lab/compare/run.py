"""The settings of a comparison."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """Which versions are compared, at which tables, and what is written. The help of `cashbox compare` is this
    docstring.

    Args:
        game: the game; `cashbox games` lists them.
        a: a version: `current`, or its differences from that, separated by commas: a content file (see
            docs/variants.md), `mode=quick` or another option, `bot=sharp`, `edition=1`.
        b: the other version.
        games: the maximum number of games for each version and table; 0 only writes the report.
        within: stop when the difference in win shares is known to within this many points, and the difference in score
            and length to within this many percent.
        mode: the mode of both versions; by default, the first one.
        seats: a number of players; by default, 3, or as close to it as the game allows. Can be given several times.
        bot: the bot in all seats of both versions; by default, the game's choice for balance reports.
        option: an option of both versions as name=value. Can be given several times.
        by_lot: let chance make most choices of cards, to measure how much a card helps the player who has it.
        seed: the same seed plays the same games.
        workers: the number of processes; by default, one per processor.
        cluster: the address of a Dask scheduler to run the games on, or `local` to start one; see docs/clusters.md.
        counts: the folder for the counts. An interrupted run continues from there.
        report: the HTML file to write.
        plots: draw plots (needs matplotlib).
    """

    game: str
    a: str
    b: str
    _: KW_ONLY
    games: int = 10_000
    within: float = 2.0
    mode: str = ""
    seats: tuple[int, ...] = ()
    bot: str = ""
    option: tuple[str, ...] = ()
    by_lot: bool = False
    seed: int = 0
    workers: int | None = None
    cluster: str | None = None
    counts: Path = Path("build/compare")
    report: Path | None = None
    plots: bool = True

"""The settings of a search for balanced numbers."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """What to search, and for what. The help of `cashbox tune` is this docstring.

    Args:
        game: the game; `cashbox games` lists them.
        number: a number in the content and its range: `card.clerk.copies=2..8`, or `start.money=0..20/5` in steps of 5;
            or a table option, such as `option.max_rounds=2..6`. Can be given several times.
        goal: what to reach: `seats<=2` (every seat, start, and place in the turn order is within 2 points of its fair
            share), or a figure of the reports: `decisions per game=300..360`, `score>=100`. Can be given several times.
        to: the content file to write, for `--content`.
        tries: the maximum number of versions to play.
        games: the number of games for each version.
        mode: the mode; by default, the first one.
        seats: the number of players; by default, 3, or as close to it as the game allows.
        bot: the bot in all seats; by default, the game's choice for balance reports.
        option: an option as name=value. Can be given several times.
        content: a variant to start from, a TOML file or a folder; see docs/variants.md.
        seed: the same seed searches the same versions.
        workers: the number of processes; by default, one per processor.
        cluster: the address of a Dask scheduler to run the games on, or `local` to start one; see docs/clusters.md.
        counts: the folder for the results. An interrupted search continues from there.
    """

    game: str
    _: KW_ONLY
    number: tuple[str, ...]
    goal: tuple[str, ...]
    to: Path | None = None
    tries: int = 60
    games: int = 500
    mode: str = ""
    seats: int | None = None
    bot: str = ""
    option: tuple[str, ...] = ()
    content: Path | None = None
    seed: int = 0
    workers: int | None = None
    cluster: str | None = None
    counts: Path = Path("build/tune")

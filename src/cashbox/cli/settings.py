"""What is asked of a command that takes much: its arguments are the fields, its help is the docstring."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Simulation:
    """Games to simulate.

    Args:
        game: which game; `cashbox games` lists them.
        games: how many.
        bots: one for each seat, separated by commas: steady,random,random.
        mode: a mode of the game; `cashbox games` lists them.
        seed: the same seed gives the same games.
        workers: how many processes; by default one for each processor.
        cluster: the address of a dask scheduler whose workers play, or `local` for one that is started for this; see
            docs/clusters.md.
        option: an option of the table, name=value; can be given several times.
        json: print the result as JSON.
    """

    game: str
    _: KW_ONLY
    games: int = 100
    bots: str
    mode: str | None = None
    seed: int = 0
    workers: int | None = None
    cluster: str | None = None
    option: tuple[str, ...] = ()
    json: bool = False


@dataclass(frozen=True)
class Check:
    """Games to check the contract by.

    Args:
        game: which game; by default all of them.
        seconds: how long to play each game; each mode is played with fewest and with most players at the least.
        games: play so many for each mode and number of seats instead, however long it takes.
        seed: the same seed plays the same games.
    """

    game: str | None = None
    _: KW_ONLY
    seconds: float = 30.0
    games: int | None = None
    seed: int = 0


@dataclass(frozen=True)
class Fuzzing:
    """Games to break.

    Args:
        game: which game.
        seconds: how long.
        seed: where to start; the same seed plays the same games.
        out: the folder that the journal of a broken game is written to.
    """

    game: str
    _: KW_ONLY
    seconds: float = 60.0
    seed: int = 0
    out: Path = Path()

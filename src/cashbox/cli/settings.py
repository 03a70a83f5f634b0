"""The settings of commands with many arguments: the fields are the arguments, and the docstring is the help."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Simulation:
    """Games to simulate.

    Args:
        game: the game; `cashbox games` lists them.
        games: the number of games.
        bots: one bot for each seat, separated by commas: steady,random,my_module:MyBot.
        mode: a mode of the game; `cashbox games` lists them.
        seed: the same seed gives the same games.
        workers: the number of processes; by default, one per processor.
        cluster: the address of a Dask scheduler to run the games on, or `local` to start one; see docs/clusters.md.
        option: an option as name=value. Can be given several times.
        content: a variant of the game, a TOML file or a folder; see docs/variants.md.
        journals: a folder to write each game's journal to.
        csv: a file to write to, with one line per player per game.
        json: print JSON.
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
    content: Path | None = None
    journals: Path | None = None
    csv: Path | None = None
    json: bool = False


@dataclass(frozen=True)
class Collection:
    """Games to collect.

    Args:
        game: the game; `cashbox games` lists them.
        to: the folder. If it already has part of this dataset, only the missing games are played.
        games: the number of games.
        bots: one bot for each seat, separated by commas: steady,random,my_module:MyBot.
        shard: the number of games in each file.
        mode: a mode of the game; `cashbox games` lists them.
        seed: the same seed gives the same games.
        workers: the number of processes; by default, one per processor.
        cluster: the address of a Dask scheduler to run the games on, or `local` to start one; see docs/clusters.md.
        option: an option as name=value. Can be given several times.
        content: a variant of the game, a TOML file or a folder; see docs/variants.md.
    """

    game: str
    _: KW_ONLY
    to: Path
    games: int = 1000
    bots: str
    shard: int = 100
    mode: str | None = None
    seed: int = 0
    workers: int | None = None
    cluster: str | None = None
    option: tuple[str, ...] = ()
    content: Path | None = None


@dataclass(frozen=True)
class Check:
    """Games to check the contract by.

    Args:
        game: the game; by default, all games.
        seconds: how long to play each game. Each mode is played at least once with the fewest and the most players.
        games: play this many games for each mode and number of players instead, no matter how long it takes.
        seed: the same seed plays the same games.
        board: check the board instead, in browser windows of many sizes. Needs Playwright and Chromium.
        positions: the number of positions to check the board in.
        content: a variant of the game, a TOML file or a folder; see docs/variants.md.
    """

    game: str | None = None
    _: KW_ONLY
    seconds: float = 30.0
    games: int | None = None
    seed: int = 0
    board: bool = False
    positions: int = 200
    content: Path | None = None


@dataclass(frozen=True)
class Fuzzing:
    """Games to break.

    Args:
        game: the game.
        seconds: how long to play.
        seed: the same seed plays the same games.
        out: the folder for the journal of a failed game.
        content: a variant of the game, a TOML file or a folder; see docs/variants.md.
    """

    game: str
    _: KW_ONLY
    seconds: float = 60.0
    seed: int = 0
    out: Path = Path()
    content: Path | None = None

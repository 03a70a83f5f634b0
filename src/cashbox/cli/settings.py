"""The flags of a command that takes many: its flags are the fields, its help is the docstring."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """Games to simulate.

    Args:
        games: how many.
        bots: one for each seat, separated by commas: steady,random,random.
        mode: a mode of the game; `cashbox games` lists them.
        seed: the same seed gives the same games.
        workers: how many processes; by default one for each processor.
        option: an option of the table, name=value; can be given several times.
        json: print the result as JSON.
    """

    games: int = 100
    bots: str
    mode: str | None = None
    seed: int = 0
    workers: int | None = None
    option: tuple[str, ...] = ()
    json: bool = False

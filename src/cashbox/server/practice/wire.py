"""Wire types for practicing your mistakes."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta


class Puzzle(msgspec.Struct, frozen=True):
    """A position in which you made a costly decision.

    table, game: Of the game.
    n: The step of the decision; the position is the one before it.
    seat: Your seat.
    changed: When the game ended, in seconds since 1970.
    choices: Labels of the actions to choose from.
    """

    table: str
    game: str
    n: int
    seat: int
    changed: int
    choices: list[str]


class Practice(msgspec.Struct, frozen=True):
    """The response to GET /api/me/practice: the costliest decisions of your last analyzed games, costliest first.

    games: The number of puzzles by game."""

    puzzles: list[Puzzle]
    games: dict[str, int]


class Solve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Answer a puzzle. choice: the number of a choice, from 0."""

    choice: Annotated[int, Meta(ge=0, le=99)]


class Solution(msgspec.Struct, frozen=True):
    """How good the choices of a puzzle are.

    verdict: Of your choice.
    best, played: The numbers of the best choice, and of the one that was played.
    losses: By choice, the chance of winning that it loses compared with the best one, from 0 to 1.
    why: By choice, why the best one is better; empty where nothing explains it. For the best one, why it is better than
        the one played.
    """

    verdict: Literal["best", "nearly", "worse"]
    best: int
    played: int
    losses: list[float]
    why: list[str]

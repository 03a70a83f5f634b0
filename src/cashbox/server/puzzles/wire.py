"""Wire types for daily puzzles."""

from __future__ import annotations

import msgspec
from msgspec import Raw

from cashbox.server.practice.wire import Solution, Solve


class DailyPuzzle(msgspec.Struct, frozen=True):
    """The response to GET /api/puzzles/{game}: today's puzzle, without names.

    day: As in 2026-11-28, in UTC.
    seat, seats: The seat that decides, and the number of players.
    moment: The position as that seat saw it, a `Moment`.
    content: The path of the game's content.
    choices: Labels of the actions to choose from.
    asked, found: How many people have answered it, and how many of them chose the best action or nearly the best one.
    choice: The number of your choice, null before you answer.
    solution: How good the choices are; null before you answer.
    """

    game: str
    day: str
    seat: int
    seats: int
    moment: Raw
    content: str
    choices: list[str]
    asked: int
    found: int
    choice: int | None = None
    solution: Solution | None = None


class SolveDaily(Solve, frozen=True, forbid_unknown_fields=True):
    """Answer today's puzzle. day: of the puzzle."""

    day: str

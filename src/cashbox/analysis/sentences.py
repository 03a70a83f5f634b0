"""Describe errors and grades in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.analysis.summary import BEGINNER, GRADED
from cashbox.engine.phrases import listed, plural

if TYPE_CHECKING:
    from cashbox.analysis.results import Analysis, SeatSummary

PERCENT: Final = "percentage point"
"""The unit of losses that are chances of winning."""


def errors(one: SeatSummary, unit: str) -> str:
    """Describe how much a player's decisions cost.

    Args:
        one: The player's summary.
        unit: The singular of the unit in which the grade counts losses; empty in older analyses.
    """
    if not one.decisions:
        return "No decisions to judge."
    few = f"{one.mattered} of {plural(one.decisions, 'decision')}" if one.mattered else "No decisions"
    return f"{error_per_decision(one.error, one.lost, unit)} {few} cost 1 point or more."


def error_per_decision(error: float, lost: float, unit: str) -> str:
    """Describe the average cost of decisions: in chances of winning, and in the game's points if grades depend on
    them."""
    in_points = f", or {loss(lost, unit)}" if unit not in ("", PERCENT) else ""
    return f"Error per decision: {100 * error:.2f} points{in_points}."


def grading(analysis: Analysis) -> list[str]:
    """Explain the grades of a game in a list of sentences; empty for a game without grades."""
    if not analysis.grades:
        return []
    limits = [f"{name} up to {loss(most, analysis.grade_unit)}" for name, most in analysis.grades.items()]
    return [
        f"The grade depends on the error per decision: {listed([*limits, f'{BEGINNER} above that'])}.",
        "One game has few decisions, so its grade is uncertain. The grade for several games is more reliable.",
        f"Players with fewer than {GRADED} decisions get no grade.",
    ]


def loss(lost: float, unit: str) -> str:
    """Write an average loss: "$10.50", "0.4 points", "1.3 stars"."""
    if unit == "dollar":
        return f"${lost:,.2f}".removesuffix(".00")
    number = f"{lost:.2f}".rstrip("0").rstrip(".")
    return f"{number} {'point' if unit == PERCENT else unit}{'' if number == '1' else 's'}"

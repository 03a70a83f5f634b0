"""Sum up the moments of an analyzed game for each seat."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Final

from cashbox.analysis.decisions import MATTERS
from cashbox.analysis.results import SeatSummary
from cashbox.bots.search import DOUBT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cashbox.analysis.results import AnalyzedMoment, Judged
    from cashbox.engine.guide import Guide

COSTLIEST: Final = 5
"""How many costly decisions to list."""
GRADED: Final = 10
"""The least number of decisions for a grade."""
BEGINNER: Final = "beginner"
"""The grade of a player who loses more than all others."""
LUCKIEST: Final = 3
"""How many lucky and how many unlucky draws to list."""


def summaries(
    start: Sequence[float],
    result: Sequence[float],
    moments: Sequence[AnalyzedMoment],
    guide: Guide | None = None,
) -> list[SeatSummary]:
    """Summarize a game for each seat.

    Args:
        start: By seat, the chance of winning before the deal.
        result: By seat, the share of the win.
        moments: All of them, from the deal on.
        guide: Of the game, for any seat; without it there are no grades.
    """
    return [_summary(seat, start[seat], result[seat], moments, guide) for seat in range(len(start))]


def _summary(
    seat: int, start: float, result: float, moments: Sequence[AnalyzedMoment], guide: Guide | None
) -> SeatSummary:
    effects = [(one.seat, one.judged.effect[seat]) for one in moments if one.judged is not None and one.judged.effect]
    own = fsum(effect for actor, effect in effects if actor == seat)
    others = fsum(effect for actor, effect in effects if actor != seat)
    luck = fsum(luck_of(one, seat) for one in moments)
    mine = [one for one in moments if one.seat == seat and one.judged is not None and not one.by]
    errors = [(one.judged.error, one.judged.noise, one.n) for one in mine if one.judged is not None]
    certain = sorted(
        ((error, n) for error, noise, n in errors if error > DOUBT * noise and error >= MATTERS), reverse=True
    )
    mean = max(0.0, fsum(error for error, _, _ in errors) / len(errors)) if errors else 0.0
    in_points = guide is None or not guide.judges
    lost = _points_lost([one.judged for one in mine if one.judged is not None]) if in_points else 100 * mean
    draws = sorted((luck_of(one, seat), one.n) for one in moments if one.drawn or one.hidden)
    return SeatSummary(
        start=start,
        luck=luck,
        own=own,
        others=others,
        result=result,
        without_luck=min(1.0, max(0.0, result - luck)),
        decisions=len(mine),
        mattered=len(certain),
        error=mean,
        lost=lost,
        grade=grade_of(lost, guide.grades) if guide is not None and len(mine) >= GRADED else "",
        costliest=tuple(n for _, n in certain[:COSTLIEST]),
        luckiest=tuple(n for gain, n in reversed(draws[-LUCKIEST:]) if gain > 0),
        unluckiest=tuple(n for gain, n in draws[:LUCKIEST] if gain < 0),
    )


def luck_of(moment: AnalyzedMoment, seat: int) -> float:
    """Return the chance that a seat gained by luck in a moment."""
    return (moment.drawn[seat] if moment.drawn else 0.0) + (moment.hidden[seat] if moment.hidden else 0.0)


def grade_of(lost: float, grades: Mapping[str, float]) -> str:
    """Return the grade of a player who loses this much per decision; "" without thresholds."""
    return next((name for name, most in grades.items() if lost <= most), BEGINNER if grades else "")


def _points_lost(decisions: Sequence[Judged]) -> float:
    """Return the mean points lost in a decision."""
    return max(0.0, fsum(one.margin or 0.0 for one in decisions) / len(decisions)) if decisions else 0.0

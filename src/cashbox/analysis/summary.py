"""Adding up the moments of an analyzed game, seat by seat."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, Final

from cashbox.analysis.decisions import MATTERS
from cashbox.analysis.results import SeatSummary
from cashbox.bots.search import DOUBT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.analysis.results import AnalyzedMoment

COSTLIEST: Final = 5
"""How many costly decisions are listed."""
LUCKIEST: Final = 3
"""How many lucky and how many unlucky draws are listed."""


def summaries(start: Sequence[float], result: Sequence[float], moments: Sequence[AnalyzedMoment]) -> list[SeatSummary]:
    """Summarize a game for each seat.

    Args:
        start: By seat, the chance to win before the deal.
        result: By seat, the share of the win.
        moments: All of them, from the deal on.
    """
    return [_summary(seat, start[seat], result[seat], moments) for seat in range(len(start))]


def _summary(seat: int, start: float, result: float, moments: Sequence[AnalyzedMoment]) -> SeatSummary:
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
        costliest=tuple(n for _, n in certain[:COSTLIEST]),
        luckiest=tuple(n for gain, n in reversed(draws[-LUCKIEST:]) if gain > 0),
        unluckiest=tuple(n for gain, n in draws[:LUCKIEST] if gain < 0),
    )


def luck_of(moment: AnalyzedMoment, seat: int) -> float:
    """Return the chance that a seat gained by luck in a moment."""
    return (moment.drawn[seat] if moment.drawn else 0.0) + (moment.hidden[seat] if moment.hidden else 0.0)

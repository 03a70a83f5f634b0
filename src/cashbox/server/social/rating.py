"""Ratings: how a game changes the estimates of its players' skill (the Plackett-Luce model, by openskill)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

USUAL: Final = 1000
"""The points of a person without a rated game."""

POINTS: Final = 40
"""Points per unit of the model."""


class Skill(NamedTuple):
    """A skill. mu: the estimate; sigma: its uncertainty."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def ordinal(self) -> float:
        """A conservative estimate, by which leaders are sorted."""
        return self.mu - 3 * self.sigma


def after(before: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """Compute the players' skills after a game. `ranks`: 1 for the best, equal for ties."""
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    return [Skill(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=[float(rank) for rank in ranks])]


def points(ordinal: float) -> int:
    """Convert a skill to points for people."""
    return round(USUAL + POINTS * ordinal)


def ranks_of(keys: Sequence[Any]) -> list[int]:
    """Rank keys: 1 for the least, equal keys share a rank, and the next rank skips: 1, 1, 3."""
    return [1 + sum(other < key for other in keys) for key in keys]


@cache
def _model() -> Any:
    # It is slow to import, and a server starts without it.
    from openskill.models import PlackettLuce

    return PlackettLuce()

"""How a game changes what is believed of its players' skill (Plackett and Luce's model, by openskill)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

USUAL: Final = 1000
"""The points of someone who has played no rated game."""

POINTS: Final = 40
"""Points for each unit of the model."""


class Skill(NamedTuple):
    """mu: the best guess; sigma: how far off it may be."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def ordinal(self) -> float:
        """What it very likely is at least; leaders are sorted by it."""
        return self.mu - 3 * self.sigma


def after(before: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """Compute the players' skills after a game. `ranks` are theirs, 1 for the best, equal for ties."""
    model = _model()
    teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    return [Skill(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=[float(rank) for rank in ranks])]


def points(ordinal: float) -> int:
    """Convert a skill to points as people read them."""
    return round(USUAL + POINTS * ordinal)


def ranks_of(keys: Sequence[Any]) -> list[int]:
    """1 for the least key, the same for those that are equal, and none is left out for those who share one: 1, 1, 3."""
    return [1 + sum(other < key for other in keys) for key in keys]


@cache
def _model() -> Any:
    # It takes a moment to import, and a server starts without it.
    from openskill.models import PlackettLuce

    return PlackettLuce()

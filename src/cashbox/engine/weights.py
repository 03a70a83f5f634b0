"""Ways with their weights: one of them by lot, and a few in the place of many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance

FINE: Final = 1 << 48
"""One of so many is drawn for a share between 0 and 1."""


def thinned(weights: dict[int, float], whole: float, limit: int) -> dict[int, float]:
    """So many of them: the likelier ones as they are, the others evenly spread, each standing for its neighbours. This
    takes no chance, so that the same knowledge gives the same."""
    order = sorted(weights.values(), reverse=True)
    kept, rest = 0, whole
    while kept < limit and order[kept] * (limit - kept) >= rest:
        rest -= order[kept]
        kept += 1
    share = rest / (limit - kept) if kept < limit else 0.0
    found: dict[int, float] = {}
    at = share / 2
    for way in sorted(weights):
        weight = weights[way]
        if weight > share:
            found[way] = weight
            continue
        at -= weight
        if at < 0.0:
            found[way] = share
            at += share
    return found


def pick(weights: dict[int, float], chance: Chance) -> int:
    """One of them by its weight."""
    if len(weights) == 1:
        return next(iter(weights))
    rest = chance.draw(FINE) / FINE * sum(weights.values())
    last = -1
    for one, weight in weights.items():
        if weight > 0.0:
            last = one
            rest -= weight
            if rest < 0.0:
                break
    return last

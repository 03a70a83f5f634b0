"""Ways carried from step to step; where those that stand for the others cannot have been, from some steps before with
more of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.forks import Lost
from cashbox.engine.sightings import Sight, see

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.ways import Seen, Ways

MANY: Final = 300
"""How many ways are carried along at most."""
FEW: Final = 16
"""How many stand for the others where there are more, from then on: what they get wrong is mended by exchanges, see
`engine/dealt_anew.py`."""
APART: Final = 16
"""How many steps apart ways are kept to go back to."""


def carried(ways: Ways, steps: Sequence[Sequence[Seen] | Sight], hides: dict[int, bool]) -> Ways:
    """The ways after some steps. hides: whether the cards of a holder are hidden."""
    ways.limit(MANY, FEW)
    kept = [(0, ways.clone())]
    at, lost, few, back = 0, -1, FEW, 4
    hard: dict[int, int] = {}  # by step that was passed at last, with how many: gone back before it, fewer fail again
    while at < len(steps):
        if at > lost and few > FEW:
            hard[lost] = few
            few, back = FEW, 4
            ways.limit(MANY, FEW)
        if at >= kept[-1][0] + APART:
            kept.append((at, ways.clone()))
        step = steps[at]
        try:
            if isinstance(step, Sight):
                see(ways, step)
            else:
                ways.moment(step, hides)
            at += 1
        except Lost:
            lost = max(lost, at)
            del kept[max(1, len(kept) - back) :]
            back *= 2
            at, ways = kept[-1][0], kept[-1][1].clone()
            few = max([2 * few, *[many for step, many in hard.items() if step >= at]])
            ways.limit(max(MANY, few), few)
    return ways

"""When to end a trading round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.bots.holding import holding

if TYPE_CHECKING:
    from cashbox.games.cash.bots.sight import Sight

_LEAD: Final = 85_000.0
"""The desired lead over the best of the others."""
_HOPE: Final = 0.8
"""The part of the hand's potential that counts against stopping."""


def wants_to_stop(sight: Sight) -> bool:
    """Decide whether to stop trading now: apparently ahead of the others, with little left to gain."""
    mine = sight.standing[sight.seat]
    if sight.near:
        return sight.capital[sight.seat] > sight.capital[sight.leader]
    others = max(total for seat, total in enumerate(sight.standing) if seat != sight.seat)
    if mine <= 0:
        return False
    now = holding(sight, [face for face in sight.hand if v.STOP not in sight.content.does[face]])
    hope = max(0.0, now.worth() - mine)
    return mine - others > _LEAD + _HOPE * hope

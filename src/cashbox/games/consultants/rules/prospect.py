"""Predict what a desk would pay, for labels, facts, and views, by the same rules that pay it.

Source: ITS "Complete project", "Phase 4: Rewards"; RULINGS C3.3, C3.4, C3.10.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.consultants.content import COMPLETING, PRINCIPAL
from cashbox.games.consultants.rules import complete, desks

if TYPE_CHECKING:
    from cashbox.games.consultants.state import Place, State


def paid_at(s: State, place: Place, desk: int, rank: int) -> int:
    """Return the dollars at the end of the round, as things stand, for the consultant at a desk, or for one of this
    rank who would sit there."""
    return desks.paid(s, place, desks.further_right(place, desk), _sitting(s, place, desk, rank))


def done_at(s: State, place: Place, desk: int, rank: int) -> int:
    """Return the dollars, including the bonus, if the project were completed now at its last desk, for the consultant
    at a desk, or for one of this rank who would sit there."""
    last = len(place.cards) - 1
    others = desks.further_right(place, desk) + int(desk != last and place.cards[last] < 0)
    return desks.paid(s, place, others, _sitting(s, place, desk, rank)) + complete.bonus(place)


def for_completing(s: State, place: Place, seat: int) -> dict[int, int]:
    """Return the dollars by seat, including bonus and event, if this seat completes the project now with another
    consultant."""
    last = len(place.cards) - 1
    paid = {seat: s.costs[COMPLETING]}
    for desk, owner in enumerate(place.owners):
        whose = seat if desk == last else owner
        if whose >= 0:
            paid[whose] = paid.get(whose, 0) + done_at(s, place, desk, PRINCIPAL)
    return paid


def _sitting(s: State, place: Place, desk: int, rank: int) -> int:
    """Return the rank of the consultant at a desk, or the given one if no one sits there."""
    card = place.cards[desk]
    return s.content.rank[card] if card >= 0 else rank

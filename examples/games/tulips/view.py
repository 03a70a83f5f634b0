"""What one seat may know of a game of Tulips, built field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from cashbox.engine.observation.bounds import BY_SEAT, Flag, Seat, about, among, first, one_of

from .content import SORTS
from .rules import score
from .state import OVER

if TYPE_CHECKING:
    from .state import State


Bulb = Annotated[int, among(SORTS)]
Florins = Annotated[int, about(-1, 150)]
Count = Annotated[int, Meta(ge=0, le=12)]


class SeatView(msgspec.Struct):
    """A game as one seat sees it, -1 for a spectator. A bulb is the number of its sort.

    phase: "bid", "decide" (the buyer keeps or sells), or "over".
    favorite, bid: the seat's own, -1 for none.
    sealed: by seat, whether its bid is in.
    bids: by seat, once they are open.
    favorites, scores: by seat, once the game is over.
    """

    seat: int
    phase: Annotated[str, one_of("bid", "decide", "over")]
    lots: Annotated[int, Meta(ge=0, le=12)]
    bulb: Bulb
    first: Seat
    buyer: Seat
    purses: Annotated[list[Florins], BY_SEAT]
    kept: Annotated[list[Annotated[list[Count], first(SORTS)]], BY_SEAT]
    favorite: Bulb
    bid: Florins
    sealed: Annotated[list[Flag], BY_SEAT]
    bids: Annotated[list[Florins], BY_SEAT]
    favorites: Annotated[list[Bulb], BY_SEAT]
    scores: Annotated[list[Florins], BY_SEAT]


def look(s: State, seat: int) -> SeatView:
    """Return the view of a seat."""
    seats = range(s.seats)
    over = s.phase == OVER
    is_open = s.buyer >= 0
    return SeatView(
        seat=seat,
        phase="over" if over else "decide" if is_open else "bid",
        lots=s.lots,
        bulb=s.bulb,
        first=s.first,
        buyer=s.buyer,
        purses=s.purses[:],
        kept=[row[:] for row in s.kept],
        favorite=s.favorites[seat] if seat >= 0 else -1,
        bid=s.bids[seat] if seat >= 0 else -1,
        sealed=[bid >= 0 for bid in s.bids],
        bids=s.bids[:] if over or is_open else [],
        favorites=s.favorites[: len(seats)] if over else [],
        scores=[score(s, one) for one in seats] if over else [],
    )

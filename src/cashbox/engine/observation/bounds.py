"""Declare in a view which fields programs observe, and in which range.

    space: Annotated[int, Meta(ge=-1, le=47)]       a number in a range
    money: Annotated[int, about(-50, 200)]          a number that may leave its usual range; it is clipped
    phase: Annotated[str, one_of("bid", "over")]    one of several texts
    bulb: Annotated[int, among(6)]                  one of 0..5; any other number is all zeros
    hand: Annotated[list[Card], counted(2)]         the count of each, usually up to 2; Card: one among 52
    track: Annotated[list[Card], PLACED]            the position of each in the list
    buyer: Seat                                     a seat; any other number is all zeros
    acting: list[Seat]                              several seats
    purses: Annotated[list[Purse], BY_SEAT]         one entry for each seat, the viewer's first
    shown: Annotated[list[Shown], OF_SEAT]          entries with a field `seat`
    bets: Annotated[list[Bet], first(6)]            the first six entries

A string instead of a number, as in among("cards"), is a key of `Views.extents`. Booleans are `Flag`. A field without a
declaration is not observed: texts for players, and values that follow from other fields.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

OBSERVE: Final = "observe"
"""The key in `Meta.extra` for how a field is observed."""

BY_SEAT: Final = Meta(extra={OBSERVE: "by_seat"})
OF_SEAT: Final = Meta(extra={OBSERVE: "of_seat"})
PLACED: Final = Meta(extra={OBSERVE: "placed"})

Flag = Annotated[bool, Meta(extra={OBSERVE: "flag"})]
Seat = Annotated[int, Meta(extra={OBSERVE: "seat"})]
SeatOrRival = Annotated[int, Meta(extra={OBSERVE: "seat", "rival": True})]
"""A seat, or an opponent without one, whose number follows the last seat."""


def about(low: int, high: int) -> Meta:
    """Declare the usual range of a number."""
    return Meta(extra={OBSERVE: "about", "low": low, "high": high})


def one_of(*texts: str) -> Meta:
    """Declare the possible strings of a field."""
    return Meta(extra={OBSERVE: "one_of", "texts": list(texts)})


def among(count: int | str) -> Meta:
    """Declare that a number is one of 0..count-1; count: also a key of `Views.extents`."""
    return Meta(extra={OBSERVE: "among", "count": count})


def counted(most: int, of: str = "") -> Meta:
    """Declare that a list is observed as counts of each value, usually at most `most`; of: the field to count by."""
    return Meta(extra={OBSERVE: "counted", "most": most, "of": of})


def first(count: int) -> Meta:
    """Declare that this many first entries of a list are observed."""
    return Meta(extra={OBSERVE: "first", "count": count})

"""Declare in a view which fields programs observe, and in which range.

    space: Annotated[int, Meta(ge=-1, le=47)]       a number in a range
    money: Annotated[int, about(-50, 200)]          a number that may leave its usual range; it is observed as the end
    phase: Annotated[str, one_of("bid", "over")]    one of several texts
    bulb: Annotated[int, among(6)]                  one of 0..5; any other number is none of them
    hand: Annotated[list[Card], counted(2)]         how many of each, usually up to 2; Card: one among 52
    track: Annotated[list[Card], PLACED]            where in the list each is
    buyer: Seat                                     a seat; any other number is none
    acting: list[Seat]                              several seats
    purses: Annotated[list[Purse], BY_SEAT]         one entry for each seat, the viewer's first
    shown: Annotated[list[Shown], OF_SEAT]          entries that say in their field `seat` whose they are
    bets: Annotated[list[Bet], first(6)]            the first six entries

A text in place of a number, as in among("cards"), is a key of `Views.extents`. What is true or false is a `Flag`. A
field that says nothing is not observed: what players read, and what follows from other fields.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

OBSERVE: Final = "observe"
"""The key by which `Meta.extra` says how a field is observed."""

BY_SEAT: Final = Meta(extra={OBSERVE: "by_seat"})
OF_SEAT: Final = Meta(extra={OBSERVE: "of_seat"})
PLACED: Final = Meta(extra={OBSERVE: "placed"})

Flag = Annotated[bool, Meta(extra={OBSERVE: "flag"})]
Seat = Annotated[int, Meta(extra={OBSERVE: "seat"})]
SeatOrRival = Annotated[int, Meta(extra={OBSERVE: "seat", "rival": True})]
"""A seat, or an opponent without one, who has the number after the last seat."""


def about(low: int, high: int) -> Meta:
    """Declare the usual range of a number."""
    return Meta(extra={OBSERVE: "about", "low": low, "high": high})


def one_of(*texts: str) -> Meta:
    """Declare the texts that a field can have."""
    return Meta(extra={OBSERVE: "one_of", "texts": list(texts)})


def among(count: int | str) -> Meta:
    """Declare that a number is one of 0..count-1; count: also a key of `Views.extents`."""
    return Meta(extra={OBSERVE: "among", "count": count})


def counted(most: int, of: str = "") -> Meta:
    """Declare that a list is observed as how many there are of each, usually at most `most`; of: by this field."""
    return Meta(extra={OBSERVE: "counted", "most": most, "of": of})


def first(count: int) -> Meta:
    """Declare that so many entries of a list are observed."""
    return Meta(extra={OBSERVE: "first", "count": count})

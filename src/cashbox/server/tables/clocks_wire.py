"""What goes over the wire of the players' clocks; `wire` has the rest."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

Zone = Annotated[str, Meta(max_length=64, description="a time zone, such as America/New_York")]


class SeatClock(msgspec.Struct, frozen=True):
    """A player's clock. time: seconds left when this was sent, or seconds used in "soft"; step: how many of those left
    are for this decision only. hours: when it runs, as [from, to] in seconds from when this was sent, with null for no
    end; at most the next few, [] while it is paused."""

    seat: int
    time: int
    step: int
    hours: list[tuple[int, int | None]]

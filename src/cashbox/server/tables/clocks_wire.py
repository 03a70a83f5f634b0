"""What goes over the wire of the players' clocks; `wire` has the rest."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

ClockKind = Literal["soft", "live", "days"]
Zone = Annotated[str, Meta(max_length=64, description="a time zone, such as America/New_York")]
_Seconds = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class GameClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clocks of a table's players. kind: "soft", shown and nobody loses by it; "live", over one evening; "days".
    step: seconds for each decision, which are used up first; bank: seconds for the whole game, from which each decision
    takes what it needs beyond its step. nights, weekends: whether time runs on from 22:00 to 08:00 and on Saturdays and
    Sundays, by each player's own time zone; only over days may it not. In "soft", bank and step are 0."""

    kind: ClockKind
    step: _Seconds = 0
    bank: _Seconds = 0
    nights: bool = True
    weekends: bool = True


class SeatClock(msgspec.Struct, frozen=True):
    """What a player's clock shows. time: seconds left when this was sent, in "soft" seconds used; step: how many of
    those left are the decision's own. hours: when it runs, as [from, to] in seconds from when this was sent, to null:
    on and on; at most the next few, [] where it stands still."""

    seat: int
    time: int
    step: int
    hours: list[tuple[int, int | None]]

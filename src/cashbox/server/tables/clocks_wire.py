"""What goes over the wire of the players' clocks; `wire` has the rest."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

ClockKind = Literal["soft", "live", "days"]
Zone = Annotated[str, Meta(max_length=64, description="a time zone, such as America/New_York")]
_Seconds = Annotated[int, Meta(ge=0, le=1_000_000_000)]


class GameClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clocks of a table. kind: "soft" (shown, without a time limit), "live" (one sitting), or "days" (turn-based).
    step: seconds for each decision, which are used first; bank: seconds of reserve time for the whole game, used when a
    decision takes longer than its step. nights, weekends: whether the clocks run from 22:00 to 08:00 and on weekends in
    each player's time zone; only those of "days" can pause. In "soft", bank and step are 0."""

    kind: ClockKind
    step: _Seconds = 0
    bank: _Seconds = 0
    nights: bool = True
    weekends: bool = True


class SeatClock(msgspec.Struct, frozen=True):
    """A player's clock. time: seconds left when this was sent, or seconds used in "soft"; step: how many of those left
    are for this decision only. hours: when it runs, as [from, to] in seconds from when this was sent, with null for no
    end; at most the next few, [] while it is paused."""

    seat: int
    time: int
    step: int
    hours: list[tuple[int, int | None]]

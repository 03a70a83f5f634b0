"""What goes over the wire about going on from any point of a finished game; part of `wire`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cashbox.server.rematch.wire import Hidden  # noqa: TC001
from cashbox.server.tables.clocks_wire import GameClock  # noqa: TC001
from cashbox.server.tables.seats_wire import Nonce, Seal  # noqa: TC001
from cashbox.server.watching.wire import Watching  # noqa: TC001
from cashbox.server.wire import SeatWish  # noqa: TC001 (msgspec reads the types)


class GoOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/go-on: a new table that goes on after step n of the game of this one. hidden: all cards
    stay as they were, or what the seats with people on them could not know is dealt anew. seats: as many as there;
    watching, open_hands: null for as it is there. All others as in NewTable; the game is never rated."""

    n: int
    hidden: Hidden
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=32)]
    name: Annotated[str, Meta(max_length=60)] = ""
    nonce: Nonce = ""
    seal: Seal = ""
    listed: bool = True
    lapse: Annotated[int, Meta(ge=0, le=1_000_000_000)] | None = None
    absence: Annotated[int, Meta(ge=0, le=1_000_000_000)] | None = None
    clock: GameClock | None = None
    watching: Watching | None = None
    open_hands: bool | None = None
    circle: Annotated[str, Meta(max_length=32)] = ""


class Origin(msgspec.Struct, frozen=True):
    """GET /api/tables/{id}/origin: where the game of a table comes from. page: the address of that moment, null where
    the caller may not see that table, or it is not there any more."""

    n: int
    hidden: Hidden
    page: str | None

"""What goes over the wire about going on from any point of a finished game; part of `wire`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cashbox.server.rematch.wire import Hidden  # noqa: TC001
from cashbox.server.tables import settings
from cashbox.server.tables.seats_wire import Nonce, Seal  # noqa: TC001
from cashbox.server.watching.wire import Watching  # noqa: TC001
from cashbox.server.wire import SeatWish  # noqa: TC001 (msgspec reads the types)


class GoOn(settings.CommonSettings, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/go-on: a new table whose game continues the game of this one after step n. hidden: all
    cards stay as they were, or what the seats with people on them could not know is dealt again. seats: as many as
    there; watching, open_hands: null for as it is there. All others as in NewTable; the game is never rated."""

    n: int
    hidden: Hidden
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=32)]
    nonce: Nonce = ""
    seal: Seal = ""
    watching: Watching | None = None
    open_hands: bool | None = None


class Origin(msgspec.Struct, frozen=True):
    """GET /api/tables/{id}/origin: where the game of a table comes from. page: the address of that moment, null where
    the caller may not see that table, or it is not there any more."""

    n: int
    hidden: Hidden
    page: str | None

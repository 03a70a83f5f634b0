"""Wire types for continuing a finished game; part of `wire`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cashbox.server.fields import Nonce, Seal  # noqa: TC001
from cashbox.server.tables import settings
from cashbox.server.tables.settings import Hidden, Watching  # noqa: TC001
from cashbox.server.wire import SeatWish  # noqa: TC001 (msgspec reads the types)


class GoOn(settings.CommonSettings, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/go-on: create a table that continues this game after step n. hidden: keep all
    cards as they were, or redeal those that the seats with people could not know. seats: the same number as in this
    game; watching, open_hands: null to keep this game's settings. The rest is as in `NewTable`. The new game is never
    rated."""

    n: int
    hidden: Hidden
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=32)]
    nonce: Nonce = ""
    seal: Seal = ""
    watching: Watching | None = None
    open_hands: bool | None = None


class Origin(msgspec.Struct, frozen=True):
    """The response to GET /api/tables/{id}/origin: the game that this one continues. page: the URL of that step, null
    if the caller cannot see that table or it no longer exists."""

    n: int
    hidden: Hidden
    page: str | None

"""What goes over the wire of a seat: who has it, and its share of chance; `wire` has the rest."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cashbox.engine.journal import Why  # noqa: TC001
from cashbox.server.db.records import SeatKind  # noqa: TC001 (msgspec reads the types)

Name = Annotated[
    str, Meta(max_length=40, description="shown to others at the table; leading and trailing spaces are removed")
]
Nonce = Annotated[
    str, Meta(max_length=64, description="your nonce for the game's draws, revealed right away; empty for none")
]
Seal = Annotated[
    str, Meta(pattern="^([0-9a-f]{64})?$", description="SHA-256 (hex) of your nonce, revealed later; empty for none")
]


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/reveal: the nonce whose hash the caller gave when sitting down."""

    nonce: Annotated[str, Meta(min_length=1, max_length=64)]


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat. name: "" while it is open; taken: a guest or bot has it; online: the guest is connected (bots always
    are); bot: the bot's name, "" for guests; level: the level shown next to a bot's name, "" for guests; stand_in: the
    bot that plays for a guest, "" for none; why: the reason for it; kept_for: the name of the player that an open seat
    is reserved for, "" for none; declined: the name of the player who declined it; nudged: when the player was last
    nudged, in seconds since 1970, or null; guest: the player has no account, so anyone may use the name; away: when a
    disconnected guest was last there, in seconds since 1970, null for all others."""

    seat: int
    name: str
    kind: SeatKind
    taken: bool
    online: bool
    bot: str
    level: str = ""
    stand_in: str = ""
    why: Why = ""
    kept_for: str = ""
    declined: str = ""
    nudged: int | None = None
    guest: bool = False
    away: int | None = None

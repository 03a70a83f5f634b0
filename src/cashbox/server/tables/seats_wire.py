"""What goes over the wire of a seat: who has it, and its share of chance; `wire` has the rest."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cashbox.engine.journal import Why  # noqa: TC001

Name = Annotated[
    str, Meta(max_length=40, description="shown to others at the table; leading and trailing spaces are removed")
]
Nonce = Annotated[
    str, Meta(max_length=64, description="your share of the game's chance, revealed right away; empty: none")
]
Seal = Annotated[
    str, Meta(pattern="^([0-9a-f]{64})?$", description="SHA-256 (hex) of your share, revealed later; empty: none")
]
SeatKind = Literal["guest", "open", "bot"]


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/reveal: the nonce whose hash the caller gave when it sat down."""

    nonce: Annotated[str, Meta(min_length=1, max_length=64)]


class SeatInfo(msgspec.Struct, frozen=True):
    """One seat. name: "" while open; taken: a guest or bot has it; online: a guest's page is connected now (bots:
    always); bot: which one, "" for guests; level: what stands beside a bot's name, "" for guests; stand_in: the bot
    that plays for a guest, "" for none; why: it does; kept_for: the name of the one player for whom an open seat is
    kept, "" for anybody; declined: the name of the player who did not want it; nudged: when (seconds since 1970) its
    player was last asked to go on, null: never; guest: the player there has no account, so that anybody may have used
    the name; away: when (seconds since 1970) a guest who is not connected was last there, null for all others."""

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

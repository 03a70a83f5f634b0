"""What goes over the wire of a seat: who has it, and its share of chance; `wire` has the rest."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Name = Annotated[str, Meta(max_length=40, description="what others at the table see; spaces at the ends are removed")]
Nonce = Annotated[str, Meta(max_length=64, description="your share of the game's chance, shown at once; empty: none")]
Seal = Annotated[
    str, Meta(pattern="^([0-9a-f]{64})?$", description="SHA-256 (hex) of your share, shown later; empty: none")
]
SeatKind = Literal["guest", "open", "bot"]


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/reveal: the nonce whose hash the caller gave when it sat down."""

    nonce: Annotated[str, Meta(min_length=1, max_length=64)]


class SeatInfo(msgspec.Struct, frozen=True):
    """One seat. name: "" while open; taken: a guest or bot has it; online: a guest's page is connected now (bots:
    always); bot: which one, "" for guests."""

    seat: int
    name: str
    kind: SeatKind
    taken: bool
    online: bool
    bot: str

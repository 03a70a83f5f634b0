"""What goes over the wire so that nobody is stuck at a table: votes, leaving, handing on; `wire` has the rest."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cashbox.server.chat.wire import SeatNumber  # noqa: TC001 (msgspec reads the types)
from cashbox.server.tables.seats_wire import Name  # noqa: TC001

Question = Literal["stand-in", "call-off", "hand-on"]
"""What players vote on: that a bot plays for a player who is away, that a game ends without a result, that the seat of
a player who is away is given to somebody else."""
Ending = Literal["", "operator", "called-off", "left", "unused", "host", "nobody", "deserted"]
"""Why a table was closed: by the operator, since all agreed, since the last person left, since nobody came, since its
host was deleted, since all its players were, since no player came back for whom a bot stood in. Tables of before have
none: the operator."""
Code = Annotated[str, Meta(max_length=128, description="the part of the link after the #")]


# -- what a client sends ------------------------------------------------------------------------------------------


class StandIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/stand-in: a bot shall play for the one on a seat, who is away. on: false takes that
    back."""

    seat: SeatNumber
    on: bool = True


class HandOnBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/hand-on. seat: of a player who is away for long; null for the caller's own."""

    seat: SeatNumber | None = None


class VoteHandOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/hand-on/vote: the seat of a player who is away for long shall be given to somebody else.
    on: false takes that back."""

    seat: SeatNumber
    on: bool = True


class CallOff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/call-off: the game shall end without a result. on: false takes that back."""

    on: bool = True


class WhichSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/remove and /host: whom the host removes, who becomes host."""

    seat: SeatNumber


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/leave. last: even where nobody is left then, and the game ends without a result."""

    last: bool = False


class LookAtSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/seats/look: what a link that hands a seat on is about. It is not used by that."""

    code: Code


class TakeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/seats/take: the caller takes the seat. name: empty for the guest's own."""

    code: Code
    name: Name = ""


# -- what the server answers --------------------------------------------------------------------------------------


class VoteInfo(msgspec.Struct, frozen=True):
    """What some players of a running game want. seat: whom it is about, -1 for everybody; by: the seats that said so;
    asked: the seats whose say counts; text: how it stands, in a sentence; agreed: more than half want it, so that those
    who do can make a link to the seat ("hand-on")."""

    what: Question
    seat: int
    by: list[int]
    asked: list[int]
    text: str
    agreed: bool = False


class StoodIn(msgspec.Struct, frozen=True):
    """How often a bot decided for the player on a seat, of how many decisions that stand. text: in a sentence."""

    seat: int
    bot: int
    of: int
    text: str


class HandOn(msgspec.Struct, frozen=True):
    """The answer to POST /api/tables/{id}/hand-on. link: for the one who shall have the seat, once; until: when it ends
    (seconds since 1970)."""

    link: str
    until: int


class SeatOffer(msgspec.Struct, frozen=True):
    """The answer to POST /api/seats/look. by: who has the seat; away: that player is away, and others give the seat to
    somebody else; table, game: what they are called; page: of the
    table; until: when the offer ends (seconds since 1970)."""

    by: str
    table: str
    game: str
    page: str
    until: int
    away: bool = False

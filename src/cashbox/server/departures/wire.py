"""Wire types for votes, leaving, and seat transfers; `wire` has the rest."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cashbox.server.fields import Name, SeatNumber  # noqa: TC001 (msgspec reads the types)
from cashbox.server.tables.settings import Question  # noqa: TC001 (msgspec reads the types)

Code = Annotated[str, Meta(max_length=128, description="the part of the link after the #")]


# -- requests ------------------------------------------------------------------------------------------


class StandIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/stand-in: vote to let a bot play for an absent player. on: false withdraws the
    vote."""

    seat: SeatNumber
    on: bool = True


class HandOnBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/hand-on. seat: that of a player who has been away for a long time; null for
    the caller's own."""

    seat: SeatNumber | None = None


class VoteHandOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/hand-on/vote: vote to give away the seat of a player who has been away for a
    long time. on: false withdraws the vote."""

    seat: SeatNumber
    on: bool = True


class CallOff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/call-off: vote to end the game without a result. on: false withdraws the
    vote."""

    on: bool = True


class WhichSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/remove and /host: the seat of the player to remove, or of the new host."""

    seat: SeatNumber


class Leave(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/leave. last: leave even if no one stays and the game ends without a result."""

    last: bool = False


class LookAtSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/seats/look: look up a seat link without using it."""

    code: Code


class TakeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/seats/take. name: empty for the guest's own name."""

    code: Code
    name: Name = ""


# -- responses --------------------------------------------------------------------------------------


class VoteInfo(msgspec.Struct, frozen=True):
    """A vote in a running game. seat: the seat it is about, -1 for all; by: the seats that voted for it; asked: the
    seats that can vote; text: the current count, as a sentence; agreed: whether more than half are for it, so that each
    of them can create a link to the seat ("hand-on")."""

    what: Question
    seat: int
    by: list[int]
    asked: list[int]
    text: str
    agreed: bool = False


class StoodIn(msgspec.Struct, frozen=True):
    """How many decisions a bot made for the player in a seat, not counting those that were undone. text: as a
    sentence."""

    seat: int
    bot: int
    of: int
    text: str


class HandOn(msgspec.Struct, frozen=True):
    """The response to POST /api/tables/{id}/hand-on. link: lets one person take the seat; until: when it expires, in
    seconds since 1970."""

    link: str
    until: int


class SeatOffer(msgspec.Struct, frozen=True):
    """The response to POST /api/seats/look. by: the player who has the seat; away: whether that player is away and
    others offer the seat;
    table, game: their names; page: the table's page; until: when the offer expires, in seconds since 1970."""

    by: str
    table: str
    game: str
    page: str
    until: int
    away: bool = False

"""What goes over the wire about a table's chat; part of `wire`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

SeatNumber = Annotated[int, Meta(ge=0, le=31)]


class SayBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/chat. text: at most 500 characters, made one line without control characters."""

    text: str


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/mute: no more lines of the player on a seat, or all of them again, for the caller alone."""

    seat: SeatNumber
    on: bool


class ChatLine(msgspec.Struct, frozen=True):
    """What a player said. n: number, from 1 on; seat, name: the player's then; at: seconds since 1970; guest: the
    player had no account, so that anybody may have used the name; deleted: by the operator, and text is "" then."""

    n: int
    seat: int
    name: str
    text: str
    at: int
    guest: bool
    deleted: bool = False


class Chat(msgspec.Struct, frozen=True, tag="chat"):
    """GET /api/tables/{id}/chat, and the live message {"type": "chat"}: the lines with numbers from chat_from on,
    except those of players whom the viewer has muted. Before adding them, a client drops those it has from there on:
    names may have changed, and lines been deleted.
    muted: seats."""

    chat_from: int
    lines: list[ChatLine]
    muted: list[int]


class Said(msgspec.Struct, frozen=True):
    """The answer to POST /api/tables/{id}/chat. n: the line's number."""

    n: int

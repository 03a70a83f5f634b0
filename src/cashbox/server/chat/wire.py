"""Wire types for a table's chat; part of `wire`."""

from __future__ import annotations

import msgspec

from cashbox.server.fields import SeatNumber  # noqa: TC001 (msgspec reads the types)


class SayBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/chat. text: up to 500 characters, stored as one line without control
    characters."""

    text: str


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/mute: hide the messages of the player in a seat from the caller, or show them
    again."""

    seat: SeatNumber
    on: bool


class ChatLine(msgspec.Struct, frozen=True):
    """A player's chat message. n: its number, from 1; seat, name: the player's at the time; at: seconds since 1970;
    guest: whether the player had no account, so anyone may use the name; deleted: whether the operator deleted it, so
    text is ""."""

    n: int
    seat: int
    name: str
    text: str
    at: int
    guest: bool
    deleted: bool = False


class Chat(msgspec.Struct, frozen=True, tag="chat"):
    """The response to GET /api/tables/{id}/chat, and the live message {"type": "chat"}: the lines numbered chat_from
    and later, without those of players the viewer has muted. Before adding them, a client drops the lines it has from
    there on, because names may have changed and lines may have been deleted.

    muted: seats."""

    chat_from: int
    lines: list[ChatLine]
    muted: list[int]


class Said(msgspec.Struct, frozen=True):
    """The response to POST /api/tables/{id}/chat. n: the number of the message."""

    n: int

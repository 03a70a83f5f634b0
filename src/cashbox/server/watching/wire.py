"""Wire types for spectators; part of `wire`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cashbox.server.tables.settings import Watching  # noqa: TC001 (msgspec reads the types)

RemarkNumber = Annotated[int, Meta(ge=1, le=2**31 - 1)]


class ChangeWatching(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/watching. Fields that are null stay as they are."""

    watching: Watching | None = None
    open_hands: bool | None = None


class RemarkLine(msgspec.Struct, frozen=True):
    """A spectator's chat message. n: its number, from 1, separate from the players' chat; mine: whether the caller
    wrote it; deleted and the rest as in `ChatLine`."""

    n: int
    name: str
    text: str
    at: int
    guest: bool
    mine: bool
    deleted: bool = False


class MutedOnlooker(msgspec.Struct, frozen=True):
    """A spectator the viewer has muted. n: the number of the newest message, which is needed to unmute."""

    n: int
    name: str


class Remarks(msgspec.Struct, frozen=True, tag="remarks"):
    """The response to GET /api/tables/{id}/remarks, and the live message {"type": "remarks"}: the lines numbered
    remarks_from and later, without those of people the viewer has muted. Before adding them, a client drops the lines
    it has from there on."""

    remarks_from: int
    lines: list[RemarkLine]
    muted: list[MutedOnlooker]


class MuteOnlooker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/remarks/mute: hide the messages of the spectator who wrote this one from the
    caller, or show them again."""

    n: RemarkNumber
    on: bool

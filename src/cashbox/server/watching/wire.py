"""What goes over the wire about those who watch a table; part of `wire`."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

Watching = Literal["nobody", "link", "public", "delayed"]
"""Who may watch a table: nobody; who has its link; everybody; everybody, later than the players see it."""

DELAY: Final = 120
"""Seconds by which those who watch a table with a delay are behind its players."""

RemarkNumber = Annotated[int, Meta(ge=1, le=2**31 - 1)]


class Onlooker(msgspec.Struct, frozen=True):
    """Somebody who watches. name: "a guest" for somebody without one; guest: there is no account, so that anybody may
    use the name."""

    name: str
    guest: bool


class ChangeWatching(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/watching. What is null stays as it is."""

    watching: Watching | None = None
    open_hands: bool | None = None


class RemarkLine(msgspec.Struct, frozen=True):
    """What somebody said who watches. n: number, from 1 on, apart from what players say; the rest as in ChatLine; mine:
    the caller said it; deleted: as in ChatLine."""

    n: int
    name: str
    text: str
    at: int
    guest: bool
    mine: bool
    deleted: bool = False


class MutedOnlooker(msgspec.Struct, frozen=True):
    """Somebody whom the viewer does not hear. n: number of the newest line, by which to take that back."""

    n: int
    name: str


class Remarks(msgspec.Struct, frozen=True, tag="remarks"):
    """GET /api/tables/{id}/remarks, and the live message {"type": "remarks"}: the lines with numbers from remarks_from
    on, except those of people whom the viewer has muted. Before adding them, a client drops those it has from there
    on."""

    remarks_from: int
    lines: list[RemarkLine]
    muted: list[MutedOnlooker]


class MuteOnlooker(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/remarks/mute: no more lines of the one who said this, or all of them again, for the caller
    alone."""

    n: RemarkNumber
    on: bool

"""Wire types for reports to the operator; part of `wire`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cashbox.server.fields import SeatNumber  # noqa: TC001 (msgspec reads the types)

LineNumber = Annotated[int, Meta(ge=1, le=2**31 - 1)]


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/report, about one of three things. line: a chat message; remark: a spectator's
    message; seat: the person in a seat. reason: up to 200 characters, for the operator."""

    line: LineNumber | None = None
    remark: LineNumber | None = None
    seat: SeatNumber | None = None
    reason: str = ""


class Reported(msgspec.Struct, frozen=True):
    """The response to a report. text: what happens next, as a sentence."""

    text: str

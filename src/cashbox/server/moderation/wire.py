"""What goes over the wire about reports to the operator; part of `wire`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from cashbox.server.chat.wire import SeatNumber  # noqa: TC001 (msgspec reads the types)

LineNumber = Annotated[int, Meta(ge=1, le=2**31 - 1)]


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/report: a line of the chat, or (remark) of what those say who watch, or the person on a
    seat; one of them. reason: at most 200 characters, for the operator."""

    line: LineNumber | None = None
    remark: LineNumber | None = None
    seat: SeatNumber | None = None
    reason: str = ""


class Reported(msgspec.Struct, frozen=True):
    """The answer. text: what happens now, in a sentence."""

    text: str

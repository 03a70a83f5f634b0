"""What goes over the wire while a game is played: acting, taking back, asking why not; over HTTP and the live channel.
`wire` has the rest."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Mark = Annotated[str, Meta(max_length=64, description="the mark of the state that you decided on; null: any")]
At = Mark | int | None
"""A number comes only from a page of an older version, and is refused."""
Form = dict[str, Any]
"""An action in its typed JSON form, {"type": ..., ...}."""
Forms = Annotated[list[Form], Meta(min_length=1, max_length=64)]


# -- over HTTP ----------------------------------------------------------------------------------------------------


class ActBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/act: all of the actions happen, in order, or none does."""

    actions: Forms
    at: At = None


class PollBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/poll. channel: as the last answer named it, "" to open one; since: where one is opened, the
    mark of the newest state seen."""

    channel: Annotated[str, Meta(max_length=64)] = ""
    since: Annotated[str, Meta(max_length=64)] = ""


class Polled(msgspec.Struct, frozen=True):
    """What a WebSocket would have carried. messages: those of the live channel, in order; closed: the code with which
    the channel was closed, 0 while it is open."""

    channel: str
    messages: list[msgspec.Raw]
    closed: int = 0


class UndoBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/undo. steps: how many of the caller's own actions; null: back to the start of the turn."""

    at: At = None
    steps: Annotated[int, Meta(ge=1, le=10_000)] | None = 1


class ExplainBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/explain."""

    action: Form


class Acted(msgspec.Struct, frozen=True):
    """The answer to act and undo: the mark of the caller's state now, and how many lines its log has."""

    mark: str
    lines: int


class Because(msgspec.Struct, frozen=True):
    """The answer to explain: one sentence, "" if the action is legal."""

    text: str


# -- the live channel ---------------------------------------------------------------------------------------------

MessageId = Annotated[int, Meta(ge=0, le=2**53)] | Annotated[str, Meta(max_length=64)]


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="act"):
    """As ActBody. id: comes back in the answer."""

    id: MessageId
    actions: Forms
    at: At = None


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="undo"):
    """As UndoBody."""

    id: MessageId
    at: At = None
    steps: Annotated[int, Meta(ge=1, le=10_000)] | None = 1


class Explain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="explain"):
    """As ExplainBody."""

    id: MessageId
    action: Form


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="say"):
    """As SayBody."""

    id: MessageId
    text: str


class Remark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="remark"):
    """As SayBody, to POST /api/tables/{id}/remarks. Answered as say."""

    id: MessageId
    text: str


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Answered by a pong."""


Command = Act | Undo | Explain | Say | Remark | Ping
"""What a client may send on the live channel."""


class Ack(msgspec.Struct, frozen=True, tag="ack"):
    """Done and on disk; the rest as in Acted. The state with what was done comes after it."""

    id: MessageId
    mark: str
    lines: int


class Refused(msgspec.Struct, frozen=True, tag="refused", omit_defaults=True):
    """Not done, nothing changed. id: null if the message could not be read; retry_after: seconds to wait, only where it
    was too much in a short time."""

    id: MessageId | None
    code: str
    message: str
    retry_after: int | None = None


class BecauseOf(msgspec.Struct, frozen=True, tag="because"):
    """The answer to explain."""

    id: MessageId
    text: str


class SaidOf(msgspec.Struct, frozen=True, tag="said"):
    """The answer to say: it is on disk. n: the line's number."""

    id: MessageId
    n: int


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to ping. now: the server's time, in seconds since 1970."""

    now: float

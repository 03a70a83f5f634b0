"""What goes over the wire while a game is played: acting, taking back, asking why not; over HTTP and the live channel.
`wire` has the rest."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Mark = Annotated[
    str, Meta(max_length=64, description=("the mark of the state that you based your decision on; null for any"))
]
At = Mark | int | None
"""A number comes only from a page of an older version, and is refused."""
Form = dict[str, Any]
"""An action in its typed JSON form, {"type": ..., ...}."""
Forms = Annotated[list[Form], Meta(min_length=1, max_length=64)]


# -- over HTTP ----------------------------------------------------------------------------------------------------


class ActBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/act: all of the actions are played, in order, or none is."""

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
    """The body of POST /api/tables/{id}/undo. steps: how many of the caller's own actions to undo, null for the whole
    turn."""

    at: At = None
    steps: Annotated[int, Meta(ge=1, le=10_000)] | None = 1


class ExplainBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/explain."""

    action: Form


class Acted(msgspec.Struct, frozen=True):
    """The response to act and undo: the mark of the caller's new state, and the number of lines in its log."""

    mark: str
    lines: int


class Because(msgspec.Struct, frozen=True):
    """The response to explain: one sentence, "" if the action is legal."""

    text: str


# -- the live channel ---------------------------------------------------------------------------------------------

MessageId = Annotated[int, Meta(ge=0, le=2**53)] | Annotated[str, Meta(max_length=64)]


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="act"):
    """Take actions, as in `ActBody`. id: is returned in the response."""

    id: MessageId
    actions: Forms
    at: At = None


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="undo"):
    """Undo actions, as in `UndoBody`."""

    id: MessageId
    at: At = None
    steps: Annotated[int, Meta(ge=1, le=10_000)] | None = 1


class Explain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="explain"):
    """Ask why an action is not legal, as in `ExplainBody`."""

    id: MessageId
    action: Form


class Say(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="say"):
    """Post to the chat, as in `SayBody`."""

    id: MessageId
    text: str


class Remark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="remark"):
    """Post to the spectators' chat, as in `SayBody`. The response is the same as to say."""

    id: MessageId
    text: str


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Ask for a pong."""


Command = Act | Undo | Explain | Say | Remark | Ping
"""What a client may send on the live channel."""


class Ack(msgspec.Struct, frozen=True, tag="ack"):
    """An action that is done and stored; its new state follows. The rest is as in `Acted`."""

    id: MessageId
    mark: str
    lines: int


class Refused(msgspec.Struct, frozen=True, tag="refused", omit_defaults=True):
    """A refused message, which changed nothing. id: null if the message could not be read; retry_after: seconds to
    wait, if there were too many messages in a short time."""

    id: MessageId | None
    code: str
    message: str
    retry_after: int | None = None


class BecauseOf(msgspec.Struct, frozen=True, tag="because"):
    """The response to explain on the live channel."""

    id: MessageId
    text: str


class SaidOf(msgspec.Struct, frozen=True, tag="said"):
    """The response to say: the message is stored. n: the number of the line."""

    id: MessageId
    n: int


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The response to ping. now: the server's time, in seconds since 1970."""

    now: float

"""Wire types of a running table: its seats, clocks, states, and the commands of players."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta, Raw

from cashbox.engine.facts import Facts  # noqa: TC001 (msgspec reads the types)
from cashbox.engine.game import Outcome  # noqa: TC001
from cashbox.engine.journal import Why  # noqa: TC001
from cashbox.server.fields import Form, Forms  # noqa: TC001 (msgspec reads the types)
from cashbox.server.tables.settings import SeatKind  # noqa: TC001 (msgspec reads the types)


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/reveal: the nonce whose hash the caller gave when sitting down."""

    nonce: Annotated[str, Meta(min_length=1, max_length=64)]


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat. name: "" while it is open; taken: whether a guest or bot has it; online: whether the guest is connected
    (bots always are); bot: the bot's name, "" for guests; level: the level shown next to a bot's name, "" for guests;
    stand_in: the bot that plays for a guest, "" for none; why: the reason for it; kept_for: the name of the player that
    an open seat is reserved for, "" for none; declined: the name of the player who declined it; nudged: when the player
    was last nudged, in seconds since 1970, or null; guest: whether the player has no account, so anyone may use the
    name; away: when a disconnected guest was last there, in seconds since 1970, null for all others."""

    seat: int
    name: str
    kind: SeatKind
    taken: bool
    online: bool
    bot: str
    level: str = ""
    stand_in: str = ""
    why: Why = ""
    kept_for: str = ""
    declined: str = ""
    nudged: int | None = None
    guest: bool = False
    away: int | None = None


class SeatClock(msgspec.Struct, frozen=True):
    """A player's clock. time: seconds left when this was sent, or seconds used in "soft"; step: how many of those left
    are for this decision only. hours: when it runs, as [from, to] in seconds from when this was sent, with null for no
    end; at most the next few, [] while it is paused."""

    seat: int
    time: int
    step: int
    hours: list[tuple[int, int | None]]


Mark = Annotated[
    str, Meta(max_length=64, description=("the mark of the state that you based your decision on; null for any"))
]
# -- over HTTP ----------------------------------------------------------------------------------------------------


class ActBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/act: all of the actions are played, in order, or none is."""

    actions: Forms
    at: Mark | None = None


class PollBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/poll. channel: from the last response, "" to open one; since: when opening one,
    the mark of the newest state seen."""

    channel: Annotated[str, Meta(max_length=64)] = ""
    since: Annotated[str, Meta(max_length=64)] = ""


class Polled(msgspec.Struct, frozen=True):
    """The response to a poll: what a WebSocket would have sent. messages: those of the live channel, in order; closed:
    the close code of the channel, 0 while it is open."""

    channel: str
    messages: list[msgspec.Raw]
    closed: int = 0


class UndoBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/undo. steps: how many of the caller's own actions to undo, null for the whole
    turn."""

    at: Mark | None = None
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
    at: Mark | None = None


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="undo"):
    """Undo actions, as in `UndoBody`."""

    id: MessageId
    at: Mark | None = None
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
    """The response to say: the message is stored. n: the number of the message."""

    id: MessageId
    n: int


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The response to ping. now: the server's time, in seconds since 1970."""

    now: float


class Legal(msgspec.Struct, frozen=True):
    """A legal action. action: what to send; label: the label of its button, with {0}, {1} for the players' names; does:
    the part of the label that says what the action does now, "" for none; text: its name in logs; facts: what it
    changes right away, as numbers."""

    action: dict[str, Any]
    label: str
    does: str
    text: str
    facts: Facts


class LogLine(msgspec.Struct, frozen=True):
    """A sentence of the table's log, as this viewer can read it. seat: the seat that acted, null if none did or it is
    hidden;
    turn: the same for consecutive lines about one seat's actions, counted from 1 in the viewer's own log; headline:
    whether it summarizes a turn; you: how another player's action affected the viewer, or replied to the viewer. The
    last two are left out if they say nothing."""

    text: str
    seat: int | None
    turn: int
    headline: bool = False
    you: str = ""


class Handed(msgspec.Struct, frozen=True):
    """A seat that changed hands. lines: how many lines the viewer's log had then."""

    seat: int
    lines: int


class Lapse(msgspec.Struct, frozen=True):
    """Answers with a time limit. seats: those that must answer; left: seconds left when this was sent; then: the label
    of the action that the server will take for the viewer's own seat, "" if it is not among them."""

    seats: list[int]
    left: int
    then: str


class State(msgspec.Struct, frozen=True, tag="state"):
    """The game as one seat or a spectator (seat null) sees it, and the live message {"type": "state"}.

    mark: identifies this state, for `at` and `since`; it depends only on what the viewer sees and does. view: the
    game's own data; legal: empty if this seat has nothing to decide; rule: the anchor of the heading in the rules about
    the current decision, "" for none; due: the seats with a decision to make; can_undo: how many of this seat's actions
    can be undone; log: the viewer's log after its first log_from lines. Before adding them, a client drops the lines it
    has from there on: usually none, but some after an undo. acted: the length of the log when the viewer last made a
    decision, null before that. handed: the seats that changed hands during the game. lapse: null if no answer has a
    time limit. clocks: the players' clocks, [] for none. proof: the head of the journal's chain up to the last entry
    that this viewer has seen. Save some of them, and look for them in the journal of the finished
    game."""

    mark: str
    seat: int | None
    view: Raw
    legal: list[Legal]
    prompt: str
    rule: str
    due: list[int]
    can_undo: int
    outcome: Outcome | None
    log_from: int
    log: list[LogLine]
    acted: int | None
    handed: list[Handed]
    lapse: Lapse | None
    clocks: list[SeatClock]
    proof: str


class Log(msgspec.Struct, frozen=True):
    """The response to GET /api/tables/{id}/log. mark, log_from: as in `State`."""

    mark: str
    log_from: int
    log: list[LogLine]


class HintBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/hint. at: the mark of the state to get a hint for, null for any; refine: search
    longer among the choices of the hint that you have for that state."""

    at: Mark | None = None
    refine: bool = False


class Source(msgspec.Struct, frozen=True):
    """A source of points in which two choices differ. text: follows an amount, as in "from positions"; by: how many
    more points than the other choice, negative for fewer."""

    text: str
    by: float


class Advice(msgspec.Struct, frozen=True):
    """An action that the expert bot suggests. action, label: as in `Legal`; chance: wins after it, out of 100 games
    that the bot played from here; why: its changes and how it compares with the others, with {0}, {1} for the players'
    names. ahead: the average lead over the best other player in points at the end of these games (in CASH, at the end
    of the trading round), null if unknown; alike: whether the games cannot tell it from the best action; sources: where
    its difference from the best action comes from, or for the best action, from the second best. games: how many the
    bot played after it; error: how far off the chance may be (95%), out of 100; odds: the chance to show next to it,
    empty if chances do not rank the actions."""

    action: dict[str, Any]
    label: str
    chance: int
    why: str
    ahead: float | None = None
    alike: bool = False
    sources: list[Source] = []
    games: int = 0
    error: int = 0
    odds: str = ""


class Hint(msgspec.Struct, frozen=True):
    """The response to hint. best: up to three actions, best first; asked: how many hints the caller has used at this
    table; mark: the state that the hint is about, which is newer than the requested one if bots have acted since;
    sureness: what the chances are based on, as a sentence; refining: a request with `refine` gets a better answer."""

    best: list[Advice]
    asked: int
    mark: str
    sureness: str
    refining: bool = False


class Asked(msgspec.Struct, frozen=True):
    """How many hints the player in a seat used. text: as a sentence."""

    seat: int
    times: int
    text: str

"""What goes over the wire: every body and message of the HTTP API and the live channel, as docs/api.md tells them.

Numbers are plain ints; times are whole seconds since 1970 (UTC). Nothing here counts the entries of a journal.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Raw

from cashbox.engine.facts import Change, Facts  # noqa: F401, TC001
from cashbox.engine.game import Mode, Option, Outcome, Ranked, Then  # noqa: F401, TC001 (msgspec reads them)
from cashbox.engine.help import TableTip  # noqa: F401 (the page's types are made of what stands here)
from cashbox.engine.sentences import Fact, Piece  # noqa: F401
from cashbox.server.wire_chat import Chat, ChatLine, Mute, Said, SayBody, SeatNumber  # noqa: F401, TC001
from cashbox.server.wire_seats import Name, Nonce, Reveal, Seal, SeatInfo, SeatKind  # noqa: F401, TC001

Mark = Annotated[str, Meta(max_length=64, description="the mark of the state that was decided on; null: any")]
At = Mark | int | None
"""A number comes only from a page of an older version, and is refused."""
Form = dict[str, Any]
"""An action in its typed JSON form, {"type": ..., ...}."""
Forms = Annotated[list[Form], Meta(min_length=1, max_length=64)]
Status = Literal["waiting", "starting", "playing", "over", "closed"]


# -- what a client sends over HTTP --------------------------------------------------------------------------------


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/guests. token: also give the token in the answer's body, for programs."""

    name: Name = ""
    token: bool = False


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PATCH /api/me."""

    name: Annotated[Name, Meta(min_length=1)]


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat of a new table. bot: which one, where kind is "bot"; empty: the game's best."""

    kind: Literal["me", "open", "bot"]
    bot: Annotated[str, Meta(max_length=64)] = ""


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables. mode: empty for the game's first; options: only those that differ from the mode's; lapse:
    seconds after which an answer that others wait for lapses, 0: never, null: the default; only if `GameInfo.lapses`.
    """

    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=32)]
    mode: Annotated[str, Meta(max_length=64)] = ""
    options: dict[str, bool | int | str] = {}
    name: Annotated[str, Meta(max_length=60)] = ""
    nonce: Nonce = ""
    seal: Seal = ""
    listed: bool = True
    lapse: Annotated[int, Meta(ge=0, le=1_000_000_000)] | None = None


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/sit. seat: null for the first open one; name: empty for the guest's own."""

    seat: SeatNumber | None = None
    name: Name = ""
    nonce: Nonce = ""
    seal: Seal = ""


class ChangeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/seat: the host gives an open seat to a bot, or opens a bot's seat."""

    seat: SeatNumber
    kind: Literal["open", "bot"]
    bot: Annotated[str, Meta(max_length=64)] = ""


class ActBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/act: all of the actions happen, in order, or none does."""

    actions: Forms
    at: At = None


class UndoBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/undo. steps: how many of the caller's own actions; null: back to the start of the turn."""

    at: At = None
    steps: Annotated[int, Meta(ge=1, le=10_000)] | None = 1


class ExplainBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/{id}/explain."""

    action: Form


# -- what the server answers --------------------------------------------------------------------------------------


class Problem(msgspec.Struct, frozen=True):
    """Every error: code for programs, message one sentence for people."""

    code: str
    message: str


class Health(msgspec.Struct, frozen=True):
    """GET /health: it is alive; GET /ready: it can serve."""

    status: Literal["ok"] = "ok"


class Me(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who the caller is. token: only in the answer to POST /api/guests with {"token": true}."""

    id: str
    name: str
    token: str = ""


class GameInfo(msgspec.Struct, frozen=True):
    """What the lobby shows of a game. players: the numbers of seats it can be played with; bots: names for
    `SeatWish.bot`, best first; sets: options to set together, see `About`; help: address of its rules page; lapses:
    whether `NewTable.lapse` may be set; lapses_with: the switch without which nothing lapses, "" for none. minutes: how
    long it takes, in words. lengths: the same by mode and number of players, where measured. offered: the modes in the
    order in which to offer them, by number of players."""

    id: str
    name: str
    tagline: str
    players: list[int]
    minutes: str
    modes: list[Mode]
    options: list[Option]
    sets: list[Mode]
    bots: list[str]
    credits: str
    help: str
    lapses: bool
    lapses_with: str
    lengths: dict[str, dict[int, str]]
    offered: dict[int, list[str]]


class Links(msgspec.Struct, frozen=True):
    """Addresses of a table. invite: complete, to send to a friend; the others are paths on this server."""

    invite: str
    page: str
    live: str
    state: str
    content: str
    journal: str
    tips: str


class Table(msgspec.Struct, frozen=True):
    """A table as everybody may see it.

    format: of its journal; commitment: hash of the secret that chance comes from, shown from the start; secret: ""
    until the game is over; seals: hashes of nonces by seat, "" for none; nonces: by seat, empty until play starts, ""
    for a seat without a share; withheld: seats whose nonces a table that is starting still waits for; shares: in words,
    whose nonces chance depends on, "" before play; left_out: the players (no bots) of a running game whose it does not
    depend on, "" for none; due: seats that owe a decision; watchers: connected people without a seat; made, changed:
    seconds since 1970, the latter when something last changed that everybody may see; outcome: null until over;
    ranking: everybody in it, the best first, empty until over; lapse: seconds after which an answer lapses, 0: never.
    """

    id: str
    game: str
    game_name: str
    content: str
    mode: str
    options: dict[str, Any]
    name: str
    listed: bool
    status: Status
    host: str
    seats: list[SeatInfo]
    format: int
    commitment: str
    secret: str
    seals: list[str]
    nonces: list[str]
    withheld: list[int]
    shares: str
    left_out: str
    due: list[int]
    watchers: int
    made: int
    changed: int
    outcome: Outcome | None
    ranking: list[Ranked]
    lapse: int
    links: Links


class You(msgspec.Struct, frozen=True):
    """The caller at a table. seat: null for a spectator; host: may change open seats while waiting."""

    seat: int | None
    host: bool


class TableAnswer(msgspec.Struct, frozen=True, tag="table"):
    """The answer of every table call, and the live message {"type": "table"}."""

    you: You
    table: Table


class TableList(msgspec.Struct, frozen=True):
    """GET /api/tables: newest change first, at most 100."""

    tables: list[TableAnswer]


class Legal(msgspec.Struct, frozen=True):
    """One legal action. action: what to send back; label: for its button now, with {0}, {1}.. standing for the players'
    names; does: the part of it that says what the action does now, "" where a label has no such part; text: its name in
    logs; facts: what it changes at once, as numbers."""

    action: Form
    label: str
    does: str
    text: str
    facts: Facts


class LogLine(msgspec.Struct, frozen=True):
    """One sentence of the table's log as this viewer may read it."""

    text: str


class Lapse(msgspec.Struct, frozen=True):
    """Answers that lapse unless they come. seats: whose; left: seconds until then, counted from when this was sent;
    then: what the server will do for the viewer's own seat, as its button says it, "" if it is not among them."""

    seats: list[int]
    left: int
    then: str


class State(msgspec.Struct, frozen=True, tag="state"):
    """The game as one seat (or a spectator: seat null) may see it; also the live message {"type": "state"}.

    mark: of all this, for `at` and `since`; it changes with what the viewer sees and does alone. view: the game's own;
    legal: empty if this seat owes nothing; due: seats that owe a decision; can_undo: how many of this seat's actions
    may be taken back; log: the viewer's own lines after the first log_from. Before adding them, a client drops those it
    has from there on: usually none, but some after an undo. lapse: null if no pending answer lapses. proof: head of
    the journal's chain up to the last entry that this viewer was told of, "" in format 1: keep some, and find them in
    the journal of the finished game.
    """

    mark: str
    seat: int | None
    view: Raw
    legal: list[Legal]
    prompt: str
    due: list[int]
    can_undo: int
    outcome: Outcome | None
    log_from: int
    log: list[LogLine]
    lapse: Lapse | None
    proof: str


class Acted(msgspec.Struct, frozen=True):
    """The answer to act and undo: the mark of the caller's state now, and how many lines its log has."""

    mark: str
    lines: int


class Because(msgspec.Struct, frozen=True):
    """The answer to explain: one sentence, "" if the action is legal."""

    text: str


class Log(msgspec.Struct, frozen=True):
    """GET /api/tables/{id}/log; mark and log_from as in State."""

    mark: str
    log_from: int
    log: list[LogLine]


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


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Answered by a pong."""


Command = Act | Undo | Explain | Say | Ping
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
    """The answer to ping."""


# -- what a page starts from --------------------------------------------------------------------------------------


class Boot(msgspec.Struct, frozen=True):
    """The JSON that a page carries in <script type="application/json" id="boot">.

    page: "home", "table", "rules" or "error"; game: id, "" on pages without one; table: id; content: hash of the
    table's content; board: folder that the board's modules are served from; url: what invitation links begin with.
    """

    page: str
    me: Me | None
    url: str
    game: str = ""
    table: str = ""
    content: str = ""
    board: str = ""
    you: You | None = None
    games: list[GameInfo] = []


encode = msgspec.json.Encoder(order=None).encode
"""Any of the above as JSON bytes."""

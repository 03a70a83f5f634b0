"""Every body and message of the HTTP API and the live channel; docs/api.md explains them.

Numbers are plain ints; times are whole seconds since 1970 (UTC). Nothing here counts the entries of a journal.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cashbox.analysis.results import Analysis, AnalyzedMoment, Choice, Judged, SeatSummary  # noqa: F401
from cashbox.bots.levels import Level  # noqa: F401 (the page's types are made of what stands here)
from cashbox.engine.facts import Change, Facts  # noqa: F401
from cashbox.engine.game import Mode, Option, Outcome, Ranked, Then  # noqa: F401, TC001 (msgspec reads them)
from cashbox.engine.help import TableTip  # noqa: F401
from cashbox.engine.sentences import Fact, Piece  # noqa: F401
from cashbox.server.accounts.wire import (  # noqa: F401  # noqa: F401
    AccountInfo,
    CodeBody,
    CodeOwner,
    Device,
    DeviceCode,
    Devices,
    EmailBody,
    LinkBody,
    LinkInfo,
    LinkSignIn,
    NewDevice,
    NewGuest,
    NewPasskey,
    Options,
    PasskeyInfo,
    PasskeySignIn,
    RecoveryCodes,
    RecoverySignIn,
    Rename,
    SignedIn,
    StatusMessage,
)
from cashbox.server.analysis.wire import GameAnalysis, StartAnalysis  # noqa: F401
from cashbox.server.archive.wire import ArchivedGame, ArchivedSeat, ArchiveList  # noqa: F401
from cashbox.server.chat.wire import Chat, ChatLine, Mute, Said, SayBody  # noqa: F401
from cashbox.server.db.records import Onlooker  # noqa: TC001
from cashbox.server.departures.wire import (  # noqa: F401, TC001
    CallOff,
    HandOn,
    Leave,
    LookAtSeat,
    SeatOffer,
    StandIn,
    StoodIn,
    TakeSeat,
    VoteInfo,
    WhichSeat,
)
from cashbox.server.errors import Problem  # noqa: F401
from cashbox.server.feedback.wire import Feedback, FeedbackBody, Question  # noqa: F401
from cashbox.server.fields import Name, Nonce, Seal, SeatNumber, Zone  # noqa: F401, TC001
from cashbox.server.lobby.wire import GameInfo, LatelyPlayed, VariantInfo  # noqa: F401, TC001
from cashbox.server.moderation.wire import Report, Reported  # noqa: F401
from cashbox.server.notifications.wire import (  # noqa: F401
    ChannelInfo,
    EndpointBody,
    MailBody,
    NoticeChoices,
    NoticeKind,
    NoticeTest,
    PushBody,
    TableWebhook,
    WebhookBody,
)
from cashbox.server.practice.wire import Practice, Puzzle, Solution, Solve  # noqa: F401
from cashbox.server.puzzles.wire import DailyPuzzle, SolveDaily  # noqa: F401
from cashbox.server.rematch.wire import Again, CameFrom, Finality, FinalityBody, Nudge, Score, Series, SeriesGame  # noqa: F401, TC001
from cashbox.server.social.wire import (  # noqa: F401, TC001  # noqa: F401, TC001
    Block,
    Followed,
    Group,
    GroupCode,
    GroupInfo,
    GroupLink,
    GroupLook,
    GroupName,
    Groups,
    Known,
    Leader,
    Leaders,
    LinkWish,
    Member,
    Opponent,
    OpponentList,
    People,
    Person,
    PersonInfo,
    Played,
    PlayedList,
    PlaysAt,
    RatingInfo,
    ShowPage,
    Standing,
    TieBody,
    WhichMember,
)
from cashbox.server.tables import settings
from cashbox.server.tables.settings import ClockKind, GameClock, SeatKind, Status, Watching  # noqa: F401, TC001  # noqa: F401
from cashbox.server.tables.wire import (  # noqa: F401, TC001  # noqa: F401, TC001
    Ack,
    Act,
    ActBody,
    Acted,
    Advice,
    Asked,
    Because,
    BecauseOf,
    Explain,
    ExplainBody,
    Handed,
    Hint,
    HintBody,
    Lapse,
    Legal,
    Log,
    LogLine,
    Ping,
    Pong,
    Refused,
    Remark,
    Reveal,
    SaidOf,
    Say,
    SeatClock,
    SeatInfo,
    Source,
    State,
    Undo,
    UndoBody,
)
from cashbox.server.watching.wire import ChangeWatching, MutedOnlooker, MuteOnlooker, RemarkLine, Remarks  # noqa: F401

# -- requests --------------------------------------------------------------------------------


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table. bot: the bot's name if kind is "bot", empty for the game's default."""

    kind: Literal["me", "open", "bot"]
    bot: Annotated[str, Meta(max_length=64)] = ""


class NewTable(settings.RequestedSettings, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables. lapse: only if `GameInfo.lapses`."""

    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=32)]
    nonce: Nonce = ""
    seal: Seal = ""


class Invite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/invite: a new table, and the handles of the people its first open seats are reserved
    for."""

    table: NewTable
    people: People


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/sit. seat: null for the first open one; name: empty for the guest's own."""

    seat: SeatNumber | None = None
    name: Name = ""
    nonce: Nonce = ""
    seal: Seal = ""


class ChangeSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/seat: put a bot in an open seat, or open a bot's seat."""

    seat: SeatNumber
    kind: Literal["open", "bot"]
    bot: Annotated[str, Meta(max_length=64)] = ""


# -- responses --------------------------------------------------------------------------------------


class Health(msgspec.Struct, frozen=True):
    """The response to GET /health (the server is alive) and GET /ready (the server can serve)."""

    status: Literal["ok"] = "ok"


class Me(msgspec.Struct, frozen=True, omit_defaults=True):
    """The caller. token: only in the response to POST /api/guests with {"token": true}; zone: the time zone of the
    caller's browser, "" if unknown."""

    id: str
    name: str
    token: str = ""
    zone: str = ""


class Links(msgspec.Struct, frozen=True):
    """The URLs of a table. invite: complete, to send to friends; the others are paths on this server."""

    invite: str
    page: str
    live: str
    state: str
    content: str
    journal: str
    tips: str


class Table(settings.TableSettings, frozen=True):
    """A table as everyone can see it.

    format: the format of its journal; commitment: the hash of the secret that draws come from, shown from the start;
    secret: "" until the game is over; seals: the hashes of nonces by seat, "" for none; nonces: by seat, empty until
    play starts, "" for a seat without a share; withheld: the seats whose nonces a starting table is still waiting for;
    shares: the seats whose nonces the draws depend on, as text, "" before play; due: the seats with a decision to make;
    watchers: the number of connected people without a seat; onlookers: up to 20 of them; delay: how many seconds they
    are behind; made, changed: when it was created and when something public last changed, in seconds since 1970;
    outcome: null until the game is over; ranking: all players, best first, empty until then; series: the same for all
    tables of a series, "" for the first one; nth: the number of this game in it; then: the id of the table where the
    players of a finished one can play again, "" for none and in lists; closed: why the table was closed, as a sentence,
    "" if it was not; closes: when it will be closed if no one uses it, in seconds since 1970, null if that is far off;
    votes: open votes; stood_in: how many decisions bots made for players; asked: how many hints players used (both
    empty until the game is over, and in lists); hints: whether the player can ask for hints; came_from: the game that
    this one continues, or null."""

    id: str
    game: str
    game_name: str
    content: str
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
    due: list[int]
    watchers: int
    onlookers: list[Onlooker]
    delay: int
    made: int
    changed: int
    outcome: Outcome | None
    ranking: list[Ranked]
    series: str
    nth: int
    then: str
    closed: str
    closes: int | None
    votes: list[VoteInfo]
    stood_in: list[StoodIn]
    asked: list[Asked]
    hints: bool
    came_from: CameFrom | None
    links: Links


class You(msgspec.Struct, frozen=True):
    """The caller at a table. seat: null for a spectator; host: whether the caller can change open seats before the game
    starts; kept: the seat reserved for the caller, or null; told: a sentence for only the caller, "" for none; banned:
    a sentence for a caller who can only watch on this server, "" for others."""

    seat: int | None
    host: bool
    kept: int | None = None
    told: str = ""
    banned: str = ""


class TableAnswer(msgspec.Struct, frozen=True, tag="table"):
    """The response to every request about a table, and the live message {"type": "table"}."""

    you: You
    table: Table


class TableList(msgspec.Struct, frozen=True):
    """The response to GET /api/tables: up to 100 tables, last changed first, and tables to watch, newest first. next:
    the cursor for more tables to watch, "" at the end."""

    tables: list[TableAnswer]
    next: str = ""


class Lobby(msgspec.Struct, frozen=True):
    """The response to GET /api/lobby. mine: up to 50 of the caller's unfinished tables, first those that wait for the
    caller; left: by table, the seconds left on the clock that is running: the caller's, or the shortest; finished: the
    caller's newest finished tables; next: the cursor for more of them, "" at the end; open: up to 30 tables to join,
    last changed first, up to 3 of one host; people: how many are online; played: recently finished games."""

    mine: list[TableAnswer]
    left: dict[str, int]
    finished: list[TableAnswer]
    next: str
    open: list[TableAnswer]
    people: int
    played: list[LatelyPlayed]


# -- the boot data of pages --------------------------------------------------------------------------------------


class Boot(msgspec.Struct, frozen=True):
    """The JSON that a page carries in <script type="application/json" id="boot">.

    page: "home", "table", "replay", "practice", "practice-games", "puzzle", "puzzles", "seat", "rules", "me", "device",
    "sign-in", "person", "leaders", "stats", "group", "join-group", "archive", "open-file", "unsubscribe", or "error";
    game: its id, "" on pages without one; table: its id; content: the hash of the table's content; board: the folder of
    the board's modules; url: the start of invitation links; person, group: the page's subject; file: the id of an open
    journal; now: the server's time, in seconds since 1970."""

    page: str
    me: Me | None
    url: str
    game: str = ""
    table: str = ""
    content: str = ""
    board: str = ""
    you: You | None = None
    games: list[GameInfo] = []
    person: Person | None = None
    group: Group | None = None
    file: str = ""
    now: float = 0.0


encode = msgspec.json.Encoder(order=None).encode
"""Encode any of the above as JSON bytes."""

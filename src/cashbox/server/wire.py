"""Define every body and message of the HTTP API and the live channel; docs/api.md explains them.

Numbers are plain ints; times are whole seconds since 1970 (UTC). Nothing here counts the entries of a journal.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cashbox.bots.levels import Level  # noqa: F401 (the page's types are made of what stands here)
from cashbox.engine.facts import Change, Facts  # noqa: F401
from cashbox.engine.game import Mode, Option, Outcome, Ranked, Then  # noqa: F401, TC001 (msgspec reads them)
from cashbox.engine.help import TableTip  # noqa: F401
from cashbox.engine.sentences import Fact, Piece  # noqa: F401
from cashbox.server.accounts.guests_wire import CodeBody, CodeOwner, Device, DeviceCode, Devices, NewGuest, Rename  # noqa: F401
from cashbox.server.accounts.wire import (  # noqa: F401
    AccountInfo,
    Beside,
    EmailBody,
    JoinBody,
    Joined,
    LinkBody,
    LinkInfo,
    LinkSignIn,
    NewPasskey,
    Options,
    PasskeyInfo,
    PasskeySignIn,
    RecoveryCodes,
    RecoverySignIn,
    SignedIn,
    TableLink,
    Told,
)
from cashbox.server.archive.wire import ArchivedGame, ArchivedSeat, ArchiveList  # noqa: F401
from cashbox.server.bots.hints_wire import Advice, Asked, Hint, HintBody, Source  # noqa: F401, TC001
from cashbox.server.chat.wire import Chat, ChatLine, Mute, Said, SayBody, SeatNumber  # noqa: F401, TC001
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
from cashbox.server.lobby.wire import GameInfo, LatelyPlayed  # noqa: TC001
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
from cashbox.server.rematch.wire import Again, CameFrom, Finality, FinalityBody, Nudge, Score, Series, SeriesGame  # noqa: F401, TC001
from cashbox.server.social.groups_wire import (  # noqa: F401, TC001
    Block,
    Circle,
    CircleCode,
    CircleInfo,
    CircleLink,
    CircleLook,
    CircleName,
    Circles,
    Followed,
    Known,
    LinkWish,
    Member,
    People,
    PlaysAt,
    WhichMember,
)
from cashbox.server.social.profiles_wire import (  # noqa: F401, TC001
    Leader,
    Leaders,
    Opponent,
    OpponentList,
    Person,
    PersonInfo,
    Played,
    PlayedList,
    RatingInfo,
    ShowPage,
    Standing,
    TieBody,
)
from cashbox.server.tables import settings
from cashbox.server.tables.clocks_wire import ClockKind, GameClock, SeatClock  # noqa: F401
from cashbox.server.tables.play_wire import (  # noqa: F401
    Ack,
    Act,
    ActBody,
    Acted,
    Because,
    BecauseOf,
    Explain,
    ExplainBody,
    Ping,
    Pong,
    Refused,
    Remark,
    SaidOf,
    Say,
    Undo,
    UndoBody,
)
from cashbox.server.tables.seats_wire import Name, Nonce, Reveal, Seal, SeatInfo, SeatKind  # noqa: F401, TC001
from cashbox.server.tables.state_wire import Handed, Lapse, Legal, Log, LogLine, State  # noqa: F401
from cashbox.server.watching.wire import (  # noqa: F401, TC001
    ChangeWatching,
    MutedOnlooker,
    MuteOnlooker,
    Onlooker,
    RemarkLine,
    Remarks,
    Watching,
)

Status = Literal["waiting", "starting", "playing", "over", "closed"]


# -- what a client sends over HTTP --------------------------------------------------------------------------------


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat of a new table. bot: which one, where kind is "bot"; empty: the game's best."""

    kind: Literal["me", "open", "bot"]
    bot: Annotated[str, Meta(max_length=64)] = ""


class NewTable(settings.RequestedSettings, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables. lapse: only if `GameInfo.lapses`."""

    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=32)]
    nonce: Nonce = ""
    seal: Seal = ""


class Invite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/tables/invite: a new table, and the handles of the people for whom its first open seats are kept."""

    table: NewTable
    people: People


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


# -- what the server answers --------------------------------------------------------------------------------------


class Problem(msgspec.Struct, frozen=True):
    """Every error: code for programs, message one sentence for people."""

    code: str
    message: str


class Health(msgspec.Struct, frozen=True):
    """GET /health: it is alive; GET /ready: it can serve."""

    status: Literal["ok"] = "ok"


class Me(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who the caller is. token: only in the answer to POST /api/guests with {"token": true}; zone: the time zone of its
    browser, "" where it is not known."""

    id: str
    name: str
    token: str = ""
    zone: str = ""


class Links(msgspec.Struct, frozen=True):
    """Addresses of a table. invite: complete, to send to a friend; the others are paths on this server."""

    invite: str
    page: str
    live: str
    state: str
    content: str
    journal: str
    tips: str


class Table(settings.TableSettings, frozen=True):
    """A table as everybody may see it.

    format: of its journal; commitment: hash of the secret that chance comes from, shown from the start; secret: ""
    until the game is over; seals: hashes of nonces by seat, "" for none; nonces: by seat, empty until play starts, ""
    for a seat without a share; withheld: seats whose nonces a table that is starting still waits for; shares: in words,
    whose nonces chance depends on, "" before play; due: seats that owe a decision; watchers: connected people without a
    seat; onlookers: who some of them are, at most 20; delay: seconds by which they are late; made, changed: seconds
    since 1970, the latter when something last changed that everyone may see; outcome: null until over; ranking: all
    players and opponents, the best first, empty until over; series: the same for all tables of a series, "" for a first
    one; nth: which game of it this is; then: id of the table where the players of a finished one may play again, "" for
    none (and in lists); closed: why it was, in a sentence, "" unless it was; closes: when it will be (seconds since
    1970) unless someone uses it, null where that is far; votes: what players of a running game want; stood_in: how
    often bots decided for players, empty until over, and in lists of tables; asked: the same of how often players
    asked for hints; hints: whether its player may ask; came_from: null unless it continues another game.
    """

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
    """The caller at a table. seat: null for a spectator; host: may change open seats while waiting; kept: the seat that
    is kept for the caller, null for none; told: what the caller alone is told, in a sentence, "" for nothing; banned:
    the same, where the caller may only look on this server."""

    seat: int | None
    host: bool
    kept: int | None = None
    told: str = ""
    banned: str = ""


class TableAnswer(msgspec.Struct, frozen=True, tag="table"):
    """The answer of every table call, and the live message {"type": "table"}."""

    you: You
    table: Table


class TableList(msgspec.Struct, frozen=True):
    """GET /api/tables: newest change first, at most 100; of tables to watch the newest first. next: where the list of
    these goes on, "" at its end."""

    tables: list[TableAnswer]
    next: str = ""


class Lobby(msgspec.Struct, frozen=True):
    """GET /api/lobby. mine: the caller's tables that are not finished, first those that wait for the caller, at most
    50; left: by table, the seconds left on the clock that runs there: the caller's, or the shortest; finished: the
    newest of the caller's; next: where these go on, "" at their end; open: tables to join, newest change first, at most
    30 and 3 of one host; people: how many are here; played: what was played lately."""

    mine: list[TableAnswer]
    left: dict[str, int]
    finished: list[TableAnswer]
    next: str
    open: list[TableAnswer]
    people: int
    played: list[LatelyPlayed]


# -- what a page starts from --------------------------------------------------------------------------------------


class Boot(msgspec.Struct, frozen=True):
    """The JSON that a page carries in <script type="application/json" id="boot">.

    page: "home", "table", "replay", "seat", "rules", "me", "device", "sign-in", "person", "leaders", "stats", "group",
    "join-group", "archive", "open-file", "unsubscribe" or "error"; game: id, "" on pages without one; table: id;
    content: hash of the table's content; board: folder that the board's modules are served from; url: what invitation
    links begin with; person: whose page it is; group: which; file: id of a journal that is looked back at; now: the
    server's time, in seconds since 1970."""

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
    group: Circle | None = None
    file: str = ""
    now: float = 0.0


encode = msgspec.json.Encoder(order=None).encode
"""Any of the above as JSON bytes."""

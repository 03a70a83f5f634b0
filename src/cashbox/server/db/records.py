"""A table and its seats as they are stored."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import msgspec

from cashbox.engine.game import Outcome  # noqa: TC001 (msgspec reads the types)
from cashbox.engine.journal import Entry, Why  # noqa: TC001
from cashbox.server.tables.settings import (
    DELAY,
    Ending,
    Hidden,
    Question,
    SeatKind,
    Status,
    TableSettings,
)

WhichReports = Literal["open", "closed", "all"]


class Onlooker(msgspec.Struct, frozen=True):
    """A spectator. name: "a guest" without a name; guest: has no account, so anyone may use the name."""

    name: str
    guest: bool


class Ban(msgspec.Struct, frozen=True):
    """Someone may only look. until: seconds since 1970, None for good; reason: what the person is told, "" for
    nothing."""

    until: int | None = None
    reason: str = ""


class Guest(msgspec.Struct, frozen=True):
    """Someone with a token. account: whether it has an account too; zone: the time zone of its browser, "" where it
    is not known; ban: the newest, which may have ended."""

    id: str
    name: str
    account: bool = False
    zone: str = ""
    ban: Ban | None = None


class TokenRecord(msgspec.Struct, frozen=True):
    """A token as it is stored. hash: SHA-256 (hex) of the token, which is kept nowhere; made, until: seconds since
    1970, None for no end; plain: it was given without https; replaces: the hash of the token that ends once this one
    has come back. device: the id of the device that has it, the same for the token that replaces it; label: what device
    that is, in words; seen: when it last came, in seconds since 1970, to the hour."""

    hash: str
    made: int
    until: int | None = None
    plain: bool = True
    replaces: str | None = None
    device: str = ""
    label: str = ""
    seen: int = 0

    def __repr__(self) -> str:
        return "TokenRecord()"


CodeKind = Literal["browser", "device", "email", "recovery", "seat", "sign-in"]
"""What a code of one use is for: another device, confirming an e-mail address, an account whose devices are lost, a
seat, signing in by e-mail. browser: never used, but shown by a browser that an account has signed out of."""


class CodeRecord(msgspec.Struct, frozen=True):
    """A code of one use as it is stored. hash: SHA-256 (hex) of the code, which is kept nowhere; guest: who made it;
    table_id, seat, detail: what else it is about, and of a seat that others give away a hash of its player's id; made,
    until, used: seconds since 1970, None for no end and for not yet."""

    hash: str
    kind: CodeKind
    guest: str
    made: int
    until: int | None = None
    table_id: str | None = None
    seat: int | None = None
    detail: str = ""
    used: int | None = None

    def __repr__(self) -> str:
        return f"CodeRecord({self.kind})"


class SeatRecord(msgspec.Struct, frozen=True):
    """One seat. guest: id of the guest who has it; name: as the table reads it; seal: hash of a nonce, "" for none;
    nonce: "" until it is shown; salt, name_hash: see `chain.hash_of_name`, "" until play starts. stand_in: the bot that
    plays for the guest, "" for none; why: it does, "left" also where a bot plays on for a guest who was deleted, ""
    elsewhere; zone: by which the player's nights and weekends are, "" where it is not known. asked: the guest for whom
    an open seat is kept, whose name it then has, and keeps where that guest declines; nudged: when (seconds since 1970)
    its player was last asked to go on. account: whether the guest has one; since: the number of the first entry that
    can be its own, where it has taken the seat over from someone else; hints: how often its player asked what to do;
    hinted: the mark of what it asked about last, "" for nothing; hints_before: how often those asked who had the seat
    before; former: hashes of their ids, with a space after each."""

    kind: SeatKind
    guest: str | None = None
    name: str = ""
    bot: str = ""
    nonce: str = ""
    seal: str = ""
    salt: str = ""
    name_hash: str = ""
    stand_in: str = ""
    why: Why = ""
    zone: str = ""
    asked: str | None = None
    nudged: int | None = None
    account: bool = False
    since: int = 0
    hints: int = 0
    hinted: str = ""
    hints_before: int = 0
    former: str = ""

    @property
    def played_by(self) -> str:
        """The bot that plays here, "" where a person does."""
        return self.stand_in or self.bot

    @property
    def level(self) -> str:
        """What stands beside the name of a bot, "" for people. A bot that sat down when bots were called by their level
        is just a bot."""
        if self.kind != "bot":
            return ""
        return "bot" if self.name.startswith(self.bot.capitalize()) else self.bot

    @property
    def called(self) -> str:
        """The name, with the level of a bot, as lists of players have it."""
        return f"{self.name} ({self.level})" if self.level else self.name


class GoesOn(msgspec.Struct, frozen=True):
    """Where a game comes from. table: the id of the one that it goes on from, or of a file with one; step: after which
    entry; origin: see `going_on.origin_of`; hidden: what becomes of hidden cards; file: whether it is a file."""

    table: str
    step: int
    origin: str
    hidden: Hidden
    file: bool = False


class VoteRecord(msgspec.Struct, frozen=True):
    """What some players of a running game want. seat: whom it is about, -1 for everyone; by: the seats that said so;
    at: when (seconds since 1970) the first did."""

    what: Question
    seat: int
    by: tuple[int, ...]
    at: int


class EarlierSeat(msgspec.Struct, frozen=True):
    """A seat of an `Earlier`; the fields are those of `SeatRecord`."""

    guest: str | None
    name: str
    account: bool
    since: int


class Earlier(msgspec.Struct, frozen=True):
    """How a table looked to everyone until a moment (seconds since 1970), kept for spectators with a delay."""

    until: float
    status: Literal["starting", "playing"]
    host: str
    host_name: str
    open_hands: bool
    seats: tuple[EarlierSeat, ...]


class TableRecord(msgspec.Struct, frozen=True):
    """A table without its journal. settings: what its host chose, options complete; host: a guest's id; secret: what
    chance comes from; made, changed: seconds since 1970; edition: of the rules; format: of the journal; commitment:
    what was shown of the secret; reveal_by: until when (seconds since 1970) a table that is starting waits for nonces;
    version: how often it was changed. after: the table whose players asked for another game, None for none; series: the
    first table of such a row, "" for a first one; nth: its place there. closed: why the table was; votes: what the
    players vote on; removed: until when (seconds since 1970) guests, by id, may not sit down, since the host has
    removed them; warned: when players were last warned that the unused table will be closed, 0: never. goes_on: the
    game that this one continues. earlier: how the table looked before its last changes, the oldest first; see
    `watching.as_it_was`."""

    id: str
    game: str
    content_hash: str
    settings: TableSettings
    status: Status
    host: str
    host_name: str
    secret: bytes
    made: int
    changed: int
    seats: tuple[SeatRecord, ...]
    outcome: Outcome | None = None
    edition: int = 1
    format: int = 1
    commitment: str = ""
    reveal_by: int | None = None
    version: int = 0
    after: str | None = None
    series: str = ""
    nth: int = 1
    closed: Ending = ""
    votes: tuple[VoteRecord, ...] = ()
    removed: dict[str, int] = {}
    warned: int = 0
    goes_on: GoesOn | None = None
    earlier: tuple[Earlier, ...] = ()

    def with_settings(self, **changed: Any) -> TableRecord:
        """Return the table with some settings changed."""
        return msgspec.structs.replace(self, settings=msgspec.structs.replace(self.settings, **changed))

    @property
    def only_bots(self) -> bool:
        """Whether no one plays here in person: bots do, for themselves or for players."""
        return all(seat.played_by for seat in self.seats)

    @property
    def deserted(self) -> bool:
        """Return whether people have seats in this running game, and bots play for all of them."""
        return self.status == "playing" and self.only_bots and any(seat.kind == "guest" for seat in self.seats)

    @property
    def begun(self) -> bool:
        """Whether play has begun, or had before the table was closed."""
        return self.status in ("playing", "over") or any(seat.name_hash for seat in self.seats)

    @property
    def hidden_until(self) -> int:
        """Until when (seconds since 1970, this second included) only players may know that the table has ended: while
        spectators with a delay have not seen the end. 0: no longer than until then, or it has not ended."""
        late = self.settings.watching == "delayed" and self.status in ("over", "closed") and self.begun
        return self.changed + 1 + DELAY if late else 0

    @property
    def owners(self) -> tuple[int, ...]:
        """Return since which entry each seat has had its player; a seat that changes hands changes this."""
        return tuple(seat.since for seat in self.seats)

    def seat_of(self, guest: Guest | None) -> int | None:
        """Return the seat that a guest has here."""
        if guest is not None:
            for number, seat in enumerate(self.seats):
                if seat.guest == guest.id:
                    return number
        return None

    def kept_for(self, guest: Guest | None) -> int | None:
        """Return the seat that is reserved for a guest here."""
        if guest is not None:
            for number, seat in enumerate(self.seats):
                if seat.asked == guest.id:
                    return number
        return None

    def __repr__(self) -> str:
        return f"TableRecord({self.game}, {self.status})"


class LineRecord(msgspec.Struct, frozen=True):
    """What someone said. number: of the table's chat, from 1; guest: an id; seat, name: the guest's then, -1 for no
    seat; text: "" where an operator has deleted it; account: whether the guest has one."""

    number: int
    guest: str
    seat: int
    name: str
    text: str
    at: int
    account: bool = False

    def __repr__(self) -> str:
        return f"LineRecord({self.number})"


class Visit(msgspec.Struct, frozen=True):
    """When a player was last at a table, see schema.VISITS."""

    seen: int
    here: bool
    gone: int = 0


class Here(NamedTuple):
    """Who is connected to a table through a process: seats (bit mask), how many without one, and who some of these
    are."""

    seats: int = 0
    watchers: int = 0
    names: tuple[Onlooker, ...] = ()


class Elsewhere(msgspec.Struct, frozen=True):
    """Who is connected to a table through other processes, by process."""

    by: dict[str, Here] = {}

    @property
    def seats(self) -> int:
        """Bit mask."""
        found = 0
        for here in self.by.values():
            found |= here.seats
        return found

    @property
    def watchers(self) -> int:
        """How many are connected without a seat."""
        return sum(here.watchers for here in self.by.values())

    @property
    def onlookers(self) -> list[Onlooker]:
        """Who some of them are."""
        return [one for here in self.by.values() for one in here.names]

    def with_process(self, process: str, here: Here) -> Elsewhere:
        """Return the same with one process's connections replaced."""
        others = {name: there for name, there in self.by.items() if name != process}
        return Elsewhere(others | {process: here} if here != Here() else others)


class Hand(msgspec.Struct, frozen=True, array_like=True):
    """One seat's clock, in milliseconds. bank: what is left of it; used: by the decision that goes on, until the clock
    began to run; since: when it did (since 1970), None where it stands still; back: whether the seat was taken back in
    this window, which gives time only once."""

    bank: int
    used: int = 0
    since: int | None = None
    back: bool = False


class Clocks(msgspec.Struct, frozen=True):
    """The clocks of a table, by seat. answers: when an answer times out, as `Stored.timeout`."""

    hands: tuple[Hand, ...]
    answers: int | None = None


class Step(NamedTuple):
    """When an entry of a journal was made, and what was so after it.

    Attributes:
        number: the entry's number
        made: the time, in seconds since 1970, at which it had been made
        at, timeout, clocks: as in `Stored`
    """

    number: int
    made: float
    at: int
    timeout: int | None
    clocks: Clocks | None


class Stored(msgspec.Struct, frozen=True):
    """A table as it was left.

    Attributes:
        timeout: when an answer that is owed times out, None for never
        at: when something in the game last changed that everyone may see
        lines: the messages of the chat
        mutes: by guest, the guests that it has muted
        elsewhere: who is connected through other processes
        clocks: the players' clocks, None for none
        then: the table where its players go on, "" for none
        visits: when its players were last there, by guest
        remarks: the messages of the spectators' chat
        unheard: by guest, the guests that it blocks
        steps: those of the newest entries, for spectators with a delay
    """

    record: TableRecord
    entries: list[Entry]
    timeout: int | None
    at: int
    lines: list[LineRecord]
    mutes: dict[str, frozenset[str]]
    elsewhere: Elsewhere = Elsewhere()
    clocks: Clocks | None = None
    then: str = ""
    visits: dict[str, Visit] = {}
    remarks: list[LineRecord] = []
    unheard: dict[str, frozenset[str]] = {}
    steps: list[Step] = []


class Tail(msgspec.Struct, frozen=True):
    """The newest entries of a table; timeout, at, clocks: as in `Stored`."""

    entries: list[Entry]
    timeout: int | None
    at: int
    clocks: Clocks | None = None


class Listed(msgspec.Struct, frozen=True):
    """A table in a list: its record, the seats that owe a decision (mask), its last change that everyone may see;
    touched: when someone last did anything there, or was there as a player; clocks: of its players after the last
    entry, None for none."""

    record: TableRecord
    due: int
    changed: int
    touched: int
    clocks: Clocks | None = None


class GoingOn(msgspec.Struct, frozen=True):
    """A table that goes on by itself. host: a guest's id; timeout: when the server has to see to an answer or a clock;
    bots: whether a bot owes a decision; people: whether anyone plays in person; votes: whether the players vote."""

    id: str
    host: str
    timeout: int | None
    bots: bool
    people: bool
    votes: bool = False


class TableRow(msgspec.Struct, frozen=True):
    """A table in an operator's list. entries: of its journal; made, changed: seconds since 1970."""

    id: str
    game: str
    name: str
    status: str
    host: str
    players: list[str]
    entries: int
    made: int
    changed: int


class GuestRow(msgspec.Struct, frozen=True):
    """A guest in an operator's list. tables: where it sits or is host; account: whether it has one; banned: whether it
    may only look; until: seconds since 1970, None for good."""

    id: str
    name: str
    made: int
    tables: int
    account: bool = False
    banned: bool = False
    until: int | None = None


class AuditRow(msgspec.Struct, frozen=True):
    """Something that an operator did."""

    at: int
    who: str
    what: str
    subject: str
    detail: str


class ReportRow(msgspec.Struct, frozen=True):
    """A report in an operator's list. reporter: "" where that guest is deleted; line: of the table's chat, None where
    it is about the person; name, text: the person's and the line's as they were; reason: the reporter's words; made,
    closed: seconds since 1970, None while it is open; id: 0 for a new one; watchers: the line is one of theirs."""

    id: int
    made: int
    reporter: str
    reported: str
    table: str
    line: int | None
    name: str
    text: str
    reason: str
    closed: int | None = None
    watchers: bool = False

    def __repr__(self) -> str:
        return f"ReportRow({self.id})"


class PersonRecord(NamedTuple):
    """guest: its id; handle: the end of the address of its page; hidden: the person keeps that to itself; made: when it
    came first, in seconds since 1970; shows_skill: others see how well it decides."""

    guest: str
    name: str
    handle: str
    hidden: bool
    account: bool
    made: int
    shows_skill: bool

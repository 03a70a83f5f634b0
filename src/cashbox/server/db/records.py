"""Records of the database: tables, seats, guests, and more."""

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
    """A spectator. name: "a guest" without a name; guest: whether the person has no account, so anyone may use the
    name."""

    name: str
    guest: bool


class Ban(msgspec.Struct, frozen=True):
    """A ban: the person may only watch. until: seconds since 1970, None for no end; reason: shown to the person, "" for
    none."""

    until: int | None = None
    reason: str = ""


class Guest(msgspec.Struct, frozen=True):
    """A person with a token. account: whether the guest has an account too; zone: the time zone of the browser, "" if
    unknown; ban: the newest one, which may have ended."""

    id: str
    name: str
    account: bool = False
    zone: str = ""
    ban: Ban | None = None


class TokenRecord(msgspec.Struct, frozen=True):
    """A token as stored. hash: SHA-256 (hex) of the token, which is not stored; made, until: seconds since 1970, None
    for no end; plain: whether it was issued without https; replaces: the hash of the token that expires once this one
    has been used. device: the id of its device, the same for the token that replaces it; label: a description of the
    device; seen: when it was last used, in seconds since 1970, to the hour."""

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
"""The purpose of a one-time code: another device, confirming an email address, recovering an account, a seat, signing
in by email. browser: never used, but sent by a browser that an account has signed out of."""


class CodeRecord(msgspec.Struct, frozen=True):
    """A one-time code as stored. hash: SHA-256 (hex) of the code, which is not stored; guest: its creator; table_id,
    seat, detail: its other parameters, and for a seat that others give away a hash of its player's id; made, until,
    used: seconds since 1970, None for no end and for not yet."""

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
    """One seat. guest: id of the guest who has it; name: as shown at the table; seal: hash of a nonce, "" for none;
    nonce: "" until it is revealed; salt, name_hash: see `chain.hash_of_name`, "" until play starts. stand_in: the bot
    that plays for the guest, "" for none; why: the reason, "left" also if a bot continues for a deleted guest, ""
    without a bot; zone: the time zone for the player's quiet hours, "" if unknown. asked: the guest for whom an open
    seat is reserved, whose name it then has, and keeps if that guest declines; nudged: when (seconds since 1970) its
    player was last nudged. account: whether the guest has one; since: the number of the first entry that can be the
    guest's own, if the seat was transferred; hints: the number of hints that its player asked for; hinted: the mark of
    the state of the last hint, "" for none; hints_before: the number of hints of the seat's earlier players; former:
    hashes of their ids, with a space after each."""

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
        """The bot that plays here, "" if a person does."""
        return self.stand_in or self.bot

    @property
    def level(self) -> str:
        """The level shown next to a bot's name, "" for people. A bot from when bots were named by their level is just
        "bot"."""
        if self.kind != "bot":
            return ""
        return "bot" if self.name.startswith(self.bot.capitalize()) else self.bot

    @property
    def called(self) -> str:
        """The name, with a bot's level, for lists of players."""
        return f"{self.name} ({self.level})" if self.level else self.name


class GoesOn(msgspec.Struct, frozen=True):
    """The origin of a game. table: the id of the table or file that it continues; step: the number of the last entry
    taken over; origin: see `going_on.origin_of`; hidden: what happens to hidden cards; file: whether it is a file."""

    table: str
    step: int
    origin: str
    hidden: Hidden
    file: bool = False


class VoteRecord(msgspec.Struct, frozen=True):
    """A vote of some players of a running game. seat: the seat that it is about, -1 for everyone; by: the seats that
    voted for it; at: when (seconds since 1970) the first did."""

    what: Question
    seat: int
    by: tuple[int, ...]
    at: int


class EarlierSeat(msgspec.Struct, frozen=True):
    """A seat of an `Earlier`. The fields are those of `SeatRecord` that spectators with a delay see late."""

    guest: str | None
    name: str
    account: bool
    since: int


class Earlier(msgspec.Struct, frozen=True):
    """How a table looked to everyone until a moment (seconds since 1970), for spectators with a delay."""

    until: float
    status: Literal["starting", "playing"]
    host: str
    host_name: str
    open_hands: bool
    seats: tuple[EarlierSeat, ...]


class TableRecord(msgspec.Struct, frozen=True):
    """A table without its journal. settings: the host's choices, with complete options; host: a guest's id; secret: of
    the draws; made, changed: seconds since 1970; edition: of the rules; format: of the journal; commitment: to the
    secret; reveal_by: until when (seconds since 1970) a starting table waits for nonces; version: the number of
    changes. after: the previous table of the series, None for none; series: the first table of the series, "" for the
    first one itself; nth: the position in the series. closed: why the table was closed; votes: the players' votes;
    removed: until when (seconds since 1970) removed guests, by id, may not take a seat; warned: when players were last
    warned that the unused table will be closed, 0 for never. goes_on: the game that this one continues. earlier: how
    the table looked before its last changes, oldest first; see `watching.as_it_was`."""

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
        """Whether no one plays here in person: only bots do, in their own seats or for players."""
        return all(seat.played_by for seat in self.seats)

    @property
    def deserted(self) -> bool:
        """Return whether people have seats in this running game but bots play for all of them."""
        return self.status == "playing" and self.only_bots and any(seat.kind == "guest" for seat in self.seats)

    @property
    def begun(self) -> bool:
        """Whether play has started, or had before the table was closed."""
        return self.status in ("playing", "over") or any(seat.name_hash for seat in self.seats)

    @property
    def hidden_until(self) -> int:
        """Until when (seconds since 1970, inclusive) only players may know that the table has ended, because spectators
        with a delay have not seen the end; 0 if there is no such delay, or the table has not ended."""
        late = self.settings.watching == "delayed" and self.status in ("over", "closed") and self.begun
        return self.changed + 1 + DELAY if late else 0

    @property
    def owners(self) -> tuple[int, ...]:
        """Return, by seat, the first entry of its current player; a transfer changes this."""
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
    """A chat message. number: in the table's chat, from 1; guest: an id; seat, name: the guest's at the time, -1 for no
    seat; text: "" if an operator has deleted it; account: whether the guest has one."""

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
    """Who is connected to a table through a process: seats (bit mask), the number of spectators, and some of their
    names."""

    seats: int = 0
    watchers: int = 0
    names: tuple[Onlooker, ...] = ()


class Elsewhere(msgspec.Struct, frozen=True):
    """Who is connected to a table through other processes, by process."""

    by: dict[str, Here] = {}

    @property
    def seats(self) -> int:
        """The connected seats, as a bit mask."""
        found = 0
        for here in self.by.values():
            found |= here.seats
        return found

    @property
    def watchers(self) -> int:
        """The number of spectators."""
        return sum(here.watchers for here in self.by.values())

    @property
    def onlookers(self) -> list[Onlooker]:
        """Some of the spectators."""
        return [one for here in self.by.values() for one in here.names]

    def with_process(self, process: str, here: Here) -> Elsewhere:
        """Return the same with one process's connections replaced."""
        others = {name: there for name, there in self.by.items() if name != process}
        return Elsewhere(others | {process: here} if here != Here() else others)


class Hand(msgspec.Struct, frozen=True, array_like=True):
    """One seat's clock, in milliseconds. bank: the reserve time left; used: by the current decision, until the clock
    last started; since: when it started (since 1970), None if it is stopped; back: whether the player took the seat
    back in this window, which gives time only once."""

    bank: int
    used: int = 0
    since: int | None = None
    back: bool = False


class Clocks(msgspec.Struct, frozen=True):
    """The clocks of a table, by seat. timeout: as in `Stored`."""

    hands: tuple[Hand, ...]
    timeout: int | None = msgspec.field(default=None, name="answers")


class Step(NamedTuple):
    """When an entry of a journal was made, and the state after it.

    Attributes:
        number: The entry's number.
        made: The time by which it had been made, in seconds since 1970.
        at, timeout, clocks: As in `Stored`.
    """

    number: int
    made: float
    at: int
    timeout: int | None
    clocks: Clocks | None


class Stored(msgspec.Struct, frozen=True):
    """A table as stored.

    Attributes:
        timeout: When an owed answer times out, None for never.
        at: When something public in the game last changed.
        lines: The messages of the chat.
        mutes: By guest, the guests that it has muted.
        elsewhere: Who is connected through other processes.
        clocks: The players' clocks, None for none.
        then: The next table of the series, "" for none.
        visits: When its players were last there, by guest.
        remarks: The messages of the spectators' chat.
        unheard: By guest, the guests that it blocks.
        steps: Those of the newest entries, for spectators with a delay.
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
    """A table in a list: its record, the seats that owe a decision (mask), its last public change; touched: when anyone
    last did something there, or a player was there; clocks: of its players after the last entry, None for none."""

    record: TableRecord
    due: int
    changed: int
    touched: int
    clocks: Clocks | None = None


class GoingOn(msgspec.Struct, frozen=True):
    """A table that needs automatic work. host: a guest's id; check_at: when the server must check it again; bots:
    whether a bot owes a decision; people: whether anyone plays in person; votes: whether the players are voting."""

    id: str
    host: str
    check_at: int | None
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
    """A guest in an operator's list. tables: where the guest has a seat or is host; account: whether the guest has one;
    banned: whether the guest may only watch; until: seconds since 1970, None for no end."""

    id: str
    name: str
    made: int
    tables: int
    account: bool = False
    banned: bool = False
    until: int | None = None


class AuditRow(msgspec.Struct, frozen=True):
    """An action of an operator."""

    at: int
    who: str
    what: str
    subject: str
    detail: str


class ReportRow(msgspec.Struct, frozen=True):
    """A report in an operator's list. reporter: "" if that guest is deleted; line: of the table's chat, None if it is
    about the person; name, text: the person's name and the message's text at the time; reason: in the reporter's words;
    made, closed: seconds since 1970, None while it is open; id: 0 for a new one; watchers: whether the message is from
    the spectators' chat."""

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
    """A person with a profile. guest: the id; handle: the last part of the profile's URL; hidden: whether the person
    hides the profile; made: when the guest was created, in seconds since 1970; shows_skill: whether others see the
    person's skill."""

    guest: str
    name: str
    handle: str
    hidden: bool
    account: bool
    made: int
    shows_skill: bool

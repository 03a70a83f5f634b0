"""A table and its seats as they are stored."""

from __future__ import annotations

from typing import Any

import msgspec

from cashbox.engine.game import Outcome  # noqa: TC001 (msgspec reads the types)
from cashbox.engine.journal import Entry  # noqa: TC001
from cashbox.server.wire import Status  # noqa: TC001
from cashbox.server.wire_seats import SeatKind  # noqa: TC001


class Guest(msgspec.Struct, frozen=True):
    """Somebody with a token."""

    id: str
    name: str


class TokenRecord(msgspec.Struct, frozen=True):
    """A token as it is stored. hash: SHA-256 (hex) of the token, which is kept nowhere; made, until: seconds since
    1970, None for no end; plain: it was given without https; replaces: the hash of the token that ends once this one
    has come back."""

    hash: str
    made: int
    until: int | None = None
    plain: bool = True
    replaces: str | None = None

    def __repr__(self) -> str:
        return "TokenRecord()"


class SeatRecord(msgspec.Struct, frozen=True):
    """One seat. guest: id of the guest who has it; name: as the table reads it; seal: hash of a nonce, "" for
    none; nonce: "" until it is shown; salt, name_hash: see `chain.hash_of_name`, "" until play starts."""

    kind: SeatKind
    guest: str | None = None
    name: str = ""
    bot: str = ""
    nonce: str = ""
    seal: str = ""
    salt: str = ""
    name_hash: str = ""


class TableRecord(msgspec.Struct, frozen=True):
    """A table without its journal. host: a guest's id; options: complete; secret: what chance comes from; made,
    changed: seconds since 1970; lapse: seconds that the table waits for an answer, 0: forever; edition: of the
    rules; format: of the journal; commitment: what was shown of the secret; reveal_by: until when (seconds since 1970)
    a table that is starting waits for nonces; version: how often it was changed."""

    id: str
    game: str
    content_hash: str
    options: dict[str, Any]
    mode: str
    name: str
    listed: bool
    status: Status
    host: str
    host_name: str
    secret: bytes
    made: int
    changed: int
    seats: tuple[SeatRecord, ...]
    outcome: Outcome | None = None
    lapse: int = 0
    edition: int = 1
    format: int = 1
    commitment: str = ""
    reveal_by: int | None = None
    version: int = 0

    def seat_of(self, guest: Guest | None) -> int | None:
        """The seat that a guest has here."""
        if guest is not None:
            for number, seat in enumerate(self.seats):
                if seat.guest == guest.id:
                    return number
        return None

    def __repr__(self) -> str:
        return f"TableRecord({self.game}, {self.status})"


class LineRecord(msgspec.Struct, frozen=True):
    """What somebody said. number: of the table's chat, from 1; guest: an id; seat, name: the guest's then."""

    number: int
    guest: str
    seat: int
    name: str
    text: str
    at: int

    def __repr__(self) -> str:
        return f"LineRecord({self.number})"


class Elsewhere(msgspec.Struct, frozen=True):
    """Who is connected to a table through other processes. seats: bit mask; watchers: how many without a seat."""

    seats: int = 0
    watchers: int = 0


class Stored(msgspec.Struct, frozen=True):
    """A table as it was left. lapses: when an answer that is owed does; at: when something in the game last changed
    that everybody may see; lines: of the chat; mutes: by guest, the guests that it does not hear; elsewhere: who is
    connected through other processes."""

    record: TableRecord
    entries: list[Entry]
    lapses: int | None
    at: int
    lines: list[LineRecord]
    mutes: dict[str, frozenset[str]]
    elsewhere: Elsewhere = Elsewhere()


class Tail(msgspec.Struct, frozen=True):
    """The newest entries of a table; lapses, at: as in `Stored`."""

    entries: list[Entry]
    lapses: int | None
    at: int


class Listed(msgspec.Struct, frozen=True):
    """A table in a list: its record, the seats that owe a decision (mask), its last change that everybody may see."""

    record: TableRecord
    due: int
    changed: int


class GoingOn(msgspec.Struct, frozen=True):
    """A table that goes on by itself. host: a guest's id; lapses: when an answer that is owed does; bots: whether a bot
    owes a decision; people: whether people sit there."""

    id: str
    host: str
    lapses: int | None
    bots: bool
    people: bool

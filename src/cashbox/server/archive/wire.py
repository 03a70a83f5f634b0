"""What goes over the wire about finished games in the archive; part of `wire`."""

from __future__ import annotations

from typing import Literal

import msgspec

from cashbox.server.social.profiles_wire import PersonInfo  # noqa: TC001 (msgspec reads the types)

Ended = Literal["lost", "won", "shared", "off"]
"""How a game ended for somebody; shared: several won; off: it ended without a result."""


class ArchivedSeat(msgspec.Struct, frozen=True):
    """Who had a seat at the end. guest: has no account; person: had the seat in person, so there may be a page of
    the person; level: what stands beside a bot's name, "" for people; score: None where the game had no result;
    abandoned: the person left the game to a bot, so that it has no result for this seat."""

    name: str
    bot: bool
    level: str
    guest: bool
    person: bool
    won: bool
    score: int | None
    abandoned: bool = False


class ArchivedGame(msgspec.Struct, frozen=True):
    """A game that has ended. table: its id; name: the table's, "" for none; winners: the names of those who won,
    opponents without a seat among them, [] for nobody; closed: why it ended without a result, "" where it has one; at:
    when it ended, seconds since 1970; seconds: how long it took; steps: the number of its last step; nth: its place in
    a series, 1 where it is the first or there is none; seat, result: the caller's, None for no seat; again: the caller
    may play again there; public: it is found by everybody."""

    table: str
    page: str
    game: str
    game_name: str
    mode: str
    mode_name: str
    name: str
    seats: list[ArchivedSeat]
    winners: list[str]
    closed: str
    at: int
    seconds: int
    steps: int
    nth: int
    rated: bool
    seat: int | None
    result: Ended | None
    again: bool
    public: bool


class ArchiveList(msgspec.Struct, frozen=True):
    """GET /api/archive: finished games, the newest first. next: for the next ones, as `after`, None where there are
    none; looked: where only a part of very many games was looked through, until when back (seconds since 1970), else
    None; who: whom it is about, where that was said by the address of a page."""

    games: list[ArchivedGame]
    next: str | None
    looked: int | None
    who: PersonInfo | None

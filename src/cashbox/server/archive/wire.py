"""Wire types for finished games in the archive; part of `wire`."""

from __future__ import annotations

from typing import Literal

import msgspec

from cashbox.server.social.wire import PersonInfo  # noqa: TC001 (msgspec reads the types)

Ended = Literal["lost", "won", "shared", "off"]
"""How a game ended for a player; shared: several won; off: it ended without a result."""


class ArchivedSeat(msgspec.Struct, frozen=True):
    """A player at the end of a game. guest: whether the player has no account; person: whether a person played the
    seat, who may have a profile; level: the level shown next to a bot's name, "" for people; score: null if the game
    had no result; abandoned: whether the player left the game to a bot and has no result."""

    name: str
    bot: bool
    level: str
    guest: bool
    person: bool
    won: bool
    score: int | None
    abandoned: bool = False


class ArchivedGame(msgspec.Struct, frozen=True):
    """A finished game. table: the table's id; name: the table's name, "" for none; winners: the winners' names,
    including opponents without a seat, [] if no one won; closed: why it ended without a result, "" if it has one; at:
    when it ended, in seconds since 1970; seconds: how long it took; steps: the number of its last step; nth: its number
    in a series, 1 for the first or only game; seat, result: the caller's, null without a seat; again: whether the
    caller can play again there; public: whether everyone can find it."""

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
    """The response to GET /api/archive: finished games, newest first. next: the cursor for the next page, to be sent as
    `after`, or null; looked: how far back a search of very many games went, in seconds since 1970, null if it covered
    them all; who: the person whose games they are, if a profile's URL was given."""

    games: list[ArchivedGame]
    next: str | None
    looked: int | None
    who: PersonInfo | None

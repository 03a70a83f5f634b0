"""What goes over the wire about persons: their pages, results, ratings and statistics; part of `wire`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Handle = Annotated[str, Meta(max_length=16, description="the last part of a profile's address")]


class Standing(msgspec.Struct, frozen=True):
    """What comes of somebody's results in one kind of game. game, mode: "*" for all together; best: the highest score;
    streak: games won one after the other up to now; longest: ever; abandoned: games that the person left to a bot,
    which count as neither played nor won."""

    game: str
    game_name: str
    mode: str
    mode_name: str
    played: int
    won: int
    best: int
    streak: int
    longest: int
    abandoned: int


class RatingInfo(msgspec.Struct, frozen=True):
    """How well somebody plays a game. points: what the rating very likely is at least, 1000 for a beginner; games: how
    many rated ones it comes from; leads: whether there are enough of them for a leaderboard."""

    game: str
    game_name: str
    points: int
    games: int
    leads: bool


class PersonInfo(msgspec.Struct, frozen=True):
    """Who somebody is. handle: "" where there is no page that the caller may see; guest: has no account."""

    handle: str
    name: str
    guest: bool


class Opponent(msgspec.Struct, frozen=True):
    """Somebody whom a person has played with. played: games together; ahead, behind: how often the person ended before
    the other, and after."""

    who: PersonInfo
    played: int
    ahead: int
    behind: int


class Played(msgspec.Struct, frozen=True):
    """A game that somebody has finished. table: its id, "" where it has been deleted; name: of the table, "" for none;
    others: the names of the others, by seat; rank: 1 for the best; stood_in: decisions of bots for the person;
    abandoned: the person left it to a bot, so that it has no result for the person; at: when it ended, seconds since
    1970; public: whether everybody may know of it."""

    table: str
    game: str
    game_name: str
    mode_name: str
    name: str
    others: list[str]
    players: int
    rank: int
    score: int
    won: bool
    stood_in: int
    abandoned: bool
    rated: bool
    public: bool
    at: int


class PlayedList(msgspec.Struct, frozen=True):
    """GET /api/people/{handle}/games: the newest first. before: for the next ones, "" where there are none."""

    games: list[Played]
    before: str


class OpponentList(msgspec.Struct, frozen=True):
    """GET /api/people/{handle}/opponents: those with the most games first. after: as `PlayedList.before`."""

    opponents: list[Opponent]
    after: str


class Person(msgspec.Struct, frozen=True):
    """GET /api/people/{handle}. me: it is the caller; hidden: the page is shown to nobody else; since: when the person
    came here first, seconds since 1970, to the day; standings: all games together come first. To others, games count
    that everybody may know of; follows, blocks: the caller follows, or blocks, the person; met: has finished a game
    with the person."""

    who: PersonInfo
    me: bool
    hidden: bool
    since: int
    standings: list[Standing]
    ratings: list[RatingInfo]
    follows: bool
    blocks: bool
    met: bool


class ShowPage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/page. hidden: keep the page to myself."""

    hidden: bool


class Leader(msgspec.Struct, frozen=True):
    """Somebody on a leaderboard. place: 1 for the best."""

    place: int
    who: PersonInfo
    points: int
    games: int


class Leaders(msgspec.Struct, frozen=True):
    """GET /api/leaders/{game}: the best first. least: rated games from which on somebody is on it; after: for the next
    ones, "" where there are none."""

    game: str
    game_name: str
    least: int
    leaders: list[Leader]
    after: str


class TieBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/people/{handle}/tie: follow or block somebody, or not any more."""

    kind: Literal["follow", "block"]
    on: bool = True

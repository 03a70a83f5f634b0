"""What goes over the wire about persons: their pages, results, ratings and statistics; part of `wire`."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Handle = Annotated[str, Meta(max_length=16, description="the last part of a profile's address")]


class Standing(msgspec.Struct, frozen=True):
    """A person's results in one kind of game. game, mode: "*" for all together; best: the highest score; streak: the
    current winning streak; longest: the longest winning streak; abandoned: games that the person left to a bot, which
    count as neither played nor won."""

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
    """A person's rating in a game. points: the person is very likely at least this strong, where a beginner has 1000;
    games: how many rated games it is based on; leads: enough of them for a leaderboard."""

    game: str
    game_name: str
    points: int
    games: int
    leads: bool


class PersonInfo(msgspec.Struct, frozen=True):
    """A person's name. handle: the profile's, "" if the caller cannot see one; guest: has no account."""

    handle: str
    name: str
    guest: bool


class Opponent(msgspec.Struct, frozen=True):
    """A person that this person has played with. played: games together; ahead, behind: how often this person finished
    ahead of the other, and behind."""

    who: PersonInfo
    played: int
    ahead: int
    behind: int


class Played(msgspec.Struct, frozen=True):
    """A game that a person has finished. table: its id, "" if it has been deleted; name: the table's name, "" for none;
    others: the other players' names, by seat; rank: 1 for the best; stood_in: decisions that bots made for the person;
    abandoned: the person left it to a bot and has no result; at: when it ended, in seconds since 1970; public: everyone
    may know of it."""

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
    """The response to GET /api/people/{handle}/games, newest first. before: the cursor for the next page, "" on the
    last one."""

    games: list[Played]
    before: str


class OpponentList(msgspec.Struct, frozen=True):
    """The response to GET /api/people/{handle}/opponents, most games first. after: as `PlayedList.before`."""

    opponents: list[Opponent]
    after: str


class Person(msgspec.Struct, frozen=True):
    """The response to GET /api/people/{handle}, a profile. me: it is the caller's own; hidden: only its owner can see
    it; since: the person's first visit, in seconds since 1970, to the day; standings: all games together, then each
    game. Other people see only results that everyone may know. follows, blocks: the caller follows or blocks the
    person; met: has finished a game with the person."""

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
    """The body of POST /api/me/page. hidden: make the profile private."""

    hidden: bool


class Leader(msgspec.Struct, frozen=True):
    """A player on a leaderboard. place: 1 for the best."""

    place: int
    who: PersonInfo
    points: int
    games: int


class Leaders(msgspec.Struct, frozen=True):
    """The response to GET /api/leaders/{game}, best first. least: the number of rated games that it takes to be listed;
    after: the cursor for the next page, "" on the last one."""

    game: str
    game_name: str
    least: int
    leaders: list[Leader]
    after: str


class TieBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/people/{handle}/tie: follow or block a person, or stop doing so."""

    kind: Literal["follow", "block"]
    on: bool = True

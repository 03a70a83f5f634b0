"""What goes over the wire about the statistics of a game; part of `wire`."""

from __future__ import annotations

import msgspec


class Bar(msgspec.Struct, frozen=True):
    """How many values are from `least` to `most`, inclusive. most: null for no upper limit."""

    least: int
    most: int | None
    many: int


class Spread(msgspec.Struct, frozen=True):
    """A distribution of values. median: to two significant digits."""

    mean: float
    median: int
    bars: list[Bar]


class ScoresOf(msgspec.Struct, frozen=True):
    """The scores in games with one number of players."""

    players: int
    games: int
    mean: float
    best: int


class SeatWins(msgspec.Struct, frozen=True):
    """How often a seat has won in games with one number of players. seat: from 0; a shared win counts for each seat."""

    players: int
    seat: int
    games: int
    won: int


class ItemUse(msgspec.Struct, frozen=True):
    """How a card or another item was used. taken, used: how many players took it and used it; taken_won, used_won: how
    many of them won. Some games count only one of the two."""

    name: str
    taken: int
    taken_won: int
    used: int
    used_won: int


class Kind(msgspec.Struct, frozen=True):
    """Games of one mode and number of players. mode: "" if the game has none."""

    mode: str
    mode_name: str
    players: int
    games: int


class GameStatistics(msgspec.Struct, frozen=True):
    """The response to GET /api/stats/{game}, for finished public tables with people. mode, players: the filter, "" and
    0 for all; kinds: the possible filters; minutes, decisions, scores: null without games; items: most used first,
    called `items_name` in the plural, "" if the game has none."""

    game: str
    game_name: str
    mode: str
    players: int
    games: int
    kinds: list[Kind]
    minutes: Spread | None
    decisions: Spread | None
    scores: Spread | None
    by_players: list[ScoresOf]
    seats: list[SeatWins]
    items_name: str
    items: list[ItemUse]

"""What goes over the wire about the statistics of a game; part of `wire`."""

from __future__ import annotations

import msgspec


class Bar(msgspec.Struct, frozen=True):
    """How many values are from `least` to `most`, both included; most: null for any greater ones."""

    least: int
    most: int | None
    many: int


class Spread(msgspec.Struct, frozen=True):
    """How values are spread. median: as exact as the two first figures."""

    mean: float
    median: int
    bars: list[Bar]


class ScoresOf(msgspec.Struct, frozen=True):
    """The scores of games of one number of players."""

    players: int
    games: int
    mean: float
    best: int


class SeatWins(msgspec.Struct, frozen=True):
    """How often a seat has won, in games of one number of players. seat: from 0; a shared win counts for each."""

    players: int
    seat: int
    games: int
    won: int


class ItemUse(msgspec.Struct, frozen=True):
    """A card, say. taken, used: how many players took it and put it to use; taken_won, used_won: how many of them won.
    A game may tell of one of them alone."""

    name: str
    taken: int
    taken_won: int
    used: int
    used_won: int


class Kind(msgspec.Struct, frozen=True):
    """Games of one mode and number of players. mode: "" where the game has none."""

    mode: str
    mode_name: str
    players: int
    games: int


class GameStatistics(msgspec.Struct, frozen=True):
    """GET /api/stats/{game}: of finished public tables where people sat. mode, players: those alone, "" and 0 for all;
    kinds: what there is to choose from; minutes, decisions, scores: null where there is no game; items: the most used
    ones first, called `items_name` in the plural, "" where the game has none."""

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

"""Wire types of the home page; `wire` has the rest."""

from __future__ import annotations

import msgspec

from cashbox.bots.levels import Level  # noqa: TC001 (msgspec reads the types)
from cashbox.engine.game import Mode, Option  # noqa: TC001


class LatelyPlayed(msgspec.Struct, frozen=True):
    """A game that recently ended at a listed table. name: the table's name, "" for none; players: their names; winners:
    the winners' names, including opponents without a seat, [] if no one won; at: when it ended; abandoned: the names of
    players who left the game to a bot and have no result."""

    game: str
    game_name: str
    mode: str
    name: str
    players: list[str]
    winners: list[str]
    at: int
    abandoned: list[str] = []


class VariantInfo(msgspec.Struct, frozen=True):
    """A variant of a game that this server offers. text: a sentence about it, "" for none; content: the hash of its
    content."""

    name: str
    text: str
    content: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game, as the lobby shows it. players: possible numbers of players; bots: names for `SeatWish.bot`, the default
    first; levels: the bot levels to choose from, easiest first; sets: options to set together, see `About`; help: the
    URL of its rules page; lapses: whether `NewTable.lapse` can be set; lapses_with: the option that a time limit for
    answers needs, "" for none. minutes: how long a game takes, as text. lengths: the same by mode and number of
    players, if measured. offered: the modes in the order to offer them, by number of players. variants: those that this
    server offers."""

    id: str
    name: str
    tagline: str
    players: list[int]
    minutes: str
    modes: list[Mode]
    options: list[Option]
    sets: list[Mode]
    bots: list[str]
    levels: list[Level]
    credits: str
    help: str
    lapses: bool
    lapses_with: str
    lengths: dict[str, dict[int, str]]
    offered: dict[int, list[str]]
    variants: list[VariantInfo] = []

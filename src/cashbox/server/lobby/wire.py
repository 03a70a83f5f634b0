"""What goes over the wire of the first page; `wire` has the rest."""

from __future__ import annotations

import msgspec

from cashbox.bots.levels import Level  # noqa: TC001 (msgspec reads the types)
from cashbox.engine.game import Mode, Option  # noqa: TC001


class LatelyPlayed(msgspec.Struct, frozen=True):
    """A game that was played lately at a listed table. name: the table's, "" for none; players: who sat there; winners:
    the names of those who won, opponents without a seat among them, [] for nobody; at: when it ended; abandoned: the
    names of those who left it to a bot, for whom it has no result."""

    game: str
    game_name: str
    mode: str
    name: str
    players: list[str]
    winners: list[str]
    at: int
    abandoned: list[str] = []


class GameInfo(msgspec.Struct, frozen=True):
    """What the lobby shows of a game. players: the numbers of seats it can be played with; bots: names for
    `SeatWish.bot`, first the one that sits down by default; levels: those that people choose from, the easiest
    first; sets: options to set together, see `About`; help: address of its rules page; lapses:
    whether `NewTable.lapse` may be set; lapses_with: the switch without which nothing lapses, "" for none. minutes: how
    long it takes, in words. lengths: the same by mode and number of players, where measured. offered: the modes in the
    order in which to offer them, by number of players."""

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

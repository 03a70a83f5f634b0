"""What goes over the wire of the first page; `wire` has the rest."""

from __future__ import annotations

import msgspec


class LatelyPlayed(msgspec.Struct, frozen=True):
    """A game that was played lately at a listed table. name: the table's, "" for none; players: who sat there; winners:
    the names of those who won, opponents without a seat among them, [] for nobody; at: when it ended."""

    game: str
    game_name: str
    mode: str
    name: str
    players: list[str]
    winners: list[str]
    at: int

"""Wire types for rematches, nudges, and finality; part of `wire`."""

from __future__ import annotations

import msgspec

from cashbox.engine.game import Outcome  # noqa: TC001 (msgspec reads the types)
from cashbox.server.fields import Forms, Nonce, Seal, SeatNumber  # noqa: TC001 (msgspec reads the types)
from cashbox.server.tables.settings import Hidden  # noqa: TC001 (msgspec reads the types)


class CameFrom(msgspec.Struct, frozen=True):
    """Where a game that continues another one starts. n: the last step that it takes from that game."""

    n: int
    hidden: Hidden


class Again(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/again. nonce, seal: for the new table, as in `Sit`."""

    nonce: Nonce = ""
    seal: Seal = ""


class Nudge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/nudge: remind the player in a seat that the others are waiting."""

    seat: SeatNumber


class FinalityBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables/{id}/finality: actions as in `ActBody`. None of them is played."""

    actions: Forms


class Finality(msgspec.Struct, frozen=True):
    """The response to finality. final: whether these actions could not be undone, as far as the caller's seat can
    know."""

    final: bool


class Score(msgspec.Struct, frozen=True):
    """A player's score in a series. name: as at the newest table; seat: at this table, null if the player is not here;
    won: games won alone."""

    name: str
    seat: int | None
    won: int


class SeriesGame(msgspec.Struct, frozen=True):
    """An earlier game of a series. table: its id; nth: its number; names: by seat; outcome: its result, or null."""

    table: str
    nth: int
    names: list[str]
    outcome: Outcome | None


class Series(msgspec.Struct, frozen=True):
    """The response to GET /api/tables/{id}/series: the score up to this game, which counts once it is over. scores:
    everyone at this table, then anyone else who has won, most wins first; shared: games that several players won; nth:
    the number of this game; games: the earlier games that are still stored, newest first; counted: the number of games
    in the score."""

    scores: list[Score]
    shared: int
    nth: int
    counted: int
    games: list[SeriesGame]

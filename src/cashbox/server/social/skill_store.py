"""Read how well someone decided in analyzed games, on a connection. Nothing is stored besides the analyses, so it is
deleted with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from sqlalchemy import select

from cashbox.server.db.schema import ANALYSES, RESULTS, SEATS, TABLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

GAMES: Final = 40
"""How many analyzed games are read: the newest."""


class JudgedDecision(NamedTuple):
    """A decision of a player. n: its step; kind: "" if unknown; error: the chance of winning lost; margin: the points
    lost."""

    n: int
    kind: str
    error: float
    margin: float


class JudgedGame(NamedTuple):
    """A player's decisions in an analyzed game. at: when it ended, in seconds since 1970; grades, unit: see
    `Analysis.grades` and `Analysis.grade_unit`."""

    table: str
    game: str
    at: int
    grades: dict[str, float]
    unit: str
    decisions: list[JudgedDecision]


class _Judged(msgspec.Struct):
    kind: str = ""
    error: float = 0.0
    margin: float | None = None


class _Moment(msgspec.Struct):
    n: int
    seat: int
    by: str = ""
    judged: _Judged | None = None


class _Analysis(msgspec.Struct):
    """What is read of an analysis: a small part."""

    moments: list[_Moment]
    grades: dict[str, float] = {}
    grade_unit: str = ""


_decode: Final = msgspec.json.Decoder(_Analysis).decode


def judged_games(
    connection: Connection, guest: str, *, public: bool = False, tables: Sequence[str] | None = None
) -> list[JudgedGame]:
    """Read someone's analyzed games, newest first.

    Args:
        connection: Of the database.
        guest: Whose games.
        public: Only games that everyone may know about.
        tables: Only games at these tables; by default, the newest.
    """
    query = select(TABLES.c.id, TABLES.c.game, TABLES.c.changed, SEATS.c.seat, SEATS.c.since, ANALYSES.c.body)
    query = query.join_from(SEATS, TABLES, SEATS.c.table_id == TABLES.c.id)
    query = query.join(ANALYSES, ANALYSES.c.table_id == TABLES.c.id)
    query = query.where(SEATS.c.guest == guest, TABLES.c.status == "over", ANALYSES.c.whole)
    if public:
        theirs = (RESULTS.c.table_id == TABLES.c.id) & (RESULTS.c.guest == guest) & RESULTS.c.public
        query = query.join(RESULTS, theirs)
    if tables is not None:
        query = query.where(TABLES.c.id.in_(tables))
    else:
        # In a game that continues another one, players may know more than they should.
        query = query.where(TABLES.c.goes_on == "").limit(GAMES)
    return [_game(row) for row in connection.execute(query.order_by(TABLES.c.changed.desc(), TABLES.c.id.desc()))]


def _game(row: Any) -> JudgedGame:
    analysis = _decode(row.body)
    decisions = [
        JudgedDecision(one.n, one.judged.kind, one.judged.error, one.judged.margin or 0.0)
        for one in analysis.moments
        # What was played before the seat was handed on, and what a bot did, is not the player's.
        if one.judged is not None and one.seat == row.seat and not one.by and one.n >= row.since
    ]
    return JudgedGame(row.id, row.game, row.changed, analysis.grades, analysis.grade_unit, decisions)

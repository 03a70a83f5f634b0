"""Read people and their games, on a connection. Lists are read in pages, each by an index from where the previous one
ended, so the total length does not matter."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import exists, or_, select, tuple_, update

from cashbox.server.db import queries
from cashbox.server.db.schema import GUESTS, LEADS, MEETINGS, RATINGS, RESULTS, SEATS, STANDINGS, TABLES, TIES
from cashbox.server.social.rating import Skill

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sqlalchemy import Connection, Row, Select

    from cashbox.server.db.records import PersonRecord

MANY: Final = 20
"""The number of rows in one page of a list."""


MOST: Final = 200
"""The most tables of followed people."""


class ResultRecord(NamedTuple):
    """A row of schema_persons.RESULTS, with the table's name and the other players' names. there: whether it has not
    been deleted."""

    table: str
    there: bool
    game: str
    mode: str
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


class MeetingRecord(NamedTuple):
    """A row of schema_persons.MEETINGS, with the other person."""

    other: PersonRecord
    played: int
    ahead: int
    behind: int


class LeaderRecord(NamedTuple):
    """A row of schema_persons.RATINGS, with the person."""

    person: PersonRecord
    ordinal: float
    games: int


def new_handle() -> str:
    """Generate an unused handle that no one can guess."""
    return secrets.token_hex(8)


def persons(connection: Connection, handles: Iterable[str]) -> list[PersonRecord]:
    """Find the people with these handles, skipping missing ones."""
    rows = connection.execute(queries.select_persons().where(GUESTS.c.handle.in_(list(handles))))
    return [queries.person_of(row) for row in rows]


def by_handle(connection: Connection, handle: str) -> PersonRecord | None:
    """Find the person with this handle."""
    row = connection.execute(queries.select_persons().where(GUESTS.c.handle == handle)).first()
    return queries.person_of(row) if row is not None else None


def by_guest(connection: Connection, guest: str) -> PersonRecord | None:
    """Find the person with this guest id."""
    row = connection.execute(queries.select_persons().where(GUESTS.c.id == guest)).first()
    return queries.person_of(row) if row is not None else None


def show(connection: Connection, guest: str, *, hidden: bool | None, skill: bool | None) -> None:
    """Change what others see of someone; None for no change."""
    wanted = {"hidden": hidden, "shows_skill": skill}
    change = {name: value for name, value in wanted.items() if value is not None}
    if change:
        connection.execute(update(GUESTS).where(GUESTS.c.id == guest).values(change))


def standings(connection: Connection, guest: str, *, public: bool) -> list[Row[Any]]:
    """Read a person's statistics from STANDINGS. `public`: only of public games."""
    query = select(STANDINGS).where(STANDINGS.c.guest == guest, STANDINGS.c.public == public)
    return list(connection.execute(query.order_by(STANDINGS.c.game, STANDINGS.c.mode)))


def ratings(connection: Connection, guest: str) -> list[tuple[str, Skill, int]]:
    """Read a person's rating and number of rated games, by game."""
    rows = connection.execute(select(RATINGS).where(RATINGS.c.guest == guest).order_by(RATINGS.c.game))
    return [(row.game, Skill(row.mu, row.sigma), row.games) for row in rows]


def played(
    connection: Connection, guest: str, viewer: str, before: tuple[int, str] | None, most: int = MANY
) -> list[ResultRecord]:
    """Read a person's finished games, newest first: public ones, those at tables where the viewer also had a seat, and
    for the person's own view, all. before: when the last one of the previous page ended, and its table."""
    rows = [*connection.execute(_results(guest, before, most, public=True))]
    if viewer:
        private = _results(guest, before, most, public=False)
        if viewer != guest:
            there = RESULTS.alias()
            sat = exists().where(there.c.table_id == RESULTS.c.table_id, there.c.guest == viewer)
            private = private.where(sat.correlate(RESULTS))
        rows += connection.execute(private)
    rows.sort(key=lambda row: (row.at, row.table_id), reverse=True)
    return _with_tables(connection, rows[:most])


def _results(guest: str, before: tuple[int, str] | None, most: int, *, public: bool) -> Select[Any]:
    query = select(RESULTS).where(RESULTS.c.guest == guest, RESULTS.c.public == public)
    if before is not None:
        query = query.where(tuple_(RESULTS.c.at, RESULTS.c.table_id) < before)
    return query.order_by(RESULTS.c.at.desc(), RESULTS.c.table_id.desc()).limit(most)


def _with_tables(connection: Connection, rows: list[Row[Any]]) -> list[ResultRecord]:
    ids = [row.table_id for row in rows]
    named = {
        row.id: row.name for row in connection.execute(select(TABLES.c.id, TABLES.c.name).where(TABLES.c.id.in_(ids)))
    }
    seats: dict[str, dict[int, str]] = {table_id: {} for table_id in ids}
    query = select(SEATS.c.table_id, SEATS.c.seat, SEATS.c.name).where(SEATS.c.table_id.in_(ids))
    for row in connection.execute(query.order_by(SEATS.c.seat)):
        seats[row.table_id][row.seat] = row.name
    return [
        ResultRecord(
            row.table_id,
            row.table_id in named,
            row.game,
            row.mode,
            named.get(row.table_id, ""),
            [name for seat, name in seats[row.table_id].items() if seat != row.seat],
            row.players,
            row.rank,
            row.score,
            row.won,
            row.stood_in,
            bool(row.abandoned),
            row.rated,
            row.public,
            row.at,
        )
        for row in rows
    ]


def opponents(
    connection: Connection, guest: str, after: tuple[int, str] | None, most: int = MANY, *, public: bool
) -> list[MeetingRecord]:
    """Read a person's opponents, those with the most games first. after: the number of games with the last one of the
    previous page, and that one's handle. public: whether to count only public games."""
    query = queries.select_persons(MEETINGS).join_from(MEETINGS, GUESTS, GUESTS.c.id == MEETINGS.c.other)
    query = query.where(MEETINGS.c.guest == guest, MEETINGS.c.public == public)
    if after is not None:
        query = query.where(tuple_(MEETINGS.c.played, MEETINGS.c.other) < (after[0], _guest_of(connection, after[1])))
    rows = connection.execute(query.order_by(MEETINGS.c.played.desc(), MEETINGS.c.other.desc()).limit(most))
    return [MeetingRecord(queries.person_of(row), row.played, row.ahead, row.behind) for row in rows]


def met(connection: Connection, guest: str, others: Collection[str]) -> set[str]:
    """Return those of these guests with whom a guest has finished a game."""
    query = select(MEETINGS.c.other).where(MEETINGS.c.guest == guest, MEETINGS.c.other.in_(others))
    return set(connection.execute(query.distinct()).scalars())


def sits(connection: Connection, guests: Collection[str], viewer: str, now: float) -> list[Row[Any]]:
    """Read the public waiting or running tables of some guests: the guest, and each table's id, name, game, and status,
    newest first, at most MOST; without guests who hide their profile or block the viewer."""
    query = select(SEATS.c.guest, TABLES.c.id, TABLES.c.name, TABLES.c.game, TABLES.c.status)
    query = query.join(TABLES, TABLES.c.id == SEATS.c.table_id).join(GUESTS, GUESTS.c.id == SEATS.c.guest)
    # For tables with a delay for spectators, the list would reveal when they start and end.
    there = TABLES.c.status.in_(("waiting", "starting", "playing")) & or_(
        TABLES.c.watching != "delayed", TABLES.c.status == "waiting"
    )
    there &= queries.public() & queries.may_list(now)
    shut = exists().where(TIES.c.guest == SEATS.c.guest, TIES.c.other == viewer, TIES.c.kind == "block")
    query = query.where(SEATS.c.guest.in_(guests), there, GUESTS.c.hidden.is_(False), ~shut.correlate(SEATS))
    return list(connection.execute(query.order_by(TABLES.c.changed.desc()).limit(MOST)))


def leaders(connection: Connection, game: str, after: tuple[float, str] | None, most: int = MANY) -> list[LeaderRecord]:
    """Read the leaderboard of a game: everyone with at least schema_persons.LEAST rated games and a public profile.

    `after` is the rating and the handle of the last one of the previous page.
    """
    query = queries.select_persons(RATINGS).join_from(RATINGS, GUESTS, GUESTS.c.id == RATINGS.c.guest)
    query = query.where(RATINGS.c.game == game, LEADS, GUESTS.c.hidden.is_(False))
    if after is not None:
        query = query.where(tuple_(RATINGS.c.ordinal, RATINGS.c.guest) < (after[0], _guest_of(connection, after[1])))
    rows = connection.execute(query.order_by(RATINGS.c.ordinal.desc(), RATINGS.c.guest.desc()).limit(most))
    return [LeaderRecord(queries.person_of(row), row.ordinal, row.games) for row in rows]


def _guest_of(connection: Connection, handle: str) -> str:
    """Return the guest id of a handle, "" for none."""
    return connection.execute(select(GUESTS.c.id).where(GUESTS.c.handle == handle)).scalar() or ""

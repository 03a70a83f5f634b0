"""Ratings, on a connection. Each rated game has a number, and its rows say what it did to its players' ratings, so that
anybody can do it all again in the same order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import func, insert, select

from cashbox.server.db.backend import insert_new
from cashbox.server.db.schema import ACCOUNTS, RATED, RATINGS, SEATS
from cashbox.server.social.rating import Skill, after, ranks_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sqlalchemy import Connection

    from cashbox.engine.game import Outcome
    from cashbox.server.db.records import TableRecord

BATCH: Final = 500
"""Rated games that are in memory at a time."""


class Row(NamedTuple):
    """A row of schema_persons.RATED."""

    number: int
    seat: int
    table_id: str
    guest: str | None
    game: str
    rank: int
    before: Skill
    after: Skill


def rate(connection: Connection, record: TableRecord) -> None:
    """Keep what a finished game does to its players' ratings. Nobody else counts anything meanwhile."""
    outcome = record.outcome
    if outcome is None:
        return
    # Where nobody has a result, nobody has lost to anybody either.
    here = select(SEATS.c.seat, SEATS.c.guest).join(ACCOUNTS, ACCOUNTS.c.guest == SEATS.c.guest)
    rows = connection.execute(here.where(SEATS.c.table_id == record.id).order_by(SEATS.c.seat)).all()
    if len(rows) < 2 or all(row.seat in outcome.abandoned for row in rows):
        return
    guests = [row.guest for row in rows]
    known = select(RATINGS).where(RATINGS.c.guest.in_(guests), RATINGS.c.game == record.game)
    held = {row.guest: row for row in connection.execute(known)}
    before = [Skill(held[guest].mu, held[guest].sigma) if guest in held else Skill() for guest in guests]
    ranks = ranks_of([placing(outcome, row.seat) for row in rows])
    number = int(connection.execute(select(func.max(RATED.c.number))).scalar() or 0) + 1
    for row, rank, was, now in zip(rows, ranks, before, after(before, ranks), strict=True):
        what = {"guest": row.guest, "game": record.game, "at": record.changed}
        skill = {"mu": now.mu, "sigma": now.sigma}
        done = {"number": number, "seat": row.seat, "table_id": record.id, "rank": rank}
        was_so = {"mu_before": was.mu, "sigma_before": was.sigma}
        connection.execute(insert(RATED), what | skill | done | was_so)
        games = held[row.guest].games + 1 if row.guest in held else 1
        new = insert_new(connection, RATINGS).values(**what, **skill, ordinal=now.ordinal, games=games)
        more = {name: new.excluded[name] for name in ("mu", "sigma", "ordinal", "games", "at")}
        connection.execute(new.on_conflict_do_update(index_elements=["guest", "game"], set_=more))


def placing(outcome: Outcome, seat: int) -> tuple[Any, ...]:
    """Return the key by which rated players are sorted: those who left the game to a bot come after all who stayed, and
    are level. outcome: as it counts."""
    if seat in outcome.abandoned:
        return (True,)
    return (False, -outcome.scores[seat], seat not in outcome.winners)


def games(connection: Connection, since: int) -> list[list[Row]]:
    """Rated games after a number, in their order, at most BATCH."""
    some = select(RATED.c.number).where(RATED.c.number > since).distinct().order_by(RATED.c.number).limit(BATCH)
    query = select(RATED).where(RATED.c.number.in_(some)).order_by(RATED.c.number, RATED.c.seat)
    found: dict[int, list[Row]] = {}
    for row in connection.execute(query):
        skills = Skill(row.mu_before, row.sigma_before), Skill(row.mu, row.sigma)
        one = Row(row.number, row.seat, row.table_id, row.guest, row.game, row.rank, *skills)
        found.setdefault(row.number, []).append(one)
    return [*found.values()]


def current(connection: Connection, guests: Sequence[str]) -> Iterator[tuple[str, str, Skill, int]]:
    """The ratings of some guests: whose, of which game, the rating, after how many games."""
    for row in connection.execute(select(RATINGS).where(RATINGS.c.guest.in_(guests))):
        yield row.guest, row.game, Skill(row.mu, row.sigma), row.games

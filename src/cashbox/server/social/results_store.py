"""Store the results of a finished game, in one transaction that can be retried any number of times."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import func, insert, or_, select, text, update

from cashbox.server.db.backend import insert_new
from cashbox.server.db.schema import (
    ACCOUNTS,
    MEETINGS,
    RATED,
    RATINGS,
    RESULTS,
    SEATS,
    STANDINGS,
    TABLES,
    TALLIES,
    UNCOUNTED,
)
from cashbox.server.social.rating import Skill, after, ranks_of
from cashbox.server.tables.settings import LISTED_WATCHING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import Connection, Table

    from cashbox.server.db.records import TableRecord

    Row = dict[str, Any]
    from collections.abc import Iterator

    from cashbox.engine.game import Outcome


ALL: Final = "*"
"""Instead of a game or a mode: all of them together."""

_LOCK: Final = 4_160_119
"""The advisory lock for changing people's results: of two games that end at once, one is counted first."""


class Tally(NamedTuple):
    """A statistic of games of one kind. what, key: what is counted; many: the count; total: the sum."""

    what: str
    key: int
    many: int
    total: int = 0


def alone(connection: Connection) -> None:
    """Lock the counting of results until the transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def uncounted(connection: Connection, now: int, most: int) -> list[str]:
    """Read the ids of finished tables that are not counted, those that ended first first. A table with a delay for
    spectators is counted only after they have seen the end. now: seconds since 1970."""
    query = select(TABLES.c.id).where(UNCOUNTED, TABLES.c.hidden_until < now).order_by(TABLES.c.changed, TABLES.c.id)
    return list(connection.execute(query.limit(most)).scalars())


def count(connection: Connection, record: TableRecord, stood_in: Sequence[int], tallies: Sequence[Tally]) -> bool:
    """Store the results of a table, once. Returns whether they were not stored before. stood_in: decisions of bots, by
    seat."""
    there = select(RESULTS.c.seat).where(RESULTS.c.table_id == record.id).limit(1)
    if not leave_out(connection, record.id) or connection.execute(there).first() is not None:
        return False
    rows = _results(connection, record, stood_in)
    if rows:
        connection.execute(insert(RESULTS), rows)
        _stand(connection, rows)
        _meet(connection, rows)
    if record.settings.rated:
        rate(connection, record)
    _add(connection, record, tallies)
    return True


def leave_out(connection: Connection, table_id: str) -> bool:
    """Mark a table as counted. Returns whether it was not."""
    alone(connection)
    this = update(TABLES).where(TABLES.c.id == table_id, UNCOUNTED).values(counted=True)
    return bool(connection.execute(this).rowcount)


def is_public(record: TableRecord) -> bool:
    """Check whether a table is public, like the condition `public` on its row."""
    if record.settings.circle or record.settings.watching == "nobody":
        return False
    return record.settings.listed or record.settings.watching in LISTED_WATCHING


def _results(connection: Connection, record: TableRecord, stood_in: Sequence[int]) -> list[Row]:
    outcome = record.outcome
    if outcome is None:
        return []
    ranks = ranks_of([(-score, seat not in outcome.winners) for seat, score in enumerate(outcome.scores)])
    # A player may have been deleted, or got an account, since the record was read.
    sits = select(SEATS.c.seat, SEATS.c.guest).where(SEATS.c.table_id == record.id, SEATS.c.guest.is_not(None))
    return [
        {
            "table_id": record.id,
            "seat": row.seat,
            "guest": row.guest,
            "game": record.game,
            "mode": record.settings.mode,
            "players": len(record.seats),
            "rank": ranks[row.seat],
            "score": outcome.scores[row.seat],
            "won": row.seat in outcome.winners,
            "stood_in": stood_in[row.seat],
            "abandoned": row.seat in outcome.abandoned,
            "at": record.changed,
            "rated": record.settings.rated,
            "public": is_public(record),
        }
        for row in connection.execute(sits.order_by(SEATS.c.seat))
        if record.seats[row.seat].guest is not None
    ]


def move(connection: Connection, guest: str, account: str, shared: Sequence[str]) -> None:
    """Move a guest's results to an account, except at tables where both had a seat."""
    alone(connection)
    theirs = (RESULTS.c.guest == guest) & RESULTS.c.table_id.not_in(shared)
    if connection.execute(update(RESULTS).where(theirs).values(guest=account)).rowcount:
        again(connection, guest)
        again(connection, account)


# -- aggregates --------------------------------------------------------------------------------------------


def again(connection: Connection, guest: str) -> None:
    """Recompute a person's statistics and opponents from the person's current results."""
    alone(connection)
    mine = RESULTS.c.guest == guest
    connection.execute(STANDINGS.delete().where(STANDINGS.c.guest == guest))
    connection.execute(MEETINGS.delete().where(or_(MEETINGS.c.guest == guest, MEETINGS.c.other == guest)))
    query = select(RESULTS).where(mine).order_by(RESULTS.c.at, RESULTS.c.table_id)
    _stand(connection, [dict(row) for row in connection.execute(query).mappings()])
    there = select(RESULTS.c.table_id).where(mine)
    at_once: dict[str, list[Row]] = {}
    query = select(RESULTS).where(RESULTS.c.table_id.in_(there))
    for row in connection.execute(query).mappings():
        at_once.setdefault(row["table_id"], []).append(dict(row))
    for rows in at_once.values():
        _meet(
            connection, [row for row in rows if row["guest"] == guest], [row for row in rows if row["guest"] != guest]
        )


def _stand(connection: Connection, rows: Sequence[Row]) -> None:
    """Add results, in this order, to the aggregates. They must be of one table, or of one guest."""
    guests = sorted({row["guest"] for row in rows})
    kept = {
        (row["guest"], row["public"], row["game"], row["mode"]): dict(row)
        for row in connection.execute(select(STANDINGS).where(STANDINGS.c.guest.in_(guests))).mappings()
    }
    changed: dict[tuple[Any, ...], Row] = {}
    for row in rows:
        kinds = ((row["game"], row["mode"]), (row["game"], ALL), (ALL, ALL))
        for public in (False, True)[: 1 + row["public"]]:
            for game, mode in kinds:
                key = (row["guest"], public, game, mode)
                changed[key] = kept[key] = _sum_row(kept.get(key), row, key)
    _put(connection, STANDINGS, changed.values())


def _sum_row(stood: Row | None, row: Row, key: tuple[Any, ...]) -> Row:
    guest, public, game, mode = key
    before = stood or {"played": 0, "won": 0, "best": row["score"], "streak": 0, "longest": 0, "abandoned": 0}
    streak = before["streak"] + 1 if row["won"] else 0
    counts = not row["abandoned"]
    best = max(before["best"], row["score"]) if before["played"] else row["score"]
    return {
        "guest": guest,
        "public": public,
        "game": game,
        "mode": mode,
        "played": before["played"] + counts,
        "won": before["won"] + row["won"],
        "best": best if counts else before["best"],
        "streak": streak,
        "longest": max(before["longest"], streak),
        "abandoned": before["abandoned"] + row["abandoned"],
    }


def _meet(connection: Connection, rows: Sequence[Row], others: Sequence[Row] | None = None) -> None:
    """Count meetings between the results of one table. others: the opposite side, by default the same results."""
    if others is None:
        pairs = list(permutations(rows, 2))
    else:
        pairs = [pair for one in rows for other in others for pair in ((one, other), (other, one))]
    for one, other in sorted(pairs, key=lambda pair: (pair[0]["guest"], pair[1]["guest"])):
        counts = not (one["abandoned"] or other["abandoned"])
        ahead, behind = (int(counts and one["rank"] < other["rank"]), int(counts and one["rank"] > other["rank"]))
        for public in (False, True)[: 1 + one["public"]]:
            met = {"guest": one["guest"], "other": other["guest"], "public": public}
            new = insert_new(connection, MEETINGS).values(**met, played=1, ahead=ahead, behind=behind)
            more = {name: MEETINGS.c[name] + new.excluded[name] for name in ("played", "ahead", "behind")}
            keys = [column.name for column in MEETINGS.primary_key]
            connection.execute(new.on_conflict_do_update(index_elements=keys, set_=more))


def _put(connection: Connection, table: Table, rows: Iterable[Row]) -> None:
    """Store rows, replacing those with the same key."""
    for row in rows:
        new = insert_new(connection, table).values(row)
        keys = [column.name for column in table.primary_key]
        values = {name: new.excluded[name] for name in row if name not in keys}
        connection.execute(new.on_conflict_do_update(index_elements=keys, set_=values))


def _add(connection: Connection, record: TableRecord, tallies: Sequence[Tally]) -> None:
    kind = {"game": record.game, "mode": record.settings.mode, "players": len(record.seats)}
    keys = [column.name for column in TALLIES.primary_key]
    for one in tallies:
        new = insert_new(connection, TALLIES).values(**kind, **one._asdict())
        more = {name: TALLIES.c[name] + new.excluded[name] for name in ("many", "total")}
        connection.execute(new.on_conflict_do_update(index_elements=keys, set_=more))


BATCH: Final = 500
"""The number of rated games in memory at a time."""


class RatedRow(NamedTuple):
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
    """Store a finished game's changes of ratings, with the counting of results locked."""
    outcome = record.outcome
    if outcome is None:
        return
    # If no one has a result, no one has lost either.
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
    """Return the sort key of rated players: those who left the game to a bot come after all who stayed, and tie.
    outcome: the one that counts."""
    if seat in outcome.abandoned:
        return (True,)
    return (False, -outcome.scores[seat], seat not in outcome.winners)


def rated_games(connection: Connection, since: int) -> list[list[RatedRow]]:
    """Read rated games after a number, in order, at most BATCH."""
    some = select(RATED.c.number).where(RATED.c.number > since).distinct().order_by(RATED.c.number).limit(BATCH)
    query = select(RATED).where(RATED.c.number.in_(some)).order_by(RATED.c.number, RATED.c.seat)
    found: dict[int, list[RatedRow]] = {}
    for row in connection.execute(query):
        skills = Skill(row.mu_before, row.sigma_before), Skill(row.mu, row.sigma)
        one = RatedRow(row.number, row.seat, row.table_id, row.guest, row.game, row.rank, *skills)
        found.setdefault(row.number, []).append(one)
    return [*found.values()]


def current_ratings(connection: Connection, guests: Sequence[str]) -> Iterator[tuple[str, str, Skill, int]]:
    """Yield the ratings of some guests: the guest, the game, the rating, and the number of games."""
    for row in connection.execute(select(RATINGS).where(RATINGS.c.guest.in_(guests))):
        yield row.guest, row.game, Skill(row.mu, row.sigma), row.games

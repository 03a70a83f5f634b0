"""Whether the ratings that are kept follow from the journals: every rated game is played again, and rated again in its
order. It only reads."""

from __future__ import annotations

from functools import cache
from math import isclose
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import func, select

from cashbox import games
from cashbox.engine.chance import ChanceError
from cashbox.engine.game import GameError
from cashbox.engine.stand_ins import counting_outcome
from cashbox.engine.verify import proof_faults
from cashbox.server.db import queries
from cashbox.server.db.schema import RATED, RATINGS
from cashbox.server.ops.checking import reading
from cashbox.server.social import profiles_store, results_store
from cashbox.server.social.rating import Skill, after, points, ranks_of
from cashbox.server.tables import store as tables_store
from cashbox.server.tables.starting import check_kept, resumed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from sqlalchemy import Connection

    from cashbox.engine.game import Game, Outcome
    from cashbox.server.db.records import TableRecord
    from cashbox.server.ops.checking import Connect, Source
    from cashbox.server.social.results_store import RatedRow


class RatingsFound(msgspec.Struct, frozen=True):
    """What was checked: how many rated games; of how many the table is there no more, so that how they ended is
    believed; how many ratings; what is wrong, a sentence each."""

    games: int
    gone: int
    ratings: int
    faults: tuple[str, ...]


def check(source: Source, heard: Callable[[int, int], None]) -> RatingsFound:
    """Check all ratings of a house. heard: is told how many games are done, and of how many."""
    return reading(source, lambda connect: _check(connect, heard))


def leaders(source: Source) -> list[str]:
    """Who leads, by game: a line each for the best."""

    def ask(connect: Connect) -> list[str]:
        with connect() as connection:
            played = list(connection.execute(select(RATINGS.c.game).distinct().order_by(RATINGS.c.game)).scalars())
            return [
                f"{game}  {place:3}  {points(one.ordinal):5}  {one.games:5} games  {one.person.name}"
                for game in played
                for place, one in enumerate(profiles_store.leaders(connection, game, None), 1)
            ]

    return reading(source, ask)


def _check(connect: Connect, heard: Callable[[int, int], None]) -> RatingsFound:
    done = gone = 0
    faults: list[str] = []
    now: dict[tuple[str, str], tuple[Skill, int]] = {}
    with connect() as connection:
        of = int(connection.execute(select(func.count(RATED.c.number.distinct()))).scalar_one())
        for game in _games(connection):
            there = _ranks(connection, game)
            if there is None:
                gone += 1
            else:
                faults += [f"Rated game {game[0].number}, table {game[0].table_id}: {fault}" for fault in there]
            faults += _rated(game, now)
            done += 1
            heard(done, of)
        kept = {
            (row.guest, row.game): (Skill(row.mu, row.sigma), row.games, row.ordinal)
            for row in connection.execute(select(RATINGS))
        }
    for key in sorted(kept.keys() | now.keys()):
        faults += _stands(key, kept.get(key), now.get(key))
    return RatingsFound(done, gone, len(kept), tuple(faults))


def _games(connection: Connection) -> Iterator[Sequence[RatedRow]]:
    last = 0
    while some := results_store.rated_games(connection, last):
        yield from some
        last = some[-1][0].number


def _rated(game: Sequence[RatedRow], now: dict[tuple[str, str], tuple[Skill, int]]) -> list[str]:
    """What is wrong with what one game did to the ratings; `now` is how they stand, and stands after it. Of those who
    were deleted it is believed how they stood before."""
    faults = []
    before = []
    for row in game:
        stood = now.get((row.guest, row.game), (Skill(), 0))[0] if row.guest is not None else row.before
        if not _same(stood, row.before):
            faults.append(
                f"Rated game {row.number}, seat {row.seat}: its starting rating doesn't match the final rating "
                "of the previous game."
            )
        before.append(stood)
    if len(game) < 2:
        return [*faults, f"Rated game {game[0].number}: it has one player, but a rated game needs at least two."]
    for row, skill in zip(game, after(before, [row.rank for row in game]), strict=True):
        if not _same(skill, row.after):
            faults.append(f"Rated game {row.number}, seat {row.seat}: the rating doesn't follow from the ranks.")
        if row.guest is not None:
            key = row.guest, row.game
            now[key] = skill, now.get(key, (skill, 0))[1] + 1
    return faults


def _stands(key: tuple[str, str], kept: tuple[Skill, int, float] | None, now: tuple[Skill, int] | None) -> list[str]:
    guest, game = key
    if kept is None or now is None:
        return [f"Guest {guest}, {game}: there is a rating without rated games, or rated games without a rating."]
    if not _same(kept[0], now[0]) or kept[1] != now[1] or not isclose(kept[2], now[0].ordinal, abs_tol=1e-6):
        return [f"Guest {guest}, {game}: the stored rating doesn't match the rated games."]
    return []


def _ranks(connection: Connection, rows: Sequence[RatedRow]) -> list[str] | None:
    """What is wrong with the ranks of a rated game, by its journal; None where the table is there no more."""
    try:
        stored = tables_store.table(connection, rows[0].table_id)
        if stored is None:
            return None
        record = stored.record
        check_kept(record)
        body = queries.content(connection, record.content_hash)
        if body is None:
            return [f"Its content {record.content_hash} is missing."]
        match = resumed(record, _game(record.game, body, record.edition), list(stored.entries))
        match.finish(record.secret.hex())
        faults = proof_faults(match.journal)
    except (GameError, ChanceError) as error:
        return [str(error)]
    outcome = counting_outcome(match)
    if outcome is None:
        return [*faults, "The game isn't over."]
    if [row.rank for row in rows] not in (_now(outcome, rows), _before(outcome, record, rows)):
        faults.append("Its final ranks differ from those in the ratings.")
    return faults


def _now(outcome: Outcome, rows: Sequence[RatedRow]) -> list[int]:
    return ranks_of([results_store.placing(outcome, row.seat) for row in rows])


def _before(outcome: Outcome, record: TableRecord, rows: Sequence[RatedRow]) -> list[int]:
    """Return the ranks by the rule of before: last came those for whom a bot played when the game ended."""
    last = tuple(number for number, seat in enumerate(record.seats) if seat.stand_in)
    return _now(msgspec.structs.replace(outcome, abandoned=last), rows)


def _same(one: Skill, other: Skill) -> bool:
    # Another machine may round the last figure otherwise.
    return isclose(one.mu, other.mu, rel_tol=1e-9) and isclose(one.sigma, other.sigma, rel_tol=1e-9)


@cache
def _game(game: str, body: bytes, edition: int) -> Game[Any]:
    return games.load(game, msgspec.json.decode(body), edition)

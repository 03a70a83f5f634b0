"""Check a server's data: the database itself, and every table by its rules. It only reads."""

from __future__ import annotations

import contextlib
import tempfile
from functools import cache, partial
from math import isclose
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from sqlalchemy import func, select

from cashbox import games
from cashbox.engine.chance import ChanceError
from cashbox.engine.game import GameError
from cashbox.engine.journal import content_hash
from cashbox.engine.stand_ins import counting_outcome
from cashbox.engine.verify import draw_faults, proof_faults
from cashbox.server.continuing import store as continuing_store
from cashbox.server.db import queries
from cashbox.server.db.copies import backup_of, inspect, open_file
from cashbox.server.db.data_folder import FILE
from cashbox.server.db.migrations import head
from cashbox.server.db.postgres_access import FAULTS, as_copy_error, reason, run_to_end, snapshot
from cashbox.server.db.schema import CONTENTS, ENTRIES, RATED, RATINGS, TABLES
from cashbox.server.db.sqlite import migrate, open_writer
from cashbox.server.db.transfers import backup, revision_at
from cashbox.server.social import profiles_store, results_store
from cashbox.server.social.rating import Skill, after, points, ranks_of
from cashbox.server.tables import store as tables_store
from cashbox.server.tables.starting import check_kept, resume_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from sqlalchemy import Connection

    from cashbox.engine.game import Game
    from cashbox.engine.match import Match
    from cashbox.server.db.data_folder import Place
    from cashbox.server.db.records import Stored, TableRecord

    Connect = Callable[[], AbstractContextManager[Connection]]
    from collections.abc import Callable

    from cashbox.engine.game import Outcome
    from cashbox.server.social.results_store import RatedRow


T = TypeVar("T")


class Found(msgspec.Struct, frozen=True):
    """The result of a check: the number of tables, entries, and draws, and a sentence for each fault."""

    tables: int = 0
    entries: int = 0
    draws: int = 0
    faults: tuple[str, ...] = ()


Source = Path | str
"""An SQLite file, or the URL of a PostgreSQL database."""


class House(msgspec.Struct, frozen=True):
    """A database to check. faults: of the database itself; tables: their ids."""

    source: Source
    faults: list[str]
    tables: list[str]


def together(found: Iterable[Found]) -> Found:
    """Combine several results."""
    all_of = list(found)
    return Found(
        sum(one.tables for one in all_of),
        sum(one.entries for one in all_of),
        sum(one.draws for one in all_of),
        tuple(fault for one in all_of for fault in one.faults),
    )


@contextlib.contextmanager
def house(file: Path) -> Iterator[House]:
    """Open the database in a file. An older one is copied and the copy migrated, so the check covers what an upgrade
    would make of it. CopyError if it is not one of this program's."""
    with contextlib.ExitStack() as held:
        faults, revision = inspect(file)
        if revision != head():
            if faults:
                yield House(file, faults, [])
                return
            copy = held.enter_context(_beside())
            backup_of(file, copy)
            file = _brought_up(copy)
        yield _house(file, faults)


@contextlib.contextmanager
def shared_house(place: Place) -> Iterator[House]:
    """Open a PostgreSQL database, as `house`. References between rows are left to PostgreSQL."""
    with as_copy_error(f"The data at {place} can't be read"):
        revision = run_to_end(lambda: _revision(place))
    with contextlib.ExitStack() as held:
        if revision == head():
            yield _house(place.database, [])
            return
        copy = held.enter_context(_beside())
        backup(place, copy)
        yield _house(_brought_up(copy), [])


def look(source: Source, tables: Sequence[str]) -> Found:
    """Check some tables."""
    return reading(source, lambda connect: together(_look(connect, table_id) for table_id in tables))


def _house(source: Source, faults: list[str]) -> House:
    def ask(connect: Connect) -> list[str]:
        with connect() as connection:
            tables = list(connection.execute(select(TABLES.c.id).order_by(TABLES.c.made)).scalars())
            faults.extend(_contents(connection))
            return tables

    try:
        tables = reading(source, ask)
    except FAULTS as error:
        faults.append(f"The database can't be read: {reason(error)}.")
        tables = []
    return House(source, faults, tables)


def reading(source: Source, ask: Callable[[Connect], T]) -> T:
    """Call a function with a factory for connections that each read a snapshot, and return its result."""
    if isinstance(source, str):
        return run_to_end(lambda: ask(partial(snapshot, source)))
    engine = open_file(source)
    try:
        return ask(engine.connect)
    finally:
        engine.dispose()


def _revision(place: Place) -> str:
    with snapshot(place.database) as connection:
        return revision_at(connection, place)


@contextlib.contextmanager
def _beside() -> Iterator[Path]:
    """Return where to put a temporary copy."""
    with tempfile.TemporaryDirectory(prefix="cashbox-check-") as folder:
        yield Path(folder) / FILE


def _brought_up(copy: Path) -> Path:
    engine = open_writer(copy.parent)
    try:
        migrate(engine)
    finally:
        engine.dispose()
    return copy


def _contents(connection: Connection) -> list[str]:
    faults = []
    for row in connection.execute(select(CONTENTS)):
        try:
            fits_hash = content_hash(msgspec.json.decode(row.body)) == row.hash
        except (ValueError, TypeError):
            fits_hash = False
        if not fits_hash:
            faults.append(f"The content {row.hash} of {row.game} doesn't match its hash.")
    return faults


# -- one table, in a process that may have checked others before ---------------------------------------------------


@cache
def _game(game: str, body: bytes, edition: int) -> Game[Any]:
    return games.load(game, msgspec.json.decode(body), edition)


def _look(connect: Connect, table_id: str) -> Found:
    try:
        with connect() as connection:
            stored = tables_store.table(connection, table_id)
            if stored is None:  # deleted since
                return Found()
            if stored.record.goes_on is not None and stored.record.status in ("waiting", "starting"):
                continuing_store.of(connection, table_id)
            last = connection.execute(_LAST.where(ENTRIES.c.table_id == table_id)).first()
            body = queries.content(connection, stored.record.content_hash)
        faults, draws = _faults(stored, last, body)
        return Found(1, len(stored.entries), draws, tuple(f"Table {table_id}: {fault}" for fault in faults))
    except (GameError, ChanceError) as error:
        fault = str(error)
    except FAULTS as error:
        fault = f"It can't be read: {reason(error)}."
    except Exception as error:  # noqa: BLE001 (whatever damage does to a game, the other tables are checked)
        fault = f"It can't be replayed: {type(error).__name__}."
    return Found(1, 0, 0, (f"Table {table_id}: {fault}",))


_LAST: Final = select(ENTRIES.c.number, ENTRIES.c.due).order_by(ENTRIES.c.number.desc()).limit(1)


def _faults(stored: Stored, last: Any, body: bytes | None) -> tuple[list[str], int]:
    """List what is wrong with a table, and count the draws that were compared. `last` is the row of its last entry,
    `body` its content. GameError or ChanceError if it cannot be replayed."""
    record = stored.record
    check_kept(record)
    if not stored.entries:
        begun = record.status in ("playing", "over")
        return (["The game has started, but entry 0, the start, is missing."] if begun else []), 0
    if body is None:
        raise GameError("no-such-content", f"its content {record.content_hash} is missing.")
    game = _game(record.game, body, record.edition)
    match = resume_game(record, game, list(stored.entries))
    match.chance.reset(0)
    faults = draw_faults(match.journal, match.chance)
    if last.number != match.number:
        faults.append(f"Entry {match.number} is stored as number {last.number}.")
    elif last.due != match.due():
        faults.append(f"Entry {last.number} lists the wrong seats to play next.")
    return [*faults, *_end(record, match)], match.journal.drawn


def _end(record: TableRecord, match: Match[Any]) -> list[str]:
    """Check that the table's end matches the journal's."""
    outcome = match.game.outcome(match.state)
    last = match.number
    if record.status == "waiting":
        return ["It is marked as waiting for players, but the game has started."]
    if record.status == "over" and outcome is None:
        return [f"The game is marked as over, but it continues after entry {last}."]
    if record.status != "over" and outcome is not None:
        return [f"The game ended with entry {last}, but it isn't marked as over."]
    said = record.outcome
    if said is None or outcome is None:
        fits = said is outcome
    else:
        fits = said.same_result(counting_outcome(match) or outcome)
    if not fits:
        return [f"The stored result differs from the result after entry {last}."]
    return []


class RatingsFound(msgspec.Struct, frozen=True):
    """The result of checking ratings: the number of rated games; of those whose table no longer exists, so that their
    stored result is trusted; of ratings; and a sentence for each fault."""

    games: int
    gone: int
    ratings: int
    faults: tuple[str, ...]


def check(source: Source, heard: Callable[[int, int], None]) -> RatingsFound:
    """Check all ratings. heard: gets the number of finished games, and the total."""
    return reading(source, lambda connect: _check(connect, heard))


def leaders(source: Source) -> list[str]:
    """List the leaders of each game, one line each."""

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
    """List what is wrong with one game's changes of ratings. `now` has the ratings before the game, and afterward those
    after it. Earlier ratings of deleted players are taken as stored."""
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
    """List what is wrong with the ranks of a rated game by its journal, None if the table no longer exists."""
    try:
        stored = tables_store.table(connection, rows[0].table_id)
        if stored is None:
            return None
        record = stored.record
        check_kept(record)
        body = queries.content(connection, record.content_hash)
        if body is None:
            return [f"Its content {record.content_hash} is missing."]
        match = resume_game(record, _rated_game(record.game, body, record.edition), list(stored.entries))
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
    """Return the ranks by the earlier rule: players with a stand-in bot at the end of the game came last."""
    last = tuple(number for number, seat in enumerate(record.seats) if seat.stand_in)
    return _now(msgspec.structs.replace(outcome, abandoned=last), rows)


def _same(one: Skill, other: Skill) -> bool:
    # Another machine may round the last digit differently.
    return isclose(one.mu, other.mu, rel_tol=1e-9) and isclose(one.sigma, other.sigma, rel_tol=1e-9)


@cache
def _rated_game(game: str, body: bytes, edition: int) -> Game[Any]:
    return games.load(game, msgspec.json.decode(body), edition)

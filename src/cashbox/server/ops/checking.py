"""Whether a house is whole: the database as such, and every table by the rules that it is played by. It only reads."""

from __future__ import annotations

import contextlib
import tempfile
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from sqlalchemy import select

from cashbox import games
from cashbox.engine.chance import ChanceError
from cashbox.engine.game import GameError
from cashbox.engine.journal import content_hash
from cashbox.engine.stand_ins import counting_outcome
from cashbox.engine.verify import draw_faults
from cashbox.server.continuing import store as continuing_store
from cashbox.server.db import queries
from cashbox.server.db.copies import backup_of, looked_at, open_file
from cashbox.server.db.migrations import head
from cashbox.server.db.postgres_access import FAULTS, finished, reason, snapshot, told
from cashbox.server.db.schema import CONTENTS, ENTRIES, TABLES
from cashbox.server.db.sqlite_database import FILE, migrate, open_writer
from cashbox.server.db.transfers import backup, revision_at
from cashbox.server.tables import store as tables_store
from cashbox.server.tables.starting import check_kept, resumed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from sqlalchemy import Connection

    from cashbox.engine.game import Game
    from cashbox.engine.match import Match
    from cashbox.server.db.data_folder import Place
    from cashbox.server.db.records import Stored, TableRecord

    Connect = Callable[[], AbstractContextManager[Connection]]

T = TypeVar("T")


class Found(msgspec.Struct, frozen=True):
    """What was checked: how many tables, entries and draws; and what is wrong, a sentence each."""

    tables: int = 0
    entries: int = 0
    draws: int = 0
    faults: tuple[str, ...] = ()


Source = Path | str
"""A file of SQLite's, or the address of a PostgreSQL."""


class House(msgspec.Struct, frozen=True):
    """A database to be checked. faults: of the database as such; tables: their ids."""

    source: Source
    faults: list[str]
    tables: list[str]


def together(found: Iterable[Found]) -> Found:
    """What was found in several places."""
    all_of = list(found)
    return Found(
        sum(one.tables for one in all_of),
        sum(one.entries for one in all_of),
        sum(one.draws for one in all_of),
        tuple(fault for one in all_of for fault in one.faults),
    )


@contextlib.contextmanager
def house(file: Path) -> Iterator[House]:
    """The database in a file. One of an older version is copied and the copy brought up to date, so that what an
    upgrade would make of it is checked. CopyError where it is no house of this program."""
    with contextlib.ExitStack() as held:
        faults, revision = looked_at(file)
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
    """The PostgreSQL of a place, as `house`. What refers to other rows and how they are kept is PostgreSQL's
    business."""
    with told(f"The data at {place} can't be read"):
        revision = finished(lambda: _revision(place))
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
    """What something finds that gets a function for connections, each of which sees one moment."""
    if isinstance(source, str):
        return finished(lambda: ask(partial(snapshot, source)))
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
    """Where a copy can be that is not needed afterwards."""
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
    """What is wrong with a table, and how many draws were compared. last: the row of its last entry; body: its content.
    GameError, ChanceError where it cannot be replayed."""
    record = stored.record
    check_kept(record)
    if not stored.entries:
        begun = record.status in ("playing", "over")
        return (["The game has started, but entry 0, the start, is missing."] if begun else []), 0
    if body is None:
        raise GameError("no-such-content", f"its content {record.content_hash} is missing.")
    game = _game(record.game, body, record.edition)
    match = resumed(record, game, list(stored.entries))
    match.chance.reset(0)
    faults = draw_faults(match.journal, match.chance)
    if last.number != match.number:
        faults.append(f"Entry {match.number} is stored as number {last.number}.")
    elif last.due != match.due():
        faults.append(f"Entry {last.number} lists the wrong seats to play next.")
    return [*faults, *_end(record, match)], match.journal.drawn


def _end(record: TableRecord, match: Match[Any]) -> list[str]:
    """Whether the table says of its end what the journal says."""
    outcome = match.game.outcome(match.state)
    last = match.number
    if record.status == "waiting":
        return ["It is marked as waiting for players, but the game has started."]
    if record.status == "over" and outcome is None:
        return [f"The game is marked as over, but it continues after entry {last}."]
    if record.status != "over" and outcome is not None:
        return [f"The game ended with entry {last}, but it isn't marked as over."]
    # A game that ended before there were seats without a result may not be counted again yet, and an earlier version
    # took the result from more seats.
    said = record.outcome
    if said is None or outcome is None:
        fits = said is outcome
    else:
        counts = counting_outcome(match) or outcome
        earlier = said.abandoned and said.scores == outcome.scores
        fits = bool(earlier) or said.same_result(outcome) or said.same_result(counts)
    if not fits:
        return [f"The stored result differs from the result after entry {last}."]
    return []

"""Move and copy all data between databases and files.

A copy of a PostgreSQL database has the same format as a copy of an embedded one, so either can be restored to the
other. Data is copied row by row, and then compared.
"""

from __future__ import annotations

import contextlib
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    create_engine,
    func,
    insert,
    inspect,
    literal,
    select,
    text,
)
from sqlalchemy.pool import StaticPool

from cashbox.server.cluster import ownership_store
from cashbox.server.db import copies, migrations
from cashbox.server.db.data_folder import FILE, FolderLock, Place
from cashbox.server.db.postgres_access import PATIENCE, alone, as_copy_error, run_to_end, snapshot, write_transaction
from cashbox.server.db.schema import ANALYSIS_CLAIMS, CLAIMS, METADATA, PRESENCE, PROBE, PROCESSES
from cashbox.server.db.sqlite import open_new
from cashbox.server.errors import CopyError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from sqlalchemy import Column, Connection, Table

    from cashbox.server.db.copies import Heard


_SHORT: Final = 2**31
_LONG: Final = 2**63


def find_misfit(table: Table, rows: Iterable[tuple[Any, ...]]) -> str:
    """Describe the first value in some rows that PostgreSQL cannot store, "" if it can store all."""
    columns = [(place, column, _why_not(column)) for place, column in enumerate(table.columns)]
    for row in rows:
        for place, column, why_not in columns:
            if row[place] is not None and (why := why_not(row[place])):
                what = f"{column.name} in row {describe_row(table, row)} of {table.name}"
                return f"PostgreSQL can't store {what}: {why}."
    return ""


def describe_row(table: Table, row: tuple[Any, ...]) -> str:
    """Describe a row by its key."""
    return ", ".join(repr(row[place])[:80] for place, column in enumerate(table.columns) if column.primary_key)


def _why_not(column: Column[Any]) -> Callable[[Any], str]:
    """Return a function that says why a value does not fit into a column, "" if it does."""
    kind = column.type
    if isinstance(kind, Boolean):
        return lambda value: "" if isinstance(value, bool) else "it is neither true nor false"
    if isinstance(kind, Integer):
        most = _LONG if isinstance(kind, BigInteger) else _SHORT
        return lambda value: _number(value, most)
    if isinstance(kind, Float):
        return lambda value: "" if isinstance(value, float) else "it is not a number"
    if isinstance(kind, LargeBinary):
        return lambda value: "" if isinstance(value, bytes) else "it is not bytes"
    assert isinstance(kind, String), kind
    length = kind.length
    return lambda value: _text(value, length)


def _number(value: Any, most: int) -> str:
    if not isinstance(value, int):
        return "it is not a whole number"
    return "" if -most <= value < most else f"the number {value} is too large"


def _text(value: Any, length: int | None) -> str:
    if not isinstance(value, str):
        return "it is not text"
    if "\0" in value:
        return "it contains a NUL character"
    return (
        "" if length is None or len(value) <= length else f"it has {len(value)} characters, but the limit is {length}"
    )


BATCH: Final = 1000
"""The number of rows in memory at a time."""

OF_PROCESSES: Final = frozenset(table.name for table in (PROCESSES, CLAIMS, ANALYSIS_CLAIMS, PRESENCE, PROBE))
"""The tables whose rows belong to processes that run, and go with them."""


def schema_of(revision: str) -> MetaData:
    """Return the tables of a schema revision. StartError if it is from a newer version."""
    if revision == migrations.head():
        return METADATA
    found = MetaData()
    engine = create_engine("sqlite://", poolclass=StaticPool)
    try:
        with engine.begin() as connection:
            migrations.upgrade(connection, revision)
            found.reflect(connection)
    finally:
        engine.dispose()
    found.remove(found.tables["alembic_version"])
    for table in found.tables.values():
        for column in table.columns:
            # In a portable form, not in SQLite's.
            column.type = column.type.as_generic()
    return found


def stored_tables(schema: MetaData) -> list[Table]:
    """List the tables with a server's data, each after those that its rows refer to."""
    return [table for table in schema.sorted_tables if table.name not in OF_PROCESSES]


def has_rows(connection: Connection, tables: Sequence[Table]) -> bool:
    """Check whether any of these tables has a row."""
    return any(connection.execute(select(literal(1)).select_from(table).limit(1)).first() for table in tables)


def pour(source: Connection, target: Connection, tables: Sequence[Table], heard: Heard) -> None:
    """Copy all rows of some tables into empty ones, and compare them. CopyError if the target cannot store a value, or
    does not have the same rows afterward.

    source: a connection that reads one snapshot. heard: gets the progress in rows, each counted when it is copied and
    again when it is compared.
    """
    of = 2 * sum(source.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)
    done = 0
    for table in tables:
        for rows in _all_of(source, table):
            _put(target, table, rows)
            done += len(rows)
            heard(done, of)
        _count_on(target, table)
    for table in tables:
        for count in _compared(source, target, table):
            done += count
            heard(done, of)


def _all_of(connection: Connection, table: Table) -> Iterator[Sequence[tuple[Any, ...]]]:
    """Yield every row, in the same order in every database."""
    # PostgreSQL sorts text by the database's language, SQLite by bytes.
    by_bytes = connection.dialect.name == "postgresql"
    key = [
        column.collate("C") if by_bytes and isinstance(column.type, String) else column for column in table.primary_key
    ]
    result = connection.execute(select(table).order_by(*key), execution_options={"yield_per": BATCH})
    for rows in result.partitions():
        yield [tuple(row) for row in rows]


def _put(target: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    if target.dialect.name == "postgresql" and (why := find_misfit(table, rows)):
        raise CopyError(why)
    names = table.columns.keys()
    target.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])


def _count_on(target: Connection, table: Table) -> None:
    """Let generated numbers continue after the existing ones."""
    column = table.autoincrement_column
    if target.dialect.name == "postgresql" and column is not None:
        newest = target.execute(select(func.max(column))).scalar()
        number_of = text("SELECT setval(pg_get_serial_sequence(:table, :column), :newest)")
        if newest is not None:
            target.execute(number_of, {"table": table.name, "column": column.name, "newest": newest})


def _compared(source: Connection, target: Connection, table: Table) -> Iterator[int]:
    """Compare a table, some rows at a time. Yields the number of compared rows."""
    ours: Sequence[tuple[Any, ...]]
    theirs: Sequence[tuple[Any, ...]]
    for ours, theirs in zip_longest(_all_of(source, table), _all_of(target, table), fillvalue=()):
        for mine, other in zip_longest(ours, theirs, fillvalue=()):
            if mine != other:
                raise CopyError(f"Row {describe_row(table, mine or other)} of {table.name} changed during the copy.")
        yield len(ours)


def check_there(place: Place) -> None:
    """Check that there is a server's database of this version. CopyError otherwise."""
    with as_copy_error(f"The data at {place} can't be read"):
        run_to_end(lambda: _check_there(place))


def backup(place: Place, file: Path, *, force: bool = False, heard: Heard = lambda *_: None) -> None:
    """Copy a database to a file, whether or not servers are running, like copies.backup. CopyError."""
    copies.check_free(file, force=force)
    with as_copy_error(f"The data at {place} can't be copied to {file.parent}"):
        run_to_end(lambda: _backup(place, file, heard))


def restore(
    file: Path, place: Place, now: float, *, force: bool = False, heard: Heard = lambda *_: None
) -> Path | None:
    """Restore a backup into a database. Returns the file with the previous data, None if there was none.

    now: seconds since 1970, for that file's name. CopyError if a server uses the database.
    """
    revision = copies.check_whole(file)
    with as_copy_error(f"The backup can't be restored to {place}"):
        return run_to_end(lambda: _restored(file, revision, place, now, force, heard))


def keep_before_migration(url: str, home: Path, revision: str, now: float) -> Path:
    """Copy the database into the data folder before a migration. CopyError."""
    _make(home)
    kept = copies.before_migration(home, revision, now)
    backup(Place(home, url), kept, force=True)
    return kept


@contextlib.contextmanager
def new_database(place: Place, revision: str) -> Iterator[Connection]:
    """Yield an empty database with the tables of a revision, which keeps its rows only if the block succeeds. CopyError
    if it has any rows, or a server uses it, then or in the meantime."""
    with write_transaction(place.database) as connection:
        schema = _taken(connection, place)
        if schema and has_rows(connection, stored_tables(schema)):
            raise CopyError(f"The database at {place} isn't empty.")
        _make_anew(connection, revision)
        yield connection
        _study(connection, revision)


def claim(connection: Connection, place: Place) -> None:
    """Lock a database exclusively until the transaction ends. CopyError if it is in use."""
    if not alone(connection):
        raise CopyError(f"Another program has locked the whole database at {place}.")
    check_unused(connection, place)


def check_unused(connection: Connection, place: Place) -> None:
    """Check that no server uses a database. CopyError otherwise."""
    if inspect(connection).has_table(PROCESSES.name) and ownership_store.alive(connection):
        raise CopyError(f"A server is using the database at {place}.")


@contextlib.contextmanager
def new_file(file: Path, revision: str) -> Iterator[Connection]:
    """Yield an empty file with the tables of a revision, which is on disk when the block ends. CopyError if it is
    damaged then."""
    engine = open_new(file)
    try:
        with engine.begin() as connection:
            migrations.upgrade(connection, revision)
            yield connection
    finally:
        engine.dispose()
    copies.check_whole(file)
    copies.settle(file)


def revision_at(connection: Connection, place: Place) -> str:
    """Read the revision of a server's database. CopyError if there is none."""
    revision = migrations.revision_of(connection)
    if not revision:
        raise CopyError(f"There is no cashbox data at {place}.")
    return revision


def _check_there(place: Place) -> None:
    with snapshot(place.database) as connection:
        revision_at(connection, place)
        if migrations.outdated_revision(connection):
            raise CopyError(
                f"The data at {place} is from an earlier version. Start a server with it once to upgrade it."
            )


def _backup(place: Place, file: Path, heard: Heard) -> None:
    with copies.part_in(file.parent) as part:
        with snapshot(place.database) as source:
            revision = revision_at(source, place)
            with new_file(part, revision) as target:
                pour(source, target, stored_tables(schema_of(revision)), heard)
        copies.put(part, file)


def _restored(file: Path, revision: str, place: Place, now: float, force: bool, heard: Heard) -> Path | None:
    aside = None
    with write_transaction(place.database) as target:
        schema = _taken(target, place)
        if schema and has_rows(target, stored_tables(schema)):
            if not force:
                raise CopyError(
                    f"There is already cashbox data at {place}. Use --force to keep a copy of it and "
                    "restore the backup."
                )
            _make(place.folder)
            aside = copies.before_restore(place.folder, now)
            _backup(place, aside, lambda *_: None)
        _make_anew(target, revision)
        with copies.open_file(file).connect() as source:
            pour(source, target, stored_tables(schema_of(revision)), heard)
        _study(target, revision)
    return aside


def _taken(connection: Connection, place: Place) -> MetaData | None:
    """Lock a database's tables so others can read and no one else can change them until the transaction ends. None if
    it has none."""
    claim(connection, place)
    schema = _ours(connection, place)
    if schema is not None:
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {PATIENCE * 1000:.0f}")
        connection.exec_driver_sql(f"LOCK TABLE {_names(schema.tables)} IN EXCLUSIVE MODE")
        # A server that was just starting has registered by now, or waits.
        check_unused(connection, place)
    return schema


def _ours(connection: Connection, place: Place) -> MetaData | None:
    """Return the tables of a database, None if it has none. CopyError if they are another program's."""
    there = set(inspect(connection).get_table_names())
    if not there:
        return None
    revision = migrations.revision_of(connection)
    schema = schema_of(revision) if revision else None
    if schema is None or there - set(schema.tables) - {"alembic_version"}:
        raise CopyError(f"The database at {place} contains another program's tables.")
    return schema


def _make_anew(connection: Connection, revision: str) -> None:
    names = inspect(connection).get_table_names()
    if names:
        connection.exec_driver_sql(f"DROP TABLE {_names(names)}")
    migrations.upgrade(connection, revision)


def _study(connection: Connection, revision: str) -> None:
    """Update the database's statistics, so that it chooses good query plans."""
    connection.exec_driver_sql(f"ANALYZE {_names(table.name for table in stored_tables(schema_of(revision)))}")


def _names(tables: Iterable[str]) -> str:
    return ", ".join(f'"{table}"' for table in tables)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise CopyError(f"The data folder {folder} can't be used: {error.strerror}.") from None


def move(source: Place, target: Place, heard: Heard = lambda *_: None) -> None:
    """Copy a database to an empty location, and compare every row.

    The source stays as it is, and so does the target if this fails. CopyError, StartError if a server uses either, if
    something cannot be read or written, or if the target is not empty.
    """
    if source == target:
        raise CopyError(f"The data is already at {target}.")
    with as_copy_error(f"The data at {source} can't be moved to {target}"):
        run_to_end(lambda: _move(source, target, heard))


def _move(source: Place, target: Place, heard: Heard) -> None:
    with _left(source) as (revision, old), _new(target, revision) as new:
        pour(old, new, stored_tables(schema_of(revision)), heard)
        if source.database:
            # A server that was just starting may not have registered before.
            with snapshot(source.database) as now:
                check_unused(now, source)


@contextlib.contextmanager
def _left(place: Place) -> Iterator[tuple[str, Connection]]:
    """Yield the revision of an unused database, and a read connection."""
    if place.database:
        with snapshot(place.database) as connection:
            claim(connection, place)
            yield revision_at(connection, place), connection
        return
    file = copies.database_in(place.folder)
    with _locked(place), copies.open_file(file).connect() as connection:
        yield copies.check_whole(file), connection


@contextlib.contextmanager
def _new(place: Place, revision: str) -> Iterator[Connection]:
    """Yield a connection to a new database, which exists when the block ends."""
    if place.database:
        with new_database(place, revision) as connection:
            yield connection
        return
    with _locked(place):
        copies.check_empty(place.folder)
        with copies.part_in(place.folder) as part:
            with new_file(part, revision) as connection:
                yield connection
            copies.put(part, place.folder / FILE)


@contextlib.contextmanager
def _locked(place: Place) -> Iterator[None]:
    lock = FolderLock(place.folder)
    try:
        yield
    finally:
        lock.release()

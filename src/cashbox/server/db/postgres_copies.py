"""Copies of a house in PostgreSQL. Each is the same file as a copy of an embedded one, so that either can be put back
in place of the other."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from sqlalchemy import inspect

from cashbox.server.cluster import ownership_store
from cashbox.server.db import copies, migrations, rows
from cashbox.server.db.copies import CopyError
from cashbox.server.db.data_folder import Place
from cashbox.server.db.postgres_access import PATIENCE, alone, changing, finished, snapshot, told
from cashbox.server.db.schema import PROCESSES
from cashbox.server.db.sqlite_database import open_new

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from sqlalchemy import Connection, MetaData

    from cashbox.server.db.copies import Heard


def check_there(place: Place) -> None:
    """CopyError unless there is a house, of this version of the program."""
    with told(f"The data at {place} can't be read"):
        finished(lambda: _check_there(place))


def backup(place: Place, file: Path, *, force: bool = False, heard: Heard = lambda *_: None) -> None:
    """Copy a house to a file while servers run or not, as copies.backup does. CopyError."""
    copies.check_free(file, force=force)
    with told(f"The data at {place} can't be copied to {file.parent}"):
        finished(lambda: _backup(place, file, heard))


def restore(
    file: Path, place: Place, now: float, *, force: bool = False, heard: Heard = lambda *_: None
) -> Path | None:
    """Put a backup into a database; the file where that is kept what was there before, None if there was nothing.

    now: seconds since 1970, for that file's name. CopyError where a server uses the database.
    """
    revision = copies.check_whole(file)
    with told(f"The backup can't be restored to {place}"):
        return finished(lambda: _restored(file, revision, place, now, force, heard))


def keep_before_migration(url: str, home: Path, revision: str, now: float) -> Path:
    """Copy the database before it is changed for a newer version of this program, into the data folder. CopyError."""
    _make(home)
    kept = copies.before_migration(home, revision, now)
    backup(Place(home, url), kept, force=True)
    return kept


@contextlib.contextmanager
def emptied(place: Place, revision: str) -> Iterator[Connection]:
    """A database without a row, with the tables of a revision, which becomes a house when this ends, or stays as it was
    where this fails. CopyError where it has anything, or where a server uses it, then or meanwhile."""
    with changing(place.database) as connection:
        schema = _taken(connection, place)
        if schema and rows.has_rows(connection, rows.kept(schema)):
            raise CopyError(f"The database at {place} isn't empty.")
        _make_anew(connection, revision)
        yield connection
        _study(connection, revision)


def claim(connection: Connection, place: Place) -> None:
    """Have a database for oneself until the transaction ends. CopyError where somebody has it."""
    if not alone(connection):
        raise CopyError(f"Another program has locked the whole database at {place}.")
    check_unused(connection, place)


def check_unused(connection: Connection, place: Place) -> None:
    """CopyError where a server uses a database."""
    if inspect(connection).has_table(PROCESSES.name) and ownership_store.alive(connection):
        raise CopyError(f"A server is using the database at {place}.")


@contextlib.contextmanager
def written(file: Path, revision: str) -> Iterator[Connection]:
    """A file without a row, with the tables of a revision, which is on disk when this ends. CopyError where it is not
    sound then."""
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
    """The revision of a house; CopyError where there is none."""
    revision = migrations.revision_of(connection)
    if not revision:
        raise CopyError(f"There is no cashbox data at {place}.")
    return revision


def _check_there(place: Place) -> None:
    with snapshot(place.database) as connection:
        revision_at(connection, place)
        if migrations.outdated(connection):
            raise CopyError(
                f"The data at {place} is from an earlier version. Start a server with it once to upgrade it."
            )


def _backup(place: Place, file: Path, heard: Heard) -> None:
    with copies.part_in(file.parent) as part:
        with snapshot(place.database) as source:
            revision = revision_at(source, place)
            with written(part, revision) as target:
                rows.pour(source, target, rows.kept(rows.schema_of(revision)), heard)
        copies.put(part, file)


def _restored(file: Path, revision: str, place: Place, now: float, force: bool, heard: Heard) -> Path | None:
    aside = None
    with changing(place.database) as target:
        schema = _taken(target, place)
        if schema and rows.has_rows(target, rows.kept(schema)):
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
            rows.pour(source, target, rows.kept(rows.schema_of(revision)), heard)
        _study(target, revision)
    return aside


def _taken(connection: Connection, place: Place) -> MetaData | None:
    """The tables of a database that others can read, and nobody else change, until the transaction ends; None where it
    has none."""
    claim(connection, place)
    schema = _ours(connection, place)
    if schema is not None:
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {PATIENCE * 1000:.0f}")
        connection.exec_driver_sql(f"LOCK TABLE {_names(schema.tables)} IN EXCLUSIVE MODE")
        # A server that was just starting has said so by now, or waits.
        check_unused(connection, place)
    return schema


def _ours(connection: Connection, place: Place) -> MetaData | None:
    """The tables of a database, None where it has none; CopyError where they are another program's."""
    there = set(inspect(connection).get_table_names())
    if not there:
        return None
    revision = migrations.revision_of(connection)
    schema = rows.schema_of(revision) if revision else None
    if schema is None or there - set(schema.tables) - {"alembic_version"}:
        raise CopyError(f"The database at {place} contains another program's tables.")
    return schema


def _make_anew(connection: Connection, revision: str) -> None:
    names = inspect(connection).get_table_names()
    if names:
        connection.exec_driver_sql(f"DROP TABLE {_names(names)}")
    migrations.upgrade(connection, revision)


def _study(connection: Connection, revision: str) -> None:
    """Let the database know what it has, so that it finds good ways to it at once."""
    connection.exec_driver_sql(f"ANALYZE {_names(table.name for table in rows.kept(rows.schema_of(revision)))}")


def _names(tables: Iterable[str]) -> str:
    return ", ".join(f'"{table}"' for table in tables)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise CopyError(f"The data folder {folder} can't be used: {error.strerror}.") from None

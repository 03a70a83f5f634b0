"""Back up the database of a running server, and restore a backup."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from sqlalchemy import create_engine, event
from sqlalchemy.pool import StaticPool

from cashbox.server.db.data_folder import FILE, FolderLock
from cashbox.server.errors import CopyError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sqlalchemy import Engine

    Heard = Callable[[int, int], None]
    """Reports progress: the number of finished pages or rows, and the total."""

PAGES: Final = 2000
"""The number of pages to copy between two progress reports."""

_BESIDE: Final = ("", "-wal", "-shm")
"""The suffixes of SQLite's additional files."""


def database_in(home: Path) -> Path:
    """Return the database of a data folder. CopyError if there is none."""
    if not (home / FILE).is_file():
        raise CopyError(f"There is no cashbox data in {home}: {FILE} is missing.")
    return home / FILE


def check_empty(home: Path) -> None:
    """Check that a data folder has no database or remains of one. CopyError otherwise."""
    if any((home / f"{FILE}{end}").exists() for end in _BESIDE):
        raise CopyError(f"There is already cashbox data in {home}.")


def reading(file: Path) -> sqlite3.Connection:
    """Open a read-only connection. A running server can keep writing."""
    connection = sqlite3.connect(f"file:{quote(str(file.absolute()))}?mode=ro", uri=True, timeout=10.0)
    connection.isolation_level = None
    return connection


def open_file(file: Path) -> Engine:
    """Create a read-only engine, as `reading`."""
    engine = create_engine("sqlite://", creator=lambda: reading(file), poolclass=StaticPool, hide_parameters=True)
    # Related data is read in one transaction, because a server may be writing.
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def backup(home: Path, file: Path, *, force: bool = False, heard: Heard = lambda *_: None) -> None:
    """Copy a data folder's current database to a file, whether or not a server is running. Everything acknowledged
    before this call is in it. CopyError."""
    backup_of(database_in(home), file, force=force, heard=heard)


def backup_of(source: Path, file: Path, *, force: bool = False, heard: Heard = lambda *_: None) -> None:
    """Back up any database of a server, as `backup`."""
    check_free(file, force=force)
    if any(file.absolute() == Path(f"{source.absolute()}{end}") for end in _BESIDE):
        raise CopyError(f"{file} is the database itself. Choose another file.")
    with _make_copy(source, file.parent, heard) as copy:
        put(copy, file)


def check_free(file: Path, *, force: bool) -> None:
    """Check that a file that must not be replaced does not exist. CopyError otherwise."""
    if file.exists() and not force:
        raise CopyError(f"{file} already exists. Use --force to replace it.")


def restore(file: Path, home: Path, now: float, *, force: bool = False, heard: Heard = lambda *_: None) -> Path | None:
    """Restore a backup into a data folder. Returns the new path of the previous database, None if there was none.

    now: seconds since 1970, for that path. CopyError; StartError if the folder is in use.
    """
    if not file.is_file():
        raise CopyError(f"There is no file {file}.")
    lock = FolderLock(home)
    try:
        if (home / FILE).exists() and not force:
            raise CopyError(
                f"There is already cashbox data in {home}. Use --force to set it aside and restore the backup."
            )
        with _make_copy(file, home, heard) as copy:
            aside = _put_aside(home, now)
            put(copy, home / FILE)
        return aside
    finally:
        lock.release()


def keep_before_migration(home: Path, revision: str, now: float) -> Path:
    """Copy the database before a migration; the copy stays in the data folder. CopyError."""
    kept = before_migration(home, revision, now)
    backup(home, kept, force=True)
    return kept


def before_migration(home: Path, revision: str, now: float) -> Path:
    """Return where to copy a server's data before a migration."""
    return home / f"cashbox-revision-{revision}-{_stamp(now)}.db"


def before_restore(home: Path, now: float) -> Path:
    """Return an unused path for the data that a backup replaces."""
    name, number = home / f"cashbox-replaced-{_stamp(now)}.db", 1
    free = name
    while any(Path(f"{free}{end}").exists() for end in _BESIDE):
        number += 1
        free = name.with_stem(f"{name.stem}-{number}")
    return free


def _stamp(now: float) -> str:
    return datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H-%M-%SZ")


def faults_of(connection: sqlite3.Connection) -> list[str]:
    """List faults of a database itself: its pages, its indexes, and rows that refer to missing ones."""
    faults: list[str] = []
    try:
        for (line,) in connection.execute("PRAGMA integrity_check(20)"):
            if line != "ok":
                faults.append(f"The database is damaged: {' '.join(line.split())}.")
        for table, _, other, _ in connection.execute("PRAGMA foreign_key_check"):
            faults.append(f"A row of {table} refers to a missing row of {other}.")
    except sqlite3.DatabaseError as error:
        faults.append(f"The database is damaged: {error}.")
    return faults


def revision_of(connection: sqlite3.Connection) -> str:
    """Read the schema revision of a database, "" if it is not one of ours."""
    try:
        found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        # The schema says whether there are journals: their own pages may be damaged.
        ours = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'entries'").fetchone()
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            return ""
        raise
    return str(found[0]) if found and ours else ""


@contextlib.contextmanager
def part_in(folder: Path) -> Iterator[Path]:
    """Yield a file with a unique name in a folder, readable only by its owner, and delete it if it was not moved.
    CopyError if the folder is not writable."""
    try:
        handle, name = tempfile.mkstemp(prefix=".cashbox-", suffix=".part", dir=folder)
        os.close(handle)
    except OSError as error:
        raise CopyError(f"Can't write to {folder}: {error.strerror}.") from None
    try:
        yield Path(name)
    finally:
        for end in _BESIDE:
            Path(f"{name}{end}").unlink(missing_ok=True)


def inspect(file: Path) -> tuple[list[str], str]:
    """Return the faults of a database file, and its schema revision. CopyError if it has no server's data."""
    if not file.is_file():
        raise CopyError(f"There is no file {file}.")
    try:
        with contextlib.closing(reading(file)) as connection:
            revision = revision_of(connection)
            if not revision:
                raise CopyError(f"{file} isn't a cashbox database.")
            return faults_of(connection), revision
    except sqlite3.Error as error:
        raise CopyError(f"{file} can't be read: {error}.") from error


def check_whole(file: Path) -> str:
    """Return the schema revision of a file with a server's data. CopyError if it has none or is damaged."""
    faults, revision = inspect(file)
    if faults:
        raise CopyError(f"{file} is damaged, so it was not copied. {faults[0]}")
    return revision


def put(part: Path, file: Path) -> None:
    """Durably rename a complete file that is already on disk."""
    part.replace(file)
    # A new name in a folder is durable once the folder is synced.
    settle(file.parent)


def settle(path: Path) -> None:
    """Sync a file, or the names in a folder, to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def _make_copy(source: Path, folder: Path, heard: Heard) -> Iterator[Path]:
    """Yield a checked copy in a folder, under a unique name."""
    with part_in(folder) as part:
        try:
            _copy(source, part, heard)
            yield part
        except sqlite3.Error as error:
            raise CopyError(f"{source} can't be copied to {folder}: {error}.") from None
        except OSError as error:
            raise CopyError(f"{source} can't be copied to {folder}: {error.strerror}.") from None


def _copy(source: Path, target: Path, heard: Heard) -> None:
    with contextlib.closing(reading(source)) as old, contextlib.closing(sqlite3.connect(target)) as new:
        # One read transaction for everything: the copy shows its moment, however long copying takes.
        old.execute("BEGIN")
        if not revision_of(old):
            raise CopyError(f"{source} isn't a cashbox database.")
        old.backup(new, pages=PAGES, progress=lambda _, left, pages: heard(pages - left, pages))
        old.execute("ROLLBACK")
        # A copy is one file, without a write-ahead log.
        new.execute("PRAGMA journal_mode=DELETE")
        faults = faults_of(new)
        if faults:
            raise CopyError(f"{source} is damaged, so it was not copied. {faults[0]}")
    settle(target)


def _put_aside(home: Path, now: float) -> Path | None:
    """Move a folder's database with SQLite's additional files, because a log left behind would be applied to the new
    database."""
    aside = before_restore(home, now)
    there = [end for end in _BESIDE if (home / f"{FILE}{end}").exists()]
    for end in there:
        (home / f"{FILE}{end}").rename(f"{aside}{end}")
    return aside if "" in there else None

"""A house that goes from one database to another."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from cashbox.server.db import copies, rows
from cashbox.server.db.copies import CopyError
from cashbox.server.db.lock import FolderLock
from cashbox.server.db.postgres_access import finished, snapshot, told
from cashbox.server.db.postgres_copies import check_unused, claim, emptied, revision_at, written
from cashbox.server.db.sqlite_database import FILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection

    from cashbox.server.db.copies import Heard
    from cashbox.server.db.data_folder import Place


def move(source: Place, target: Place, heard: Heard = lambda *_: None) -> None:
    """Copy a house to a place where there is none, and compare every row; the source stays as it is, and the target,
    too, where this fails.

    CopyError, StartError where a server uses either, where something cannot be read, kept or written, and where the
    target has anything already.
    """
    if source == target:
        raise CopyError(f"The data is already at {target}.")
    with told(f"The data at {source} can't be moved to {target}"):
        finished(lambda: _move(source, target, heard))


def _move(source: Place, target: Place, heard: Heard) -> None:
    with _left(source) as (revision, old), _new(target, revision) as new:
        rows.pour(old, new, rows.kept(rows.schema_of(revision)), heard)
        if source.database:
            # A server that was just starting may not have said so before.
            with snapshot(source.database) as now:
                check_unused(now, source)


@contextlib.contextmanager
def _left(place: Place) -> Iterator[tuple[str, Connection]]:
    """A house that nobody uses, as it is: its revision, and a connection that reads."""
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
    """A place for a house, which is there when this ends."""
    if place.database:
        with emptied(place, revision) as connection:
            yield connection
        return
    with _locked(place):
        copies.check_empty(place.folder)
        with copies.part_in(place.folder) as part:
            with written(part, revision) as connection:
                yield connection
            copies.put(part, place.folder / FILE)


@contextlib.contextmanager
def _locked(place: Place) -> Iterator[None]:
    lock = FolderLock(place.folder)
    try:
        yield
    finally:
        lock.release()

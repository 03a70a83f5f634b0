"""Copy prepared databases instead of creating them: each test process makes one from scratch and copies it.

A new database runs every migration, which takes longer than most tests. PostgreSQL has the same:
see `databases.make_template`.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cashbox.server import services, tasks
from cashbox.server.db import sqlite
from cashbox.server.db.data_folder import FILE
from cashbox.server.db.sqlite import migrate, open_new

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Engine


@cache
def empty_house() -> bytes:
    """The file of a house in which nothing has happened."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / FILE
        engine = open_new(file)
        migrate(engine)
        engine.dispose()
        return file.read_bytes()


def put(folder: Path) -> None:
    """Have an empty house in a data folder, if there is no house yet."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not (folder / FILE).exists():
        (folder / FILE).touch(mode=0o600)
        (folder / FILE).write_bytes(empty_house())


def made_at_once() -> Iterator[None]:
    """Give servers in this process an empty house where there is none, and leave garbage to Python.

    A server freezes what it has collected, since it stays; where one server follows another in a process, nothing of
    them would ever be freed.
    """

    def ready(engine: Engine, *more: Any) -> None:
        file = Path(engine.url.database or "")
        if not file.stat().st_size:
            file.write_bytes(empty_house())
        migrate(engine, *more)

    async def leave_garbage(_clock: object) -> None:
        """Do nothing."""

    vars(sqlite).update(migrate=ready)
    vars(services).update(tidy=leave_garbage)
    yield
    vars(sqlite).update(migrate=migrate)
    vars(services).update(tidy=tasks.tidy)

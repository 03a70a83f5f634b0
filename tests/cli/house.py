"""A house for tests of the commands that look after it: the one that an earlier version left behind."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import sqlite3
from pathlib import Path
from typing import Any

from cashbox import cli
from cashbox.server.storage.store import Store

OLD = Path(__file__).parents[1] / "fixtures" / "databases" / "edition-1.db.gz"


def old_house(home: Path) -> Path:
    """A data folder as the first version with editions found it: six tables, two of them over."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "cashbox.db").write_bytes(gzip.decompress(OLD.read_bytes()))
    return home


def house(home: Path) -> Path:
    """The same, brought up to date."""
    asyncio.run(Store(old_house(home)).close())
    for kept in home.glob("cashbox-revision-*"):
        kept.unlink()
    return home


def change(file: Path, statement: str, *values: Any) -> int:
    """Change a database by hand; how many rows."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        rows = database.execute(statement, values).rowcount
        database.commit()
    return rows


def ask(file: Path, query: str, *values: Any) -> list[Any]:
    """What is in a database."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        return database.execute(query, values).fetchall()


def run(*arguments: object) -> int:
    return cli.main([str(argument) for argument in arguments])

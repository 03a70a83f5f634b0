"""A house for tests of the commands that look after it: the one that an earlier version left behind."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cashbox import cli
from cashbox.server.storage.database import FILE
from cashbox.server.storage.schema import METADATA
from cashbox.server.storage.store import Store
from tests.postgres import databases

if TYPE_CHECKING:
    from cashbox.server.places import Place

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


def full_house(home: Path) -> Path:
    """The same, and every table has rows."""
    file = house(home) / "cashbox.db"
    (ann,) = ask(file, "SELECT id FROM guests")[0]
    (table,) = ask(file, "SELECT id FROM tables WHERE status = 'playing' ORDER BY id")[0]
    change(file, "INSERT INTO guests VALUES ('bob', 'Bøb 🎲', 1, 2), ('Bob', '', 1, 2), ('_b', 'b', 1, 2)")
    change(file, "INSERT INTO chat VALUES (?, 1, ?, 0, 'Ann', ?, 5)", table, ann, "Hello,\n\"Bob\" \\ '✓'")
    change(file, "INSERT INTO mutes VALUES (?, ?, 'bob')", table, ann)
    change(file, "INSERT INTO audit VALUES (7, 1, 'root', 'close', ?, '')", table)
    change(file, "INSERT INTO processes VALUES ('old', 5)")
    change(file, "INSERT INTO claims VALUES ('expiry', 'old')")
    change(file, "INSERT INTO presence VALUES (?, 'old', 1, 1)", table)
    return home


def everything(place: Place) -> dict[str, set[tuple[Any, ...]]]:
    """The rows of every table of a house, by its name."""
    found = {}
    for name, table in METADATA.tables.items():
        query = f"SELECT {', '.join(table.columns.keys())} FROM {name}"
        asked = databases.ask(place.database, query) if place.database else ask(place.folder / FILE, query)
        found[name] = set(asked)
    return found


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

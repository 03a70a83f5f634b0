"""Choose the data folder of a test server."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.postgres import databases

if TYPE_CHECKING:
    from pathlib import Path

FILE = "cashbox.db"


@dataclass(frozen=True)
class Home:
    """folder: the data folder; database: the address of a PostgreSQL database, empty: the SQLite file in the folder."""

    folder: Path
    database: str = ""

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What the database answers to one statement, whose values stand in it as $1, $2 and so on."""
        if self.database:
            return databases.ask(self.database, query, *values)
        with contextlib.closing(sqlite3.connect(self.folder / FILE)) as database, database:
            return database.execute(query, {str(n): value for n, value in enumerate(values, 1)}).fetchall()

    def faults(self) -> list[tuple[Any, ...]]:
        """What the database finds wrong with itself. PostgreSQL lets nothing in that does not fit."""
        if self.database:
            return []
        found = self.rows("PRAGMA integrity_check") + self.rows("PRAGMA foreign_key_check")
        return [row for row in found if row != ("ok",)]

    def holds(self, text: str) -> bool:
        """Whether a text is to be found in it: anywhere in the file of SQLite, in any row of PostgreSQL."""
        if self.database:
            return databases.holds(self.database, text)
        return any(text.encode() in file.read_bytes() for file in self.folder.glob(f"{FILE}*"))

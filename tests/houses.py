"""Where a server of the tests keeps everything."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.postgres import databases

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class House:
    """folder: the data folder; database: the address of a PostgreSQL database, empty: the SQLite file in the folder."""

    folder: Path
    database: str = ""

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What the database answers to one statement, whose values stand in it as $1, $2 and so on."""
        if self.database:
            return databases.ask(self.database, query, *values)
        with contextlib.closing(sqlite3.connect(self.folder / "cashbox.db")) as database, database:
            return database.execute(query, {str(n): value for n, value in enumerate(values, 1)}).fetchall()

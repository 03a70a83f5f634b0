"""A database as an earlier version would have it: made by its own migrations, with the rows that it could have."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import TYPE_CHECKING

from cashbox.server.db.sqlite_database import FILE, migrate, open_writer

if TYPE_CHECKING:
    from pathlib import Path

FILLED = {("guests", "token_hash"): "(SELECT hash FROM tokens WHERE tokens.guest = guests.id)"}
FILLED |= {
    ("tables", name): f"coalesce(json_extract(settings, '$.{name}'), '')"
    for name in ("options", "mode", "lapse", "absence", "clock", "open_hands", "rated")
}
"""Columns that have gone since, and what was in them."""


def as_of(home: Path, revision: str) -> None:
    """Put the database of a data folder back to a revision of the schema."""
    now, old = home / FILE, home / "old"
    old.mkdir()
    engine = open_writer(old)
    migrate(engine, revision=revision)
    engine.dispose()
    with contextlib.closing(sqlite3.connect(old / FILE)) as database:
        database.execute("ATTACH ? AS newer", (str(now),))
        for (table,) in database.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall():
            if table.startswith(("sqlite_", "alembic_")):
                continue
            newer = [row[1] for row in database.execute(f"PRAGMA newer.table_info({table})")]
            names = [row[1] for row in database.execute(f"PRAGMA main.table_info({table})")]
            values = {name: FILLED.get((table, name), name if name in newer else "") for name in names}
            values = {name: value for name, value in values.items() if value}
            if newer:
                into, what = ", ".join(values), ", ".join(values.values())
                database.execute(f"INSERT INTO main.{table} ({into}) SELECT {what} FROM newer.{table}")
        database.commit()
    (old / FILE).replace(now)

"""Make a data folder, as the first version left it, for tests of the commands that maintain one."""

from __future__ import annotations

import contextlib
import gzip
import shutil
import sqlite3
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine

from cashbox import cli
from cashbox.server.db import migrations
from cashbox.server.db.data_folder import FILE
from cashbox.server.db.schema import METADATA
from tests.fixtures.make_database import DATABASE
from tests.postgres import databases

if TYPE_CHECKING:
    import pytest

    from cashbox.server.db.data_folder import Place


@cache
def newest() -> bytes:
    """Return the database that the first version left, as this version has brought it to its schema."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / FILE
        file.write_bytes(gzip.decompress(DATABASE.read_bytes()))
        engine = create_engine(f"sqlite:///{file}")
        with engine.begin() as connection:
            migrations.upgrade(connection)
        engine.dispose()
        return file.read_bytes()


def house(home: Path) -> Path:
    """Make a data folder with six tables, two of them over."""
    home.mkdir(parents=True, exist_ok=True)
    (home / FILE).write_bytes(newest())
    return home


LATER: Final = '''"""What only a later version knows."""

import sqlalchemy as sa
from alembic import op

revision = "later"
down_revision = "%s"


def upgrade():
    op.add_column("guests", sa.Column("later", sa.Text))
'''


def upgraded(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """Make this program a later version, whose schema has one more column. folder: for its steps."""
    before = migrations.head()
    steps = folder / "steps"
    shutil.copytree(Path(migrations.__file__).parent, steps, ignore=shutil.ignore_patterns("__pycache__"))
    (steps / "versions" / "later.py").write_text(LATER % before)

    def config() -> Config:
        found = Config()
        found.set_main_option("script_location", str(steps))
        return found

    patch.setattr(migrations, "_config", config)
    patch.setattr(migrations, "_steps", cache(lambda: ScriptDirectory.from_config(config())))


def full_house(home: Path) -> Path:
    """The same, and every table has rows."""
    file = house(home) / "cashbox.db"
    (ann,) = ask(file, "SELECT id FROM guests")[0]
    (table,) = ask(file, "SELECT id FROM tables WHERE status = 'playing' ORDER BY id")[0]
    change(file, "INSERT INTO guests VALUES ('bob', 'Bøb 🎲', 1, 2, 'Europe/Berlin', 'b0', 1, 1)")
    change(file, "INSERT INTO guests VALUES ('Bob', '', 1, 2, '', NULL, 0, 0), ('_b', 'b', 1, 2, '', 'b', 0, 0)")
    change(file, "INSERT INTO chat VALUES (?, 1, ?, 0, 'Ann', ?, 5, true)", table, ann, "Hello,\n\"Bob\" \\ '✓'")
    change(file, "INSERT INTO remarks VALUES (?, 1, 'bob', 'Bøb', 'Hm ✓', 5, false)", table)
    change(file, "INSERT INTO mutes VALUES (?, ?, 'bob')", table, ann)
    change(file, "INSERT INTO codes VALUES ('c0', 'seat', ?, ?, 1, '', 5, 9, NULL)", ann, table)
    change(file, "INSERT INTO accounts VALUES (?, 'ann', 'Ann@example.org', 'ann@example.org', 5)", ann)
    change(file, "INSERT INTO passkeys VALUES ('k-0_', ?, 'localhost', x'00ff', 3, 'Phone ✓', 5, NULL)", ann)
    change(file, "INSERT INTO challenges VALUES ('h0', ?, 9), ('h1', NULL, 9)", ann)
    change(file, "INSERT INTO visits VALUES (?, ?, 5, 1, 7)", table, ann)
    change(file, "INSERT INTO prologues VALUES (?, ?)", table, b'[{"type":"entry","n":0}]')
    clock = "UPDATE tables SET settings = json_set(settings, '$.clock', json(?)), clocked = 1 WHERE id = ?"
    change(file, clock, '{"kind":"soft"}', table)
    change(file, "UPDATE entries SET clocks = ? WHERE table_id = ?", '{"hands":[[0,5,7]],"answers":null}', table)
    change(file, "INSERT INTO probe VALUES (1, 5)")
    change(file, "UPDATE house SET alive = 9")
    change(file, "INSERT INTO gaps VALUES (3, 5)")
    change(file, "INSERT INTO audit VALUES (7, 1, 'root', 'close', ?, '')", table)
    report = "INSERT INTO reports VALUES (3, 5, ?, 'bob', ?, 1, false, 'Bøb', 'Hello ✓', '', NULL)"
    change(file, report, ann, table)
    change(file, "INSERT INTO bans VALUES ('bob', 5, NULL, 'Insults ✓')")
    change(file, "INSERT INTO marks VALUES ('m0', 'bob')")
    persons(file, ann, table)
    told(file, ann, table)
    change(file, "INSERT INTO analyses VALUES (?, 'quick', 1, ?, 5)", table, b"{}")
    change(file, "INSERT INTO analysis_claims VALUES (?, ?, 'j0', 5)", ann, table)
    change(file, "INSERT INTO puzzles VALUES ('cash', 20000, ?, 3, ?, 2, 1)", table, b"{}")
    change(file, "INSERT INTO puzzle_answers VALUES ('cash', 20000, 'v0', 1)")
    change(file, "INSERT INTO feedback VALUES (?, 0, ?, ?, 5)", table, ann, '{"How was the length?":"Too short ✓"}')
    change(file, "INSERT INTO processes (id, seen) VALUES ('old', 5)")
    change(file, "INSERT INTO claims VALUES ('expiry', 'old')")
    change(file, "INSERT INTO presence (table_id, process, seats, watchers) VALUES (?, 'old', 1, 1)", table)
    return home


def persons(file: Path, ann: str, table: str) -> None:
    """What is kept of persons."""
    result = "table_id, seat, guest, game, mode, players, rank, score, won, stood_in, at, rated, public"
    values = "?, 0, ?, 'cash', 'full', 3, 1, 99, 1, 2, 5, 0, 1"
    change(file, f"INSERT INTO results ({result}) VALUES ({values})", table, ann)
    standing = "guest, public, game, mode, played, won, best, streak, longest"
    change(file, f"INSERT OR REPLACE INTO standings ({standing}) VALUES (?, 1, '*', '*', 1, 1, 99, 1, 1)", ann)
    change(file, "INSERT INTO meetings VALUES (?, 'bob', 1, 2, 1, 0)", ann)
    change(file, "INSERT INTO ratings VALUES (?, 'cash', 26.125, 0.1, 25.825, 6, 5)", ann)
    change(file, "INSERT INTO rated VALUES (1, 0, 'gone', ?, 'cash', 1, 25.0, 8.5, 26.125, 0.1, 5)", ann)
    change(file, "INSERT INTO tallies VALUES ('cash', 'full', 3, 'seat', 0, 4, 1)")
    change(file, "INSERT INTO archive VALUES (?, 'cash/full', 5, 5, 1, 2, 3600, 40)", table)
    change(file, "INSERT INTO archive_seats VALUES (?, 0, ?, 'ann ✓', 'cash/full', 5, 127, 0, 2, 1)", table, ann)
    change(file, "UPDATE tables SET archived = 1 WHERE id = ?", table)
    change(file, "INSERT INTO ties VALUES (?, 'follow', 'bob', 5)", ann)
    change(file, "INSERT INTO circles VALUES ('c-1', 'Fridays', 5)")
    change(file, "INSERT INTO members VALUES ('c-1', ?, 1)", ann)
    change(file, "INSERT INTO circle_links VALUES ('h', 'c-1', ?, 5, 9, NULL)", ann)
    rated = "settings = json_set(settings, '$.rated', json('true')), counted = 1, circle = 'c-1'"
    change(file, f"UPDATE tables SET {rated} WHERE id = ?", table)


def told(file: Path, ann: str, table: str) -> None:
    """Where someone is told what happens, and what waits to be sent."""
    channel = "INSERT INTO channels VALUES ('w', 'webhook', 'p', ?, NULL, ?, '', 'l', 3, '', 't', 5, 0, '', 0)"
    change(file, channel, ann, "https://example.org/ü")
    notice = "INSERT INTO notices VALUES ('n', 'w', 'l', 'turn', 'k', ?, 0, 'Bøb', 5, 6, 7, 1, 'old', NULL, NULL, '')"
    change(file, notice, table)
    change(file, "INSERT OR REPLACE INTO vapid VALUES (1, x'00ff', 5)")


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

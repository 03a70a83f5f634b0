"""Test that PostgreSQL databases are backed up, restored, and checked like SQLite ones, with the same backups."""

from __future__ import annotations

import asyncio
import json
import stat
from typing import TYPE_CHECKING

import msgspec
import pytest

from cashbox.server.db import transfers
from cashbox.server.db.data_folder import Place
from cashbox.server.db.migrations import head
from cashbox.server.db.store import Store
from cashbox.server.db.transfers import move
from cashbox.server.errors import CopyError
from tests.cli.data_folder import ask, change, everything, full_house, house, run, upgraded
from tests.postgres import databases

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

ENTRIES = "SELECT table_id, number, body FROM entries ORDER BY table_id, number"
LIVES = "INSERT INTO processes (id, seen) VALUES ('p', CAST(extract(epoch FROM now()) * 1000 AS BIGINT) + 600000)"
"""A process that lives for as long as a test may take."""
REVISION = "SELECT version_num FROM alembic_version"
OLD = head()
"""The revision of a house that the version before left."""


@pytest.fixture
def place(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> Place:
    """A house with rows in every table, which the environment names."""
    found = Place(tmp_path / "beside", database)
    move(Place(full_house(tmp_path / "home")), found)
    monkeypatch.setenv("CASHBOX_HOME", str(found.folder))
    monkeypatch.setenv("CASHBOX_DATABASE", database)
    return found


@pytest.fixture
def old(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> Place:
    """A house that an earlier version left."""
    found = Place(tmp_path / "beside", database)
    move(Place(house(tmp_path / "home")), found)
    upgraded(monkeypatch, tmp_path)
    return found


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run(*arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


@pytest.mark.thorough
def test_a_backup_of_postgresql_equals_one_of_sqlite(place: Place, tmp_path: Path) -> None:
    file, other = tmp_path / "kept.db", tmp_path / "other.db"
    assert run("backup", file) == 0
    assert run("backup", other, "--database", "", "--home", tmp_path / "home") == 0
    assert ask(file, ENTRIES) == ask(other, ENTRIES) != []
    assert ask(file, "SELECT sql FROM sqlite_master ORDER BY name") == ask(
        other, "SELECT sql FROM sqlite_master ORDER BY name"
    )
    assert ask(file, REVISION) == [(head(),)]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["kept.db", "other.db"]
    assert run("check", file, "--workers", 1) == 0


@pytest.mark.thorough
def test_a_backup_replaces_nothing_unless_told_to(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kept.db"
    file.write_text("something else")
    assert "--force to replace it" in refused(capsys, "backup", file)
    assert file.read_text() == "something else"
    assert run("backup", file, "--force") == 0
    assert ask(file, ENTRIES)


def test_a_backup_is_a_consistent_snapshot(place: Place, tmp_path: Path) -> None:
    before = everything(place)
    changed: list[int] = []

    def play_on(done: int, _: int) -> None:
        if not changed:
            changed.append(done)
            databases.ask(place.database, "INSERT INTO guests VALUES ('new', 'New', 1, 1)")
            databases.ask(place.database, "UPDATE entries SET due = due + 1")
            databases.ask(place.database, "DELETE FROM chat")

    transfers.backup(place, tmp_path / "cashbox.db", heard=play_on)
    assert changed
    assert everything(Place(tmp_path)) == before != everything(place)


@pytest.mark.thorough
def test_backups_can_be_restored_into_either_database(
    place: Place, other_database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    of_shared, of_file = tmp_path / "shared.db", tmp_path / "file.db"
    assert run("backup", of_shared) == 0
    assert run("backup", of_file, "--database", "", "--home", tmp_path / "home") == 0
    assert run("restore", of_shared, "--database", "", "--home", tmp_path / "new") == 0
    assert everything(Place(tmp_path / "new")) == everything(place)
    assert run("restore", of_file, "--database", other_database) == 0
    assert everything(Place(tmp_path, other_database)) == everything(place)
    assert not place.folder.exists()
    assert f"The data in {tmp_path / 'new'} was restored from {of_shared}." in capsys.readouterr().out


@pytest.mark.thorough
def test_an_existing_database_is_saved_to_a_file_before_restoring(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kept.db"
    assert run("backup", file) == 0
    before = everything(place)
    databases.ask(place.database, "DELETE FROM entries WHERE number > 3")
    spoiled = everything(place)
    assert "--force to keep a copy of it" in refused(capsys, "restore", file)
    assert everything(place) == spoiled
    assert run("restore", file, "--force") == 0
    assert everything(place) == before
    (aside,) = place.folder.glob("cashbox-replaced-*.db")
    assert str(aside) in capsys.readouterr().out
    assert stat.S_IMODE(aside.stat().st_mode) == 0o600
    assert run("restore", aside, "--force") == 0
    assert everything(place) == spoiled


@pytest.mark.thorough
def test_a_database_in_use_is_left_alone(place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kept.db"
    assert run("backup", file) == 0
    databases.ask(place.database, LIVES)
    before = everything(place)
    assert "A server is using" in refused(capsys, "restore", file, "--force")
    assert everything(place) == before
    assert not place.folder.exists()


@pytest.mark.thorough
def test_a_failed_restore_leaves_the_database_unchanged(
    place: Place, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = everything(place)
    home = tmp_path / "home"
    for statement, says in (
        (
            "UPDATE guests SET name = 'A' || char(0) WHERE id = 'bob'",
            "PostgreSQL can't store name in row 'bob'",
        ),
        ("DELETE FROM contents", "is damaged, so it was not copied"),
        ("UPDATE alembic_version SET version_num = '9999'", "made by a newer version"),
    ):
        file = tmp_path / "wrong.db"
        assert run("backup", file, "--database", "", "--home", home, "--force") == 0
        assert change(file, statement)
        assert says in refused(capsys, "restore", file, "--force")
        assert everything(place) == before
    assert "There is no file" in refused(capsys, "restore", tmp_path / "none.db")


@pytest.mark.thorough
def test_a_sound_database_is_reported_as_sound(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    before = everything(place)
    assert run("check", "--workers", 2) == 0
    said = capsys.readouterr().out
    (count,) = databases.ask(place.database, "SELECT count(*) FROM entries")[0]
    assert said.startswith(f"Checked 6 tables with {count} entries and ")
    assert said.endswith(" draws: no errors.\n")
    assert everything(place) == before


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE entries SET body = '\\xff' WHERE table_id = $1 AND number = 2", "Entry 2 can't be read."),
        ("DELETE FROM entries WHERE table_id = $1 AND number = 2", "Entry 3 is where entry 2 should be."),
        ("UPDATE tables SET secret = '\\x00' WHERE id = $1", "doesn't match the commitment"),
        ("UPDATE tables SET status = 'over' WHERE id = $1", "The game is marked as over, but it continues after entry"),
        ("UPDATE entries SET due = 0 WHERE table_id = $1 AND number > 5", "lists the wrong seats"),
    ],
)
def test_damage_is_reported_with_table_and_entry(
    place: Place, statement: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = longest(place)
    databases.ask(place.database, statement, table)
    assert run("check", "--workers", 2) == 1
    said, last = capsys.readouterr().out.splitlines()
    assert said.startswith(f"Table {table}: ")
    assert says in said
    assert last.endswith("1 error.")


@pytest.mark.thorough
def test_changed_entries_and_content_are_found(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    table = longest(place)
    ((body,),) = databases.ask(place.database, "SELECT body FROM entries WHERE table_id = $1 AND number = 0", table)
    entry = msgspec.json.decode(body)
    n, answer = entry["chance"][0]
    entry["chance"][0] = [n, (answer + 1) % n]
    changed = "UPDATE entries SET body = $2 WHERE table_id = $1 AND number = 0"
    databases.ask(place.database, changed, table, msgspec.json.encode(entry))
    databases.ask(place.database, "UPDATE contents SET body = '{}' WHERE game = 'consultants'")
    assert run("check", "--workers", 1) == 1
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("The content ")
    assert said[0].endswith(" of consultants doesn't match its hash.")
    assert any(line.startswith(f"Table {table}: Entry ") for line in said)


@pytest.mark.thorough
def test_an_older_database_is_checked_as_if_upgraded(old: Place, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("check", "--database", old.database, "--workers", 1) == 0
    assert "no errors" in capsys.readouterr().out
    assert databases.ask(old.database, REVISION) == [(OLD,)]


@pytest.mark.thorough
def test_a_database_without_tables_is_reported_in_one_sentence(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    away = "postgresql://127.0.0.1:1/house"
    for command in (["backup", tmp_path / "a.db"], ["check"], ["admin", "tables"], ["admin", "audit"]):
        assert "There is no cashbox data at" in refused(capsys, *command, "--database", database)
        assert "Connect call failed" in refused(capsys, *command, "--database", away)
        assert "--database takes a URL" in refused(capsys, *command, "--database", "mysql://house")
    assert databases.ask(database, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'") == []
    assert list(tmp_path.iterdir()) == []


def test_a_copy_is_kept_before_a_database_is_upgraded(old: Place) -> None:
    before = databases.ask(old.database, ENTRIES)
    asyncio.run(Store(old.folder, database=old.database).close())
    (kept,) = old.folder.glob(f"cashbox-revision-{OLD}-*Z.db")
    assert ask(kept, REVISION) == [(OLD,)]
    assert set(ask(kept, ENTRIES)) == set(before)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert databases.ask(old.database, REVISION) == [(head(),)]
    asyncio.run(Store(old.folder, database=old.database).close())
    assert list(old.folder.glob("cashbox-revision-*")) == [kept]
    assert run("restore", kept, "--database", old.database, "--home", old.folder, "--force") == 0
    assert databases.ask(old.database, REVISION) == [(OLD,)]


@pytest.mark.thorough
def test_a_database_is_not_upgraded_without_a_copy(old: Place) -> None:
    def no_room(*_: object, **__: object) -> None:
        raise CopyError("There is no room.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(transfers, "backup", no_room)
        with pytest.raises(CopyError):
            Store(old.folder, database=old.database)
    assert databases.ask(old.database, REVISION) == [(OLD,)]
    asyncio.run(Store(old.folder, database=old.database).close())
    assert databases.ask(old.database, REVISION) == [(head(),)]


@pytest.mark.thorough
def test_a_new_database_needs_no_copy(tmp_path: Path, database: str) -> None:
    asyncio.run(Store(tmp_path, database=database).close())
    assert not list(tmp_path.glob("cashbox-*"))


def test_admin_commands_do_not_upgrade_a_database(old: Place, capsys: pytest.CaptureFixture[str]) -> None:
    assert "from an earlier version" in refused(capsys, "admin", "tables", "--database", old.database)
    assert databases.ask(old.database, REVISION) == [(OLD,)]


@pytest.mark.thorough
def test_admin_commands_work_next_to_servers_and_notify_them(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    databases.ask(place.database, LIVES)
    table = longest(place)
    assert run("admin", "close", table) == 0
    assert databases.ask(place.database, "SELECT status FROM tables WHERE id = $1", table) == [("closed",)]
    assert run("admin", "delete", table) == 0
    capsys.readouterr()
    assert run("admin", "audit", "--json") == 0
    noted = [(row["what"], row["subject"]) for row in json.loads(capsys.readouterr().out)]
    assert noted[:2] == [("delete", table), ("close", table)]
    assert databases.ask(place.database, "SELECT id FROM processes WHERE id = 'p'") == [("p",)]


def longest(place: Place) -> str:
    """The table that goes on and has the most entries."""
    query = """SELECT id FROM tables JOIN entries ON table_id = id WHERE status = 'playing'
        GROUP BY id ORDER BY count(*) DESC"""
    found: str = databases.ask(place.database, query)[0][0]
    return found

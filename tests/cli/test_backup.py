"""Test backups: they are complete and private, never overwrite other files, and can be restored."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from typing import TYPE_CHECKING

import pytest

from cashbox.server.db import copies
from cashbox.server.db.data_folder import FolderLock
from cashbox.server.db.migrations import head
from cashbox.server.db.store import Store
from cashbox.server.errors import CopyError
from tests.cli.data_folder import ask, change, house, run, upgraded

if TYPE_CHECKING:
    from pathlib import Path

ENTRIES = "SELECT table_id, number, body FROM entries ORDER BY table_id, number"


@pytest.mark.slow
def test_a_backup_is_complete_and_readable_only_by_its_owner(tmp_path: Path) -> None:
    home, file = house(tmp_path / "home"), tmp_path / "kept.db"
    assert run("backup", file, "--home", home) == 0
    assert ask(file, ENTRIES) == ask(home / "cashbox.db", ENTRIES) != []
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert ask(file, "PRAGMA journal_mode") == [("delete",)]
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["kept.db"]


@pytest.mark.slow
def test_a_backup_replaces_nothing_unless_told_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home, file = house(tmp_path / "home"), tmp_path / "kept.db"
    file.write_text("something else")
    assert run("backup", file, "--home", home) == 2
    assert "--force to replace it" in capsys.readouterr().err
    assert file.read_text() == "something else"
    assert run("backup", file, "--home", home, "--force") == 0
    assert ask(file, ENTRIES)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cashbox.db", "cashbox.db-wal"])
def test_a_backup_does_not_replace_the_data_folder(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home = house(tmp_path / "home")
    assert run("backup", home / name, "--home", home, "--force") == 2
    assert "the database itself" in capsys.readouterr().err


@pytest.mark.slow
def test_a_folder_that_cannot_be_copied_is_reported_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home, empty = house(tmp_path / "home"), tmp_path / "empty"
    empty.mkdir()
    sqlite3.connect(empty / "cashbox.db").executescript("CREATE TABLE other (a)").close()
    for arguments, says in (
        (("backup", tmp_path / "a.db", "--home", tmp_path / "none"), "no cashbox data in"),
        (("backup", tmp_path / "no" / "a.db", "--home", home), "Can't write to"),
        (("backup", tmp_path / "a.db", "--home", empty), "isn't a cashbox database"),
        (("restore", tmp_path / "none.db", "--home", tmp_path / "new"), "There is no file"),
    ):
        assert run(*arguments) == 2
        said = capsys.readouterr().err
        assert says in said
        assert len(said.splitlines()) == 1


@pytest.mark.slow
def test_a_damaged_database_is_not_backed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = house(tmp_path / "home")
    change(home / "cashbox.db", "DELETE FROM contents")
    assert run("backup", tmp_path / "a.db", "--home", home) == 2
    assert "is damaged, so it was not copied" in capsys.readouterr().err
    assert not (tmp_path / "a.db").exists()


def test_a_backup_can_be_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home, file = house(tmp_path / "home"), tmp_path / "kept.db"
    assert run("backup", file, "--home", home) == 0
    before = ask(file, ENTRIES)
    change(home / "cashbox.db", "DELETE FROM entries WHERE number > 3")
    assert run("restore", file, "--home", home) == 2
    assert "--force to set it aside" in capsys.readouterr().err
    assert run("restore", file, "--home", home, "--force") == 0
    assert ask(home / "cashbox.db", ENTRIES) == before
    (aside,) = home.glob("cashbox-replaced-*.db")
    assert str(aside) in capsys.readouterr().out
    assert ask(aside, "SELECT max(number) FROM entries") == [(3,)]
    assert stat.S_IMODE((home / "cashbox.db").stat().st_mode) == 0o600


def test_databases_set_aside_in_the_same_second_are_all_kept(tmp_path: Path) -> None:
    home, file = house(tmp_path / "home"), tmp_path / "kept.db"
    assert run("backup", file, "--home", home) == 0
    aside = []
    for left in (5, 4, 3):
        change(home / "cashbox.db", f"DELETE FROM entries WHERE number > {left}")
        aside.append(copies.restore(file, home, 1.5, force=True))
    assert [one.name.partition("T00-00-")[2] for one in aside if one is not None] == ["01Z.db", "01Z-2.db", "01Z-3.db"]
    numbers = [ask(one, "SELECT max(number) FROM entries") for one in aside if one is not None]
    assert numbers == [[(5,)], [(4,)], [(3,)]]


def test_a_stale_write_ahead_log_is_not_applied(tmp_path: Path) -> None:
    home, file = house(tmp_path / "home"), tmp_path / "kept.db"
    assert run("backup", file, "--home", home) == 0
    (home / "cashbox.db").unlink()
    (home / "cashbox.db-wal").write_bytes(b"what a killed server left")
    assert run("restore", file, "--home", home) == 0
    assert not (home / "cashbox.db-wal").exists()
    assert ask(home / "cashbox.db", "PRAGMA integrity_check") == [("ok",)]


def test_a_folder_in_use_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home, file = house(tmp_path / "home"), tmp_path / "kept.db"
    assert run("backup", file, "--home", home) == 0
    lock = FolderLock(home)
    assert run("restore", file, "--home", home, "--force") == 2
    lock.release()
    assert "already using" in capsys.readouterr().err
    assert not list(home.glob("cashbox-replaced-*"))


def test_a_damaged_backup_is_not_restored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home, file = house(tmp_path / "home"), tmp_path / "kept.db"
    assert run("backup", file, "--home", home) == 0
    with file.open("rb+") as stream:
        stream.seek(40_000)
        stream.write(b"\xff" * 60_000)
    assert run("restore", file, "--home", tmp_path / "new") == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["lock"]


@pytest.mark.slow
def test_a_copy_is_kept_before_a_database_is_upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, old = house(tmp_path), head()
    before = ask(home / "cashbox.db", ENTRIES)
    upgraded(monkeypatch, tmp_path)
    asyncio.run(Store(home).close())
    (kept,) = home.glob(f"cashbox-revision-{old}-*Z.db")
    assert ask(kept, "SELECT version_num FROM alembic_version") == [(old,)]
    assert ask(kept, ENTRIES) == before
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert ask(home / "cashbox.db", "SELECT version_num FROM alembic_version") == [(head(),)] != [(old,)]
    asyncio.run(Store(home).close())
    assert list(home.glob("cashbox-revision-*")) == [kept]


@pytest.mark.slow
def test_a_database_is_not_upgraded_without_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, old = house(tmp_path), head()
    upgraded(monkeypatch, tmp_path)

    def no_room(*_: object, **__: object) -> None:
        raise CopyError("There is no room.")

    monkeypatch.setattr(copies, "backup", no_room)
    with pytest.raises(CopyError):
        Store(home)
    assert ask(home / "cashbox.db", "SELECT version_num FROM alembic_version") == [(old,)]
    assert ask(home / "cashbox.db", ENTRIES)


@pytest.mark.slow
def test_a_database_from_before_1_0_is_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It stays as it is, and the sentence says how to export its finished games."""
    home = house(tmp_path / "home")
    file = home / "cashbox.db"
    change(file, "UPDATE alembic_version SET version_num = '0029'")
    query = "SELECT version_num, table_id, number, body FROM alembic_version, entries"
    before = ask(file, query)
    arguments = (("serve", "--port", 0, "--home", home), ("check", file), ("check", "--home", home))
    for refused in arguments:
        assert run(*refused) == 2
        (said,) = capsys.readouterr().err.splitlines()
        assert "from before cashbox 1.0" in said
        assert "start the version that made it, and choose Download journal" in said
    assert ask(file, query) == before
    assert not list(home.glob("cashbox-revision-*"))


@pytest.mark.slow
def test_a_new_database_needs_no_copy(tmp_path: Path) -> None:
    asyncio.run(Store(tmp_path).close())
    assert not list(tmp_path.glob("cashbox-*"))

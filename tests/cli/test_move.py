"""Test moving a server from one database to another: all of it, compared row by row, or nothing."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.server.db import transfers
from cashbox.server.db.data_folder import FolderLock, Place
from cashbox.server.db.migrations import head
from cashbox.server.db.store import Store
from cashbox.server.db.transfers import move
from cashbox.server.errors import CopyError
from tests.cli.data_folder import ask, change, everything, full_house, house, run, upgraded
from tests.postgres import databases

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sqlalchemy import Connection, Table

pytestmark = pytest.mark.slow

OF_PROCESSES = {"processes", "claims", "analysis_claims", "presence", "probe"}
LIVES = "INSERT INTO processes (id, seen) VALUES ('p', CAST(extract(epoch FROM now()) * 1000 AS BIGINT) + 600000)"
"""A process that lives for as long as a test may take."""


def tables_in(database: str) -> list[Any]:
    return databases.ask(database, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")


def moved(place: Place) -> dict[str, set[tuple[Any, ...]]]:
    """What arrives of a house elsewhere."""
    return {name: set() if name in OF_PROCESSES else kept for name, kept in everything(place).items()}


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert run(*arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_every_row_moves_there_and_back(
    tmp_path: Path, database: str, other_database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home, back = full_house(tmp_path / "home"), tmp_path / "back"
    before = everything(Place(home))
    assert all(before.values())
    left = moved(Place(home))
    assert run("move", "--from", home, "--to", database) == 0
    assert everything(Place(home)) == before
    assert everything(Place(home, database)) == left
    assert run("move", "--from", database, "--to", other_database) == 0
    assert everything(Place(home, other_database)) == left
    assert run("move", "--from", other_database, "--to", back) == 0
    assert everything(Place(back)) == left
    assert ask(back / "cashbox.db", "PRAGMA journal_mode") == [("delete",)]
    assert (back / "cashbox.db").stat().st_mode & 0o777 == 0o600
    said = capsys.readouterr().out
    assert said.count("has every row of") == 3
    assert database.partition("://")[2].partition("@")[0] not in said, "a password was printed"


@pytest.mark.thorough
def test_numbering_continues_after_the_move(tmp_path: Path, database: str) -> None:
    assert run("move", "--from", full_house(tmp_path), "--to", database) == 0
    note = "INSERT INTO audit (at, who, what, subject, detail) VALUES (1, '', '', '', '') RETURNING id"
    assert databases.ask(database, note) == [(8,)]


@pytest.mark.thorough
def test_the_configured_database_is_moved(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASHBOX_HOME", str(house(tmp_path / "home")))
    assert run("move", "--to", database) == 0
    monkeypatch.setenv("CASHBOX_DATABASE", database)
    assert run("move", "--to", tmp_path / "back") == 0
    assert everything(Place(tmp_path / "back")) == moved(Place(tmp_path / "home"))


@pytest.mark.thorough
def test_a_database_of_an_earlier_version_moves_unchanged(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, old = house(tmp_path / "home"), head()
    upgraded(monkeypatch, tmp_path)
    assert run("move", "--from", home, "--to", database) == 0
    assert databases.ask(database, "SELECT version_num FROM alembic_version") == [(old,)]
    assert run("check", "--database", database, "--workers", 1) == 0
    assert run("move", "--from", database, "--to", tmp_path / "back") == 0
    query = "SELECT * FROM entries ORDER BY table_id, number"
    assert ask(tmp_path / "back" / "cashbox.db", query) == ask(home / "cashbox.db", query)
    asyncio.run(Store(tmp_path, database=database).close())
    (kept,) = tmp_path.glob(f"cashbox-revision-{old}-*Z.db")
    assert ask(kept, query) == ask(home / "cashbox.db", query) != []
    assert databases.ask(database, "SELECT version_num FROM alembic_version") == [(head(),)]
    assert run("check", "--database", database, "--workers", 1) == 0


@pytest.mark.thorough
def test_a_target_with_data_is_refused(
    tmp_path: Path, database: str, other_database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home, other = house(tmp_path / "home"), house(tmp_path / "other")
    assert run("move", "--from", home, "--to", database) == 0
    before = everything(Place(home, database))
    assert "isn't empty" in refused(capsys, "move", "--from", home, "--to", database)
    assert everything(Place(home, database)) == before
    assert "There is already cashbox data in" in refused(capsys, "move", "--from", database, "--to", other)
    assert "already" in refused(capsys, "move", "--from", database, "--to", database)
    databases.ask(other_database, "CREATE TABLE shopping (a int)")
    assert "contains another program's tables" in refused(capsys, "move", "--from", home, "--to", other_database)
    assert tables_in(other_database) == [("shopping",)]


@pytest.mark.thorough
def test_a_target_with_empty_tables_is_accepted(tmp_path: Path, database: str) -> None:
    home = house(tmp_path / "home")
    asyncio.run(Store(tmp_path, database=database).close())
    assert run("move", "--from", home, "--to", database) == 0
    assert everything(Place(home, database)) == moved(Place(home))


@pytest.mark.thorough
def test_databases_in_use_are_not_touched(
    tmp_path: Path, database: str, other_database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home = house(tmp_path / "home")
    asyncio.run(Store(tmp_path, database=database).close())
    databases.ask(database, LIVES)
    assert "A server is using" in refused(capsys, "move", "--from", home, "--to", database)
    databases.ask(database, "UPDATE processes SET seen = 0")
    assert run("move", "--from", home, "--to", database) == 0
    databases.ask(database, LIVES)
    assert "A server is using" in refused(capsys, "move", "--from", database, "--to", tmp_path / "back")
    assert not (tmp_path / "back" / "cashbox.db").exists()
    lock = FolderLock(home)
    assert "already using" in refused(capsys, "move", "--from", home, "--to", other_database)
    lock.release()
    assert tables_in(other_database) == []


@pytest.mark.thorough
def test_a_server_that_starts_during_the_move_is_noticed(tmp_path: Path, database: str, other_database: str) -> None:
    move(Place(house(tmp_path)), Place(tmp_path, database))
    begun: list[object] = []

    def start(_done: int, _of: int) -> None:
        if not begun:
            begun.append(databases.ask(database, LIVES))

    for target in (Place(tmp_path, other_database), Place(tmp_path / "back")):
        begun.clear()
        databases.ask(database, "DELETE FROM processes")
        with pytest.raises(CopyError, match="A server is using"):
            move(Place(tmp_path, database), target, start)
    assert tables_in(other_database) == []
    assert not (tmp_path / "back" / "cashbox.db").exists()


@pytest.mark.thorough
def test_two_moves_cannot_use_the_same_database(tmp_path: Path, database: str) -> None:
    home = house(tmp_path)
    file = home / "cashbox.db"
    faults: list[str] = []

    def meanwhile(_done: int, _of: int) -> None:
        if not faults:
            with pytest.raises(CopyError) as refused:
                transfers.restore(file, Place(home, database), 0)
            faults.append(str(refused.value))

    move(Place(home), Place(home, database), meanwhile)
    assert "Another program has locked the whole database at" in faults[0]
    assert everything(Place(home, database)) == moved(Place(home))


class Interruption(BaseException):
    pass


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("part", [0.1, 0.5, 1.0])
def test_a_failed_move_leaves_nothing_behind(tmp_path: Path, database: str, other_database: str, part: float) -> None:
    home = house(tmp_path / "home")
    move(Place(home), Place(home, database))

    def interrupt(done: int, of: int) -> None:
        if done >= part * of:
            raise Interruption

    for source in (Place(home), Place(home, database)):
        with pytest.raises(Interruption):
            move(source, Place(home, other_database), interrupt)
    assert tables_in(other_database) == []
    with pytest.raises(Interruption):
        move(Place(home, database), Place(tmp_path / "back"), interrupt)
    assert [path.name for path in (tmp_path / "back").iterdir()] == ["lock"]


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("place", [0, -1])
def test_a_row_that_changed_on_the_way_is_named(
    tmp_path: Path, database: str, other_database: str, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = full_house(tmp_path / "home")
    move(Place(home), Place(home, database))
    put = transfers._put
    spoiled: list[str] = []

    def spoil(target: Connection, table: Table, some: Sequence[tuple[Any, ...]]) -> None:
        if table.name == "chat":
            spoiled.append(repr(some[place][0]))
            some = [*some[:-1], (*some[-1][:-2], 6, some[-1][-1])] if place else some[1:]
        if some:
            put(target, table, some)

    monkeypatch.setattr(transfers, "_put", spoil)
    for source, target in (
        (Place(home), Place(home, other_database)),
        (Place(home, database), Place(home, other_database)),
        (Place(home, database), Place(tmp_path / "back")),
    ):
        with pytest.raises(CopyError, match=r"Row .*, 1 of chat changed during the copy\.") as refused:
            move(source, target)
        assert spoiled[-1] in str(refused.value)
    assert tables_in(other_database) == []
    assert not (tmp_path / "back" / "cashbox.db").exists()


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(
    ("statement", "says"),
    [
        (
            "UPDATE guests SET name = 'A' || char(0) WHERE id = 'bob'",
            "name in row 'bob' of guests: it contains a ",
        ),
        (
            "UPDATE guests SET name = printf('%041d', 1) WHERE id = 'bob'",
            "'bob' of guests: it has 41 characters, but the limit is 40",
        ),
        ("UPDATE guests SET made = 'soon' WHERE id = 'bob'", "made in row 'bob' of guests: it is not a whole"),
        ("UPDATE chat SET seat = 2147483648", ", 1 of chat: the number 2147483648 is too large."),
        ("UPDATE chat SET text = x'41'", "text in row "),
        (
            "UPDATE audit SET detail = 'a' || char(0) || 'b'",
            "detail in row 7 of audit: it contains a NUL character",
        ),
        ("UPDATE entries SET body = 'text' WHERE number = 2", ", 2 of entries: it is not bytes."),
    ],
)
def test_values_postgresql_cannot_store_are_named(
    tmp_path: Path, database: str, statement: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home = full_house(tmp_path)
    assert change(home / "cashbox.db", statement)
    said = refused(capsys, "move", "--from", home, "--to", database)
    assert "PostgreSQL can't store " in said
    assert says in said
    assert tables_in(database) == []


def test_a_damaged_database_is_not_moved(tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]) -> None:
    home = house(tmp_path)
    change(home / "cashbox.db", "DELETE FROM contents")
    assert "is damaged, so it was not copied" in refused(capsys, "move", "--from", home, "--to", database)
    assert tables_in(database) == []


def test_an_invalid_target_is_reported_in_one_sentence(
    tmp_path: Path, database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home = house(tmp_path / "home")
    for arguments, says in (
        (("--from", tmp_path / "none", "--to", database), "There is no cashbox data in"),
        (("--from", database, "--to", tmp_path / "new"), "There is no cashbox data at"),
        (("--from", home, "--to", "mysql://localhost/house"), "a URL such as postgresql://"),
        (("--from", home, "--to", ""), "a URL such as postgresql://"),
        (("--from", home, "--to", databases.beside(database, "none")), 'database "none" does not exist'),
        (("--from", home, "--to", "postgresql://127.0.0.1:1/house"), "Connect call failed"),
        (("--from", home, "--to", "postgresql://127.0.0.1:port/house"), "can't be moved to"),
    ):
        assert says in refused(capsys, "move", *arguments)
    assert not (tmp_path / "none").exists()

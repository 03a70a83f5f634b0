"""Test that `cashbox check` finds what is wrong with a database, names table and entry, and changes nothing."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import msgspec
import pytest

from tests.cli.data_folder import ask, change, house, run, upgraded

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A house's database."""
    return (house(tmp_path_factory.mktemp("house")) / "cashbox.db").read_bytes()


@pytest.fixture
def file(tmp_path: Path, sound: bytes) -> Path:
    (tmp_path / "cashbox.db").write_bytes(sound)
    return tmp_path / "cashbox.db"


def longest(file: Path, status: str) -> str:
    """The table with that status and the most entries."""
    query = "SELECT id FROM tables JOIN entries ON table_id = id WHERE status = ? GROUP BY id ORDER BY count(*) DESC"
    found: str = ask(file, query, status)[0][0]
    return found


def faults(file: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert run("check", file, "--workers", 1) == 1
    *said, last = capsys.readouterr().out.splitlines()
    assert "error" in last
    return said


@pytest.mark.slow
def test_a_sound_database_is_reported_as_sound(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = hashlib.sha256(file.read_bytes()).hexdigest()
    assert run("check", "--home", file.parent, "--workers", 2) == 0
    said = capsys.readouterr().out
    (count,) = ask(file, "SELECT count(*) FROM entries")[0]
    assert said.startswith(f"Checked 6 tables with {count} entries and ")
    assert said.endswith(" draws: no errors.\n")
    assert hashlib.sha256(file.read_bytes()).hexdigest() == before


@pytest.mark.thorough
def test_an_older_database_is_checked_as_if_upgraded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = house(tmp_path)
    upgraded(monkeypatch, tmp_path)
    before = (home / "cashbox.db").read_bytes()
    assert run("check", "--home", home) == 0
    assert "no errors" in capsys.readouterr().out
    assert (home / "cashbox.db").read_bytes() == before


@pytest.mark.slow
def test_a_changed_entry_is_found(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = longest(file, "playing")
    (body,) = ask(file, "SELECT body FROM entries WHERE table_id = ? AND number = 0", table)[0]
    entry = msgspec.json.decode(body)
    n, answer = entry["chance"][0]
    entry["chance"][0] = [n, (answer + 1) % n]
    change(file, "UPDATE entries SET body = ? WHERE table_id = ? AND number = 0", msgspec.json.encode(entry), table)
    (said,) = faults(file, capsys)
    assert said.startswith(f"Table {table}: Entry ")


@pytest.mark.few(1, usual=2)
@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE entries SET body = x'ff' WHERE table_id = ? AND number = 2", "Entry 2 can't be read."),
        ("DELETE FROM entries WHERE table_id = ? AND number = 2", "Entry 3 is where entry 2 should be."),
        ("DELETE FROM entries WHERE table_id = ?", "The game has started, but entry 0, the start, is missing."),
        ("UPDATE tables SET secret = randomblob(32) WHERE id = ?", "doesn't match the commitment"),
        ("UPDATE tables SET status = 'over' WHERE id = ?", "The game is marked as over, but it continues after entry"),
        (
            "UPDATE tables SET status = 'waiting' WHERE id = ?",
            "It is marked as waiting for players, but the game has started.",
        ),
        ("UPDATE tables SET edition = 99 WHERE id = ?", "edition"),
        ("UPDATE tables SET settings = '{' WHERE id = ?", "Its settings or its result can't be read."),
        ("UPDATE entries SET due = 0 WHERE table_id = ? AND number > 5", "lists the wrong seats"),
    ],
)
def test_damage_is_reported_with_table_and_entry(
    file: Path, statement: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = longest(file, "playing")
    assert change(file, statement, table)
    (said,) = faults(file, capsys)
    assert said.startswith(f"Table {table}: ")
    assert says in said


@pytest.mark.slow
@pytest.mark.parametrize("outcome", ["replace(outcome, '\"scores\":[', '\"scores\":[1')", "NULL"])
def test_a_changed_end_is_found(file: Path, outcome: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = longest(file, "over")
    change(file, f"UPDATE tables SET outcome = {outcome} WHERE id = ?", table)
    (said,) = faults(file, capsys)
    assert said.startswith(f"Table {table}: The stored result differs from the result after entry ")


@pytest.mark.slow
def test_a_reworded_end_is_not_an_error(file: Path) -> None:
    change(
        file, "UPDATE tables SET outcome = replace(outcome, '\"text\":\"', '\"text\":\"Well. ') WHERE status = 'over'"
    )
    assert run("check", file, "--workers", 1) == 0


@pytest.mark.slow
def test_changed_content_is_found(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(file, "UPDATE contents SET body = replace(body, 'Ohio', 'Iowa') WHERE game = 'envelopes'")
    said = faults(file, capsys)
    assert said[0].startswith("The content ")
    assert said[0].endswith(" of envelopes doesn't match its hash.")


@pytest.mark.slow
def test_dangling_rows_are_found(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = longest(file, "over")
    change(file, "UPDATE tables SET host = 'nobody' WHERE id = ?", table)
    assert faults(file, capsys) == ["A row of tables refers to a missing row of guests."]


def test_damaged_database_pages_are_reported(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Those of one journal: what says which tables there are can still be read. No page has what was written there once.
    change(file, "VACUUM")
    (size,) = ask(file, "PRAGMA page_size")[0]
    bodies = ask(file, "SELECT body FROM entries WHERE table_id = ?", longest(file, "over"))
    held = file.read_bytes()
    pages = {held.find(body) // size for (body,) in bodies} - {-1}
    with file.open("rb+") as stream:
        for page in pages:
            stream.seek(page * size)
            stream.write(b"\xff" * size)
    assert run("check", file, "--workers", 1) == 1
    said = capsys.readouterr().out.splitlines()
    assert any("damaged" in line or "malformed" in line for line in said[:-1])


def test_a_folder_without_a_database_is_reported_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "list").write_text("A shopping list, and a long one at that." * 100)
    for wrong in (tmp_path / "list", tmp_path / "none", tmp_path):
        assert run("check", wrong) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1

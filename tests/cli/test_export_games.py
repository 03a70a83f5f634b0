"""`cashbox export` writes the finished games of a server into a folder."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

from cashbox import cli
from tests.cli.data_folder import ask, change, house, run

if TYPE_CHECKING:
    from pathlib import Path


def exported(home: Path, out: Path, *more: str) -> int:
    return run("export", out, "--home", home, *more)


@pytest.mark.slow
def test_finished_games_are_exported_and_can_be_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home, out = house(tmp_path / "house"), tmp_path / "out"
    assert exported(home, out) == 0
    assert f"{out} has 2 finished games" in capsys.readouterr().out
    rows = list(csv.DictReader((out / "games.csv").open(encoding="utf-8")))
    journals = {out / row["journal"] for row in rows}
    assert journals == {*(out / "journals").iterdir()}
    over = ask(home / "cashbox.db", "SELECT id FROM tables WHERE status = 'over'")
    people = ask(
        home / "cashbox.db",
        "SELECT name FROM seats WHERE guest IS NOT NULL AND table_id IN (SELECT id FROM tables WHERE status = 'over')",
    )
    text = "".join(path.read_text("utf-8") for path in journals) + (out / "games.csv").read_text("utf-8")
    assert people
    assert not [word for (word,) in (*over, *people) if f'"{word}"' in text or word in str(journals)]
    for path in journals:
        assert run("verify", path) == 0
    assert {row["turns"] for row in rows if row["game"] == "envelopes"} == {"12"}
    assert exported(home, out, "--names") == 0
    text = "".join(path.read_text("utf-8") for path in journals)
    assert any(f'"{name}"' in text for (name,) in people)


@pytest.mark.slow
def test_a_game_that_cannot_be_replayed_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home, out = house(tmp_path / "house"), tmp_path / "out"
    table = ask(home / "cashbox.db", "SELECT id FROM tables WHERE status = 'over'")[0][0]
    change(home / "cashbox.db", "DELETE FROM entries WHERE table_id = ? AND number = 1", table)
    assert exported(home, out) == 1
    said = capsys.readouterr().out
    assert f"Table {table}: " in said
    assert "has 1 finished game:" in said


def test_an_unwritable_folder_is_reported_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = house(tmp_path / "house")
    (tmp_path / "out").write_text("a file")
    assert exported(home, tmp_path / "out") == cli.FAULT
    assert capsys.readouterr().err.startswith("cashbox: Can't write to ")

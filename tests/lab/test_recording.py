"""Test the files that `cashbox simulate` writes: journals and a table of results."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

from cashbox import games
from cashbox.cli.commands import main
from cashbox.engine import journal as journals
from cashbox.engine.match import Match

if TYPE_CHECKING:
    from pathlib import Path

GAME = "simulate consultants --bots steady,random --games 3 --seed 5"


@pytest.mark.slow
def test_journals_and_the_table_describe_the_same_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*GAME.split(), "--csv", str(tmp_path / "plain.csv"), "--workers", "1"]) == 0
    folder = tmp_path / "new" / "journals"
    more = ["--journals", str(folder), "--csv", str(tmp_path / "games.csv"), "--workers", "2"]
    assert main([*GAME.split(), *more]) == 0
    assert (tmp_path / "games.csv").read_text("utf-8") == (tmp_path / "plain.csv").read_text("utf-8")
    lines = list(csv.DictReader((tmp_path / "games.csv").open(encoding="utf-8", newline="")))
    assert [line["bot"] for line in lines] == ["steady", "random", "random", "steady", "steady", "random"]
    game = games.load("consultants")
    for number in range(3):
        journal = journals.loads((folder / f"consultants-5-{number:06}.jsonl").read_bytes())
        outcome = game.outcome(Match.replay(game, journal).state)
        assert outcome is not None
        mine = [line for line in lines if line["number"] == str(number)]
        assert [int(line["score"]) for line in mine] == list(outcome.scores)
        assert [float(line["win"]) > 0 for line in mine] == [seat in outcome.winners for seat in (0, 1)]
        assert len(journal.entries) == 1 + int(mine[0]["actions"])
        assert journal.header.players[0] == f"{mine[0]['bot']} 1"
    capsys.readouterr()


@pytest.mark.parametrize(
    ("flag", "sentence"), [("--journals", "can't be used for journals"), ("--csv", "can't be written")]
)
def test_invalid_files_are_refused(
    flag: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    assert main([*GAME.split(), "--workers", "1", flag, str(tmp_path / "file" / "deeper")]) == 2
    assert sentence in capsys.readouterr().err

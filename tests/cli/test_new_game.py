"""Test `cashbox new-game`: its folder plays, keeps the contract, and has no trace of the example's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox import cli, games
from cashbox.cli.new_game import example_folder
from cashbox.engine import conformance
from cashbox.engine.chance import SeededChance
from tests.extra_game_folders import among_the_games

if TYPE_CHECKING:
    from pathlib import Path


def test_a_new_game_keeps_the_contract(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["new-game", "black_market", "--to", str(tmp_path / "my games")]) == 0
    assert f"export CASHBOX_GAMES='{tmp_path}/my games'" in capsys.readouterr().out
    with among_the_games(tmp_path / "my games"):
        game = games.load("black_market")
        assert (game.about.name, type(game).__name__) == ("Black Market", "BlackMarket")
        game.start(game.check_options({}, 2), 2, SeededChance(1))
        assert conformance.run(game, range(1)).games > 0
        assert "gardener" in games.own_bots("black_market")


def test_every_file_of_the_example_is_copied_under_the_new_name(tmp_path: Path) -> None:
    assert cli.main(["new-game", "roses", "--to", str(tmp_path)]) == 0
    copied = {path.relative_to(tmp_path / "roses") for path in (tmp_path / "roses").rglob("*") if path.is_file()}
    wanted = {
        path.relative_to(example_folder()).with_name(path.name.replace("tulips", "roses"))
        for path in example_folder().rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert copied == wanted
    code = [path for path in copied if path.suffix != ".md"]
    assert [path for path in code if "tulips" in (tmp_path / "roses" / path).read_text("utf-8").lower()] == []
    assert (tmp_path / "roses" / "help.md").read_text("utf-8").startswith("# Roses\n")


def test_only_code_uses_the_class_name(tmp_path: Path) -> None:
    assert cli.main(["new-game", "black_market", "--to", str(tmp_path)]) == 0
    code = [path.read_text("utf-8") for path in (tmp_path / "black_market").rglob("*.py")]
    lines = [line for text in code for line in text.splitlines() if "BlackMarket" in line]
    assert {line.split()[0] for line in lines} == {"class", "def", "return", "from", "assert"}
    assert not any("BlackMarket" in line.split('"')[1::2] for text in code for line in text.splitlines())


@pytest.mark.parametrize("name", ["Roses", "black-market", "7up", "a", "../up", "class", "cash", "x" * 40])
def test_invalid_names_are_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["new-game", name, "--to", str(tmp_path)]) == 2
    assert name in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_an_existing_folder_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "roses").mkdir()
    assert cli.main(["new-game", "roses", "--to", str(tmp_path)]) == 2
    assert "exists" in capsys.readouterr().err
    assert list((tmp_path / "roses").iterdir()) == []


def test_an_unwritable_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert cli.main(["new-game", "roses", "--to", str(tmp_path / "file")]) == 2
    assert "can't be written" in capsys.readouterr().err

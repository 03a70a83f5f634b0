"""Test what the commands say about games that break the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from cashbox import cli
from cashbox.engine import conformance
from tests.extra_game_folders import among_the_games

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAMES: Final = {"leaky": "TellsParityWithTrueSamples", "unsaid": "OpenUnsaid", "stuck": "Stuck", "dead": "NothingToDo"}


@pytest.fixture(autouse=True)
def games(tmp_path: Path) -> Iterator[None]:
    """Install broken games."""
    for name, broken in GAMES.items():
        folder = tmp_path / "games" / name
        folder.mkdir(parents=True)
        (folder / "__init__.py").touch()
        about = f"from tests.engine.broken import {broken}\nimport msgspec\n"
        (folder / "about.py").write_text(f"{about}ABOUT = msgspec.structs.replace({broken}().about, id={name!r})\n")
        (folder / "game.py").write_text(
            f"from tests.engine.broken import {broken}\ndef load(content=None):\n    return {broken}()\n"
        )
    with among_the_games(tmp_path / "games"):
        yield


def said(capsys: pytest.CaptureFixture[str], status: int, *arguments: str) -> str:
    """What a command prints."""
    assert cli.main(arguments) == status
    out, err = capsys.readouterr()
    return out + err


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("name", ["leaky", "unsaid"])
def test_conformance_and_fuzz_find_samples_that_reveal_the_truth(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.setattr(conformance, "SECRETS", 100)
    assert f"{name} breaks the contract: hidden: " in said(capsys, 1, "conformance", name, "--games", "6")
    assert f"{name} failed: hidden: " in said(capsys, 1, "fuzz", name, "--seconds", "2", "--out", str(tmp_path))
    assert list(tmp_path.glob("*.journal"))


def test_a_game_that_does_not_end_is_reported_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, 2, "simulate", "stuck", "--games", "1", "--workers", "1", "--bots", "random,random")
    assert out.startswith("cashbox: Coins doesn't end within its bound of 60 actions: seat ")
    assert " made 60 of the last 60 decisions, most recently '" in out
    assert out.endswith(", and has to decide again.\n")
    assert out.count("\n") == 1


def test_a_dead_end_is_reported_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, 2, "simulate", "dead", "--games", "1", "--workers", "1", "--bots", "random,random")
    assert out == "cashbox: After 1 action, seat 1 has a decision to make but no legal action.\n"


def test_conformance_reads_what_the_board_says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    board = tmp_path / "games" / "dead" / "board"
    board.mkdir()
    (board / "help.json").write_text('{"deck": {"name": "Deck", "say": "full", "rule": ""}}')
    assert said(capsys, 1, "conformance", "dead", "--games", "1") == (
        "dead breaks the contract: help: the sentence 'deck' begins with a lowercase letter: 'full'\n"
    )

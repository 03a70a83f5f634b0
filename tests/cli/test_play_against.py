"""Test playing against bots at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox import games
from cashbox.bots.search import Budget
from cashbox.cli.commands import main
from cashbox.cli.play import bot_at
from cashbox.engine import journal as journals
from cashbox.engine.chance import SeededChance
from cashbox.engine.match import Match

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def begun(tmp_path: Path) -> str:
    """A journal of a game that has just begun."""
    match = Match.start(games.load("consultants"), {"mode": "basic"}, 2, SeededChance(3), players=["Ann", "Bob"])
    file = tmp_path / "game.journal"
    file.write_bytes(journals.dumps(match.journal))
    return str(file)


def test_bots_play_the_other_seats(
    begun: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter(["1"] * 12 + ["q"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    assert main(["play", begun, "--against", "gentle", "--seat", "1"]) == 0
    out = capsys.readouterr().out
    assert "Bob (seat 1)" in out
    assert "Ann (seat 0)" not in out
    assert "Ann " in out, "what the bot does is told"


def test_naming_a_game_starts_a_new_game(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["1", "1", "q"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    assert main(["play", "cash", "--mode", "quick", "--players", "3", "--against", "gentle"]) == 0
    out = capsys.readouterr().out
    assert "Player 1 (seat 0)" in out
    assert "You draw " in out, "the log is that of the seat"
    assert "Player 3 " in out
    assert "(seat 1)" not in out


@pytest.mark.parametrize(
    ("what", "said"),
    [("consultant", "consultants, envelopes"), ("consultants.journal", "can't be read"), ("./cash", "can't be read")],
)
def test_an_argument_that_is_neither_game_nor_journal_is_refused(
    what: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", what]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--against", "master"], "steady, heedless, beginner, gentle, casual, sharp, expert, random"),
        (["--against", "expert:9"], "steady, heedless, beginner, gentle, casual, sharp, expert, random"),
        (["--against", "gentle", "--seat", "2"], "0 to 1"),
    ],
)
def test_unknown_bots_and_options_are_refused(
    begun: str, flags: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", begun, *flags]) == 2
    assert said in capsys.readouterr().err


def test_a_terminal_bot_uses_the_time_of_its_level() -> None:
    bot = bot_at("sharp", games.load("consultants"), 0, 1)
    assert bot.budget == Budget(0, 0.3)  # type: ignore[attr-defined]

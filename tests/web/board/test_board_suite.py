"""Test the board suite: every board passes, a new game's board passes, and each fault is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox import games
from cashbox.cli.new_game import new_game
from cashbox.lab.boards import suite
from tests.extra_game_folders import among_the_games
from tests.tiers import everything

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

SHORT = suite.Plan(12, sizes=((390, 844), (1440, 900)))
FEW = suite.Plan(4, sizes=((360, 640), (1280, 720)), acted=False)


@pytest.mark.journey
def test_the_board_of_a_new_game_has_no_faults(browser: Browser, tmp_path: Path) -> None:
    new_game("roses", tmp_path)
    with among_the_games(tmp_path):
        assert suite.check(games.load("roses"), browser, suite.Plan(30) if everything() else SHORT) == []


@pytest.mark.journey
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("game", ["envelopes", "cash", "consultants"])
def test_names_of_40_letters_fit_every_board(browser: Browser, game: str) -> None:
    plan = suite.Plan(200) if everything() else FEW
    assert suite.check(games.load(game), browser, plan) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("board.js", "disabled: acting.busy, onPress", "disabled: true, onPress", "takes the action keep"),
        ("board.css", ".roses .bid {", ".roses th { font-size: 9px; } .roses .bid {", "is only 9.0 pixels high"),
        ("board.css", ".roses .bid {", ".roses .row { margin-top: -3rem; } .roses .bid {", " lies over "),
        ("board.js", "view.kept[seat].map", "view.nothing[seat].map", "TypeError"),
    ],
)
def test_a_fault_is_named(browser: Browser, tmp_path: Path, file: str, old: str, new: str, fault: str) -> None:
    new_game("roses", tmp_path)
    path = tmp_path / "roses" / "board" / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    with among_the_games(tmp_path):
        found = suite.check(games.load("roses"), browser, SHORT)
    assert any(fault in one for one in found)
    assert all(one.startswith("roses, ") for one in found)

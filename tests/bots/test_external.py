"""Test bots of other packages: named by module and class, or installed."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING

import pytest

from cashbox import bots, games
from cashbox.bots import external
from cashbox.cli.commands import main
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SOURCE = """
from cashbox.engine.bot import Bot

class First(Bot):
    name = "first"
    games = ("consultants",)

    def choose(self, view, legal):
        return legal[0]

class Unfinished(Bot):
    name = "unfinished"

class Other:
    pass
"""


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A module in the current folder."""
    (tmp_path / "bots_of_ann.py").write_text(SOURCE, "utf-8")
    (tmp_path / "broken_bots.py").write_text("import nothing_like_that", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    for name in ("bots_of_ann", "broken_bots"):
        sys.modules.pop(name, None)


def played(command: str, bot: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    status = main([*command.split(), bot])
    said = capsys.readouterr()
    return status, said.out + said.err


SIMULATE = "simulate consultants --games 2 --workers 1 --bots"


@pytest.mark.slow
def test_a_bot_in_the_current_folder_can_play_in_all_bot_commands(capsys: pytest.CaptureFixture[str]) -> None:
    status, said = played(SIMULATE, "bots_of_ann:First,random", capsys)
    assert (status, "bots_of_ann:First" in said) == (0, True)
    ladder = "ladder consultants --games 1 --seats 2 --workers 1 --out ladder --bots"
    assert played(ladder, "bots_of_ann:First,random", capsys)[0] == 0
    balance = "balance consultants --games 2 --seats 2 --mode basic --workers 1 --no-plots --report b.md --bot"
    assert played(balance, "bots_of_ann:First", capsys)[0] == 0


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        ("bots_of_bob:First", "There is no module bots_of_bob in "),
        ("bots_of_ann:Last", "The module bots_of_ann has no Last."),
        ("bots_of_ann:Other", "bots_of_ann:Other isn't a bot; derive it from cashbox.engine.bot.Bot."),
        ("bots_of_ann:Unfinished", "bots_of_ann:Unfinished doesn't define choose(view, legal)."),
        ("broken_bots:First", "The module broken_bots can't be imported: ModuleNotFoundError"),
        ("expert:abc", "'abc' is not a valid budget"),
        ("steady:First", "There is no bot 'steady:First'"),
    ],
)
def test_a_class_that_is_not_a_bot_is_refused_with_a_sentence(
    bot: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = played(SIMULATE, f"{bot},random", capsys)
    assert status == 2
    assert sentence in said


def test_an_installed_bot_plays_its_games_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("annbot", "bots_of_ann:First", external.GROUP)
    monkeypatch.setattr(external, "entry_points", lambda group: [point] if group == external.GROUP else [])
    external.installed.cache_clear()
    try:
        bots.check("consultants", "annbot")
        bot = bots.make("annbot", games.load("consultants"), 0, SeededChance(1))
        assert bot.choose(games.load("consultants").view, [5, 6]) == 5  # type: ignore[arg-type]
        with pytest.raises(GameError, match="There is no bot 'annbot' for cash"):
            bots.check("cash", "annbot")
    finally:
        external.installed.cache_clear()


def test_bots_by_module_are_not_offered_to_people() -> None:
    with pytest.raises(GameError, match="for tables"):
        bots.check_level("consultants", "bots_of_ann:First")

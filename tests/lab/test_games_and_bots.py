from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cashbox import bots, games
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import About, GameError


def test_every_folder_of_a_game_is_listed() -> None:
    folder = Path(games.__file__).parent
    found = [entry.name for entry in folder.iterdir() if (entry / "about.py").exists()]
    assert sorted(about.id for about in games.about()) == sorted(found)


def test_listing_games_imports_no_rules() -> None:
    code = (
        "import sys; from cashbox import games; games.about();"
        "print([m for m in sys.modules if m.startswith('cashbox.games.') and m.count('.') > 2 and m[-6:] != '.about'])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = run.stdout
    assert ".game'" not in modules
    assert ".rules" not in modules


def test_an_unknown_game_is_refused_with_a_list_of_games(coins: str) -> None:
    with pytest.raises(GameError, match=f"nosuch.*{coins}") as caught:
        games.load("nosuch")
    assert caught.value.code == "unknown-game"


def test_invalid_content_is_refused_with_a_sentence(coins: str) -> None:
    broken: list[dict[str, Any]] = [{"coins": 0}, {"coins": []}, {}]
    for content in broken:
        with pytest.raises(GameError, match="content of Coins cannot be used") as caught:
            games.load(coins, content)
        assert caught.value.code == "bad-content"


def test_a_game_can_be_recreated_from_its_content(coins: str) -> None:
    game = games.load(coins)
    assert games.load(coins, game.content).content_hash == game.content_hash


def test_bots_can_be_made_by_name(coins: str) -> None:
    game = games.load(coins)
    assert bots.names(coins) == ("greedy", "gentle", "sharp", "expert", "random")
    for name in bots.names(coins):
        bot = bots.make(name, game, 1, SeededChance(1))
        assert (bot.name, bot.seat) == (name, 1)
    with pytest.raises(GameError, match="greedy, gentle, sharp, expert, random") as caught:
        bots.make("clever", game, 0, SeededChance(1))
    assert caught.value.code == "unknown-bot"


def test_random_picks_every_action_about_equally_often(coins: str) -> None:
    bot = bots.make("random", games.load(coins), 0, SeededChance("even"))
    picks = [bot.choose(None, [7, 8, 9]) for _ in range(3000)]
    assert {pick for pick in picks if 900 < picks.count(pick) < 1100} == {7, 8, 9}


@pytest.mark.parametrize("about", games.about(), ids=lambda about: about.id)
def test_a_games_description_of_its_bots_is_true(about: About) -> None:
    assert set(games.own_bots(about.id)) == set(about.bots)

"""Test what a type checker knows about a loaded game; mypy checks this file, too."""

from __future__ import annotations

import importlib
from typing import assert_type, get_type_hints

import pytest

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import Game
from cashbox.games.cash.game import Cash, load
from cashbox.games.cash.state import State

OURS = [about.id for about in games.about()]


def test_the_module_of_a_game_has_the_type_of_its_game() -> None:
    game = assert_type(load(), Cash)
    state = game.start(game.check_options({}, 2), 2, SeededChance(1))
    assert_type(state, State)
    assert type(game) is Cash
    assert isinstance(state, State)


@pytest.mark.parametrize("game_id", OURS)
def test_each_game_has_a_typed_load_function(game_id: str) -> None:
    module = importlib.import_module(f"cashbox.games.{game_id}.game")
    kind = get_type_hints(module.load)["return"]
    assert kind is type(games.load(game_id))
    assert kind is not Game
    assert issubclass(kind, Game)

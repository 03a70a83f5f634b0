"""Test that the knowledge of a game's own bots contains nothing that the view lacks."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from cashbox import games
from cashbox.engine.bot import decide, samples_of
from cashbox.engine.chance import SeededChance
from cashbox.engine.seats import seats_of
from tests.test_pickled_states import MODES, states

OWN = [about.id for about in games.about() if type(games.load(about.id)).glimpse.__module__ != "cashbox.engine.game"]
"""The games that make a glimpse of their own."""


def test_the_three_games_have_bot_knowledge() -> None:
    assert {"cash", "consultants", "envelopes"} <= set(OWN)


@pytest.mark.few(0, usual=6)
@pytest.mark.parametrize(("game_id", "mode"), [one for one in MODES if one[0] in OWN])
def test_bot_knowledge_can_be_computed_from_the_view(game_id: str, mode: str) -> None:
    game = games.load(game_id)
    made: Any = importlib.import_module(f"cashbox.games.{game_id}.view.glimpse")
    for state in states(game, mode, 6, every=3):
        for seat in range(state.seats):
            assert game.glimpse(state, seat).plain() == made.of_view(game.view(state, seat)).plain()


@pytest.mark.slow
@pytest.mark.parametrize("game_id", OWN)
def test_bots_choose_the_same_from_both(game_id: str) -> None:
    """Those that someone else asks with a view play as those of simulations."""
    game = games.load(game_id)
    for kind in games.own_bots(game_id).values():
        assert kind.picks
        for state in states(game, game.about.modes[0].id, 8, every=5):
            for seat in seats_of(game.due(state)):
                legal = game.legal(state, seat)
                asked, shown = kind(game, seat, SeededChance(1)), kind(game, seat, SeededChance(1))
                asked.samples = shown.samples = samples_of(game, state, seat)
                assert asked.choose(game.view(state, seat), legal) == decide(shown, game, state, legal)

"""Test that views computed together equal single views, in several games played in parallel."""

from __future__ import annotations

import msgspec
import pytest

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import SPECTATOR
from cashbox.engine.seats import seats_of
from cashbox.engine.settings import tables

_json = msgspec.json.encode


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("name", ["cash", "consultants"])
def test_views_computed_together_equal_single_views(name: str) -> None:
    """All tables share what is kept, take turns, and now and then a state is looked at that a seat could not tell from
    the true one. (See tests/games/envelopes/test_cached_views.py for the third game.)"""
    game, chance = games.load(name), SeededChance("views")
    ways = tables(game)
    states = [game.start(options, seats, SeededChance(seed)) for seed, (options, seats) in enumerate(ways)]
    compared = 0
    for step in range(200):
        for state in states:
            due = seats_of(game.due(state))
            if not due:
                continue
            seat = due[chance.draw(len(due))]
            for looked_at in (state, game.sample(state, seat, chance)) if step % 20 == 0 else (state,):
                views = game.views(looked_at)
                for viewer in (SPECTATOR, *range(state.seats)):
                    assert _json(views(viewer)) == _json(game.view(looked_at, viewer)), (step, viewer)
                    compared += 1
            legal = game.legal(state, seat)
            game.play(state, seat, legal[chance.draw(len(legal))], chance)
    assert compared > 5_000

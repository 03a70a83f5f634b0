"""A state that was packed and unpacked in another process is the same state."""

from __future__ import annotations

import pytest

from cashbox import bots, games
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import SPECTATOR, Mode
from cashbox.engine.parcels import pack, unpack

MODES = [(about.id, mode) for about in games.about() for mode in about.modes]


@pytest.mark.parametrize(("game_id", "mode"), MODES, ids=[f"{game_id}-{mode.id}" for game_id, mode in MODES])
def test_a_state_comes_whole(game_id: str, mode: Mode) -> None:
    game, there = games.load(game_id), games.load(game_id)
    seats = mode.least or game.about.least_players
    chance = SeededChance(7)
    state = game.start(game.check_options({"mode": mode.id}, seats), seats, chance)
    players = [bots.make("steady", game, seat, chance) for seat in range(seats)]
    game.watch(state)
    for number in range(90):
        if number % 15 == 0:
            packed = pack(game, state)
            # The content does not travel with each state.
            assert len(packed) < 40_000
            found = unpack(there, packed)
            assert there.fingerprint(found) == game.fingerprint(state)
            for viewer in (SPECTATOR, *range(seats)):
                assert there.view(found, viewer) == game.view(state, viewer)
                assert there.legal(found, viewer) == game.legal(state, viewer)
        due = game.due(state)
        if not due:
            break
        seat = (due & -due).bit_length() - 1
        game.play(state, seat, players[seat].choose(game.view(state, seat), game.legal(state, seat)), chance)

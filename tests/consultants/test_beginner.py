"""The bot `beginner` of IT's all in the game, a yardstick: where it stands, and what it never does."""

from __future__ import annotations

import pytest

from cashbox import bots, games
from cashbox.bots.levels import levels
from cashbox.engine.bot import decide
from cashbox.engine.chance import SeededChance
from cashbox.engine.seats import seats_of
from cashbox.lab import simulate


def test_people_do_not_choose_it_at_tables() -> None:
    assert "beginner" not in [level.name for level in levels("consultants")]


def test_it_neither_trains_nor_recruits_nor_moves_but_takes_desks_and_promotes() -> None:
    game, chance = games.load("consultants"), SeededChance(1)
    state = game.start(game.check_options({}, 2), 2, chance)
    players = [bots.make("beginner", game, seat, chance) for seat in range(2)]
    kinds = set()
    while due := game.due(state):
        seat = seats_of(due)[0]
        action = decide(players[seat], game, state, game.legal(state, seat))
        kinds.add(game.text(action).split()[0])
        game.play(state, seat, action, chance)
    assert {"assign", "promote", "pass"} <= kinds
    assert not {"train", "recruit", "lift", "take"} & kinds


@pytest.mark.slow
def test_it_stands_between_random_play_and_steady() -> None:
    over_random = simulate.simulate(simulate.plan("consultants", 6, ["beginner", "random"], seed=1))
    steady = simulate.simulate(simulate.plan("consultants", 12, ["steady", "beginner"], seed=1))
    assert over_random.seats[0].wins == 6
    assert steady.seats[0].wins >= 9

"""The bot `beginner` of IT's all in the game, a yardstick: where it stands, and what it never does."""

from __future__ import annotations

from cashbox import bots, games
from cashbox.engine.bot import decide
from cashbox.engine.chance import SeededChance
from cashbox.engine.seats import seats_of


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

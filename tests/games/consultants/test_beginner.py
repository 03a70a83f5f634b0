"""Test the bot `beginner` of IT's all in the game: its strength, and what it never does."""

from __future__ import annotations

from cashbox import bots, games
from cashbox.engine.bot import decide
from cashbox.engine.chance import SeededChance
from cashbox.engine.seats import seats_of


def test_beginner_takes_desks_and_promotes_but_does_not_train_recruit_or_move() -> None:
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

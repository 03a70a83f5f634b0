"""Test the bot `beginner` of Envelopes of Cash: its strength, and its choices in simple situations."""

from __future__ import annotations

import pytest

from cashbox import bots, games
from cashbox.engine.bot import decide
from cashbox.engine.chance import SeededChance
from cashbox.engine.seats import seats_of
from cashbox.games.envelopes.view import glimpse


def test_beginner_signs_affordable_recruits_and_never_pays_for_movement() -> None:
    game, chance = games.load("envelopes"), SeededChance(1)
    state = game.start(game.check_options({**game.about.unattended}, 2), 2, chance)
    players = [bots.make("beginner", game, seat, chance) for seat in range(2)]
    signed = 0
    while due := game.due(state):
        seat = seats_of(due)[0]
        legal = game.legal(state, seat)
        kinds = {game.text(one).split()[0] for one in legal}
        view = glimpse.of_view(game.view(state, seat))  # type: ignore[arg-type]
        action = decide(players[seat], game, state, legal)
        kind = game.text(action).split()[0]
        if "sign" in kinds and not {"put", "use"} & kinds:
            assert kind == "sign"
            signed += 1
        assert kind != "move" or view.me.moves > 0
        game.play(state, seat, action, chance)
    assert signed > 5


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["beginner", "gentle"])
def test_beginner_and_gentle_bid_in_auctions(bot: str) -> None:
    game = games.load("envelopes")
    options = game.check_options({**game.about.unattended, "auction": True}, 4)
    met = 0
    for seed in range(12):
        chance = SeededChance(seed)
        state = game.start(options, 4, chance)
        players = [bots.make(bot, game, seat, SeededChance(seat)) for seat in range(4)]
        while due := game.due(state):
            seat = seats_of(due)[0]
            legal = game.legal(state, seat)
            met += game.text(legal[-1]).startswith("bid") and len(legal) > 2
            game.play(state, seat, decide(players[seat], game, state, legal), chance)
    assert met > 8

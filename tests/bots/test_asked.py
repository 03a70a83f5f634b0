"""Whoever asks what the expert would do is told of three actions, each with a chance to win that was found out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from cashbox import bots, games
from cashbox.bots.search import ASKED, Budget, Comparison, ExpertBot
from cashbox.engine.bot import decide
from cashbox.engine.chance import SeededChance
from cashbox.engine.seats import seats_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.engine.game import Game

SHOWN = 3


def positions(game: Game[Any], mode: str, seats: int) -> Iterator[tuple[Any, int]]:
    """Of each phase of a game between bots, the first states where a seat has a choice."""
    chance = SeededChance(f"asked {mode} {seats}")
    options = game.check_options({**game.about.unattended, **game.about.brief, "mode": mode}, seats)
    state = game.start(options, seats, chance)
    players = [bots.make("steady", game, seat, SeededChance(seat)) for seat in range(seats)]
    met: dict[str, int] = {}
    while due := game.due(state):
        seat = seats_of(due)[0]
        legal = game.legal(state, seat)
        phase = game.text(legal[-1]).split()[0]
        if len(legal) > 1 and met.setdefault(phase, 0) < 2:
            met[phase] += 1
            yield state, seat
        game.play(state, seat, decide(players[seat], game, state, legal), chance)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game_id", "mode", "seats"),
    [("envelopes", "standard", 2), ("envelopes", "solitaire", 1), ("cash", "quick", 3), ("consultants", "real", 2)],
)
def test_three_actions_have_chances_that_were_found_out(game_id: str, mode: str, seats: int) -> None:
    game = games.load(game_id)
    several = 0
    for state, seat in positions(game, mode, seats):
        bot = ExpertBot(game, seat, SeededChance(1), Budget(ASKED))
        bot.samples = partial(game.sample, game.clone(state), seat)
        view, legal = game.view(state, seat), game.legal(state, seat)
        told = bot.ranked(view, legal)
        chances = [chance for _, chance in told]
        assert len(told) >= min(SHOWN, len(legal)), game.text(legal[0])
        assert {action for action, _ in told} <= set(legal)
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)
        assert len({action for action, _ in told}) == len(told)
        several += len(told) > 1
        if not bot.guide.chances(view, legal):
            compared = Comparison(bot, view, legal, asked=True)
            compared.ranked()
            assert any(compared.found)
    assert several > 4

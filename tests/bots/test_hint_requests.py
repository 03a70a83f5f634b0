"""Test that a hint has three actions, each with a chance of winning from playouts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from cashbox import bots, games
from cashbox.bots.search import ASKED, Budget, Comparison, ExpertBot, guide_of
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
def test_a_hint_has_three_actions_with_chances_from_playouts(game_id: str, mode: str, seats: int) -> None:
    game = games.load(game_id)
    several = 0
    for state, seat in positions(game, mode, seats):
        bot = ExpertBot(game, seat, SeededChance(1), Budget(ASKED))
        bot.samples = partial(game.sample, game.clone(state), seat)
        view, legal = game.view(state, seat), game.legal(state, seat)
        told = bot.ranked(view, legal)
        chances = [one.chance for one in told]
        assert len(told) >= min(SHOWN, len(legal)), game.text(legal[0])
        assert {one.action for one in told} <= set(legal)
        assert chances == sorted(chances, reverse=True)
        assert all(0 <= chance <= 1 for chance in chances)
        assert len({one.action for one in told}) == len(told)
        several += len(told) > 1
        compared = Comparison(bot, view, legal, asked=True)
        compared.ranked()
        assert any(compared.found)
    assert several > 4


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "mode"), [("envelopes", "standard"), ("consultants", "real"), ("cash", "quick")])
def test_the_sources_of_a_playout_add_up_to_its_points(game_id: str, mode: str) -> None:
    game = games.load(game_id)
    state, seat = next(positions(game, mode, 2))
    guide = guide_of(game, seat)
    log = game.watch(state)
    first = guide.tries(game.view(state, seat), game.legal(state, seat))[0]
    guide.playout(state, first, 1)
    told = dict(zip(guide.sources, guide.account(state, log), strict=True))
    others = max(points for other, points in enumerate(_points(guide, state)) if other != seat)
    assert sum(told.values()) == pytest.approx(_points(guide, state)[seat])
    assert guide.ahead(state) == pytest.approx(_points(guide, state)[seat] - others)
    assert sum(points != 0 for points in told.values()) >= (1 if game_id == "cash" else 3)


def _points(guide: Any, state: Any) -> list[float]:
    """What everyone has, or is expected to have, where a playout ended."""
    if guide.game.about.id == "cash":
        return [float(player.capital) for player in state.players]
    outcome = guide.game.outcome(state)
    return [float(one) for one in outcome.scores] if outcome else guide._stars(state)


@pytest.mark.thorough
def test_a_hint_names_the_sources_of_the_difference() -> None:
    """What a penalty costs, where one choice brings it and the other does not."""
    game = games.load("consultants")
    named: set[str] = set()
    for state, seat in positions(game, "real", 2):
        bot = ExpertBot(game, seat, SeededChance(1), Budget(120))
        bot.samples = partial(game.sample, game.clone(state), seat)
        told = bot.ranked(game.view(state, seat), game.legal(state, seat))
        assert all(one.unit == "dollar" and one.ahead is not None for one in told)
        named |= {source for one in told for source in one.sources}
    assert named & {"from projects", "from being on time", "on penalties"}

"""Test the guide for search bots of IT's all in the game."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from cashbox import bots
from cashbox.bots.search import Budget, ExpertBot
from cashbox.engine.chance import SeededChance
from cashbox.engine.guide import Guide, Try
from cashbox.games.consultants.bots import choice
from cashbox.games.consultants.bots.guide import ConsultantsGuide
from cashbox.games.consultants.bots.light import Light, Prices
from cashbox.games.consultants.bots.playing import Unwatched
from cashbox.games.consultants.game import load
from cashbox.games.consultants.view.view import SeatView
from cashbox.lab.simulate import play_out
from tests.games.consultants.positions import Table, data, game, work


@cache
def positions(mode: str, seats: int, games: int = 2) -> list[tuple[Any, int]]:
    """Decisions of games between steady bots: a state, and the seat that is asked."""
    found = []
    for seed in range(games):
        chance = SeededChance(seed)
        state = game().start(game().check_options({"mode": mode}, seats), seats, chance)
        sitting = [bots.make("steady", game(), seat, chance) for seat in range(seats)]
        while due := game().due(state):
            seat = due.bit_length() - 1
            legal = game().legal(state, seat)
            action = legal[0]
            if len(legal) > 1:
                found.append((game().clone(state), seat))
                action = sitting[seat].choose(game().view(state, seat), legal)
            game().play(state, seat, action, chance)
    return found


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("mode", ["real", "basic"])
def test_the_light_policy_decides_like_steady(mode: str, seats: int) -> None:
    """But for what is level by its reckoning."""
    light = Light(game().tables, Prices(seats))
    steady = [bots.make("steady", game(), seat, SeededChance(1)) for seat in range(seats)]
    other = 0
    found = positions(mode, seats)
    for state, seat in found:
        legal = game().legal(state, seat)
        action = light.choose(state, seat)
        assert action in legal
        other += action != steady[seat].choose(game().view(state, seat), legal)
    assert len(found) > 150
    assert other <= len(found) / 150


def test_the_light_policy_is_legal_in_random_games() -> None:
    light = Light(game().tables, Prices(3))
    for seed in range(3):
        chance = SeededChance(seed)
        state = game().start(game().check_options({}, 3), 3, chance)
        while due := game().due(state):
            seat = due.bit_length() - 1
            legal = game().legal(state, seat)
            assert light.choose(state, seat) in legal
            game().play(state, seat, legal[chance.draw(len(legal))], chance)


@pytest.mark.thorough
def test_a_fast_playout_ends_like_a_plain_one() -> None:
    for state, seat in positions("real", 3)[::9]:
        guide = ConsultantsGuide(game(), seat)
        legal = game().legal(state, seat)
        for action in (legal[0], legal[-1]):
            ready = guide.ready(game().clone(state))
            quick = guide.playout(game().clone(ready), Try(action), 5)
            assert quick == Guide.playout(guide, game().clone(state), Try(action), 5)


@pytest.mark.slow
def test_a_playout_can_start_from_a_lesson() -> None:
    chance = SeededChance(1)
    state = game().start(game().check_options({"mode": "lesson-1"}, 2), 2, chance)
    bot = ExpertBot(game(), 0, chance, Budget(4))
    rival = bots.make("steady", game(), 1, chance)
    play_out(game(), state, [bot, rival], chance)
    assert game().outcome(state) is not None


@pytest.mark.slow
def test_playouts_do_not_record_what_seats_have_seen() -> None:
    state, seat = positions("real", 2)[40]
    sample = ConsultantsGuide(game(), seat).ready(game().sample(state, seat, SeededChance(1)))
    assert isinstance(sample.unseen, Unwatched)
    assert isinstance(game().clone(sample).unseen, Unwatched)


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("seats", [2, 4])
def test_candidates_begin_with_steadys_choice_and_have_no_duplicates(seats: int) -> None:
    for state, seat in positions("real", seats)[::5]:
        guide = ConsultantsGuide(game(), seat)
        view, legal = game().view(state, seat), game().legal(state, seat)
        tries = guide.tries(view, legal)
        assert tries[0].action == bots.make("steady", game(), seat, SeededChance(1)).choose(view, legal)
        worth_trying = [action for action in legal if not choice.changes_nothing(action)]
        assert len(set(tries)) == len(tries) == min(10, len(worth_trying))


def chosen(t: Table, budget: Budget) -> int:
    """What the bot does."""
    seat = t.due[0]
    bot = ExpertBot(game(), seat, SeededChance(1), budget)
    bot.samples = lambda chance: game().sample(t.state, seat, chance)
    view = t.view(seat)
    assert isinstance(view, SeatView)
    return bot.choose(view, game().legal(t.state, seat))


def test_the_search_finds_the_only_way_to_win() -> None:
    """In the last round and ten dollars behind: completing the project pays more than waiting for its rewards."""
    t = work(2, deadlines=True).row(0, 1, 0, 0, None).field(0, 1).money(0, 10).hand(0, "blue*")
    t.state.last = True
    form = game().encode(chosen(t, Budget(60)))
    assert (form["type"], form["place"], form["desk"]) == ("assign", 0, 3)


def test_the_guide_uses_the_content_of_its_game() -> None:
    other = data()
    other["projects"]["silver"]["4"] = [60, 4, 2, 1]
    assert ConsultantsGuide(load(other), 0).steady.content.projects[0].pay[0] == 60

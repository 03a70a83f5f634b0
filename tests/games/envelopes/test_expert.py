"""Test the guide of Envelopes of Cash for search bots (docs/notes/bots-envelopes.md)."""

from __future__ import annotations

from itertools import pairwise
from math import log
from statistics import mean, pstdev
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from cashbox import bots
from cashbox.engine.chance import SeededChance
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes.bots import SteadyBot
from cashbox.games.envelopes.bots.forecast import forecast, weights_for
from cashbox.games.envelopes.bots.guide import AHEAD, ASKED, MOST, EnvelopesGuide
from cashbox.games.envelopes.bots.luck import KeyedChance
from cashbox.games.envelopes.game import load
from tests.games.envelopes.test_steady_modes import CUT_THROAT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.engine.guide import Try
    from cashbox.games.envelopes.game import Envelopes
    from cashbox.games.envelopes.state import State

TABLES: list[tuple[int, dict[str, Any]]] = [
    (1, {"mode": "solitaire"}),
    (2, {"mode": "standard"}),
    (3, {"mode": "family"}),
    (3, {"mode": "standard", **CUT_THROAT}),
    (2, {"mode": "online"}),
    (2, {"mode": "standard", "stash_draft": True}),
]
"""Tables that ask everything a bot can be asked."""


def _game() -> Envelopes:
    return load()


def _decisions(game: Envelopes, seats: int, options: dict[str, Any], seed: int = 3) -> Iterator[tuple[State, int, Any]]:
    """Every decision with a choice of a game that `steady` plays, and what it does."""
    chance = SeededChance(seed)
    state = game.start(game.check_options(options, seats), seats, chance)
    players = [SteadyBot(game, seat, SeededChance(seat)) for seat in range(seats)]
    while due := game.due(state):
        seat = (due & -due).bit_length() - 1
        legal = game.legal(state, seat)
        action = legal[0]
        if len(legal) > 1:
            action = players[seat].choose(game.view(state, seat), legal)
            yield state, seat, action
        game.play(state, seat, action, chance)


@pytest.mark.few(0, usual=3)
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_candidates_are_legal_and_begin_with_steadys_choice(seats: int, options: dict[str, Any]) -> None:
    game = _game()
    guides = [EnvelopesGuide(game, seat) for seat in range(seats)]
    several = 0
    for state, seat, action in _decisions(game, seats, options):
        legal = game.legal(state, seat)
        tries = guides[seat].tries(game.view(state, seat), legal)
        assert tries[0].action == action
        assert {one.action for one in tries} <= set(legal)
        assert len(set(tries)) == len(tries) <= MOST
        several += len(tries) > 1
        guides[seat].took(tries[0])
    assert several >= 20 * seats


def _first_with_plans(game: Envelopes, phase: str) -> tuple[State, EnvelopesGuide, list[Try]]:
    guide = EnvelopesGuide(game, 0)
    for state, seat, _ in _decisions(game, 2, {"mode": "standard"}):
        if seat == 0:
            tries = guide.tries(game.view(state, 0), game.legal(state, 0))
            if len(tries) > 1 and game.view(state, 0).phase == phase:
                return game.clone(state), guide, tries
            guide.took(tries[0])
    raise AssertionError


@pytest.mark.parametrize("phase", ["dice", "month"])
def test_expert_follows_its_chosen_plan(phase: str) -> None:
    game = _game()
    state, guide, tries = _first_with_plans(game, phase)
    way = len(tries) - 1
    plan = guide.plans[way]
    wanted = {(colour, place) for colour, _, _, place in plan.pair} if phase == "dice" else set(plan.steps)
    guide.took(tries[way])
    game.play(state, 0, tries[way].action, SeededChance(1))
    done = {tries[way].action}
    while game.due(state) & 1 and (legal := game.legal(state, 0)) and game.view(state, 0).phase == phase:
        mind = guide.mind
        chosen = guide.tries(game.view(state, 0), legal)[0].action
        assert guide.mind is mind
        done.add(chosen)
        game.play(state, 0, chosen, SeededChance(1))
        if phase == "month" and not guide.mind.turn.steps:
            break
    if phase == "dice":
        assert {act.DIE + colour for colour, _ in wanted} <= done
    else:
        assert {kind + ref for kind, ref in wanted if kind in (act.PUT, act.SIGN)} <= done | {tries[way].action}


@pytest.mark.slow
def test_playouts_with_equal_luck_have_equal_values() -> None:
    game = _game()
    state, guide, tries = _first_with_plans(game, "dice")
    values = [guide.playout(game.clone(state), one, luck) for one in tries[:2] for luck in (5, 5, 6)]
    assert all(0 < value < 1 for value in values)
    assert values[0] == values[1]
    assert values[3] == values[4]
    assert len(set(values)) > 2


def test_the_luck_of_a_month_does_not_depend_on_what_was_drawn_before() -> None:
    game = _game()
    state = game.start(game.check_options({"mode": "standard"}, 2), 2, SeededChance(1))
    later = game.clone(state)
    later.month = 5
    once, again = KeyedChance(7, state), KeyedChance(7, state)
    [once.draw(6) for _ in range(10)]
    once._state = again._state = later
    drawn = [once.draw(1000) for _ in range(200)]
    assert drawn == [again.draw(1000) for _ in range(200)]
    assert len(set(drawn)) > 150
    assert 300 < sum(drawn) / len(drawn) < 700
    assert abs(sum(one < other for one, other in pairwise(drawn)) - 100) < 30


@pytest.mark.thorough
def test_equal_playouts_make_equal_moves() -> None:
    game = _game()
    state, _, _ = _first_with_plans(game, "draft")

    def choose() -> int:
        bot = bots.make("expert:n=12", game, 0, SeededChance(4))
        bot.samples = lambda chance: game.sample(state, 0, chance)
        return bot.choose(game.view(state, 0), game.legal(state, 0))

    assert choose() == choose()


# -- hints -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["standard", "online"])
def test_a_hint_says_what_each_line_of_the_score_sheet_will_bring(mode: str) -> None:
    """A playout of a hint ends before the game does, and leaves nothing to later months as such."""
    game = _game()
    guides = [EnvelopesGuide(game, seat) for seat in range(2)]
    state = next(state for state, seat, _ in _decisions(game, 2, {"mode": mode}) if (state.month, seat) == (2, 0))
    for guide in guides:
        guide.asked = True
    first = guides[0].tries(game.view(state, 0), game.legal(state, 0))[0]
    guides[0].playout(state, first, 1)
    assert state.month == 2 + ASKED
    lines = [guide.account(state, []) for guide in guides]
    assert [one[-1] for one in lines] == [0.0, 0.0]
    assert sum(lines[0]) > state.players[0].stars
    assert guides[0].ahead(state) == pytest.approx(sum(lines[0]) - sum(lines[1]))


# -- what is expected ------------------------------------------------------------------------------------------------

GAMES = 24


class Expected(NamedTuple):
    """Of one beginning of a month, by player: the stars expected, the chance of winning, and what came of it."""

    month: int
    stars: list[float]
    chances: list[float]
    came: list[int]
    shares: list[float]


def _expected(seats: int) -> list[Expected]:
    """Beginnings of months of games that `steady` plays; the games are not those that were learned from."""
    game = _game()
    guides = [EnvelopesGuide(game, seat) for seat in range(seats)]
    found = []
    for seed in range(GAMES):
        begun: dict[int, tuple[list[float], list[float]]] = {}
        for state, _, _ in _decisions(game, seats, {"mode": "standard"}, seed):
            if state.month not in begun:
                weights = weights_for(state)
                assert weights is not None
                stars = [forecast(state, seat, guides[0].tables, weights) for seat in range(seats)]
                begun[state.month] = stars, [guide.won(state) for guide in guides]
            last = state
        came = [p.stars for p in last.players]
        most = max(came)
        shares = [(stars == most) / came.count(most) for stars in came]
        found += [Expected(month, stars, chances, came, shares) for month, (stars, chances) in begun.items()]
    return found


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_expected_stars_and_chances_match_results(seats: int) -> None:
    """Stars and chances of winning, of the same games: playing them takes long."""
    expected = _expected(seats)
    assert_stars_come(expected)
    assert_chances_come_true(expected)


def assert_stars_come(expected: list[Expected]) -> None:
    """In no month are they wrong in one direction, for any number of players; and what is learned tells more the later
    it is in the year."""
    missed: dict[int, list[float]] = {}
    for one in expected:
        missed.setdefault(one.month, []).extend(stars - came for stars, came in zip(one.stars, one.came, strict=True))
    assert sorted(missed) == list(range(12))
    assert all(abs(mean(month)) < 15 for month in missed.values())
    assert pstdev(missed[11]) < 0.75 * pstdev(missed[0])


def assert_chances_come_true(expected: list[Expected]) -> None:
    """They add up to one, and from September on they tell more of who wins than that everyone may win as well."""
    late = [one for one in expected if one.month >= AHEAD]
    told = fair = 0.0
    for one in late:
        assert sum(one.chances) == pytest.approx(1)
        told -= sum(share * log(chance) for share, chance in zip(one.shares, one.chances, strict=True))
        fair += log(len(one.chances))
    assert told < 0.9 * fair

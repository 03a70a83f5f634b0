"""Test the bot levels that people play against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox import bots, games
from cashbox.bots import levels
from cashbox.bots.easy import MISSES, CasualBot, GentleBot
from cashbox.bots.search import Budget, ExpertBot
from cashbox.engine.bot import Bot
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError
from cashbox.engine.seats import seats_of
from cashbox.lab import simulate

if TYPE_CHECKING:
    from cashbox.engine.chance import Chance

OURS = [about.id for about in games.about()]
LEVELS = {"gentle", "casual", "steady", "sharp", "expert"}


class FixedBot(Bot):
    """Takes the same action each time."""

    name = "fixed"

    def __init__(self, game: Any, seat: int, chance: Chance, action: int) -> None:
        super().__init__(game, seat, chance)
        self.action = action

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        assert view is not None
        assert self.action in legal
        return self.action


@pytest.mark.slow
@pytest.mark.parametrize("game_id", OURS)
def test_the_three_games_have_all_levels(game_id: str) -> None:
    assert set(bots.names(game_id)) >= LEVELS
    for name in bots.names(game_id):
        bots.check(game_id, name)
        bot = bots.make(name, games.load(game_id), 1, SeededChance(1))
        assert (bot.name, bot.seat) == (name, 1)


@pytest.mark.parametrize("game_id", OURS)
def test_people_are_offered_only_the_levels(game_id: str) -> None:
    offered = [level.name for level in levels.levels(game_id)]
    assert offered == ["gentle", "casual", "steady", "sharp", "expert"]
    for name in set(bots.names(game_id)) - LEVELS:
        bots.check_level(game_id, name)  # programs may seat them still


def test_a_game_without_its_own_bots_offers_the_general_ones(coins: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [level.name for level in levels.levels(coins)] == ["gentle", "sharp", "expert", "greedy"]
    about = games.about_game(coins)
    monkeypatch.setattr(games, "about_game", lambda _: msgspec.structs.replace(about, bots=()))
    assert [level.name for level in levels.levels(coins)] == ["sharp", "expert"]


def test_bots_at_a_table_have_different_names() -> None:
    by_level = {bot: set(levels.given_names(bot, 0)) for bot in (*LEVELS, "random")}
    assert all(len(some) == 8 for some in by_level.values())
    assert len(set.union(*by_level.values())) == 8 * len(by_level)
    for bot in by_level:
        assert len({levels.given_names(bot, seat)[0] for seat in range(8)}) == 8


def test_a_game_describes_bots_that_differ_from_their_level() -> None:
    told = {level.name: level.text for level in levels.levels("cash")}
    assert "learned" in told["expert"]
    assert "learned" in told["sharp"]
    assert told["gentle"] == levels.GENTLE.text
    assert {level.name: level.text for level in levels.levels("consultants")}["expert"] == levels.EXPERT.text


def test_an_external_game_has_the_levels_it_supports(coins: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert bots.names(coins) == ("greedy", "gentle", "sharp", "expert", "random")
    with pytest.raises(GameError, match="greedy, gentle, sharp"):
        bots.make("casual", games.load(coins), 0, SeededChance(1))
    about = games.about_game(coins)
    monkeypatch.setattr(games, "about_game", lambda _: msgspec.structs.replace(about, bots=()))
    assert bots.names(coins) == ("random", "sharp", "expert")
    for name in ("gentle", "casual", "steady"):
        with pytest.raises(GameError, match="random, sharp, expert"):
            bots.make(name, games.load(coins), 0, SeededChance(1))


@pytest.mark.parametrize("name", ["master", "gentle:2", "sharp:0.3", "steady:n=3", "", "Expert"])
def test_an_unknown_level_is_refused_with_a_list_of_levels(name: str) -> None:
    for asked in (bots.check, lambda game, name: bots.make(name, games.load(game), 0, SeededChance(1))):
        with pytest.raises(
            GameError, match="steady, heedless, beginner, gentle, casual, sharp, expert, random"
        ) as caught:
            asked("consultants", name)
        assert caught.value.code == "unknown-bot"


@pytest.mark.parametrize("given", ["n=0", "n=-1", "n=", "n=1.5", "n=1000001", "0", "-1", "nan", "inf", "601", "x"])
def test_an_invalid_budget_is_refused(given: str) -> None:
    with pytest.raises(GameError, match="budget") as caught:
        bots.check("consultants", f"expert:{given}")
    assert caught.value.code == "bad-budget"


def test_budgets_can_be_given_by_name() -> None:
    game = games.load("consultants")
    found: dict[str, Any] = {}
    for name in ("sharp", "expert", "expert:n=7", "expert:0.25"):
        bot = bots.make(name, game, 0, SeededChance(1))
        assert isinstance(bot, ExpertBot)
        found[name] = bot.budget
    assert found["expert:n=7"] == Budget(7, 0.0)
    assert found["expert:0.25"] == Budget(0, 0.25)
    # without a budget they count playouts, so that simulations can be repeated
    assert 0 < found["sharp"].playouts < found["expert"].playouts
    assert found["sharp"].seconds == found["expert"].seconds == 0


@pytest.mark.thorough
def test_gentle_beats_random_but_not_steady() -> None:
    gentle, steady = simulate.simulate(simulate.plan("consultants", 40, ["gentle", "steady"], seed=4)).seats
    assert gentle.mean < steady.mean - 10
    run = simulate.plan("consultants", 10, ["gentle", "random"], seed=4)
    assert simulate.simulate(run).seats[0].wins >= 8


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("game_id", OURS)
def test_gentle_sometimes_misses_the_best_choice_and_otherwise_plays_like_a_beginner(game_id: str) -> None:
    game = games.load(game_id)
    state = game.start(game.check_options(game.about.unattended, 2), 2, SeededChance(3))
    chance = SeededChance(1)
    gentle, beginner = (bots.make(name, game, 0, SeededChance(5)) for name in ("gentle", "beginner"))
    assert isinstance(gentle, GentleBot)
    others = same = 0
    while (due := game.due(state)) and others + same < 150:
        seat = (due & -due).bit_length() - 1
        legal = game.legal(state, seat)
        if seat or len(legal) == 1:
            bot = bots.make("steady", game, seat, chance)
            game.play(state, seat, bot.choose(game.view(state, seat), legal), chance)
            continue
        view = game.view(state, 0)
        plain, action = beginner.choose(view, legal), gentle.choose(view, legal)
        assert action in legal
        others, same = others + (action != plain), same + (action == plain)
        game.play(state, 0, plain, chance)
    assert 0 < others <= 2 * (others + same) / MISSES


@pytest.mark.slow
def test_in_cash_a_miss_of_gentle_is_the_second_choice_of_a_beginner() -> None:
    game = games.load("cash")
    state = game.start(game.check_options({**game.about.unattended, "mode": "quick"}, 2), 2, SeededChance(3))
    chance, missed = SeededChance(1), 0
    gentle, beginner, steady = (bots.make(name, game, 0, SeededChance(5)) for name in ("gentle", "beginner", "steady"))
    while due := game.due(state):
        seat = seats_of(due)[0]
        legal = game.legal(state, seat)
        if seat or len(legal) == 1:
            bot = bots.make("steady", game, seat, chance)
            game.play(state, seat, bot.choose(game.view(state, seat), legal), chance)
            continue
        view = game.view(state, 0)
        plain = beginner.choose(view, legal)
        second = beginner.choose(view, [action for action in legal if action != plain])
        action = gentle.choose(view, legal)
        assert action in (plain, second, steady.choose(view, legal))
        missed += action == second
        game.play(state, 0, plain, chance)
    assert missed > 5


@pytest.mark.parametrize("game_id", OURS)
def test_casual_decides_a_fixed_share_like_a_beginner_and_the_rest_like_steady(game_id: str) -> None:
    game = games.load(game_id)
    state = game.start(game.check_options(game.about.unattended, 2), 2, SeededChance(3))
    chance, by_beginner = SeededChance(1), 0
    while len(legal := game.legal(state, seats_of(game.due(state))[0])) == 1:
        game.play(state, seats_of(game.due(state))[0], legal[0], chance)
    seat = seats_of(game.due(state))[0]
    casual = bots.make("casual", game, seat, SeededChance(5))
    assert isinstance(casual, CasualBot)
    beginner, steady = (bots.make(name, game, seat, SeededChance(5)) for name in ("beginner", "steady"))
    assert (type(casual.beginner), type(casual.careful)) == (type(beginner), type(steady))
    casual.beginner, casual.careful = FixedBot(game, seat, chance, legal[0]), FixedBot(game, seat, chance, legal[1])
    for _ in range(400):
        by_beginner += casual.choose(game.view(state, seat), legal) == legal[0]
    assert abs(by_beginner - 4 * casual.guide.casual) < 40


@pytest.mark.parametrize("level", ["gentle", "casual"])
def test_the_easy_levels_trade_like_steady(level: str) -> None:
    game = games.load("cash")
    state = game.start(game.check_options({**game.about.unattended, "mode": "standard"}, 4), 4, SeededChance(3))
    chance, traded = SeededChance(1), 0
    pairs = [[bots.make(name, game, seat, SeededChance(5)) for name in (level, "steady")] for seat in range(4)]
    while (due := game.due(state)) and traded < 40:
        seat = seats_of(due)[0]
        legal = game.legal(state, seat)
        if len(legal) == 1:
            game.play(state, seat, legal[0], chance)
            continue
        view: Any = game.view(state, seat)
        easy, steady = (bot.choose(view, legal) for bot in pairs[seat])
        trading = view.phase in ("close", "build", "answer", "choose") or game.encode(steady)["type"] == "offer"
        assert easy == steady or not trading
        traded += trading
        game.play(state, seat, steady, chance)
    assert traded == 40


@pytest.mark.thorough
@pytest.mark.parametrize("game_id", OURS)
def test_casual_is_stronger_than_gentle_and_weaker_than_steady(game_id: str) -> None:
    options = {"mode": "quick"} if game_id == "cash" else {}
    wins = {}
    for level in ("gentle", "casual", "steady"):
        run = simulate.plan(game_id, 100, [level, "beginner"], seed=1, options=options, workers=1)
        wins[level] = simulate.simulate(run).seats[0].wins
    assert 63 <= wins["casual"] <= 90
    assert wins["gentle"] + 10 < wins["casual"] < wins["steady"]


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "played", "least"), [("cash", 12, 9), ("consultants", 12, 9), ("envelopes", 6, 6)])
def test_beginner_is_stronger_than_random_and_weaker_than_steady(game_id: str, played: int, least: int) -> None:
    over_random = simulate.simulate(simulate.plan(game_id, 6, ["beginner", "random"], seed=1))
    steady = simulate.simulate(simulate.plan(game_id, played, ["steady", "beginner"], seed=1))
    assert over_random.seats[0].wins == 6
    assert steady.seats[0].wins >= least

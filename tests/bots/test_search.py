"""Test the search bot with the small game Coins: its budgets, its knowledge, and its errors."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cashbox import bots, games
from cashbox.bots import search
from cashbox.bots.search import FEW, Budget, ExpertBot, PlainGuide
from cashbox.engine.bot import samples_of
from cashbox.engine.chance import SeededChance
from cashbox.engine.game import GameError
from cashbox.engine.guide import RIVAL, Try
from cashbox.lab import simulate
from cashbox.lab.simulate import play_out
from tests.engine.coins import DRAW, HIGH, LOW, PASS, STORE, Tiny
from tests.extra_game_folders import among_the_games

if TYPE_CHECKING:
    import msgspec

    from cashbox.engine.chance import Chance
    from cashbox.engine.game import Game
    from tests.engine.coins import State

OPTIONS = {"rounds": 3, "rich": False}


def asked(bot: ExpertBot, game: Game[Any], state: Any, seat: int = 0) -> int:
    """What the bot does in a state of the table's game."""
    bot.samples = partial(game.sample, state, seat)
    return bot.choose(game.view(state, seat), game.legal(state, seat))


def at_bids(game: Tiny, seed: int = 1) -> State:
    """A game that has begun: all seats owe their bids."""
    return game.start(OPTIONS, 3, SeededChance(seed))


def to_move(game: Tiny, coins: list[int]) -> State:
    """Seat 0 is to move in the last round; the deck has these coins."""
    state = at_bids(game)
    for seat in range(3):
        game.play(state, seat, LOW, SeededChance(1))
    state.rounds, state.moved, state.turn, state.deck = 1, 2, 0, coins
    state.hands = [[5], [6], [1]]
    return state


# -- what it finds -----------------------------------------------------------------------------------------------------


def test_search_finds_the_only_way_to_win(coins: str) -> None:
    """Seat 1 has one more than seat 0, which wins by a coin, and only levels by passing."""
    game = Tiny()
    bot = ExpertBot(game, 0, SeededChance(1), Budget(40))
    assert asked(bot, game, to_move(game, [9, 10, 11])) == DRAW


def test_a_hint_is_given_even_without_time(coins: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may leave a process nothing of its time: then the answer is late, and rests on a few games."""
    game = Tiny()
    state = at_bids(game)
    bot = ExpertBot(game, 0, SeededChance(1), Budget(0, 1e-9))
    bot.samples = partial(game.sample, game.clone(state), 0)
    # Only the patience with people who ask goes beyond that time.
    monkeypatch.setattr(search, "PATIENT", 1e12)
    told = bot.ranked(game.view(state, 0), game.legal(state, 0))
    assert len(told) > 1
    assert all(one.games >= FEW for one in told)


def test_a_hint_reports_as_many_samples_as_games(coins: str) -> None:
    game = Tiny()
    state = at_bids(game)
    bot = ExpertBot(game, 0, SeededChance(1), Budget(400))
    dealt: list[int] = []

    def deal(chance: Chance) -> Any:
        dealt.append(0)
        return game.sample(game.clone(state), 0, chance)

    bot.samples = deal
    told = bot.ranked(game.view(state, 0), game.legal(state, 0))
    assert len(dealt) == max(one.games for one in told) > bot.guide.samples


@pytest.mark.parametrize("lead", [True, False])
def test_an_action_added_for_comparison_comes_first_if_clearly_better(coins: str, lead: bool) -> None:
    class OneWay(PlainGuide):
        guarded = False

        def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
            return [Try(legal[0], 1), Try(legal[0], 2)]

        def playout(self, state: Any, first: Try, luck: int) -> float:
            super().playout(state, first, luck)
            noise = SeededChance(luck * 100 + first.way).draw(1000) / 1000
            return noise + (5 * lead if first.action == wanted else 0)

    game = Tiny()
    state = at_bids(game)
    bot = ExpertBot(game, 0, SeededChance(1), Budget(400))
    bot.guide = OneWay(game, 0)
    bot.samples = partial(game.sample, game.clone(state), 0)
    legal = game.legal(state, 0)
    wanted = legal[1]
    told = bot.ranked(game.view(state, 0), legal)
    assert told[0].action == legal[lead]
    assert len(told) > 1, "two plans for the first action are one choice"
    assert min(one.games for one in told[:2]) > 100


@pytest.mark.parametrize(("count", "named"), [(20, False), (40, True)])
def test_a_source_of_about_one_standard_error_is_named_from_many_games_and_reduced(
    coins: str, count: int, named: bool
) -> None:
    class Sourced(PlainGuide):
        sources = ("from cards",)

    game = Tiny()
    state = at_bids(game)
    bot = ExpertBot(game, 0, SeededChance(1), Budget(count))
    bot.guide = Sourced(game, 0)
    bot.samples = partial(game.sample, game.clone(state), 0)
    compared = search.Comparison(bot, game.view(state, 0), game.legal(state, 0), asked=True)
    # The points from cards differ by 1 on average, by less or more in each game, with a standard error of 0.9.
    spread = 0.9 * (count - 1) ** 0.5
    compared.said = [[[0.5, 0.0, 1 + spread * (-1) ** number] for number in range(count)], [[0.5, 0.0, 0.0]] * count]
    compared.found = [[0.5] * count, [0.5] * count]
    told = compared._choice(0, 1, 0.5).sources
    assert told.get("from cards", 0.0) == pytest.approx(1 / 1.81 if named else 0.0)


class Contrary(PlainGuide):
    """Takes what is worst for plain play."""

    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        return [Try(PASS), *(Try(action) for action in legal if action != PASS)]

    def follow(self, state: Any, seat: int, legal: list[int], way: int) -> int:
        return PASS if PASS in legal else legal[0]


@pytest.mark.parametrize("guarded", [True, False])
def test_search_leaves_the_default_choice_if_another_is_clearly_better(coins: str, guarded: bool) -> None:
    game = Tiny()
    bot = ExpertBot(game, 0, SeededChance(1), Budget(60))
    bot.guide = Contrary(game, 0)
    bot.guide.guarded = guarded
    assert asked(bot, game, to_move(game, [9, 10, 11])) == DRAW


@pytest.mark.slow
def test_luck_alone_does_not_replace_the_default_choice(coins: str) -> None:
    """Twenty tries that are all worth the same: the luckiest of them looks better, and is not taken."""

    class Noise(PlainGuide):
        def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
            return [Try(legal[0], way) for way in range(20)]

        def playout(self, state: Any, first: Try, luck: int) -> float:
            return SeededChance(luck * 100 + first.way).draw(1000) / 1000

    game = Tiny()
    ways = []
    for seed in range(40):
        bot = ExpertBot(game, 0, SeededChance(seed), Budget(400))
        bot.guide = Noise(game, 0)
        bot.guide.took = lambda chosen: ways.append(chosen.way)  # type: ignore[method-assign]
        asked(bot, game, at_bids(game))
    assert len(ways) == 40
    assert sum(way != 0 for way in ways) <= 8  # one in ten, by its bound


def test_compared_actions_share_samples_and_luck(coins: str) -> None:
    met: dict[int, list[tuple[bytes, int]]] = {}
    game = Tiny()

    class Watched(PlainGuide):
        def playout(self, state: Any, first: Try, luck: int) -> float:
            met.setdefault(first.action, []).append((game.fingerprint(state), luck))
            return super().playout(state, first, luck)

    bot = ExpertBot(game, 0, SeededChance(1), Budget(100))
    bot.guide = Watched(game, 0)
    asked(bot, game, at_bids(game))
    assert met[LOW] == met[HIGH]
    assert len({state for state, _ in met[LOW]}) <= bot.guide.samples < len(met[LOW]) + 1
    assert len({luck for _, luck in met[LOW]}) == len(met[LOW])


def test_the_first_ranked_action_is_chosen(coins: str) -> None:
    game = Tiny()
    state = to_move(game, [9, 10, 11])
    bot = ExpertBot(game, 0, SeededChance(1), Budget(60))
    bot.samples = partial(game.sample, state, 0)
    ranked = bot.ranked(game.view(state, 0), game.legal(state, 0))
    chances = [one.chance for one in ranked]
    assert ranked[0].action == DRAW
    assert not ranked[0].alike
    assert sorted(one.action for one in ranked) == game.legal(state, 0)
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= chance <= 1 for chance in chances)


class Learned(Contrary):
    """Finds passing best by what it learned, which is wrong, and plays on to a decision of its own."""

    judges = True

    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        return [Try(PASS)]


def test_hints_use_playouts_even_if_the_bot_does_not(coins: str) -> None:
    """What was learned is compared with other choices, and falls behind where playouts clearly say so."""
    game = Tiny()
    state = to_move(game, [9, 10, 11])
    bot = ExpertBot(game, 0, SeededChance(1), Budget(120))
    bot.guide = Learned(game, 0)
    bot.samples = partial(game.sample, state, 0)
    view, legal = game.view(state, 0), game.legal(state, 0)
    assert bot.choose(view, legal) == PASS
    ranked = bot.ranked(view, legal)
    assert ranked[0].action == DRAW
    assert all(one.games for one in ranked)


def test_a_hint_is_refined_among_the_choices_that_it_has_shown(coins: str) -> None:
    game = Tiny()
    state = to_move(game, [9, 10, 11])
    bot = ExpertBot(game, 0, SeededChance(1), Budget(60))
    bot.samples = partial(game.sample, state, 0)
    view, legal = game.view(state, 0), game.legal(state, 0)
    assert len(legal) > 2
    first, refined = bot.ranked(view, legal), bot.ranked(view, legal, [Try(PASS), Try(DRAW)])
    assert {one.action for one in refined} == {PASS, DRAW}
    assert refined[0].action == first[0].action == DRAW
    assert refined[1].games > next(one.games for one in first if one.action == PASS)


class TwoWays(PlainGuide):
    """Tries each action in two ways."""

    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        return [Try(action, way) for action in legal for way in (0, 1)]


def test_a_refined_hint_compares_one_way_of_each_action(coins: str) -> None:
    game = Tiny()
    state = to_move(game, [9, 10, 11])
    bot = ExpertBot(game, 0, SeededChance(1), Budget(40))
    bot.guide = TwoWays(game, 0)
    bot.samples = partial(game.sample, state, 0)
    view, legal = game.view(state, 0), game.legal(state, 0)
    first = bot.ranked(view, legal)
    shown = [Try(one.action, one.way) for one in first[:2]]
    compared = search.Comparison(bot, view, legal, asked=True, among=shown)
    assert sorted(compared.tries) == sorted(shown)
    assert [one.games for one in compared.ranked()] == [20, 20]


def test_the_best_opponents_gain_is_a_source_of_the_difference(coins: str) -> None:
    game = Tiny()
    state = at_bids(game)
    bot = ExpertBot(game, 0, SeededChance(1), Budget(60))
    bot.guide.sources = ("from coins", "on fines")
    bot.samples = partial(game.sample, state, 0)
    compared = search.Comparison(bot, game.view(state, 0), game.legal(state, 0), asked=True)
    # The chance of winning, the lead, then points by source: 3 of the 4 points of the lead are fewer for the rival.
    compared.said = [[[1.0, 5.0, 9.0, -2.0]], [[0.0, 1.0, 7.0, -1.0]]]
    assert compared.by_source(0, 1) == {"from coins": [2.0], "on fines": [-1.0], RIVAL: [3.0]}


class OneTry(PlainGuide):
    """Finds one action worth trying, as guides do where there is nothing to think about."""

    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        return [Try(legal[-1])]


def test_a_hint_compares_actions_even_if_only_one_is_a_candidate(coins: str) -> None:
    game = Tiny()
    state = to_move(game, [9, 10, 11])
    bot = ExpertBot(game, 0, SeededChance(1), Budget(60))
    bot.guide = OneTry(game, 0)
    bot.samples = partial(game.sample, state, 0)
    legal = game.legal(state, 0)
    ranked = bot.ranked(game.view(state, 0), legal)
    assert bot.choose(game.view(state, 0), legal) == legal[-1]
    assert ranked[0].action != legal[-1], "what is clearly better comes first for a person"
    assert sorted(one.action for one in ranked) == legal
    compared = search.Comparison(bot, game.view(state, 0), legal, asked=True)
    compared.ranked()
    assert all(compared.found)


def test_a_hint_contains_only_measured_values(coins: str) -> None:
    game = Tiny()
    state = to_move(game, [9, 10, 11])
    bot = ExpertBot(game, 0, SeededChance(1), Budget(0, 1e-9))
    bot.samples = partial(game.sample, state, 0)
    assert bot.ranked(game.view(state, 0), game.legal(state, 0)) == []


def test_a_hint_shows_the_chance_of_winning_without_the_margin_bonus(coins: str) -> None:
    game = Tiny()
    state = to_move(game, [9, 10, 11])
    told = []
    for margin in (0.0, 40.0):
        bot = ExpertBot(game, 0, SeededChance(1), Budget(40))
        bot.guide.margin = margin
        bot.samples = partial(game.sample, state, 0)
        told.append([one.chance for one in bot.ranked(game.view(state, 0), game.legal(state, 0))])
    assert told[0] == told[1]
    assert 0 < told[0][0] < 1


@pytest.mark.alone
def test_results_of_copied_processes_count_in_the_chances(coins: str) -> None:
    class Narrow(PlainGuide):
        """Every playout is won by a little."""

        def playout(self, state: Any, first: Try, luck: int) -> float:
            return 0.51

        def won(self, state: Any) -> float:
            return 1.0

    game = Tiny()
    state = to_move(game, [9, 10, 11])
    bot = ExpertBot(game, 0, SeededChance(1), Budget(0, 0.5, 2))
    bot.guide = Narrow(game, 0)
    bot.samples = partial(game.sample, state, 0)
    compared = search.Comparison(bot, game.view(state, 0), game.legal(state, 0), asked=True)
    assert {one.chance for one in compared.ranked()} == {1.0}
    assert all(set(found) == {0.51} for found in compared.found)
    assert [len(said) for said in compared.said] == [len(found) for found in compared.found]
    assert {len(one) for said in compared.said for one in said} == {compared.told} == {2}


# -- budgets -----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_playouts_give_the_same_moves_however_fast_the_machine_is(coins: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run = simulate.plan(coins, 4, ["expert:n=30", "sharp", "greedy"], seed=3)
    before = [game.scores for game in simulate.stream(run)]

    def no_clock() -> float:
        raise AssertionError("the clock was read")

    monkeypatch.setattr(time, "monotonic", no_clock)
    assert [game.scores for game in simulate.stream(run)] == before


@pytest.mark.parametrize("seconds", [0.05, 1.0])
def test_search_never_exceeds_its_time(coins: str, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """By a clock that goes on by 4 ms whenever a sample is played on by one action, and while no one looks."""
    now = [100.0]

    class Slow(Tiny):
        def play(self, state: State, seat: int, action: int, chance: Chance) -> None:
            now[0] += 0.004
            super().play(state, seat, action, chance)

    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    game = Slow()
    state = at_bids(game)
    for seed in range(5):
        bot = ExpertBot(game, 0, SeededChance(seed), Budget(0, seconds))
        began = now[0]
        assert asked(bot, game, state) in (LOW, HIGH)
        assert now[0] - began <= seconds + 0.004
        assert now[0] - began >= 0.6 * seconds


def test_without_time_for_a_playout_search_makes_the_default_choice(coins: str) -> None:
    game = Tiny()
    bot = ExpertBot(game, 0, SeededChance(1), Budget(0, 1e-9))
    assert asked(bot, game, to_move(game, [9, 10])) == DRAW


@pytest.mark.slow
def test_search_uses_about_its_time(coins: str) -> None:
    game = Tiny()
    bot = ExpertBot(game, 0, SeededChance(1), Budget(0, 0.2))
    began = time.process_time()
    asked(bot, game, at_bids(game))
    assert time.process_time() - began < 0.3


# -- what it is told ---------------------------------------------------------------------------------------------------


class OfSamples(Tiny):
    """The game as the bot has it: whatever it is asked about has to be a sample."""

    def __init__(self) -> None:
        super().__init__()
        self.known: set[int] = set()
        self.kept: list[Any] = []

    def mark(self, state: State) -> State:
        self.kept.append(state)
        self.known.add(id(state))
        return state

    def check(self, state: State) -> None:
        assert id(state) in self.known, "it got hold of a state that is no sample"

    def clone(self, state: State) -> State:
        self.check(state)
        return self.mark(super().clone(state))

    def play(self, state: State, seat: int, action: int, chance: Chance) -> None:
        self.check(state)
        super().play(state, seat, action, chance)

    def legal(self, state: State, seat: int) -> list[int]:
        self.check(state)
        return super().legal(state, seat)

    def view(self, state: State, seat: int) -> Any:
        self.check(state)
        return super().view(state, seat)


def test_search_sees_only_its_view_and_samples(coins: str) -> None:
    table, its = Tiny(), OfSamples()
    bot = ExpertBot(its, 0, SeededChance(1), Budget(30))
    others = [bots.make("random", table, seat, SeededChance(seat)) for seat in range(1, 3)]
    state, chance, taken = at_bids(table), SeededChance(5), 0
    while due := table.due(state):
        seat = (due & -due).bit_length() - 1
        if seat:
            action = others[seat - 1].choose(None, table.legal(state, seat))
        else:
            seen = table.clone(state)
            bot.samples = lambda luck, seen=seen: its.mark(table.sample(seen, 0, luck))
            action = bot.choose(table.view(state, 0), table.legal(state, 0))
            taken += 1
        table.play(state, seat, action, chance)
    assert taken > 5
    assert its.known


def test_indistinguishable_states_give_the_same_move(coins: str) -> None:
    """The samples are drawn by the same draws here; the true state has another deck and other hands."""
    game = Tiny()
    truth = at_bids(game)
    other = game.sample(truth, 0, SeededChance(77))
    dealt = partial(game.sample, truth, 0)
    found = set()
    for state in (truth, other):
        bot = ExpertBot(game, 0, SeededChance(4), Budget(40))
        bot.samples = dealt
        found.add(bot.choose(game.view(state, 0), game.legal(state, 0)))
    assert len(found) == 1


def test_a_seats_knowledge_is_computed_only_with_the_first_sample(coins: str) -> None:
    found: list[int] = []

    class Counted(Tiny):
        def sampler(self, state: State, seats: int) -> Any:
            found.append(seats)
            return super().sampler(state, seats)

    game = Counted()
    state = at_bids(game)
    deal = samples_of(game, state, 1)
    assert not found
    for seed in range(3):
        assert game.view(deal(SeededChance(seed)), 1) == game.view(state, 1)
    assert found == [0b10]


# -- faults ------------------------------------------------------------------------------------------------------------


def test_a_view_of_another_table_is_an_error(coins: str) -> None:
    game = Tiny()
    bot = ExpertBot(game, 0, SeededChance(1), Budget(30))
    state = at_bids(game, 1)
    bot.samples = partial(game.sample, at_bids(game, 2), 0)
    with pytest.raises(GameError, match="not from the table") as caught:
        bot.choose(game.view(state, 0), game.legal(state, 0))
    assert caught.value.code == "other-view"


def test_search_fails_without_samples(coins: str) -> None:
    game = Tiny()
    state = at_bids(game)
    with pytest.raises(RuntimeError, match="got no samples"):
        ExpertBot(game, 0, SeededChance(1)).choose(game.view(state, 0), game.legal(state, 0))


@pytest.mark.parametrize("name", ["random", "greedy", "gentle", "sharp", "expert"])
def test_a_question_about_other_content_is_an_error(coins: str, name: str) -> None:
    bot = bots.make(name, games.load(coins), 0, SeededChance(1))
    bot.made_for(coins, Tiny().content_hash)
    for game_id, content in ((coins, Tiny(8).content_hash), ("cash", Tiny().content_hash)):
        with pytest.raises(GameError, match="other content") as caught:
            bot.made_for(game_id, content)
        assert caught.value.code == "other-content"


def broken(**does: Any) -> ExpertBot:
    """A bot whose guide does something else."""
    game = Tiny()
    bot = ExpertBot(game, 0, SeededChance(1), Budget(30))
    bot.guide = type("Broken", (PlainGuide,), does)(game, 0)
    return bot


def fails(*_: object) -> Any:
    raise ZeroDivisionError("a guide is at fault")


@pytest.mark.parametrize("what", ["tries", "follow", "worth", "playout", "took", "ready", "stretch", "ends"])
def test_an_error_in_a_guide_is_raised(coins: str, what: str) -> None:
    game = Tiny()
    with pytest.raises(ZeroDivisionError, match="at fault"):
        asked(broken(**{what: fails}), game, at_bids(game))


def test_a_guide_with_an_illegal_action_is_an_error(coins: str) -> None:
    game = Tiny()
    wrong: tuple[dict[str, Any], ...] = (
        {"tries": lambda *_: [Try(LOW), Try(STORE)]},
        {"tries": lambda *_: []},
        {"follow": lambda *_: 99},
    )
    for does in wrong:
        with pytest.raises(RuntimeError, match="not legal"):
            asked(broken(**does), game, at_bids(game))


# -- every game --------------------------------------------------------------------------------------------------------


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize("game_id", sorted(about.id for about in games.about()))
def test_the_plain_guide_plays_every_game(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some decisions of a game of two, all seats searching, lapses and decisions at the same time included."""
    monkeypatch.setattr(search, "PlainGuide", Short)
    monkeypatch.setattr(games, "own_guide", lambda _: None)
    game = games.load(game_id)
    options = game.check_options(game.about.unattended, 2)
    state, chance = game.start(options, 2, SeededChance(2)), SeededChance(3)
    sitting = [ExpertBot(game, seat, SeededChance(seat), Budget(8)) for seat in range(2)]
    for _ in range(25):
        due = game.due(state)
        seat = due.bit_length() - 1  # the last of those that are due, unlike in playouts
        legal = game.legal(state, seat)
        action = legal[0] if len(legal) == 1 else asked(sitting[seat], game, state, seat)
        assert action in legal
        game.play(state, seat, action, chance)


class Short(PlainGuide):
    """Does not play on for long, and tries little."""

    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        return super().tries(view, legal)[:3]

    def ends(self, state: Any, begun: int) -> bool:
        self.left = getattr(self, "left", 5) - 1
        if self.left:
            return False
        self.left = 5
        return True

    def worth(self, state: Any) -> float:
        return sum(self.game.fingerprint(state)) % 100 / 100


@pytest.mark.slow
def test_search_finishes_solitaire() -> None:
    game = games.load("envelopes")
    options = game.check_options({"mode": "solitaire", **game.about.unattended}, 1)
    bot = ExpertBot(game, 0, SeededChance(1), Budget(2))
    bot.guide = Hurried(game, 0)
    state = game.start(options, 1, SeededChance(1))
    play_out(game, state, [bot], SeededChance(2))
    assert game.outcome(state) is not None


class Hurried(Short):
    """Compares two things now and then only."""

    def tries(self, view: msgspec.Struct, legal: list[int]) -> list[Try]:
        self.count = getattr(self, "count", 0) + 1
        return super().tries(view, legal)[: 1 if self.count % 10 else 2]


@pytest.mark.slow
def test_search_finishes_an_external_game() -> None:
    with among_the_games(Path(__file__).parents[2] / "examples" / "games"):
        run = simulate.plan("tulips", 2, ["expert:n=6", "gardener", "sharp"], seed=1)
        assert all(played.winners for played in simulate.stream(run))

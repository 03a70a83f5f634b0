"""Test how bots trade in CASH: no level accepts absurd offers, and bots make sensible ones."""

from __future__ import annotations

import math
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from bench import predator
from bench.offers import Offers
from cashbox import bots
from cashbox.bots.levels import LEVELS
from cashbox.bots.search import mean_of
from cashbox.engine.bot import Bot, decide, samples_of
from cashbox.engine.chance import SeededChance
from cashbox.games.cash import actions as act
from cashbox.games.cash.bots.deals import list_price
from tests.games.cash.positions import Table, Which, face, game, names, turn
from tests.games.cash.test_steady import card, follow

if TYPE_CHECKING:
    from collections.abc import Callable

JUNK = ("not corruption", "not laundering", "settlement")
RICH = (75_000, 50_000, 25_000, "dividend", "venture", "total", "premium")


def answers(t: Table, level: str) -> list[str]:
    """What a bot of that level does about the offer to seat 1, up to its end."""
    bot = bots.make(level, t.game, 1, SeededChance(1))
    done = []
    while t.state.offer is not None and t.due == [1]:
        bot.samples = samples_of(t.game, t.state, 1)
        action = decide(bot, t.game, t.state, t.game.legal(t.state, 1))
        done.append(card(t.game.encode(action)))
        t.game.play(t.state, 1, action, t.chance)
    return done


def an_acquittal_for_three_cards() -> Table:
    t = turn(3).investigated(1, "insider").hand(0, "not insider")
    t.hand(1, 75_000, 50_000, 25_000, "total", "venture", "banker", "taxman")
    return t.offer(1, give=("not insider",), any_=3)


def a_dividend_for_the_only_license() -> Table:
    t = turn(3, mode="advanced").unlicensed(1).hand(0, "dividend").hand(1, "license", 25_000, *JUNK)
    return t.offer(1, give=("dividend",), ask=("license",))


def a_total_cover_for_a_total_cover_and_cash() -> Table:
    t = turn(3).cash(1, 75_000).hand(0, "total").hand(1, "total", 25_000, 25_000, *JUNK)
    return t.offer(1, give=("total",), ask=("total", 25_000, 25_000))


def a_total_cover_for_a_hand_of_cash() -> Table:
    t = turn(3).cash(1, 75_000).hand(0, "total").hand(1, 50_000, 5_000, 5_000, *JUNK)
    return t.offer(1, give=("total",), ask=(50_000, 5_000, 5_000))


def an_economy_cover_for_venture_capital_and_cash() -> Table:
    t = turn(3).cash(1, 25_000, 50_000).hand(0, "economy").hand(1, 25_000, 5_000, "venture", *JUNK)
    return t.offer(1, give=("economy",), ask=(25_000, 5_000, "venture"))


def venture_capital_for_a_settlement() -> Table:
    t = turn(3).investigated(1, "insider").cash(1, 5_000, 75_000).hand(0, "settlement").hand(1, "venture", *JUNK[:2])
    return t.offer(1, give=("settlement",), ask=("venture",))


def cash_without_a_license_for_an_acquittal() -> Table:
    t = turn(3, mode="advanced").unlicensed(1).hand(0, "not insider").hand(1, 75_000, *JUNK, *JUNK)
    return t.offer(1, give=("not insider",), ask=(75_000,))


def venture_capital_and_cash_without_a_license() -> Table:
    t = turn(3, mode="advanced").unlicensed(1).hand(0, "economy")
    t.hand(1, 25_000, 5_000, "venture", 50_000, *JUNK)
    return t.offer(1, give=("economy",), ask=(25_000, 5_000, "venture"))


def three_cards_of_cash_under_investigation() -> Table:
    t = turn(3).investigated(1, "insider").hand(0, "broker").hand(1, 75_000, 50_000, 25_000, *JUNK, "not organised")
    return t.offer(1, give=("broker",), ask=(75_000, 50_000, 25_000))


def a_hidden_card_for_two_of_a_rich_hand() -> Table:
    t = turn(3).hand(0, "bankruptcy").hand(1, *RICH)
    return t.offer(1, hidden=("bankruptcy",), any_=2)


def venture_capital_for_the_cash_that_it_would_double() -> Table:
    t = turn(3).cash(1, 75_000, 75_000, 150_000).venture(0).hand(0, *JUNK).hand(1, *JUNK, *JUNK[:2])
    return t.offer(1, ask=("not corruption",), firm=("venture",), ask_firm=(150_000,))


def a_bear_face_down_for_the_same_bear_and_a_card() -> Table:
    t = turn(3).cash(1, 75_000).hand(0, "recession", 25_000).hand(1, "recession", *JUNK, "not insider", "venture")
    return t.offer(1, hidden=("recession",), any_=2)


ABSURD: tuple[Callable[[], Table], ...] = (
    an_acquittal_for_three_cards, a_dividend_for_the_only_license, a_total_cover_for_a_total_cover_and_cash,
    a_total_cover_for_a_hand_of_cash, an_economy_cover_for_venture_capital_and_cash, venture_capital_for_a_settlement,
    cash_without_a_license_for_an_acquittal, venture_capital_and_cash_without_a_license,
    three_cards_of_cash_under_investigation, a_hidden_card_for_two_of_a_rich_hand,
    venture_capital_for_the_cash_that_it_would_double, a_bear_face_down_for_the_same_bear_and_a_card,
)  # fmt: skip


@pytest.mark.parametrize("level", [level.name for level in LEVELS])
@pytest.mark.parametrize("absurd", ABSURD, ids=lambda absurd: absurd.__name__)
def test_no_level_accepts_an_absurd_offer(absurd: Callable[[], Table], level: str) -> None:
    t = absurd()
    assert answers(t, level)[0] in ("decline", "counter")


@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_face_down_cards_are_those_a_player_would_discard(level: str) -> None:
    t = turn(3).investigated(1, "insider").hand(0, "not insider").hand(1, 75_000, 25_000, "crash", "venture", *JUNK)
    done = answers(t.offer(1, give=("not insider",), any_=2), level)
    assert done[:2] == ["accept", "choose crash"]
    assert done[2] in [f"choose {name}" for name in JUNK]


def test_bots_do_not_give_three_cards_for_one_to_lose_a_bear_card() -> None:
    t = turn(3).hand(0, 25_000).hand(1, "crash", *JUNK, *JUNK[:2], "venture")
    assert answers(t.copy().offer(1, give=(25_000,), any_=3), "steady")[0] != "accept"
    assert answers(t.offer(1, give=(25_000,), any_=2), "steady")[0] == "accept"


def test_bots_do_not_trade_away_a_second_stop_trading() -> None:
    t = turn(3).investigated(1, "insider").hand(0, "not insider").hand(1, "stop", "stop", *JUNK, 10_000, 10_000)
    done = answers(t.offer(1, give=("not insider",), any_=1), "steady")
    assert done[0] == "accept"
    assert "choose stop" not in done


def test_a_license_is_worth_its_price() -> None:
    t = turn(4, mode="advanced").unlicensed(1).hand(0, "license").hand(1, 25_000, *JUNK, *JUNK)
    assert answers(t.offer(1, give=("license",), ask=(25_000,)), "steady") == ["accept"]


# -- its own offers --------------------------------------------------------------------------------------------------


def test_bots_answer_an_excessive_offer_with_a_counter_offer() -> None:
    t = turn(4).investigated(1, "insider").hand(0, "not insider").hand(1, 25_000, 75_000, "stop")
    t.offer(1, give=("not insider",), ask=(75_000,))
    assert answers(t, "steady") == ["counter", "give-named 25000", "ask-named not insider", "propose"]


def test_bots_do_not_offer_a_card_they_have_shown() -> None:
    t = turn(4).capital(2, 300_000).investigated(1, "insider").cash(1, 25_000).hand(0, "not insider", *JUNK)
    t.state.turns = 24
    assert follow(t.copy(), 5)[1] == "give-named not insider"
    t.state.unseen.show([_card(t, "not insider")], 0, 0b11)
    assert "give-named not insider" not in follow(t, 5)


def _card(t: Table, which: str) -> int:
    hand = t.state.players[0].hand
    return next(one for one in hand if names([t.state.content.face[one]]) == [which])


@pytest.mark.slow
def test_a_quarter_of_offers_are_accepted_and_few_repeated() -> None:
    offers = Offers("standard", 4, play_out=60)
    for seed in range(6):
        offers.play(seed)
    assert offers.made > 40
    assert set(offers.in_turn.values()) == {1}, "at most one offer in a turn"
    assert offers.accepted / offers.made >= 0.25
    assert (
        offers.again <= offers.made // 25
    )  # who loses sight of a card, as cards are passed on, may be offered it again
    assert all(-1 <= gain <= 1 for trade in offers.gains for gain in trade)


# -- the predator ----------------------------------------------------------------------------------------------------


@cache
def _lopsided(mode: str) -> list[tuple[predator.Position, predator.Trade]]:
    """What steady accepts of lopsided offers in some positions."""
    rng, source = SeededChance(3), predator.positions(game(), mode, 3, 3)
    found = []
    for _ in range(12):
        position = next(source)
        bot = bots.make("steady", game(), position.rival, SeededChance(0))
        tried = [predator.accepted(game(), position, predator.draw_offer(position, rng), bot) for _ in range(60)]
        found += [(position, trade) for trade in tried if trade is not None]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["standard", "advanced"])
def test_the_predator_finds_little(mode: str) -> None:
    assert len(_lopsided(mode)) <= 7  # of 720


@pytest.mark.thorough
@pytest.mark.parametrize("mode", ["standard", "advanced"])
def test_no_accepted_lopsided_offer_hurts_the_rival(mode: str) -> None:
    truth = predator.Truth(game(), 3)
    for position, trade in _lopsided(mode):
        costs = truth.costs(position, trade, 0, 100)
        mean, error = mean_of(costs)
        assert mean - 2 * error <= predator.BAD, predator.in_words(game(), position, trade)


def test_each_position_has_a_baseline_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rival wins without a trade is played out once for all offers of a position, and again for the next."""
    truth, state = predator.Truth(game(), 3), turn(3).state
    monkeypatch.setattr(truth, "won", lambda position, trade, _: 0.0 if trade else float(position.rival))
    trade = predator.Trade([], [], 1.0)
    for rival in (1, 2):
        assert truth.costs(predator.Position(state, 0, rival), trade, 0, 2) == [rival, rival]


def _predator_at(t: Table) -> list[str]:
    """What the predator does on seat 0 until its offer is made, or until it plays a card."""
    bot = bots.make("predator", t.game, 0, SeededChance(1))
    done: list[str] = []
    while t.due == [0] and not (done and done[-1].startswith(("play", "discard"))):
        bot.samples = samples_of(t.game, t.state, 0)
        action = decide(bot, t.game, t.state, t.game.legal(t.state, 0))
        done.append(card(t.game.encode(action)))
        t.game.play(t.state, 0, action, t.chance)
    return done


def test_the_predator_makes_a_lopsided_offer_that_a_rival_accepts() -> None:
    t = turn(3, mode="advanced").unlicensed(1).hand(0, "license", "license", "not insider", *JUNK)
    t.hand(1, "broker", 10_000, 25_000, "taxman", "economy", "takeover", "settlement").reveal(1, to=0)
    before = t.held(1)
    done = _predator_at(t)
    assert (done[0], done[-1]) == ("offer", "propose")
    assert answers(t, "steady")[0] == "accept"
    assert sum(map(_listed, before)) > sum(map(_listed, t.held(1)))


def _listed(which: Which) -> float:
    return list_price(game().tables, face(which))


def test_the_predator_asks_each_rival_once_and_then_plays_like_steady() -> None:
    t = turn(2).hand(0, 75_000, *JUNK)
    for _ in range(2):
        done = _predator_at(t)
        if done[-1] == "propose":
            t.do("decline", by=1)
        else:
            break
    assert done == [follow(turn(2).hand(0, 75_000, *JUNK), 1)[0]]


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["standard", "advanced"])
def test_bots_hardly_ever_trade_three_cards_for_one(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    predator.main(["--three", "--mode", mode, "--positions", "12"])
    accepted, offers = [int(number) for number in re.findall(r"(\d+) of (\d+) offers", capsys.readouterr().out)[0]]
    assert offers > 60
    assert accepted <= offers // 4


class Generous(Bot):
    """Accepts everything."""

    name = "generous"
    needs_view = False

    def choose(self, view: Any, legal: list[int]) -> int:
        return act.ACCEPT if act.ACCEPT in legal else legal[-1]


@pytest.mark.slow
def test_the_predator_measures_trades() -> None:
    source = predator.positions(game(), "standard", 3, 1)
    truth, rng = predator.Truth(game(), 3, to_end=False), SeededChance(1)
    found: list[predator.Finding] = []
    while not any(one.costs for one in found):
        position = next(source)
        found.append(predator.find(truth, position, Generous(game(), position.rival, rng), rng, 4))
    assert found[-1].accepted >= len(found[-1].costs) > 0
    assert all(-1 <= cost.mean <= 1 for cost in found[-1].costs)
    assert "accepted in 1 positions" in predator.summary(found)


@pytest.mark.parametrize(
    ("costs", "verdict", "count"),
    [
        ([0.3, 0.1] * 200, 1, 50),
        ([0.1, -0.3] * 200, -1, 50),
        ([0.53, -0.47] * 200, 0, 400),
        ([1.0, *[0.0] * 99] * 4, -1, 200),
    ],
)
def test_a_trade_is_played_out_until_it_is_clear_whether_it_is_bad(
    costs: list[float], verdict: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth, position = predator.Truth(game(), 3), predator.Position(turn(3).state, 0, 1)
    played: list[int] = []

    def some(_: Any, __: Any, first: int, count: int) -> list[float]:
        played.append(count)
        return costs[first : first + count]

    monkeypatch.setattr(truth, "costs", some)
    found = predator.cost_of(truth, position, predator.Trade([], [], 1.0), 400)
    assert (found.verdict(), sum(played)) == (verdict, count)


def test_a_playout_of_the_round_ends_with_the_chances_that_capital_gives() -> None:
    t = turn(3)
    for seat, capital in enumerate((500_000, 0, -500_000)):
        t.capital(seat, capital)
    chances = predator.odds(t.state)
    assert sum(chances) == pytest.approx(1)
    assert chances[0] / chances[1] == pytest.approx(chances[1] / chances[2]) == pytest.approx(math.exp(1.4))


@pytest.mark.slow
@pytest.mark.parametrize("level", [level.name for level in LEVELS])
def test_all_levels_answer_offers_alike(level: str) -> None:
    """So what one level accepts is what all do."""
    rng, source = SeededChance(5), predator.positions(game(), "advanced", 3, 5)
    for _ in range(4):
        position = next(source)
        bots_asked = [bots.make(one, game(), position.rival, SeededChance(0)) for one in ("steady", level)]
        for _ in range(30):
            parts = predator.draw_offer(position, rng)
            plain, other = (predator.accepted(game(), position, parts, bot) for bot in bots_asked)
            assert plain == other

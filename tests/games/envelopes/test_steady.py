"""Test the bot `steady`: it finishes every game, plays well, is deterministic, and uses only its view."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
import pytest

from cashbox import games
from cashbox.engine.chance import SeededChance
from cashbox.games.envelopes import actions as act
from cashbox.games.envelopes import bots, vocabulary
from cashbox.games.envelopes.bots import SteadyBot, draft, small, vegas
from cashbox.games.envelopes.bots.cards import Appraiser
from cashbox.games.envelopes.bots.purse import Cashier
from cashbox.games.envelopes.bots.sight import Sight
from cashbox.games.envelopes.bots.tables import covers, missing, pack, tables_of
from cashbox.games.envelopes.content import Content
from cashbox.games.envelopes.view.glimpse import Glimpse, of_view
from cashbox.games.envelopes.view.view import Bet, Pending, SeatView
from cashbox.games.envelopes.vocabulary import RECRUITS
from cashbox.lab import simulate

if TYPE_CHECKING:
    from cashbox.engine.game import Game


@lru_cache(maxsize=1)
def envelopes() -> Game[Any]:
    return games.load("envelopes")


def content() -> Content:
    tables = envelopes().tables  # type: ignore[attr-defined]
    assert isinstance(tables, Content)
    return tables


def opening(seats: int = 3, options: dict[str, Any] | None = None, seed: int = 7) -> tuple[Any, SeatView]:
    """A game just dealt, and what the first seat sees of it."""
    game = envelopes()
    state = game.start(game.check_options(options or {}, seats), seats, SeededChance(seed))
    view = game.view(state, 0)
    assert isinstance(view, SeatView)
    return state, view


def sheet(view: msgspec.Struct) -> list[Counter[str]]:
    """Stars by source for each seat of a game that is over."""
    assert isinstance(view, SeatView)
    totals = []
    for player in view.players:
        counts: Counter[str] = Counter()
        for entry in player.sheet:
            counts[entry.source] += entry.stars
        totals.append(counts)
    return totals


class Watched(SteadyBot):
    """The bot with an eye on it: every answer has to come from a thought, not from the fallback."""

    asked: ClassVar[Counter[str]] = Counter()
    strayed: ClassVar[list[str]] = []

    def choose(self, view: msgspec.Struct | None, legal: list[int]) -> int:
        assert isinstance(view, SeatView)
        kind = view.pending.kind if view.phase == "month" and view.pending is not None else view.phase
        Watched.asked[kind] += 1
        answer = super().choose(view, legal)
        if len(legal) > 1 and kind != "home":
            thought = self.mind._choose(of_view(view), legal)
            if thought not in legal:
                Watched.strayed.append(f"{kind}: {thought} of {legal}")
        return answer


def play(seats: int, options: dict[str, Any], seed: int, kind: type[SteadyBot] = SteadyBot) -> tuple[int, ...]:
    """The scores of one game between such bots."""
    game = envelopes()
    table = [kind(game, seat, SeededChance(seed + seat)) for seat in range(seats)]
    chance = SeededChance(seed)
    state = game.start(game.check_options(options, seats), seats, chance)
    simulate.play_out(game, state, table, chance)
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.scores


# -- how well it plays -------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_steady_beats_random_with_recruits() -> None:
    plan = simulate.plan("envelopes", 15, ("steady", "random", "random"), seed=11)
    scores, printed, wins = [], [], 0.0
    for played in simulate.stream(msgspec.structs.replace(plan, look=sheet)):
        seat = played.bots.index(0)
        scores.append(played.scores[seat])
        printed.append(played.note[seat]["printed"])
        wins += (seat in played.winners) / len(played.winners)
    assert wins >= 14
    assert sum(scores) / 15 >= 140
    assert sum(printed) / 15 <= 30


@pytest.mark.slow
def test_three_steady_bots_all_sign_recruits() -> None:
    scores = [score for seed in range(4) for score in play(3, {}, 100 + seed)]
    assert sum(scores) / len(scores) >= 100
    assert min(scores) >= 60


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (4, {}),
        (2, {"stash": False}),
        (3, {"coaches": "picked"}),
        (4, {"stash": False, "coaches": "picked", "first": "seat 2", "symbols": "by seat"}),
    ],
)
def test_steady_plays_every_table(seats: int, options: dict[str, Any]) -> None:
    assert min(play(seats, options, 40 + seats)) >= 40


@pytest.mark.slow
def test_steady_is_deterministic() -> None:
    assert play(3, {}, 5) == play(3, {}, 5)


@pytest.mark.thorough
def test_steady_never_falls_back_to_a_default() -> None:
    Watched.asked.clear()
    Watched.strayed.clear()
    for seed in range(9):
        play(2 + seed % 3, {}, 200 + seed, Watched)
    assert not Watched.strayed
    usual = {"stash", "draft", "dice", "month", "final", "pay", "give", "send", "gain", "fare", "stake"}
    assert usual <= set(Watched.asked)


@pytest.mark.slow
def test_a_bot_created_during_a_game_continues() -> None:
    """A server may be started again at any moment: nothing the bot remembers is needed."""
    game = envelopes()
    chance = SeededChance(3)
    state = game.start(game.check_options({}, 3), 3, chance)
    while mask := game.due(state):
        seat = (mask & -mask).bit_length() - 1
        legal = game.legal(state, seat)
        action = SteadyBot(game, seat, SeededChance(1)).choose(game.view(state, seat), legal)
        assert action in legal
        game.play(state, seat, action, chance)
    outcome = game.outcome(state)
    assert outcome is not None
    assert min(outcome.scores) >= 50


def test_steady_can_be_loaded_by_name() -> None:
    assert bots.BOTS["steady"] is SteadyBot
    assert "steady" in games.about_game("envelopes").bots
    assert bots.__doc__


def test_steady_refuses_another_game() -> None:
    with pytest.raises(TypeError, match="Envelopes of Cash only"):
        SteadyBot(object(), 0, SeededChance(1))  # type: ignore[arg-type]


# -- its parts ---------------------------------------------------------------------------------------------------------


def test_packed_costs_compare_like_costs() -> None:
    supply = pack([3, 0, 1, 0, 0, 2])
    assert covers(supply, pack([3, 0, 1, 0, 0, 2]))
    assert covers(supply, pack([0, 0, 0, 0, 0, 0]))
    assert not covers(supply, pack([0, 1, 0, 0, 0, 0]))
    assert missing(supply, pack([4, 2, 1, 0, 0, 0])) == (3, pack([3, 0, 1, 0, 0, 0]))


def test_routes_are_shortest_and_reach_their_goal() -> None:
    tables = tables_of(content())
    for a in range(content().spaces):
        for b in range(content().spaces):
            assert tables.dist[a][b] == tables.dist[b][a]
            if a != b:
                step = tables.hop[a][b]
                assert step in content().roads[a]
                assert tables.dist[step][b] == tables.dist[a][b] - 1


def with_mods(**mods: int) -> Cashier:
    _, view = opening()
    sight = Sight(of_view(view), tables_of(content()))
    sight.mods = [0] * vocabulary.MODS
    for name, n in mods.items():
        sight.mods[vocabulary.MOD.index(name)] = n
    return Cashier(sight)


def test_steady_pays_with_what_it_needs_least() -> None:
    cost, have = pack([2, 2, 0, 0, 0, 0]), pack([2, 1, 0, 4, 0, 0])
    plain = with_mods()
    assert plain.pay(have, 7, 5, pack([2, 1, 0, 0, 0, 0]), 3, 0, 0) == (pack([0, 0, 0, 4, 0, 0]), 4, 5)
    assert plain.pay(have, 7, 5, cost, 4, 0, 0) == (pack([0, 0, 0, 4, 0, 0]), 1, 4), "one by trade"
    assert plain.pay(have, 7, 0, cost, 4, 0, 0) is None, "a trade costs a buck"
    assert plain.pay(have, 5, 5, cost, 4, 0, 0) is None, "and three envelopes"
    assert plain.pay(have, 7, 5, cost, 4, 1, 0) == (pack([0, 0, 0, 4, 0, 0]), 4, 5), "a discount covers what is short"
    assert with_mods(bucks_pay=1).pay(have, 7, 5, cost, 4, 0, 0) == (pack([0, 0, 0, 4, 0, 0]), 4, 4)
    assert plain.pay(have, 7, 0, cost, 4, 0, 1 << 3) == (pack([0, 0, 0, 3, 0, 0]), 3, 0), "red stands in"
    assert with_mods(trade_rate=1, trade_free=1).pay(have, 7, 0, cost, 4, 0, 0) == (pack([0, 0, 0, 4, 0, 0]), 2, 0)


def test_a_card_for_every_month_is_worth_more_in_spring() -> None:
    _, view = opening()
    appraiser = Appraiser(Sight(of_view(view), tables_of(content())))
    for card in range(120):
        early, late = appraiser.value(card, 1), appraiser.value(card, 10)
        assert early >= late - 0.001 or content().use[card] == vocabulary.MONTHLY
        assert content().stars[card] <= late <= early + 12
    for coach in range(120, len(content().effect)):
        assert appraiser.benefit(content().effect[coach], 0) > 0


def test_steady_drafts_and_rejects_only_offered_cards() -> None:
    _, view = opening()
    sight = Sight(of_view(view), tables_of(content()))
    assert draft.choose(sight, [act.REJECT + 4, act.REJECT + 87, act.REJECT + 0]) >= act.REJECT
    taken = draft.choose(sight, [act.DRAFT + 4, act.DRAFT + 87])
    assert taken in (act.DRAFT + 4, act.DRAFT + 87)
    sight.view.phase = "draft"
    assert draft.choose(sight, [act.DRAFT + 4, act.DRAFT + 87, act.PASS + 4, act.PASS + 87]) < act.PASS


def test_steady_denies_a_rival_what_its_end_card_counts() -> None:
    _, view = opening()
    before = Sight(of_view(view), tables_of(content())).worth
    rival = view.players[(view.seat + 1) % view.seats]
    rival.calendar = [37, *rival.calendar[1:]]  # Analytics Nerd: 3 stars for each border-state recruit
    after = Sight(of_view(view), tables_of(content())).worth
    share = 3 / (view.seats - 1)
    for slot in range(RECRUITS):
        assert after[slot] - before[slot] == pytest.approx(share if slot >= 24 else 0)


def test_a_signed_recruit_is_worth_nothing() -> None:
    _, view = opening()
    view.signed_by = [1 if slot % 3 == 0 else -1 for slot in range(RECRUITS)]
    sight = Sight(of_view(view), tables_of(content()))
    assert all((sight.worth[slot] < 0) == (slot % 3 == 0) for slot in range(RECRUITS))


def test_steady_uses_the_bookie_to_win() -> None:
    _, view = opening()
    view.phase = "bookie"
    view.pending = Pending("bookie", owed=[1, 2, 3, 4, 5, 6])
    view.players[0].bets = [Bet(0, 6, 1), Bet(3, 5, 2), Bet(5, 6, 3)]
    assert vegas.shift(of_view(view)) == act.BOOKIE + 2 * 3 + 1
    view.players[0].bets = [Bet(0, 6, 1)]
    assert vegas.shift(of_view(view)) == act.BOOKIE
    view.players[0].bets = [Bet(5, 6, 3)]
    assert vegas.shift(of_view(view)) == act.DONE


def test_steady_keeps_bucks_that_buy_no_star() -> None:
    assert vegas.final_campaign([act.CAMPAIGN + n for n in range(8)]) == act.CAMPAIGN + 5
    assert vegas.final_campaign([act.CAMPAIGN, act.CAMPAIGN + 1]) == act.CAMPAIGN + 1


class NoPlan:
    """A turn without a plan, for small decisions by themselves."""

    tables = tables_of(content())

    def reserve(self, view: Glimpse) -> list[int]:
        return [0] * 6

    def destination(self) -> int:
        return -1

    def read(self, view: Glimpse) -> Sight:
        return Sight(view, self.tables)


@pytest.mark.parametrize(
    ("kind", "legal"),
    [
        ("pay", [act.LEAVE, act.LEAVE + 3]),
        ("pay", [act.DONE, act.BUCK + 2]),
        ("pay", [act.BUCK + 2, act.WILD + 6 * 4 + 2]),
        ("give", [act.COLOUR, act.COLOUR + 5]),
        ("cost", [act.COLOUR, act.COLOUR + 5]),
        ("fare", [act.COLOUR, act.COLOUR + 5]),
        ("stake", [act.COLOUR, act.COLOUR + 5]),
        ("send", [act.COLOUR + 1, act.COLOUR + 2, act.DONE]),
        ("send", [act.DONE]),
        ("gain", [act.COLOUR + c for c in range(6)]),
        ("save", [act.COLOUR + 1, act.COLOUR + 2]),
        ("save", [act.COLOUR + 1, act.COLOUR + 2, act.DONE]),
        ("fly", [act.FLY + space for space in range(32)]),
        ("later", [act.MONTH + 3, act.MONTH + 4]),
    ],
)
def test_steady_makes_sensible_small_decisions(kind: str, legal: list[int]) -> None:
    _, view = opening()
    view.phase = "month"
    view.pending = Pending(kind, owed=[1, 0, 1, 1, 0, 0])
    view.players[0].envelopes = [2, 1, 0, 1, 3, 1]
    answer = small.choose(of_view(view), legal, NoPlan())  # type: ignore[arg-type]
    assert answer in legal
    if kind == "save":
        assert answer != act.DONE
    if kind == "pay" and act.WILD + 6 * 4 + 2 in legal:
        assert answer == act.WILD + 6 * 4 + 2, "an envelope to spare before a buck"

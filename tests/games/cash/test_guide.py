"""Test the guide of `expert` in CASH: it foresees effects, uses the network, and leaves offers to `steady`."""

from __future__ import annotations

import copy
import json
from math import log
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.games.cash import actions as act
from cashbox.games.cash import vocabulary as v
from cashbox.games.cash.bots import CashGuide, features, judge, moves, value
from cashbox.games.cash.bots.known import Known, known_of
from cashbox.games.cash.bots.steady import SteadyBot
from cashbox.games.cash.game import load
from cashbox.lab import simulate
from tests.games.cash.positions import CARDS, Table, face, game, turn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from cashbox.games.cash.state import State
    from cashbox.games.cash.view.view import SeatView


def positions(seats: int, seed: int, **options: Any) -> Iterator[tuple[State, int, list[int], int]]:
    """A game of steady, decision by decision: the state, the seat, what it may do, and what it does then."""
    chance = SeededChance(seed)
    bots = [SteadyBot(game(), seat, chance) for seat in range(seats)]
    state = game().start({"mode": "quick", "max_rounds": 3, "max_turns": 120, **options}, seats, chance)
    while due := game().due(state):
        seat = (due & -due).bit_length() - 1
        legal = game().legal(state, seat)
        action = bots[seat].choose(game().view(state, seat), legal)
        yield state, seat, legal, action
        game().play(state, seat, action, chance)


def chosen(t: Table, seat: int = 0) -> dict[str, Any]:
    """What the guide plays."""
    tries = CashGuide(t.game, seat).tries(t.view(seat), t.game.legal(t.state, seat))
    assert len(tries) == 1
    return t.game.encode(tries[0].action)


def firms(known: Known) -> list[Any]:
    """All that lies on the firms."""
    sides = [known.own, *known.rivals]
    return [(s.capital, s.license, s.probe, s.taxman, s.ventures, s.insured, s.cash) for s in sides]


# -- what it foresees ------------------------------------------------------------------------------------------------


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (2, 2), (3, 3), (4, 4)])
def test_the_guide_foresees_what_a_card_does(seats: int, seed: int) -> None:
    seen = set()
    asker = judge.Judge(game().tables, value.packaged())
    foreseen: Known | None = None
    turn_of = (-1, -1)
    for state, seat, legal, action in positions(seats, seed):
        view = game().view(state, seat)
        if foreseen is not None and (state.round != turn_of[0] or view.phase in ("insure", "target", "check")):
            foreseen = None
        if foreseen is not None and view.phase in ("act", "again"):
            assert firms(foreseen) == firms(known_of(game().view(state, turn_of[1]), game().tables))
            foreseen = None
        if view.phase == "act" and len(legal) > 1 and _foreseeable(action):
            outcomes = next(one for one in asker.ranked(view, legal) if one.action == action).outcomes
            foreseen, turn_of = outcomes[0].known, (state.round, seat)
            seen.add(action % act.DISCARD)
    assert len(seen) >= 12


def _foreseeable(action: int) -> bool:
    does = game().tables.does[action % act.DISCARD]
    return v.RUIN not in does and v.STOP not in does


def test_the_guide_counts_unseen_cards() -> None:
    for state, seat, _, _ in positions(3, 5):
        known = known_of(game().view(state, seat), game().tables)
        hidden = len(state.deck) + sum(len(p.hand) for k, p in enumerate(state.players) if k != seat)
        shown = sum(sum(rival.hand) for rival in known.rivals)
        assert sum(known.unseen) == hidden - shown
        true = [0] * game().tables.faces
        for card in [*state.deck, *[card for k, p in enumerate(state.players) if k != seat for card in p.hand]]:
            true[game().tables.face[card]] += 1
        for rival in known.rivals:
            for one, count in enumerate(rival.hand):
                true[one] -= count
        assert known.unseen == true


def test_equal_knowledge_gives_equal_samples_of_luck() -> None:
    t = turn(2).hand(0, "crash", "bankruptcy").cash(0, 5_000)
    twice = []
    for _ in range(2):
        known = known_of(t.view(0), t.game.tables)
        moves.use(known, face("bankruptcy"))
        moves.fill(known, moves.Lot(7))
        twice.append(known.own.hand)
        assert sum(known.own.hand) == known.own.size == 7
    assert twice[0] == twice[1]


# -- what it plays ---------------------------------------------------------------------------------------------------


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("options", [{"seats": 2}, {"seats": 5}, {"seats": 3, "mode": "advanced"}])
def test_the_guide_tries_legal_actions_and_returns_probabilities(options: dict[str, Any]) -> None:
    seats = options.pop("seats")
    guides = [CashGuide(game(), seat) for seat in range(seats)]
    judged = 0
    for number, (state, seat, legal, _) in enumerate(positions(seats, 6, max_rounds=1, max_turns=60, **options)):
        view = game().view(state, seat)
        (only,) = guides[seat].tries(view, legal)
        assert only.action in legal
        found = guides[seat].chances(view, legal)
        if found and number % 5 == 0:
            judged += 1
            assert found[0][0] == only.action
            assert sorted(action for action, _ in found) == sorted(one for one in legal if one < act.OFFER)
            chances = [chance for _, chance in found]
            assert chances == sorted(chances, reverse=True)
            assert all(0 <= chance <= 1 for chance in chances)
            assert CashGuide(game(), seat).chances(view, legal) == found
    assert judged > 5


@pytest.mark.parametrize("seats", [2, 4])
def test_expert_stops_trading_when_that_wins_the_game(seats: int) -> None:
    t = turn(seats, mode="quick").capital(0, 480_000).cash(0, 150_000, 75_000).hand(0, "stop")
    assert chosen(t) == {"type": "play", "card": CARDS["stop"]}


@pytest.mark.parametrize("seats", [2, 4])
def test_expert_never_stops_trading_when_that_loses_the_game(seats: int) -> None:
    t = turn(seats, mode="quick").capital(1, 490_000).cash(1, 150_000, 150_000).cash(0, 5_000).hand(0, "stop")
    assert chosen(t) != {"type": "play", "card": CARDS["stop"]}


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(("rival", "stops"), [(400_000, False), (100_000, True)])
def test_expert_stops_in_the_last_round_only_if_ahead(seats: int, rival: int, stops: bool) -> None:
    t = turn(seats, max_rounds=1).capital(0, 200_000).capital(1, rival).cash(1, 25_000).cash(0, 50_000)
    t.hand(0, "stop", 5_000, "banker")
    assert (chosen(t) == {"type": "play", "card": CARDS["stop"]}) is stops


def test_a_license_comes_first() -> None:
    t = turn(2, mode="quick").unlicensed(0).hand(0, "license", 50_000, "dividend")
    assert chosen(t) == {"type": "play", "card": CARDS["license"]}


def test_offers_are_left_to_steady() -> None:
    t = turn(4).investigated(0, "insider").hand(0, 25_000, 50_000, 75_000, *["not corruption"] * 5)
    t.state.turns = 8
    legal = t.game.legal(t.state, 0)
    plain = SteadyBot(t.game, 0, SeededChance(1)).choose(t.view(0), legal)
    assert act.OFFER <= plain < act.GIVE_FIRM
    assert CashGuide(t.game, 0).tries(t.view(0), legal)[0].action == plain
    assert CashGuide(t.game, 0).chances(t.view(0), legal) == []


def test_expert_plays_like_steady_with_another_deck() -> None:
    data = copy.deepcopy(game().content)
    data["cards"]["card"][2]["id"] = "cash-6000"
    del data["lessons"]
    other = load(data)
    chance = SeededChance(1)
    state = other.start({"mode": "quick"}, 2, chance)
    seat = state.active
    guide, legal = CashGuide(other, seat), other.legal(state, seat)
    view: SeatView = other.view(state, seat)
    assert guide.chances(view, legal) == []
    assert guide.tries(view, legal)[0].action == SteadyBot(other, seat, chance).choose(view, legal)


@pytest.mark.thorough
def test_expert_beats_steady() -> None:
    plan = simulate.plan("cash", 24, ["expert:n=1", "steady"], seed=3, options={"mode": "quick"})
    assert simulate.simulate(plan).seats[0].wins >= 5


def test_each_input_row_describes_the_other_rivals() -> None:
    first, second, third = features.between(300_000, [100_000, 500_000, 200_000], 1_000_000)
    rest = slice(features.MORE + 1, None)
    assert first[rest][:3] == [1.0, 0.0, -0.2]
    assert second[rest][:3] == [0.0, 0.0, 0.1]
    assert third[rest][:3] == [0.0, 1.0, -0.2]
    assert [row[features.MORE + 6] for row in (first, second, third)] == [0.0, 1.0, 0.0]
    assert features.between(300_000, [100_000], 1_000_000)[0][rest] == [0.0] * features.REST


@pytest.mark.slow
def test_a_richer_rival_changes_every_input_row() -> None:
    best_other = set(range(features.MORE + 3, features.MORE + 7))
    for state, seat, _, _ in positions(4, 6):
        known = known_of(game().view(state, seat), game().tables)
        richer = known.copy()
        richer.rivals[0].capital += 5_000_000
        pairs = zip(features.during(known), features.during(richer), strict=True)
        own, *others = [{k for k in range(features.WIDTH) if one[k] != two[k]} for one, two in pairs]
        assert own <= set(range(features.OWN, features.MORE)) | {features.MORE + 6}
        assert all(differ and differ <= best_other for differ in others)


# -- how it learns ---------------------------------------------------------------------------------------------------


def test_the_packaged_network_fits_the_game() -> None:
    assert all(len(column) == features.WIDTH for column in value.packaged().columns)
    assert judge.fits(game().tables)


def test_a_grown_network_gives_the_same_answers() -> None:
    schooling = pytest.importorskip("cashbox.games.cash.schooling")
    numbers = SeededChance(1)
    few = features.WIDTH - 10
    rows = [[numbers.draw(200) / 100 - 1 for _ in range(5)] for _ in range(few)]
    small = value.Net(rows, [0.1, -0.2, 0.3, 0.0, 0.5], [[0.4, -0.3, 0.2, 0.6, -0.7, 0.1], [0.1] * 6])
    grown = schooling.School(1, small).net()
    assert len(grown.columns) == schooling.HIDDEN > len(small.columns)
    for _ in range(20):
        row = [numbers.draw(100) / 100 for _ in range(features.WIDTH)]
        for which in (value.GOES_ON, value.STOPS):
            before = small.answer(small.sums(row[:few]), which)
            assert grown.answer(grown.sums(row), which) == pytest.approx(before, abs=1e-5)


def test_joined_networks_give_the_average_answer(tmp_path: Path) -> None:
    learn = pytest.importorskip("cashbox.games.cash.learn")
    numbers = SeededChance(2)
    nets = []
    for k, height in enumerate((features.WIDTH - 10, features.WIDTH)):
        rows = [[numbers.draw(200) / 100 - 1 for _ in range(3 + k)] for _ in range(height)]
        answers = [[numbers.draw(200) / 200 - 0.5 for _ in range(4 + k)] for _ in range(2)]
        nets.append({"how": f"net {k}", "rows": rows, "start": [0.1] * (3 + k), "answers": answers})
        (tmp_path / f"{k}.json").write_text(json.dumps(nets[-1]))
    learn.main(["--join", str(tmp_path / "0.json"), str(tmp_path / "1.json"), "--out", str(tmp_path / "both.json")])
    both, one, two = [value.read((tmp_path / f"{name}.json").read_bytes()) for name in ("both", "0", "1")]
    assert json.loads((tmp_path / "both.json").read_text())["how"] == "joined: net 0; and net 1"
    for _ in range(20):
        row = [numbers.draw(100) / 100 for _ in range(features.WIDTH)]
        few = row[: features.WIDTH - 10]
        for which in (value.GOES_ON, value.STOPS):
            odds = [net.answer(net.sums(seen), which) for net, seen in ((one, few), (two, row), (both, row))]
            logs = [log(chance / (1 - chance)) for chance in odds]
            assert logs[2] == pytest.approx((logs[0] + logs[1]) / 2, abs=0.01)


@pytest.mark.thorough
def test_learning_is_repeatable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learn = pytest.importorskip("cashbox.games.cash.learn")
    schooling = pytest.importorskip("cashbox.games.cash.schooling")
    monkeypatch.setattr(learn, "LOT", 1)
    monkeypatch.setattr(learn, "OPTIONS", ({"mode": "quick", "max_rounds": 1, "max_turns": 60},))
    made = []
    for name in ("one.json", "two.json"):
        path = tmp_path / name
        learn.main(["--games", "4", "--copied", "2", "--seed", "5", "--out", str(path)])
        made.append(path.read_bytes())
        assert len(value.read(made[-1]).columns) == schooling.HIDDEN
    assert made[0] == made[1]

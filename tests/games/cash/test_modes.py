"""Test that every mode, number of players, and pair of options passes the conformance suite."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.engine import conformance
from cashbox.engine.fuzz import fuzz
from cashbox.engine.probe import Probe
from cashbox.engine.settings import pairwise, tables
from tests import tiers
from tests.games.cash.positions import game
from tests.games.cash.random_players import pick, play

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TINY = {"max_rounds": 2, "max_turns": 3}
"""Random players put offers together for ever; few turns are enough to see everything."""
PAIRS = [
    (setting, seats)
    for mode, seats in (("standard", 3), ("advanced", 2), ("quick", 4))
    for setting in pairwise(game(), {"mode": mode, **TINY}, seats)
]


class Keen(Probe[Any]):
    """Plays as those do who finish what they begin; else offers are rarely made, and hardly ever accepted."""

    def choice(self, seat: int, legal: Sequence[int]) -> int:
        action = pick(self.match.state, seat, self.pick)
        return action if action in legal else super().choice(seat, legal)


@pytest.fixture
def keen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "Probe", Keen)


@pytest.mark.few(0, usual=1)
@pytest.mark.usefixtures("keen")
@pytest.mark.parametrize(("options", "seats"), tables(game()))
def test_a_mode_keeps_the_contract(options: dict[str, Any], seats: int) -> None:
    limits = {"max_rounds": 2, "max_turns": 12 if seats < 5 else 6}
    summary = conformance.run(game(), [tiers.seed("mode")], seats, {**options, **limits}, every=40 if seats < 5 else 80)
    assert summary.games == 1
    assert summary.longest < game().bound
    assert summary.differing > 0


@pytest.mark.few(2, usual=7)
@pytest.mark.parametrize(("options", "seats"), PAIRS)
def test_pairs_of_settings_keep_the_contract(options: dict[str, Any], seats: int) -> None:
    assert conformance.run(game(), [tiers.seed("pair")], seats, options, every=60).games == 1


@pytest.mark.slow
@pytest.mark.parametrize("limits", [{"max_rounds": 1, "max_turns": 0}, {"max_rounds": 3, "max_turns": 1}])
def test_limits_of_rounds_and_turns_keep_the_contract(limits: dict[str, int]) -> None:
    assert conformance.run(game(), ["limits"], 2, {**limits, "trading": False}, every=24).games == 1


@pytest.mark.few(0, usual=1)
@pytest.mark.usefixtures("keen")
@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_games_with_many_trades_keep_the_contract(seats: int, seed: int) -> None:
    summary = conformance.run(game(), [f"keen {seed}"], seats, {"max_rounds": 2, "max_turns": 40}, every=80)
    assert summary.differing > 0


@pytest.mark.slow
def test_those_games_contain_trades_counter_offers_choices_and_passes() -> None:
    done: Counter[str] = Counter()
    for seed in range(8):
        done.update(game().encode(action)["type"] for _, _, action in play(4, seed) if action >= 0)
    for kind in ("accept", "decline", "counter", "choose", "pass", "take", "leave", "clear", "keep", "again", "rest"):
        assert done[kind] > 3, kind
    assert done["accept"] > 100
    # No one is asked to withdraw an offer.
    assert set(done) | {"withdraw"} == {form["type"] for form in map(game().encode, game().all_actions())}


@pytest.mark.thorough
@pytest.mark.usefixtures("keen")
def test_random_tables_break_nothing(tmp_path: Path) -> None:
    summary, crashes = fuzz(game(), tmp_path, seed=tiers.seed("smoke"), games=4, every=40)
    assert crashes == []
    assert summary.games == 4

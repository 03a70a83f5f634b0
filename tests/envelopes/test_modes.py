"""Every mode with every number of players, and every pair of settings, keeps the contract that every game must keep."""

from __future__ import annotations

from typing import Any

import pytest

from cashbox.engine import conformance
from cashbox.engine.settings import pairwise, tables
from tests import tiers
from tests.envelopes.decks import game

PAIRS = [
    (setting, seats)
    for mode, seats in (("standard", 4), ("online", 3), ("family", 2), ("solitaire", 1))
    for setting in pairwise(game(), {"mode": mode}, seats)
]


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("options", "seats"), tables(game()))
def test_a_mode_keeps_the_contract(options: dict[str, Any], seats: int) -> None:
    summary = conformance.run(game(), [tiers.seed("mode")], seats, options, every=32)
    assert summary.games == 1
    assert summary.longest < game().bound
    assert summary.differing > 0


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("options", "seats"), PAIRS)
def test_pairs_of_settings_keep_the_contract(options: dict[str, Any], seats: int) -> None:
    assert conformance.run(game(), [tiers.seed("pair")], seats, options, every=128).games == 1

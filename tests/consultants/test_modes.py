"""Every mode with every number of players, and every pair of settings, keeps the contract that every game must keep."""

from __future__ import annotations

from typing import Any

import pytest

from cashbox.engine import conformance
from cashbox.engine.settings import pairwise, tables
from tests import tiers
from tests.consultants.helpers import real_game

PAIRS = [(setting, seats) for seats in (2, 4) for setting in pairwise(real_game(), {"mode": "real"}, seats)]


EVERY = {2: 48, 3: 120, 4: 400}
"""How many steps apart it is looked at, by players: the more there are, the longer a sample takes."""


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("options", "seats"), tables(real_game()))
def test_a_mode_keeps_the_contract(options: dict[str, Any], seats: int) -> None:
    summary = conformance.run(real_game(), [tiers.seed("mode")], seats, options, every=EVERY[seats])
    assert summary.games == 1
    assert summary.longest < real_game().bound
    assert summary.differing > 0


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize(("options", "seats"), PAIRS)
def test_pairs_of_settings_keep_the_contract(options: dict[str, Any], seats: int) -> None:
    assert conformance.run(real_game(), [tiers.seed("pair")], seats, options, every=2 * EVERY[seats]).games == 1

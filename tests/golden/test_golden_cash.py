"""Compare playthroughs of CASH with the last reviewed ones. `make golden` rewrites them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.cash import random_players as playing
from tests.games.cash.positions import game
from tests.golden.playthrough import is_kept, playthrough, read

NAMES = ("Ann", "Bert", "Cleo", "Dora")
WAYS: dict[str, tuple[int, int, dict[str, Any]]] = {
    "standard": (3, 6, {"mode": "standard", "target": 100_000, "max_rounds": 4, "max_turns": 60}),
    "advanced": (2, 23, {"mode": "advanced", "max_rounds": 1, "max_turns": 60}),
    "quick": (4, 24, {"mode": "quick", "target": 200_000, "max_rounds": 3, "max_turns": 60}),
}
"""By name of the file: number of players, seed, options."""


@pytest.mark.parametrize("way", WAYS)
def test_golden_playthrough_of_cash(way: str) -> None:
    seats, seed, options = WAYS[way]
    text = playthrough(
        game(), seats, seed, NAMES[:seats], lambda match, seat, chance: playing.pick(match.state, seat, chance), options
    )
    assert is_kept(f"cash-{way}", text), "The playthrough has changed: run `make golden` and review the difference."


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("standard", "insures"),
        ("standard", "for Corruption & Bribery"),
        ("standard", "against"),
        ("standard", "passes"),
        ("standard", " trades "),
        ("standard", "declines"),
        ("standard", "counteroffer"),
        ("standard", "will lose"),
        ("standard", "loses this turn"),
        ("standard", "takes another turn"),
        ("standard", "stops trading"),
        ("standard", "Trading round 2"),
        ("advanced", "plays Trading License"),
        ("advanced", "with no effect"),
        ("advanced", "Bankruptcy"),
        ("quick", "Venture Capital"),
        ("quick", "Taxman"),
        ("quick", "from"),
    ],
)
def test_golden_playthroughs_cover_special_cases(way: str, words: str) -> None:
    """So that a change of any of them shows in the text."""
    assert words in read(f"cash-{way}")


def test_without_trading_there_are_no_offers() -> None:
    assert " offers " not in read("cash-quick")

"""Compare playthroughs of IT's all in the game with the last reviewed ones. `make golden` rewrites them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.consultants import random_players as playing
from tests.games.consultants.positions import real_game
from tests.golden.playthrough import is_kept, playthrough, read

NAMES = ("Ann", "Bert", "Cleo", "Dora")
WAYS: dict[str, tuple[int, int, dict[str, Any]]] = {
    "real": (3, 1, {"mode": "real"}),
    "basic": (2, 2, {"mode": "basic"}),
}
"""By name of the file: number of players, seed, options."""


@pytest.mark.parametrize("way", WAYS)
def test_golden_playthrough_of_consultants(way: str) -> None:
    seats, seed, options = WAYS[way]
    text = playthrough(
        real_game(),
        seats,
        seed,
        NAMES[:seats],
        lambda match, seat, chance: playing.pick(match.state, seat, chance),
        options,
    )
    assert is_kept(f"consultants-{way}", text), (
        "The playthrough has changed: run `make golden` and review the difference."
    )


@pytest.mark.parametrize(
    ("way", "words"),
    [
        ("real", "seats a"),
        ("real", "moves a"),
        ("real", "trains, swapping"),
        ("real", "recruits, swapping"),
        ("real", "promotes a"),
        ("real", "completes"),
        ("real", "for being on time"),
        ("real", "is late."),
        ("real", "from the Innovation Project."),
        ("real", "New international project"),
        ("real", "That was the last international project"),
        ("real", "With the least money, "),
        ("real", "passes."),
        ("basic", "completes"),
        ("basic", "passes."),
    ],
)
def test_golden_playthroughs_cover_special_cases(way: str, words: str) -> None:
    """So that a change of any of them shows in the text."""
    assert words in read(f"consultants-{way}")


def test_the_basic_game_has_no_deadlines_or_innovation_project() -> None:
    text = read("consultants-basic")
    assert "deadline" not in text.replace('"deadlines":false', "")
    assert "returns to hand" not in text

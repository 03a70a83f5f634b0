"""Test the learned weights that are shipped with bots."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[1] / "src" / "cashbox" / "games"
LEARNED = sorted(path for path in GAMES.glob("*/data/*.json") if path.name != "drawing.json")


def test_every_game_that_learns_ships_its_weights() -> None:
    assert {path.parent for path in GAMES.glob("*/learn.py")} == {path.parents[1] for path in LEARNED}
    assert len(LEARNED) >= 2


@pytest.mark.parametrize("path", LEARNED, ids=lambda path: f"{path.parents[1].name}/{path.name}")
def test_learned_weights_are_small_and_say_how_they_were_made(path: Path) -> None:
    """It is in the repository and in every wheel."""
    assert path.stat().st_size < 1_000_000
    how = json.loads(path.read_text("utf-8"))["how"]
    said = how.values() if isinstance(how, dict) else [how]
    assert all(f"python -m cashbox.games.{path.parents[1].name}.learn" in one for one in said)

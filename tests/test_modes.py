"""The modes of all games, each with the numbers of players that it is for, and tables at random."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from cashbox import games
from cashbox.engine.fuzz import fuzz
from cashbox.engine.settings import tables
from tests import tiers

if TYPE_CHECKING:
    from pathlib import Path

ALL: Final = range(2, 9)
SMALL: Final = range(2, 5)
ALONE: Final = range(1, 2)
PAIR: Final = range(2, 3)
MODES: Final = {
    "cash": {"standard": ALL, "advanced": ALL, "quick": ALL, "lesson-1": PAIR, "lesson-2": PAIR},
    "consultants": {"real": SMALL, "basic": SMALL, "lesson-1": PAIR, "lesson-2": PAIR},
    "envelopes": {
        "standard": SMALL,
        "online": SMALL,
        "family": SMALL,
        "solitaire": ALONE,
        "lesson-1": ALONE,
        "lesson-2": ALONE,
    },
}
"""The numbers of players by mode, in the order of the lobby."""


def test_the_modes_of_every_game_are_listed() -> None:
    assert {game: list(modes) for game, modes in MODES.items()} == {
        about.id: [mode.id for mode in about.modes] for about in games.about()
    }


@pytest.mark.parametrize("game", MODES)
def test_each_mode_is_for_as_many_players_as_the_rules_say(game: str) -> None:
    found = [(options["mode"], seats) for options, seats in tables(games.load(game))]
    assert found == [(mode, seats) for mode, players in MODES[game].items() for seats in players]


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "every"), [("consultants", 192), ("envelopes", 64)])
def test_tables_at_random_leave_no_crash(tmp_path: Path, game: str, every: int) -> None:
    """Those of CASH are in tests/cash/test_modes.py, with players who trade."""
    summary, crashes = fuzz(games.load(game), tmp_path, seed=tiers.seed("fuzz"), games=3, every=every)
    assert crashes == []
    assert summary.games == 3

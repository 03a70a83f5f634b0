"""Test the modes of all games with each number of players, and random tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from cashbox import games
from cashbox.engine import conformance
from cashbox.engine.fuzz import fuzz
from cashbox.engine.settings import pairwise, tables
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
LOOKS: Final[dict[str, dict[int, int]]] = {
    "consultants": {2: 48, 3: 120, 4: 400},
    "envelopes": dict.fromkeys(range(1, 5), 32),
}
"""One in how many entries is looked at, by players: the more of them in IT's, the longer a sample takes."""
PAIRS: Final = {
    "consultants": [("real", 2), ("real", 4)],
    "envelopes": [("standard", 4), ("online", 3), ("family", 2), ("solitaire", 1)],
}
"""The modes whose settings are tried in pairs, and with how many players."""


def pairs(game: str) -> list[tuple[dict[str, Any], int]]:
    """Return options in which every two values of settings meet, with the number of players."""
    rules = games.load(game)
    return [(found, seats) for mode, seats in PAIRS[game] for found in pairwise(rules, {"mode": mode}, seats)]


def test_the_modes_of_every_game_are_listed() -> None:
    assert {game: list(modes) for game, modes in MODES.items()} == {
        about.id: [mode.id for mode in about.modes] for about in games.about()
    }


@pytest.mark.parametrize("game", MODES)
def test_each_mode_has_the_number_of_players_in_the_rules(game: str) -> None:
    found = [(options["mode"], seats) for options, seats in tables(games.load(game))]
    assert found == [(mode, seats) for mode, players in MODES[game].items() for seats in players]


# Those of CASH are in tests/games/cash/test_modes.py, with players who trade.


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize(
    ("game", "options", "seats"), [(game, *table) for game in LOOKS for table in tables(games.load(game))]
)
def test_a_mode_keeps_the_contract(game: str, options: dict[str, Any], seats: int) -> None:
    rules = games.load(game)
    summary = conformance.run(rules, [tiers.seed("mode")], seats, options, every=LOOKS[game][seats])
    assert summary.games == 1
    assert summary.longest < rules.bound
    assert summary.differing > 0


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize(
    ("game", "options", "seats"),
    [(game, setting, seats) for game in PAIRS for setting, seats in pairs(game)],
)
def test_pairs_of_settings_keep_the_contract(game: str, options: dict[str, Any], seats: int) -> None:
    every = (2 if game == "consultants" else 4) * LOOKS[game][seats]
    assert conformance.run(games.load(game), [tiers.seed("pair")], seats, options, every=every).games == 1


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "every"), [("consultants", 192), ("envelopes", 64)])
def test_random_tables_do_not_crash(tmp_path: Path, game: str, every: int) -> None:
    summary, crashes = fuzz(games.load(game), tmp_path, seed=tiers.seed("fuzz"), games=3, every=every)
    assert crashes == []
    assert summary.games == 3

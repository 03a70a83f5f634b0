"""Test that the modes state how long games take, in the same words everywhere."""

from __future__ import annotations

import pytest

from cashbox import games
from cashbox.engine.times import duration_text, spans

REAL = ("cash", "consultants", "envelopes")


@pytest.mark.parametrize("game", REAL)
def test_each_mode_has_an_estimate_for_each_number_of_players(game: str) -> None:
    about = games.about_game(game)
    for mode in about.modes:
        if not mode.guided:
            counts = range(mode.least or about.least_players, (mode.most or about.most_players) + 1)
            assert list(mode.minutes) == list(counts), mode.id


@pytest.mark.parametrize("game", REAL)
def test_the_game_says_what_its_modes_say(game: str) -> None:
    about = games.about_game(game)
    assert about.minutes == spans(about.modes)


def test_modes_of_equal_length_are_named_together() -> None:
    assert spans(games.about_game("envelopes").modes) == (
        "standard, online, and family: 1½ hours with 2 players to 2½ hours with 4; solitaire: 60 minutes"
    )
    assert spans(games.about_game("consultants").modes) == "45 minutes with 2 players to 60 minutes with 4"
    assert spans(games.about_game("cash").modes).startswith("standard: 1¾ hours with 2 players to 3¾ hours with 8; ")


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(3, "5 minutes"), (52, "50 minutes"), (88, "90 minutes"), (99, "1¾ hours"), (136, "2¼ hours"), (231, "3¾ hours"),
     (180, "3 hours"), (117, "2 hours")],
)  # fmt: skip
def test_durations_are_written_in_words(minutes: int, words: str) -> None:
    assert duration_text(minutes) == words

"""Play whole games by keyboard and screen reader, from the home page to the final score.

Every control must be near, and the focus visible and never lost (`keyboard_games` and `keyboard` stop if it is)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.keyboard import FAR
from tests.web.keyboard_games import GAMES, play
from tests.web.screen_reader_rules import assert_read_aloud

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.conftest import Server

LEAST = {"envelopes": 40, "cash": 6, "consultants": 20}
"""Decisions of each game, at least."""


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_by_keyboard_read_aloud(server: Server, browser: Browser, name: str) -> None:
    somebody = play(server, browser, name)
    assert somebody.decisions >= LEAST[name]
    assert somebody.keys.unseen == []
    assert max(somebody.keys.far.values()) <= FAR
    assert somebody.keys.presses < 10 * somebody.decisions + 60
    assert_read_aloud(somebody)

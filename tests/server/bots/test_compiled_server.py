"""Test that a compiled server reports it, and that bots play a whole game of each kind on it."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from cashbox import compiled
from tests.server.conftest import Guest, running
from tests.test_compiled import BUILDS, TABLES, fast

if TYPE_CHECKING:
    from tests.data_folders import Home

__all__ = ["fast"]

GAMES = [(game, options) for game in TABLES for options in ({"cash": {"max_rounds": 1}}.get(game, {}),)]


@pytest.mark.thorough
@BUILDS
@pytest.mark.timeout(1800)
def test_bots_play_whole_games_on_a_compiled_server(fast: dict[str, str], home: Home) -> None:
    with running(home, CASHBOX_COMPILED=fast[compiled.SETTING], CASHBOX_GAMES="") as server:
        guest = Guest(server, "Ann")
        assert guest.get("/health") == {"status": "ok", "compiled": True}
        for game, options in GAMES:
            table = guest.table("steady", "steady", game=game, options=options)
            with guest.live(table) as live:
                state = live.state()
                until = time.monotonic() + 120
                while not state["outcome"]:
                    assert time.monotonic() < until
                    state = live.state()
            assert len(state["outcome"]["scores"]) == 2
    assert os.environ[compiled.SETTING] == compiled.OFF

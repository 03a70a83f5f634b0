from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from cashbox import games

# How long an example takes says more about what else the machine does than about what is tested.
settings.register_profile("cashbox", deadline=None)
settings.load_profile("cashbox")


@pytest.fixture
def coins(monkeypatch: pytest.MonkeyPatch) -> str:
    """The id of the tiny game, which is among the games for the time of one test."""
    extra = Path(__file__).parent / "extra_games"
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(extra)])
    return "coins"

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.shelves import among_the_games

if TYPE_CHECKING:
    from collections.abc import Iterator

# How long an example takes says more about what else the machine does than about what is tested.
settings.register_profile("cashbox", deadline=None)
settings.load_profile("cashbox")

SERVER_TESTS = Path(__file__).parent / "server"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long comes first, so that no process is left alone with it at the end: first the server's tests, since
    a browser leaves an event loop running in its process, and they want one of their own; then those with a browser."""

    def place(item: pytest.Item) -> int:
        if item.path.is_relative_to(SERVER_TESTS):
            return 0
        return 1 if item.get_closest_marker("slow") or "browser" in getattr(item, "fixturenames", ()) else 2

    items.sort(key=place)


@pytest.fixture
def coins() -> Iterator[str]:
    """The id of the tiny game, which is among the games for the time of one test."""
    with among_the_games(Path(__file__).parent / "extra_games"):
        yield "coins"

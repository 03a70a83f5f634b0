from __future__ import annotations

from itertools import groupby
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

PROCESSES = {"server", "own_server", "browser"}
"""Fixtures that start a program beside the test's own."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what `make check` leaves out, and puts what takes long first."""
    for item in items:
        if PROCESSES.intersection(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)
    leave_out_all_but_few(items)
    items.sort(key=place)


def leave_out_all_but_few(items: list[pytest.Item]) -> None:
    """Of a test marked `few`, that many cases are quick, from all over its list; the others are slow."""
    marked = [item for item in items if item.get_closest_marker("few")]
    for _, group in groupby(marked, key=lambda item: item.nodeid.partition("[")[0]):
        cases = list(group)
        marker = cases[0].get_closest_marker("few")
        few = marker.args[0] if marker else 0
        kept = {len(cases) * k // few for k in range(few)}
        for k, case in enumerate(cases):
            if k not in kept:
                case.add_marker(pytest.mark.slow)


def place(item: pytest.Item) -> int:
    """What takes long comes first, so that no process is left alone with it at the end: first the server's tests, since
    a browser leaves an event loop running in its process, and they want one of their own; then the other slow ones."""
    if item.path.is_relative_to(SERVER_TESTS):
        return 0
    return 1 if item.get_closest_marker("slow") else 2


@pytest.fixture
def coins() -> Iterator[str]:
    """The id of the tiny game, which is among the games for the time of one test."""
    with among_the_games(Path(__file__).parent / "extra_games"):
        yield "coins"

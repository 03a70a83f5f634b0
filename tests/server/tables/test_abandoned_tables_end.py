"""Test that a table with clocks ends by itself when its players vanish, even if the server is kill_owner meanwhile."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from cashbox.server.tables.presence import DESERTED
from tests.data_folders import Home
from tests.server.conftest import WAIT, Guest
from tests.server.shifted_clock import ForwardServer, put_forward

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow

NAMES = ("Ann", "Bob", "Cleo")
"""Players who never come back."""

CLOCK = {"kind": "live", "step": 15, "bank": 60}
PATIENCE = 240.0


class Table:
    """Three people who sit down and vanish, and five bots. server: the one that gets the requests."""

    def __init__(self, server: ForwardServer) -> None:
        self.server = server
        guests = [Guest(server, name) for name in NAMES]
        more: dict[str, Any] = {
            "game": "cash",
            "mode": "quick",
            "options": {"max_turns": 24, "max_rounds": 8},
            "clock": CLOCK,
        }
        self.id = guests[0].table("me", "open", "open", *["steady"] * 5, **more)
        for guest in guests[1:]:
            guest.sit(self.id)

    def ask(self, what: str = "") -> httpx.Response:
        return httpx.get(f"{self.server.url}/api/tables/{self.id}{what}", timeout=WAIT)

    def shown(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask().json()["table"]
        return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    put_forward(tmp_path / "clock", 0)
    return tmp_path / "clock"


@pytest.fixture
def servers(home: Home, file: Path) -> Iterator[list[ForwardServer]]:
    """Start one server on SQLite, or two on PostgreSQL."""
    places = [home, Home(home.folder / "two", home.database)] if home.database else [home]
    found = [ForwardServer(place, file) for place in places]
    try:
        for server in found:
            server.home.folder.parent.mkdir(exist_ok=True)
            server.start()
        yield found
    finally:
        for server in found:
            server.end()


def kill_owner(servers: list[ForwardServer], table: Table, file: Path) -> None:
    """Kill the server that owns the table. Another one takes over, or the server starts again an hour later."""
    servers[0].kill()
    if len(servers) > 1:
        table.server = servers[1]
    else:
        put_forward(file, 3600)
        servers[0].start()


@pytest.mark.thorough
def test_a_table_ends_by_itself_after_all_its_people_vanish(servers: list[ForwardServer], file: Path) -> None:
    table, until, killings = Table(servers[0]), time.monotonic() + PATIENCE, 0
    while (shown := table.shown())["status"] != "closed":
        assert time.monotonic() < until, shown["due"]
        absent = {seat["seat"] for seat in shown["seats"] if seat["kind"] == "guest" and not seat["stand_in"]}
        if not killings and len(absent) < len(NAMES):
            kill_owner(servers, table, file)
            killings += 1
        elif absent.intersection(shown["due"]):
            put_forward(file, 5)
        elif not absent:
            put_forward(file, DESERTED + 1)
        time.sleep(0.02)
    assert killings == 1
    assert [seat["why"] for seat in shown["seats"]] == ["time"] * 3 + [""] * 5
    assert shown["closed"] == "All players were away, so the game ended without a result."
    # The hour without a server was recorded as a gap. With a second server, there was no gap.
    gaps = servers[0].home.rows("SELECT since, until FROM gaps")
    assert len(gaps) == 2 - len(servers)
    assert all(last - first >= 3_600_000 for first, last in gaps)

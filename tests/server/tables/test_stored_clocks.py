"""Test stored clocks: values that don't fit are corrected on loading, and a time zone can be set over HTTP."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.server.tables import seating
from tests.server.server_in_process import SetClock, never, seated, serving, votes
from tests.server.tables.test_clocks import LIVE, left, running

if TYPE_CHECKING:
    from tests.data_folders import Home
    from tests.server.conftest import Server

__all__ = ["votes"]


@pytest.mark.slow
@pytest.mark.logs_errors("clocks in the database are damaged")
def test_damaged_clocks_start_again_with_full_time(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            clock.forward(50)
        home.rows("UPDATE entries SET clocks = 'x'")
        async with serving(home, clock) as services:
            table = await services.registry.table(table.record.id)
            assert left(table, 0) == left(table, 1) == (120, 20)
            assert table.timeout_at is None, "the end of a clock is not the timeout of an answer"
            await table.act(0, [{"type": "bid", "high": False}])

    asyncio.run(run())


@pytest.mark.thorough
def test_an_outdated_stored_clock_is_adjusted_to_the_seats(home: Home, votes: str) -> None:
    """For example, a bot began to stand in while another process added an entry."""

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            clock.forward(30)
            ((before,),) = home.rows("SELECT clocks FROM entries WHERE table_id = $1", table.record.id)

            services.thinking.decide = never  # type: ignore[method-assign, assignment]
            await services.registry.change(table, lambda record: seating.let_bot_stand_in(record, 0, "random", "host"))
            ((after,),) = home.rows("SELECT clocks FROM entries WHERE table_id = $1", table.record.id)
            assert before != after
        home.rows("UPDATE entries SET clocks = $1", before)
        clock.forward(1000)
        async with serving(home, clock) as services:
            services.thinking.decide = never  # type: ignore[method-assign, assignment]
            table = await services.registry.table(table.record.id)
            assert running(table) == [1]
            assert left(table, 0) == left(table, 1) == (90, 0)
        home.rows("UPDATE seats SET stand_in = '', why = ''")
        async with serving(home, clock) as services:
            table = await services.registry.table(table.record.id)
            assert running(table) == [0, 1]

    asyncio.run(run())


def test_a_time_zone_can_be_set_over_http(server: Server) -> None:
    ann = server.guest("Ann")
    assert ann.get("/api/me").get("zone", "") == ""
    told = ann.http.patch("/api/me", json={"zone": "Asia/Kathmandu"})
    assert (told.status_code, told.json()["zone"], told.json()["name"]) == (200, "Asia/Kathmandu", "Ann")
    refused = ann.http.patch("/api/me", json={"zone": "Mars/Olympus"})
    assert (refused.status_code, refused.json()["code"]) == (400, "unknown-zone")
    assert ann.get("/api/me")["zone"] == "Asia/Kathmandu"
    rule = {"kind": "days", "step": 86_400, "bank": 0, "nights": False}
    table = ann.table("me", "open", clock=rule)
    assert ann.get(f"/api/tables/{table}")["table"]["clock"] == {**rule, "weekends": True}
    bad = ann.http.post("/api/tables", json={"game": "coins", "seats": [{"kind": "me"}], "clock": {"kind": "sand"}})
    assert (bad.status_code, bad.json()["code"]) == (400, "malformed")

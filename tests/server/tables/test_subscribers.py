"""Test the subscribers to changes of a table: their order, and that a failing one does not affect the others."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.server.server_in_process import SetClock, seated, serving, votes

if TYPE_CHECKING:
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]


@pytest.mark.slow
def test_subscribers_run_in_a_fixed_order(home: Home) -> None:
    async def run() -> list[str]:
        async with serving(home, SetClock()) as services:
            return [subscriber.__qualname__ for subscriber in services.events.changed.subscribers]

    assert asyncio.run(run()) == [
        "Departures.look_at", "Notices.watch", "Services._finish_ended", "Services._run_here", "Services._ask_to_run",
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("broken", range(3))
@pytest.mark.logs_errors("a subscriber fails")
def test_a_failing_subscriber_is_logged_and_the_others_still_run(
    home: Home, votes: str, broken: int, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, _ = await seated(services, votes, "Ann", "Bob")
            heard: list[int] = []

            def note(place: int) -> None:
                heard.append(place)
                if place == broken:
                    raise ZeroDivisionError("a fault of ours")

            def first(_: LiveTable) -> None:
                note(0)

            def second(_: LiveTable) -> None:
                note(1)

            def third(_: LiveTable) -> None:
                note(2)

            services.events.changed.subscribers[:] = [first, second, third]
            seat = (table.due & -table.due).bit_length() - 1
            number = table.number
            await table.act(seat, [table.game.encode(table.running().legal(seat)[0])])
            assert table.number > number
            assert heard[:3] == [0, 1, 2]

    asyncio.run(run())
    logged = {record.message for record in caplog.records if record.levelname == "ERROR"}
    assert len(logged) == 1
    assert "failed after a change at a table" in logged.pop()

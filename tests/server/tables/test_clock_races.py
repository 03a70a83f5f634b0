"""Test a player who decides at the moment when the time is up: either the action or the timeout counts."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import pytest

from cashbox.engine.game import GameError
from cashbox.server.db.store import Store
from cashbox.server.errors import Refusal
from cashbox.server.tables import seating
from tests.server.server_in_process import DEADLINE, SetClock, never, seated, serving, until, votes
from tests.server.tables.test_clocks import LIVE

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]

pytestmark = [pytest.mark.slow, pytest.mark.databases]

TIMES = 40


async def no_downtime() -> None:
    """Report no downtime. If a look at the database took too long, the two minutes that the test moves the clock would
    count as a time when no one could play."""


async def bid(table: LiveTable, late: int) -> str:
    """Bid at seat 0 after some turns of the loop, or (3) long after. Return the error code, or "" if it counts."""
    if late == 3:
        await until(lambda: bool(table.record.seats[0].stand_in))
    for _ in range(late):
        await asyncio.sleep(0)
    try:
        await table.act(0, [{"type": "bid", "high": False}])
    except (GameError, Refusal) as refused:
        return refused.code
    return ""


async def overdue(services: Services, table: LiveTable, late: int) -> None:
    for _ in range(late):
        await asyncio.sleep(0)
    with contextlib.suppress(GameError):
        await services.registry.overdue(table.record.id)


def action_counted(table: LiveTable, code: str) -> bool:
    """Check that only one of both counted, and tell whether it was the action."""
    acted = [entry for entry in table.running().journal.entries[1:] if entry.seat == 0]
    stands = bool(table.record.seats[0].stand_in)
    assert bool(acted) is not stands, (acted, code)
    assert bool(acted) is (code == "")
    assert code in ("", "stand-in")
    return bool(acted)


async def synchronize(table: LiveTable, other: LiveTable) -> None:
    """Bring a table in two processes up to date. After two minutes, it may have left the memory of one of them, and it
    gets no news outside memory."""
    async with asyncio.timeout(DEADLINE):
        while table.number != other.number or table.record != other.record:
            await table.catch_up()
            await other.catch_up()
            await asyncio.sleep(0.005)


@pytest.mark.thorough
def test_a_late_action_or_the_timeout_counts_in_one_process(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            monkeypatch.setattr(services.thinking, "decide", never)
            monkeypatch.setattr(services.downtime, "_look", no_downtime)
            held = set()
            for n in range(TIMES):
                table, _ = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
                await services.timeouts.close()
                clock.forward(120)
                code, *_ = await asyncio.gather(
                    bid(table, n % 4), overdue(services, table, n % 3), overdue(services, table, n % 5)
                )
                held.add(action_counted(table, code))
            assert held == {True, False}

    asyncio.run(run())


def test_a_late_action_or_the_timeout_counts_in_two_processes(
    homes: tuple[Home, Home], votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(homes[0], clock) as one, serving(homes[1], clock) as two:
            for services in (one, two):
                monkeypatch.setattr(services.thinking, "decide", never)
                monkeypatch.setattr(services.downtime, "_look", no_downtime)
            held = set()
            for n in range(TIMES):
                table, _ = await seated(one, votes, "Ann", "Bob", lapse=0, clock=LIVE)
                other = await two.registry.table(table.record.id)
                await one.timeouts.close()
                await two.timeouts.close()
                clock.forward(120)
                code, *_ = await asyncio.gather(bid(other, n % 4), overdue(one, table, n % 3))
                await synchronize(table, other)
                held.add(action_counted(table, code))
                assert action_counted(other, code) is action_counted(table, code)
                assert table.times.now == other.times.now
            assert held == {True, False}

    asyncio.run(run())


def test_the_first_stored_of_action_and_timeout_wins_across_processes(
    homes: tuple[Home, Home], votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database decides: adding an entry checks the table's version, and changing a table checks its last entry."""

    async def run() -> None:
        clock = SetClock()
        async with serving(homes[0], clock) as one, serving(homes[1], clock) as two:
            for services in (one, two):
                monkeypatch.setattr(services.thinking, "decide", never)  # not even for the overdue seat
                monkeypatch.setattr(services.downtime, "_look", no_downtime)
            table, _ = await seated(one, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            other = await two.registry.table(table.record.id)
            for services in (one, two):  # only this test triggers timeouts
                await services.timeouts.close()
            appended, changed = asyncio.Event(), asyncio.Event()
            append, change = Store.append, Store.change_table
            with pytest.MonkeyPatch.context() as patch:

                async def late_append(self: Store, *given: object, **more: object) -> None:
                    appended.set()
                    await changed.wait()
                    await append(self, *given, **more)  # type: ignore[arg-type]

                patch.setattr(Store, "append", late_append)
                acting = asyncio.ensure_future(bid(other, 0))
                await appended.wait()
                await one.registry.change(table, lambda record: seating.let_bot_stand_in(record, 0, "random", "time"))
                changed.set()
                assert await acting == "stand-in"
            table, _ = await seated(one, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            other = await two.registry.table(table.record.id)
            for services in (one, two):  # only this test triggers timeouts
                await services.timeouts.close()
            clock.forward(120)
            with pytest.MonkeyPatch.context() as patch:

                async def late_change(self: Store, *given: object, **more: object) -> None:
                    patch.setattr(Store, "change_table", change)
                    assert await bid(other, 0) == ""
                    await change(self, *given, **more)  # type: ignore[arg-type]

                patch.setattr(Store, "change_table", late_change)
                await overdue(one, table, 0)
            await synchronize(table, other)
            assert table.number == 1
            assert not table.record.seats[0].stand_in

    asyncio.run(run())

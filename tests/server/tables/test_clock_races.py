"""A player who decides in the very moment in which the time is up: of the two, one holds."""

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


async def open_all_the_time() -> None:
    """The house was open: where a look into the database takes too long, the two minutes by which the clock is put
    forward would count as a time when no one could play."""


async def bid(table: LiveTable, late: int) -> str:
    """What becomes of seat 0's bid, after some turns of the loop, or (3) long after; "" where it holds."""
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


def one_holds(table: LiveTable, code: str) -> bool:
    """Whether it was the action; and that it was not both."""
    acted = [entry for entry in table.running().journal.entries[1:] if entry.seat == 0]
    stands = bool(table.record.seats[0].stand_in)
    assert bool(acted) is not stands, (acted, code)
    assert bool(acted) is (code == "")
    assert code in ("", "stand-in")
    return bool(acted)


async def same(table: LiveTable, other: LiveTable) -> None:
    """Bring a table of two processes up to date. Two minutes have passed, so it may have left memory in one of them,
    and what has left memory hears of no news."""
    async with asyncio.timeout(DEADLINE):
        while table.number != other.number or table.record != other.record:
            await table.catch_up()
            await other.catch_up()
            await asyncio.sleep(0.005)


@pytest.mark.thorough
def test_in_one_process(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            monkeypatch.setattr(services.thinking, "decide", never)
            monkeypatch.setattr(services.downtime, "_look", open_all_the_time)
            held = set()
            for n in range(TIMES):
                table, _ = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
                await services.timeouts.close()
                clock.forward(120)
                code, *_ = await asyncio.gather(
                    bid(table, n % 4), overdue(services, table, n % 3), overdue(services, table, n % 5)
                )
                held.add(one_holds(table, code))
            assert held == {True, False}

    asyncio.run(run())


def test_in_two_processes(homes: tuple[Home, Home], votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(homes[0], clock) as one, serving(homes[1], clock) as two:
            for services in (one, two):
                monkeypatch.setattr(services.thinking, "decide", never)
                monkeypatch.setattr(services.downtime, "_look", open_all_the_time)
            held = set()
            for n in range(TIMES):
                table, _ = await seated(one, votes, "Ann", "Bob", lapse=0, clock=LIVE)
                other = await two.registry.table(table.record.id)
                await one.timeouts.close()
                await two.timeouts.close()
                clock.forward(120)
                code, *_ = await asyncio.gather(bid(other, n % 4), overdue(one, table, n % 3))
                await same(table, other)
                held.add(one_holds(table, code))
                assert one_holds(other, code) is one_holds(table, code)
                assert table.times.now == other.times.now
            assert held == {True, False}

    asyncio.run(run())


def test_whoever_was_first_the_other_comes_too_late(
    homes: tuple[Home, Home], votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database decides: the version of the table is held while an entry is added, and the newest entry is looked at
    once the table is changed."""

    async def run() -> None:
        clock = SetClock()
        async with serving(homes[0], clock) as one, serving(homes[1], clock) as two:
            for services in (one, two):
                monkeypatch.setattr(services.thinking, "decide", never)  # not for the seat that is overdue, either
                monkeypatch.setattr(services.downtime, "_look", open_all_the_time)
            table, _ = await seated(one, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            other = await two.registry.table(table.record.id)
            for services in (one, two):  # no one else looks at the clocks
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
            for services in (one, two):  # no one else looks at the clocks
                await services.timeouts.close()
            clock.forward(120)
            with pytest.MonkeyPatch.context() as patch:

                async def late_change(self: Store, *given: object, **more: object) -> None:
                    patch.setattr(Store, "change_table", change)
                    assert await bid(other, 0) == ""
                    await change(self, *given, **more)  # type: ignore[arg-type]

                patch.setattr(Store, "change_table", late_change)
                await overdue(one, table, 0)
            await same(table, other)
            assert table.number == 1
            assert not table.record.seats[0].stand_in

    asyncio.run(run())

"""Test that setting a machine's date changes nothing for players: no clock, deadline, or new table."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest

from cashbox.server.clock import Clock
from cashbox.server.tables.downtime import BEAT
from cashbox.server.tables.timeouts import LEAST
from tests.server.server_in_process import SetClock, seated, serving, settled, until, votes
from tests.server.tables.test_clocks import LIVE, act, left, running

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]

HOURS = 3 * 3600.0

both_ways = pytest.mark.parametrize("by", [-HOURS, HOURS], ids=["back", "forward"])


def test_the_clock_advances_evenly_while_the_date_is_set() -> None:
    date = 1_000_000.0
    passed = 50.0
    clock = Clock(lambda: date, lambda: passed)
    assert clock.now() == 1_000_000
    for by in (-HOURS, HOURS):
        date = 1_000_000 + by
        passed += 7
        assert clock.now() == 1_000_000 + passed - 50
    assert clock.date() == 1_000_000 + HOURS
    clock.follow(HOURS)
    assert clock.now() == 1_000_014 + HOURS
    assert abs(Clock().now() - time.time()) < 60


async def follow_date(clock: SetClock, services: Services, astray: float = 0) -> None:
    """Wait until the server has looked at the machine's date."""
    clock.forward(BEAT)
    await until(lambda: abs(clock.date() - clock.now() - astray) < 1)
    await until(lambda: services.downtime._looked == clock.now())


@pytest.mark.slow
@both_ways
def test_live_clocks_and_deadlines_ignore_a_changed_date(home: Home, votes: str, by: float) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            clock.forward(10)
            clock.set_by = by
            assert left(table, 0) == (110, 10)
            for second in range(4):
                clock.forward(BEAT)
                await settled()
                assert left(table, 0)[0] == 105 - 5 * second
            assert not any(seat.stand_in for seat in table.record.seats)
            # A new table, and one with timeouts for answers.
            new, _ = await seated(services, votes, "Cy", "Di", lapse=0, clock=LIVE)
            asked, _ = await seated(services, votes, "Ed", "Flo", lapse=LEAST)
            assert clock.now() - 1 <= new.record.made <= clock.now()
            clock.forward(LEAST - 2)
            await settled()
            assert asked.number == 0
            assert left(new, 0) == (112, 12)
            clock.forward(3)
            await until(lambda: asked.number == 2)
            assert left(new, 0) == (109, 9)
            clock.forward(88)
            await until(lambda: table.record.seats[0].why == "time")
            assert not any(seat.stand_in for seat in new.record.seats)
            # The server does not follow the date during a game.
            assert clock.date() - clock.now() == by

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.sqlite
@both_ways
def test_the_server_follows_the_date_between_games_and_moves_deadlines(home: Home, votes: str, by: float) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", lapse=40, clock=LIVE)
            for seat in (0, 1):
                await act(table, seat, "bid")
            assert running(table) == [0]
            late, _ = await seated(services, votes, "Cy", "Di", lapse=40)
            clock.forward(10)
            clock.set_by = by
            for one in (table, late):
                services.registry.forget(one.record.id)
            await follow_date(clock, services)
            table = await services.registry.table(table.record.id)
            assert left(table, 0) == (105, 5)
            assert table.record.changed <= clock.date()
            # Deadlines of unopened tables move, too.
            clock.forward(24)
            await settled()
            assert services.registry.loaded(late.record.id) is None
            clock.forward(2)
            await until(lambda: services.registry.loaded(late.record.id) is not None)
            late = await services.registry.table(late.record.id)
            await until(lambda: late.number == 2)
            clock.forward(80)
            await until(lambda: table.record.seats[0].why == "time")

    asyncio.run(run())


@pytest.mark.slow
@both_ways
def test_a_date_set_while_the_server_was_down_costs_players_no_time(home: Home, votes: str, by: float) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            first, _ = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            clock.forward(10)
        # One gap is already recorded.
        clock.forward(1000)
        async with serving(home, clock) as services:
            first = await again(services, first)
            assert left(first, 0) == (110, 10)
            late, _ = await seated(services, votes, "Cy", "Di", lapse=40)
            clock.forward(5)
        after = SetClock()
        after.time = clock.time + by
        async with serving(home, after) as services:
            first, late = await again(services, first), await again(services, late)
            assert left(first, 0) == (105, 5)
            assert running(first) == [0, 1]
            assert late.record.changed <= after.now()
            if by < 0:
                after.forward(34)
                await settled()
                assert late.number == 0
                after.forward(2)
            await until(lambda: late.number == 2)
            after.forward(110)
            await until(lambda: first.record.seats[0].why == "time")

    asyncio.run(run())


async def again(services: Services, table: LiveTable) -> LiveTable:
    return await services.registry.table(table.record.id)


class WrongDateClock(Clock):
    """The clock of a machine with a wrong date."""

    def __init__(self, by: float) -> None:
        super().__init__(lambda: time.time() + by)


@pytest.mark.slow
@pytest.mark.parametrize("by", [-HOURS, HOURS])
def test_processes_with_different_dates_follow_the_database(homes: tuple[Home, Home], votes: str, by: float) -> None:
    async def run() -> None:
        async with serving(homes[0], Clock()) as one, serving(homes[1], WrongDateClock(by)) as other:
            clocks: list[Callable[[], float]] = [services.store.clock.now for services in (one, other)]
            assert abs(clocks[0]() - clocks[1]()) < 2
            table, _ = await seated(one, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            there = await other.registry.table(table.record.id)
            assert 0 <= 120 - left(there, 0)[0] < 60
            assert there.times.ends == table.times.ends

    asyncio.run(run())

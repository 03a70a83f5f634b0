"""Test that no clock counts the time when the server was down or its database unreachable."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.server.errors import DatabaseAway
from cashbox.server.tables import downtime
from cashbox.server.tables.downtime import BEAT, SILENCE
from tests.data_folders import Home
from tests.server.server_in_process import SetClock, seated, services_of, serving, settled, until, votes
from tests.server.tables.test_clocks import LIVE, left

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable

__all__ = ["votes"]

pytestmark = pytest.mark.slow


async def beats(clock: SetClock, *all_services: Services) -> None:
    """Let every process record once more that it is running."""
    clock.forward(BEAT)
    await until(lambda: all(services.downtime._looked == clock.now() for services in all_services))


async def again(services: Services, table: LiveTable) -> LiveTable:
    return await services.registry.table(table.record.id)


@contextlib.asynccontextmanager
async def cut(monkeypatch: pytest.MonkeyPatch, clock: SetClock, *all_services: Services) -> AsyncIterator[None]:
    """Cut some processes off from the database, and wait until they have noticed."""

    async def away(*_: Any, **__: Any) -> Any:
        raise DatabaseAway

    with monkeypatch.context() as patch:
        for store in (services.store for services in all_services):
            for owner, name in ((store, "read"), (store.writer, "do"), (store.writer, "append")):
                patch.setattr(owner, name, away)
        clock.forward(BEAT)
        await until(lambda: all(services.downtime._away for services in all_services))
        yield


@pytest.mark.thorough
def test_a_stopped_server_costs_players_no_time(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            clock.forward(25.5)
        clock.forward(100_000)
        async with serving(home, clock) as services:
            table = await again(services, table)
            assert left(table, 0) == (95, 0)
            # The stored deadline is too early now, and passes without effect.
            await settled()
            assert not table.record.seats[0].stand_in
            clock.forward(94.4)
            await settled()
            assert not table.record.seats[0].stand_in
            clock.forward(1)
            await until(lambda: table.record.seats[0].why == "time")

    asyncio.run(run())


def test_a_killed_server_costs_players_no_time(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            await beats(clock, services)
            await beats(clock, services)
            clock.forward(3)
            monkeypatch.setattr(services.downtime, "_beat", lambda *_: settled())
        clock.forward(1000)
        async with serving(home, clock) as services:
            table = await again(services, table)
            # The three seconds after the last recorded sign of life are given back.
            assert left(table, 0) == (110, 10)

    asyncio.run(run())


@pytest.mark.logs_errors("the database is away")
def test_an_unreachable_database_costs_players_no_time(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            await beats(clock, services)
            async with cut(monkeypatch, clock, services):
                clock.forward(10_000)
                await settled()
                assert not table.record.seats[0].stand_in
            await beats(clock, services)
            await until(lambda: len(services.downtime.gaps) == 1)
            assert left(table, 0) == (115, 15)
            await settled()
            assert not any(seat.stand_in for seat in table.record.seats)
            # A short interruption is not a gap.
            async with cut(monkeypatch, clock, services):
                pass
            await beats(clock, services)
            assert left(table, 0) == (105, 5)

    asyncio.run(run())


def test_a_player_who_acts_before_a_gap_is_recorded_loses_no_time(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            await beats(clock, services)
            async with cut(monkeypatch, clock, services):
                clock.forward(90)
            await table.act(0, [{"type": "bid", "high": False}])
            await table.act(1, [{"type": "bid", "high": False}])
            assert left(table, 0) == (120, 20)

    asyncio.run(run())


def test_no_signs_of_life_are_written_while_no_clock_runs(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", lapse=0)
            ((before,),) = home.rows("SELECT alive FROM house")
            await beats(clock, services)
            await beats(clock, services)
            assert home.rows("SELECT alive FROM house") == [(before,)]
            clock.forward(1000)
            table, _ = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            await beats(clock, services)
            assert home.rows("SELECT alive FROM house") == [(int(clock.now() * 1000),)]
            assert left(table, 0) == (115, 15)

    asyncio.run(run())


def test_a_sleeping_machine_costs_players_no_time(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            await beats(clock, services)
            ticks = clock.ticks()
            monkeypatch.setattr(clock, "ticks", lambda: ticks + clock.time % 1)
            clock.forward(10_000)
            await until(lambda: len(services.downtime.gaps) == 1)
            await settled()
            assert left(table, 0) == (115, 15)
            assert not table.record.seats[0].stand_in

    asyncio.run(run())


def test_gaps_are_stored_for_sixty_days(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
        for days in (1, 58, 3):
            clock.forward(days * 86_400)
            async with serving(home, clock) as services:
                gaps = services.downtime.gaps
        assert [round((gap.until - gap.since) / 86_400_000) for gap in gaps] == [58, 3]

    asyncio.run(run())


def test_a_gap_found_by_several_processes_is_stored_once(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            writer, now = services.store.writer, int(clock.now() * 1000)
            beats = (partial(downtime.store_sign, now=now + 20_000 + n, least=15_000) for n in range(8))
            await asyncio.gather(*(writer.do(beat) for beat in beats))
            (gap,) = await services.store.read(downtime.stored_gaps)
            assert gap.since == now
            assert 20_000 <= gap.until - gap.since < 20_008

    asyncio.run(run())


@pytest.mark.databases
def test_two_processes_know_the_same_gaps(
    homes: tuple[Home, Home], votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(homes[0], clock) as one, serving(homes[1], clock) as two:
            table, _ = await seated(one, votes, "Ann", "Bob", lapse=0, clock=LIVE)
            other = await again(two, table)
            await beats(clock, one, two)
            # While one process can write, there is no gap.
            async with cut(monkeypatch, clock, two):
                for _ in range(int(SILENCE / BEAT) + 1):
                    await beats(clock, one)
            await beats(clock, one, two)
            assert not one.downtime.gaps
            async with cut(monkeypatch, clock, one, two):
                clock.forward(5000)
            await beats(clock, one, two)
            await until(lambda: len(one.downtime.gaps) == len(two.downtime.gaps) == 1)
            assert one.downtime.gaps == two.downtime.gaps
            assert left(table, 0) == left(other, 0)
            # A third process starts and finds nothing new.
            three = services_of(Home(homes[1].folder / "three", homes[1].database), clock)
            await three.start()
            assert three.downtime.gaps == one.downtime.gaps
            await three.stop()

    asyncio.run(run())

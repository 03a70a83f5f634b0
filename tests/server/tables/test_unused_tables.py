"""Test that an unused table announces its closing for a week, and is then closed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.server.clock import DAY
from cashbox.server.errors import Refusal
from cashbox.server.ops import expiry as expiring
from cashbox.server.tables.settings import GameClock
from cashbox.server.wire import NewTable, SeatWish
from tests.server.server_in_process import SetClock, Watcher, seated, serving, settled, until, votes
from tests.server.tables_with_absent_players import connect_player, first_due, refused, take_action

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["votes"]

UNUSED = "This table was closed because it hadn't been used for a long time."


async def expire_once(services: Services, clock: SetClock) -> None:
    task = asyncio.create_task(services.expiry.once())
    while not task.done():
        await asyncio.sleep(0.01)
        clock.forward(expiring.REST)
    await task


async def listed(services: Services, guest: Guest) -> dict[str, tuple[str, int | None]]:
    mine = await services.registry.tables_of(guest)
    return {one.table.id: (one.table.status, one.table.closes) for one in mine}


@pytest.mark.slow
def test_an_unused_table_is_closed_after_a_week_unless_a_player_visits(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock, keep_waiting=0) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            touched, (cleo, _dan) = await seated(services, votes, "Cleo", "Dan", lapse=0)
            waiting = await services.registry.make(ann, NewTable(votes, [SeatWish("open"), SeatWish("open")]))
            began = int(clock.now())
            clock.forward(22 * DAY)
            await expire_once(services, clock)
            assert (await listed(services, ann))[table.record.id] == ("playing", None)
            clock.forward(1 * DAY)
            await expire_once(services, clock)
            for one in (table, touched, waiting):
                end = (await services.registry.table(one.record.id)).as_table().closes
                assert end is not None
                # A week after the search found it, and the clock advanced during the search.
                assert began + 30 * DAY <= end <= clock.now() + 7 * DAY
            assert (await listed(services, ann))[table.record.id] == ("playing", end)
            touched = await services.registry.table(touched.record.id)
            touched.visit(cleo)
            assert touched.as_table().closes is None
            await until(lambda: bool(home.rows("SELECT 1 FROM visits WHERE guest = $1", cleo.id)))
            clock.forward(7 * DAY + 60)
            await expire_once(services, clock)
            assert (await listed(services, cleo))[touched.record.id][0] == "playing"
            for one in (table, waiting):
                again = await services.registry.table(one.record.id)
                assert again.as_table().closed == UNUSED
            again = await services.registry.table(table.record.id)
            await refused(services.departures.take_back(again, bob), "closed", "long time")
            assert (await listed(services, bob))[table.record.id] == ("closed", None)

    asyncio.run(run())


@pytest.mark.slow
def test_a_server_that_was_down_closes_no_table_without_a_warning(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, _bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
        clock.forward(400 * DAY)
        async with serving(home, clock) as services:
            began = int(clock.now())
            await expire_once(services, clock)
            status, closes = (await listed(services, ann))[table.record.id]
            assert status == "playing"
            assert closes is not None
            assert began + 7 * DAY <= closes <= clock.now() + 7 * DAY
            clock.forward(8 * DAY)
            await expire_once(services, clock)
            assert (await listed(services, ann))[table.record.id] == ("closed", None)

    asyncio.run(run())


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("days", [2, 8])
def test_a_repeated_search_does_not_postpone_the_closing(home: Home, votes: str, days: int) -> None:
    """The first warning counts, even if the notice is longer than the time before it."""

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock, unused=days) as services:
            table, (ann, _bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            end = int(clock.now()) + days * DAY
            for day in range(1, days):
                clock.forward(DAY + 60)
                await expire_once(services, clock)
                status, closes = (await listed(services, ann))[table.record.id]
                assert status == "playing", day
                assert closes is not None
                assert abs(closes - end) < 300, day
            clock.forward(DAY + 60)
            await expire_once(services, clock)
            assert (await listed(services, ann))[table.record.id][0] == "closed"

    asyncio.run(run())


@pytest.mark.slow
def test_a_damaged_table_does_not_keep_the_others_open(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock, unused=2) as services:
            for _ in range(2):
                await seated(services, votes, "Ann", "Bob", lapse=0)

            async def damaged(_: str) -> None:
                raise Refusal(500, "damaged-table", "This table can't continue.")

            monkeypatch.setattr(services.registry, "follow", damaged)
            for _ in range(3):
                clock.forward(DAY + 60)
                await expire_once(services, clock)
            assert {status for (status,) in home.rows("SELECT status FROM tables")} == {"closed"}
            assert "can't continue" in caplog.text

    asyncio.run(run())


@pytest.mark.thorough
def test_two_simultaneous_searches_do_not_count_as_visits(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second search ends with the first one, whose results are at the tables by then."""

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock, unused=2) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", lapse=0)
            found, let, follow = asyncio.Event(), asyncio.Event(), services.registry.follow

            async def slow(table_id: str) -> None:
                found.set()
                await let.wait()
                await follow(table_id)

            monkeypatch.setattr(services.registry, "follow", slow)
            clock.forward(DAY + 60)
            first = asyncio.create_task(services.expiry.once())
            await found.wait()
            second = asyncio.create_task(services.expiry.once())
            await settled()
            assert not second.done()
            let.set()
            await asyncio.gather(first, second)
            table = await services.registry.table(table.record.id)
            assert table.as_table().closes is not None

    asyncio.run(run())


@pytest.mark.thorough
def test_a_table_with_a_longer_turn_is_not_closed(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        # A Friday.
        clock.time = 1_799_413_200.0
        longest = GameClock("days", step=7 * DAY, bank=7 * DAY, nights=False, weekends=False)
        async with serving(home, clock) as services:
            table, (ann, _bob) = await seated(services, votes, "Ann", "Bob", lapse=0, clock=longest)
            for _ in range(31):
                clock.forward(DAY)
                await expire_once(services, clock)
            assert (await listed(services, ann))[table.record.id] == ("playing", None)
            table = await services.registry.table(table.record.id)
            table.join(Watcher())
            assert table.deadline is not None
            assert 30 * DAY < table.deadline - table.record.changed <= 34 * DAY
            clock.forward(table.deadline - clock.now())
            await until(lambda: table.only_bots)

    asyncio.run(run())


@pytest.mark.thorough
def test_connected_viewers_and_actions_keep_a_table_open(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock, unused=2) as services:
            player, _ = await seated(services, votes, "Ann", "Bob", lapse=0)
            connect_player(player, 0)
            watched, _ = await seated(services, votes, "Cleo", "Dan", lapse=0)
            watched.join(Watcher())
            played, _ = await seated(services, votes, "Eve", "Flo", lapse=0)
            for _ in range(3):
                clock.forward(DAY + 3600)
                await expire_once(services, clock)
                played = await services.registry.table(played.record.id)
                await take_action(played, first_due(played))
            assert {one.record.status for one in (player, watched, played)} == {"playing"}
            assert player.as_table().closes is None
        async with serving(home, clock, unused=0) as services:
            clock.forward(1000 * DAY)
            await expire_once(services, clock)
            assert (await services.registry.table(played.record.id)).record.status == "playing"

    asyncio.run(run())

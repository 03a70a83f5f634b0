"""Test the priority of bots: bots that people wait for act first, and unwatched tables still progress."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cashbox.server.bots import seats, turns
from cashbox.server.bots.turns import Lane
from cashbox.server.errors import Refusal
from cashbox.server.tables import registry
from cashbox.server.web.quotas import Caller
from cashbox.server.wire import NewTable, SeatWish
from tests.extra_game_folders import among_the_games
from tests.server.server_in_process import SetClock, Watcher, never, seated, serving, settled, until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cashbox.server.bots.thinking import Position
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home


@pytest.fixture(autouse=True)
def coins() -> Iterator[str]:
    with among_the_games(Path(__file__).parents[1] / "games"):
        yield "coins"


async def first(at: Position, *_: object) -> int:
    """Decide at once."""
    return at.legal[0]


def at_once(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services.thinking, "decide", first)


async def bots_alone(services: Services, many: int) -> list[str]:
    """Create tables where only bots play, and return their ids."""
    host, _ = await services.guests.add("Host")
    made = [await services.registry.make(host, NewTable("coins", [SeatWish("bot", "random")] * 2)) for _ in range(many)]
    return [table.record.id for table in made]


async def numbers(services: Services, ids: list[str]) -> list[int]:
    """Return the number of stored entries of each table."""
    stored = [await services.store.table(table_id) for table_id in ids]
    return [len(one.entries) - 1 for one in stored if one is not None]


async def answered(services: Services, table: LiveTable) -> None:
    """Act as a person and wait for the bot's reply."""
    assert table.match is not None
    actions = table.match.legal(0)
    number = table.running().number
    await table.act(0, [table.game.encode(actions[0])])
    await until(lambda: table.running().due() in (0, 1) or table.record.status == "over")
    assert table.running().number > number


# -- order ----------------------------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_bots_without_viewers_wait_while_people_play(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            at_once(services, monkeypatch)
            mine, _ = await seated(services, "coins", "Ann", "bot")
            mine.join(Watcher(0))
            ids = await bots_alone(services, 40)
            await settled()
            before = sum(await numbers(services, ids))
            assert before <= 3
            # The clock stands still, so tables that wait for their turn keep waiting.
            for _ in range(5):
                await answered(services, mine)
            assert mine.running().number >= 10
            await settled()
            assert sum(await numbers(services, ids)) == before
            for _ in range(20):
                clock.forward(0.11)
                mine.mark_changed()
                services.bots.watch(mine)
                await settled()
            moved = sum(await numbers(services, ids)) - before
            assert 15 <= moved <= 23, "ten a second while people play"

    asyncio.run(run())


@pytest.mark.thorough
def test_tables_without_people_are_not_slowed_down_when_no_people_play(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            at_once(services, monkeypatch)
            ids = await bots_alone(services, 30)
            tables = [await services.registry.table(one) for one in ids]
            await until(lambda: all(table.record.status == "over" for table in tables))

    asyncio.run(run())


@pytest.mark.thorough
def test_a_table_no_longer_waits_once_a_spectator_joins(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            at_once(services, monkeypatch)
            mine, _ = await seated(services, "coins", "Ann", "bot")
            mine.join(Watcher(0))
            ids = await bots_alone(services, 40)
            await settled()
            assert (await numbers(services, ids))[-1] == 0
            for which in (-1, 0, 5):
                table = await services.registry.table(ids[which])
                before = table.running().number
                table.join(Watcher(None))
                await settled()
                clock.forward(0.02)
                await until(lambda: table.running().number > before)  # noqa: B023 (called at once)

    asyncio.run(run())


@pytest.mark.slow
def test_a_player_counts_as_present_for_a_while_after_leaving(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann,) = await seated(services, "coins", "Ann", "bot")

            def how() -> turns.Rank:
                return turns.rank(table, clock.ticks())

            assert how() is turns.Rank.SEEN
            table.visit(None)
            assert how() is turns.Rank.SEEN
            table.visit(ann)
            assert how() is turns.Rank.PEOPLE
            clock.forward(turns.LATELY)
            assert how() is turns.Rank.SEEN
            watcher, player = Watcher(None), Watcher(0)
            table.join(watcher)
            assert how() is turns.Rank.SEEN
            table.join(player)
            assert how() is turns.Rank.PEOPLE
            table.part(player)
            assert how() is turns.Rank.PEOPLE
            (alone,) = await bots_alone(services, 1)
            bots = await services.registry.table(alone)
            assert turns.rank(bots, clock.ticks()) is turns.Rank.ALONE
            bots.join(watcher)
            assert turns.rank(bots, clock.ticks()) is turns.Rank.SEEN

    asyncio.run(run())


# -- waiting outside memory -----------------------------------------------------------------------------------------


@pytest.mark.thorough
def test_waiting_tables_of_bots_are_not_in_memory(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "PLAYING", 3)

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            monkeypatch.setattr(services.thinking, "decide", never)
            ids = await bots_alone(services, 20)
            await settled()
            clock.forward(registry.BRIEF + 1)
            assert services.registry.sweep() >= 17
        async with serving(home, clock) as services:
            monkeypatch.setattr(services.thinking, "decide", never)
            await until(lambda: services.registry.load[0] == 3)
            await settled()
            playing = services.registry.in_memory
            host = playing[0].record.host
            with pytest.raises(Refusal, match="You have 10 running tables"):
                services.quotas.hold("bot_tables", Caller("", host), "one more")
            assert services.registry.sweep() == 0
            clock.forward(1e6)
            assert services.registry.sweep() == 0, "none but those that play was loaded when the server started"
            assert services.registry.in_memory == playing
            assert {table.record.id for table in playing} < set(ids)

    asyncio.run(run())


@pytest.mark.slow
def test_waiting_tables_of_bots_take_turns_until_their_games_are_over(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "PLAYING", 0)
    monkeypatch.setattr(seats, "SLICE", 4)
    order: list[str] = []

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            at_once(services, monkeypatch)
            find = services.registry.table

            async def found(table_id: str) -> LiveTable:
                order.append(table_id)
                return await find(table_id)

            monkeypatch.setattr(services.bots, "_find", found)
            ids = await bots_alone(services, 6)
            tables = [await find(one) for one in ids]
            monkeypatch.setattr(seats, "PLAYING", 2)
            services.bots.line_up(ids[0])
            await until(lambda: all(table.record.status == "over" for table in tables))
            assert order[:6] == ids
            assert sorted(order[6:12]) == sorted(ids)
            turns_of = [order.count(one) for one in ids]
            assert max(turns_of) - min(turns_of) <= 2

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.logs_errors("a table is damaged")
def test_a_table_that_cannot_be_loaded_blocks_no_other_table(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "PLAYING", 1)
    monkeypatch.setattr(seats, "PAUSE", 0.0)

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            at_once(services, monkeypatch)
            find = services.registry.table
            faults: list[Exception] = [Refusal(500, "damaged-table", "It is damaged."), RuntimeError("busy")]

            async def found(table_id: str) -> LiveTable:
                if faults:
                    raise faults.pop(0)
                return await find(table_id)

            monkeypatch.setattr(services.bots, "_find", found)
            ids = await bots_alone(services, 3)
            tables = [await find(one) for one in ids]
            # The server may queue the first table once more when it looks for tables that continue by themselves.
            await until(lambda: [table.record.status for table in tables][1:] == ["over", "over"])

    asyncio.run(run())


@pytest.mark.slow
def test_the_server_stops_even_if_a_bot_ignores_its_cancellation(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async def deaf(at: Position, *_: object) -> int:
        try:
            return await asyncio.Future()
        except asyncio.CancelledError:
            return at.legal[0]

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            monkeypatch.setattr(services.thinking, "decide", deaf)
            await seated(services, "coins", "Ann", "bot")
            await bots_alone(services, 20)
            await settled()
            closing = asyncio.create_task(services.bots.close())
            done, _ = await asyncio.wait({closing}, timeout=10)
            assert done

    asyncio.run(run())


# -- lanes ----------------------------------------------------------------------------------------------------------


def test_a_lane_admits_a_fixed_number_in_order() -> None:
    async def run() -> None:
        lane = Lane(SetClock(), 2, 1.0, lambda: False)
        inside: list[str] = []

        async def go(name: str) -> None:
            assert await lane.enter(name)
            inside.append(name)

        waiting = [asyncio.create_task(go(name)) for name in "abcde"]
        await settled()
        assert inside == ["a", "b"]
        waiting[2].cancel()
        lane.leave()
        await settled()
        assert inside == ["a", "b", "d"]
        lane.leave()
        lane.leave()
        await settled()
        assert inside == ["a", "b", "d", "e"]

    asyncio.run(run())


@pytest.mark.slow
def test_earlier_unlimited_use_does_not_slow_a_lane_once_people_play() -> None:
    async def run() -> None:
        playing = False
        clock = SetClock()
        lane = Lane(clock, 2, 10.0, lambda: playing)
        for turn in range(1000):
            assert await lane.enter(f"unseen {turn}")
            lane.leave()
        playing = True
        for turn in range(20):
            entering = asyncio.create_task(lane.enter(f"beside people {turn}"))
            await settled()
            assert not entering.done()
            clock.forward(0.11)
            async with asyncio.timeout(120):
                assert await entering
            lane.leave()

    asyncio.run(run())


def test_a_hurried_table_skips_the_lane_and_a_canceled_one_frees_its_place() -> None:
    async def run() -> None:
        lane = Lane(SetClock(), 1, 10.0, lambda: False)
        assert await lane.enter("a")
        hurried, gone, last = (asyncio.create_task(lane.enter(name)) for name in "bcd")
        await settled()
        lane.hurry("b")
        assert await hurried is False
        lane.leave()
        # The task already has its place, but has not resumed yet.
        gone.cancel()
        async with asyncio.timeout(120):
            assert await last

    asyncio.run(run())

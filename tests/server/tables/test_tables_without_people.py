"""Test tables where only bots play: they delay no one, and tables deserted by their players wait and then end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import pytest

from cashbox.server.bots import seats, turns
from cashbox.server.clock import DAY
from cashbox.server.tables import registry, seating
from cashbox.server.tables.presence import DESERTED
from cashbox.server.tables.settings import GameClock
from cashbox.server.tables.timeouts import play
from cashbox.server.wire import NewTable, SeatWish
from tests.server.server_in_process import SetClock, Watcher, never, seated, serving, settled, until, votes
from tests.server.tables.test_unused_tables import UNUSED, expire_once, listed
from tests.server.tables_with_absent_players import connect_player, first_due, play_to_end

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]


async def deserted(services: Services, game: str) -> tuple[LiveTable, list[Guest]]:
    """Create a table where bots play for both players."""
    table, guests = await seated(services, game, "Ann", "Bob", lapse=0)

    def change(record: TableRecord) -> TableRecord:
        for seat in (0, 1):
            record = seating.let_bot_stand_in(record, seat, "random", "host")
        return record

    await services.registry.change(table, change)
    return table, guests


async def only_bots(services: Services, game: str) -> tuple[LiveTable, Guest]:
    """Create a table of bots, and return it with its host."""
    host, _ = await services.guests.add("Ann")
    wishes = [SeatWish("bot", "random"), SeatWish("bot", "random")]
    return await services.registry.make(host, NewTable(game, wishes)), host


@pytest.mark.slow
@pytest.mark.databases
def test_a_deserted_game_waits_for_its_players_and_then_ends(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (_, bob) = await deserted(services, votes)
            await settled()
            assert (table.number, table.busy) == (0, False), "no one plays"
            assert table.as_table().closes == table.record.changed + DESERTED
            clock.forward(DESERTED - 10)
            await settled()
            await services.departures.take_back(table, bob)
            await play_to_end(table)
            assert table.record.status == "over"
            table, _ = await deserted(services, votes)
        clock.forward(DESERTED - 10)
        async with serving(home, clock) as services:
            again = await services.registry.table(table.record.id)
            await settled()
            assert (again.record.status, again.number) == ("playing", 0)
            clock.forward(20)
            await until(lambda: again.record.status == "closed")
            assert again.as_table().closed == "All players were away, so the game ended without a result."
        assert home.rows("SELECT count(*) FROM results WHERE table_id = $1", table.record.id) == [(0,)]

    asyncio.run(run())


@pytest.mark.slow
def test_a_deserted_table_opened_during_the_start_still_ends(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await deserted(services, votes)
        clock.forward(DESERTED - 10)
        async with serving(home, clock) as services:
            table = await services.registry.table(table.record.id)
            await services.ownership.adopt()
            assert services.timeouts.expects(table.record.id)
            # Short enough for the table to stay in memory.
            clock.forward(20)
            await until(lambda: table.record.status == "closed")

    asyncio.run(run())


@pytest.mark.slow
def test_a_bot_decides_when_no_player_has_time_left(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            more = {"lapse": 0, "clock": GameClock("live", 10, 0)}
            table, guests = await seated(services, votes, "Ann", "Bob", **more)
            while not table.record.deserted:
                clock.forward(11)
                await until(lambda: not table.times.up())
            number, seat = table.number, first_due(table)
            await services.departures.take_back(table, guests[seat])
            clock.forward(61)
            await until(lambda: table.record.deserted and table.number > number)
            await settled()
            assert table.record.status == "over" or not table.bots_due

    asyncio.run(run())


@pytest.mark.slow
def test_a_deserted_tables_rank_depends_on_who_is_connected(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            monkeypatch.setattr(services.thinking, "decide", never)
            table, (ann, bob) = await deserted(services, votes)

            def how() -> turns.Rank:
                return turns.rank(table, clock.ticks())

            assert how() is turns.Rank.ALONE
            table.visit(bob)
            assert how() is turns.Rank.ALONE
            watcher = Watcher()
            table.join(watcher)
            assert how() is turns.Rank.SEEN
            player = connect_player(table, 1)
            assert how() is turns.Rank.PEOPLE
            table.part(player)
            table.part(watcher)
            await until(lambda: services.quotas.is_counted("bots", table.record.id))
            await services.departures.take_back(table, ann)
            assert how() is turns.Rank.PEOPLE
            clock.forward(turns.LATELY)
            assert how() is turns.Rank.SEEN
            assert not services.quotas.is_counted("bots", table.record.id)

    asyncio.run(run())


@pytest.mark.slow
def test_tables_of_bots_wait_outside_memory_for_their_turn(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "PLAYING", 2)

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            monkeypatch.setattr(services.thinking, "decide", never)
            ids = [(await only_bots(services, votes))[0].record.id for _ in range(5)]
            await settled()
            clock.forward(registry.BRIEF + 1)
            assert services.registry.sweep() == 3
        async with serving(home, clock) as services:
            monkeypatch.setattr(services.thinking, "decide", never)
            await until(lambda: services.registry.load[0] == 2)
            await settled()
            assert services.registry.load[0] == 2
            assert all(services.quotas.is_counted("bots", one) for one in ids)

    asyncio.run(run())


@pytest.mark.thorough
def test_bots_playing_alone_do_not_keep_a_table_in_use(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            monkeypatch.setattr(services.thinking, "decide", never)
            table, ann = await only_bots(services, votes)
            played, (cleo, _) = await seated(services, votes, "Cleo", "Dan", lapse=0)
            began = int(clock.now())
            for _ in range(3):
                clock.forward(11 * DAY)
                # Both tables may have left memory meanwhile.
                table, played = [await services.registry.table(one.record.id) for one in (table, played)]
                for one in (table, played):
                    await acts(one)
                await expire_once(services, clock)
                table = await services.registry.table(table.record.id)
                end = table.as_table().closes
                assert (await listed(services, ann))[table.record.id] == (table.record.status, end)
            assert end is not None
            assert abs(end - began - 40 * DAY) < 120
            (kept,) = await services.store.tables_of(ann)
            assert kept.touched == table.record.changed < kept.changed
            assert played.as_table().closes is None
            clock.forward(8 * DAY)
            await acts(table)
            assert table.busy
            await expire_once(services, clock)
            assert table.as_table().closed == UNUSED
            assert (await listed(services, ann))[table.record.id][0] == "closed"
            assert (await listed(services, cleo))[played.record.id][0] == "playing"

    asyncio.run(run())


async def acts(table: LiveTable) -> None:
    """Decide for a seat that owes a decision, as its player or its bot."""
    seat, match = first_due(table), table.running()
    action = match.legal(seat)[0]
    if table.record.seats[seat].played_by:
        await play(table, seat, action, match.number)
    else:
        await table.act(seat, [match.game.encode(action)])


@pytest.mark.slow
def test_a_player_who_left_does_not_keep_a_table_open(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            left = msgspec.structs.replace(table.record.seats[1], stand_in="random", why="left")
            record = msgspec.structs.replace(table.record, seats=(table.record.seats[0], left))
            assert seating.without_guest(record, ann.id, "random").closed == "nobody"
            assert seating.without_guest(record, bob.id, "random").status == "playing"
            assert seating.without_guest(table.record, ann.id, "random").status == "playing"

    asyncio.run(run())

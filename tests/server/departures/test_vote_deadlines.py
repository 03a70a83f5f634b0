"""Test that a vote is settled when its voters become absent or are deleted, and that a table's timers retry."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.engine.game import GameError
from cashbox.server.errors import Closed, FolderLost, Refusal
from cashbox.server.tables import timeouts
from cashbox.server.tables.timeouts import TableTimeouts
from tests.server.cluster.test_two_processes import both, homes, shared
from tests.server.server_in_process import SetClock, seated, serving, settled, until, votes
from tests.server.tables_with_absent_players import AWAY, connect_player

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["homes", "votes"]


async def table_with_one_vote(services: Services, game: str, clock: SetClock) -> tuple[LiveTable, list[Guest]]:
    """Seat four players. Only Bob votes for a bot to play for Dan, who has been away for long."""
    table, guests = await seated(services, game, "Ann", "Bob", "Cleo", "Dan", lapse=0)
    connect_player(table, 1)
    here = [connect_player(table, seat) for seat in (0, 2)]
    clock.forward(AWAY)
    await services.departures.stand_in(table, guests[1], 3, on=True)
    for one in here:
        table.part(one)
    return table, guests


@pytest.mark.slow
def test_a_vote_is_settled_when_the_other_voters_are_away_too_long(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await table_with_one_vote(services, votes, clock)
            await settled()
            clock.forward(AWAY - 2)
            connect_player(table, 0)
            await settled()
            clock.forward(1)
            await settled()
            assert not table.record.seats[3].stand_in, "one of two is not more than half"
            table.part(next(one for one in table.listeners if one.seat == 0))
            await settled()
            clock.forward(AWAY - 1)
            await until(lambda: bool(table.record.seats[3].stand_in))
            assert not table.record.votes
            assert table.deadline is None

    asyncio.run(run())


@pytest.mark.slow
def test_a_vote_is_settled_after_a_restart(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await table_with_one_vote(services, votes, clock)
            await settled()
        async with serving(home, clock) as services:
            await until(lambda: services.registry.loaded(table.record.id) is not None)
            again = await services.registry.table(table.record.id)
            connect_player(again, 1)
            await settled()
            clock.forward(AWAY)
            await until(lambda: bool(again.record.seats[3].stand_in))

    asyncio.run(run())


@pytest.mark.slow
def test_a_vote_to_end_the_game_is_settled_when_a_voter_becomes_absent(home: Home, votes: str) -> None:
    """A player with a stand-in has a vote while present."""

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob, cleo) = await seated(services, votes, "Ann", "Bob", "Cleo", lapse=0)
            connect_player(table, 0)
            connect_player(table, 1)
            clock.forward(AWAY)
            await services.departures.stand_in(table, ann, 2, on=True)
            table.visit(cleo)
            for guest in (ann, bob):
                await services.departures.call_off(table, guest, on=True)
            await settled()
            assert table.record.status == "playing"
            clock.forward(AWAY)
            await until(lambda: table.record.closed == "called-off")

    asyncio.run(run())


@pytest.mark.slow
def test_a_vote_is_settled_when_a_voter_is_deleted(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob, cleo) = await seated(services, votes, "Ann", "Bob", "Cleo", lapse=0)
            for seat in range(3):
                connect_player(table, seat)
            for guest in (ann, bob):
                await services.departures.call_off(table, guest, on=True)
            await services.erasing.guest(cleo.id)
            await until(lambda: table.record.closed == "called-off")

    asyncio.run(run())


@pytest.mark.thorough
def test_a_player_present_through_another_process_keeps_a_vote(homes: tuple[Home, Home], votes: str) -> None:
    clock = SetClock()

    async def work(one: Services, two: Services) -> None:
        first, second = await shared(one, two, votes, "Ann", "Bob", "Cleo", "Dan", lapse=0)
        connect_player(first, 1)
        here = [connect_player(first, seat) for seat in (0, 2)]
        clock.forward(AWAY)
        bob, cleo = (player(first, seat) for seat in (1, 2))
        await one.departures.stand_in(first, bob, 3, on=True)
        for watcher in here:
            first.part(watcher)
        await settled()
        clock.forward(AWAY - 5)
        # Only over HTTP, which is not announced to the other process.
        second.visit(cleo)
        await until(lambda: bool(homes[0].rows("SELECT 1 FROM visits WHERE seen = $1", int(clock.now()))))
        clock.forward(5)
        await settled()
        assert not first.record.seats[3].stand_in
        clock.forward(AWAY - 5)
        await until(lambda: bool(first.record.seats[3].stand_in))

    both(homes, work, clock)


def player(table: LiveTable, seat: int) -> Guest:
    from cashbox.server.db.records import Guest

    one = table.record.seats[seat]
    return Guest(one.guest or "", one.name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "tries"),
    [
        (Refusal(409, "stale", "The game has moved on. Check the table and try again."), 3),
        (FolderLost(), 3),
        (GameError("not-legal", "No."), 3),
        (RuntimeError("busy"), 3),
        (GameError("stale", "The answer has already come in."), 1),
        (Refusal(404, "no-such-table", "There is no such table."), 1),
        (Refusal(500, "damaged-table", "It is damaged."), 1),
        (Closed("operator"), 1),
    ],
)
@pytest.mark.logs_errors("the store fails")
def test_a_failed_timeout_is_retried_unless_the_table_is_lost(fault: Exception, tries: int) -> None:
    async def run() -> None:
        clock = SetClock()
        tried = 0

        async def overdue(_: str) -> None:
            nonlocal tried
            tried += 1
            if tried < 3:
                raise fault

        timers = TableTimeouts(clock, overdue)
        timers.expect("a table", int(clock.now()))
        for _ in range(4):
            await settled()
            clock.forward(timeouts.LONG_PAUSE)
        await settled()
        assert tried == tries
        await timers.close()

    asyncio.run(run())

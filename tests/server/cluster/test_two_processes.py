"""Test two servers on one PostgreSQL database: each shows the other's changes, and only one does a background task."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import TYPE_CHECKING

import pytest

from cashbox.engine.frames import Feed
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.server.accounts.tokens import Session
from cashbox.server.db.records import TokenRecord
from cashbox.server.errors import Refusal
from cashbox.server.ops.socket import CloseTable, DeleteTable
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.data_folders import Home
from tests.postgres.databases import ask, fresh
from tests.server.server_in_process import SetClock, Watcher, seated, serving, settled, until, votes

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
    from pathlib import Path

    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable

    Work = Callable[[Services, Services], Coroutine[None, None, None]]

__all__ = ["votes"]

pytestmark = pytest.mark.slow


@pytest.fixture
def homes(cluster: str, tmp_path: Path) -> Iterator[tuple[Home, Home]]:
    with fresh(cluster) as database:
        yield Home(tmp_path / "one", database), Home(tmp_path / "two", database)


def both(homes: tuple[Home, Home], work: Work, clock: SetClock | None = None) -> None:
    async def run() -> None:
        at = clock or SetClock()
        async with serving(homes[0], at) as one, serving(homes[1], at) as two:
            await work(one, two)

    asyncio.run(run())


async def shared(one: Services, two: Services, game: str, *names: str, **more: object) -> tuple[LiveTable, LiveTable]:
    """Create a table with a viewer in each of two processes, so that both follow its changes."""
    first, _ = await seated(one, game, *names, **more)
    second = await two.registry.table(first.record.id)
    for table in (first, second):
        table.join(Watcher())
    await until(lambda: first.elsewhere.watchers == second.elsewhere.watchers == 1)
    return first, second


def seat_due(table: LiveTable) -> int:
    return (table.due & -table.due).bit_length() - 1


async def act(table: LiveTable, seat: int, which: int = 0) -> None:
    match = table.running()
    at = table.frames.mark(seat)
    await table.act(seat, [match.game.encode(match.legal(seat)[which])], at)


async def act_when_due(table: LiveTable, seat: int) -> None:
    """Act at a seat as soon as it is possible, whatever others do meanwhile."""
    while True:
        await until(lambda: bool(table.due >> seat & 1))
        try:
            return await act(table, seat)
        except GameError as error:
            if error.code not in ("stale", "not-legal"):
                raise


@contextlib.asynccontextmanager
async def connected(table: LiveTable, seat: int | None = None) -> AsyncIterator[Watcher]:
    watcher = Watcher(seat)
    table.join(watcher)
    yield watcher
    table.part(watcher)


def test_each_process_shows_the_actions_of_the_other(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        first, second = await shared(one, two, votes, "Ann", "Bob")
        async with connected(second, 1) as watcher:
            tables, turn = (first, second), 0
            while first.due:
                poked = watcher.poked
                await act(tables[turn % 2], seat_due(tables[turn % 2]))
                await until(lambda: first.number == second.number)
                assert watcher.poked > poked
                for viewer in (-1, 0, 1):
                    assert first.frames.mark(viewer) == second.frames.mark(viewer)
                turn += 1
            await until(lambda: second.record.status == "over")
        assert first.journal() == second.journal()
        assert first.record == second.record

    both(homes, work)


@pytest.mark.thorough
def test_the_second_of_two_actions_on_the_same_state_is_refused(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        first, second = await shared(one, two, votes, "Ann", "Bob")
        seat, number = seat_due(first), first.number
        done = await asyncio.gather(act(first, seat), act(second, seat, 1), return_exceptions=True)
        assert [type(result) for result in done].count(type(None)) == 1
        (late,) = [result for result in done if result is not None]
        assert isinstance(late, GameError)
        assert late.code in ("stale", "not-legal")
        await until(lambda: first.number == second.number == number + 1)
        assert first.frames.mark(0) == second.frames.mark(0)

    both(homes, work)


@pytest.mark.thorough
def test_both_processes_send_the_same_messages_to_each_viewer(homes: tuple[Home, Home], votes: str) -> None:
    """Otherwise a message would reveal which process handled an action."""

    async def work(one: Services, two: Services) -> None:
        tables = await shared(one, two, votes, "Ann", "Bob")
        feeds = [[Feed(viewer) for viewer in (0, 1, SPECTATOR)] for _ in tables]
        versions = [table.version for table in tables]

        def sent() -> list[list[bytes | None]]:
            return [[table.news(feed) for feed in mine] for table, mine in zip(tables, feeds, strict=True)]

        for turn in range(20):
            told = sent()
            assert told[0] == told[1]
            if not tables[0].due:
                break
            await act_when_due(tables[turn % 2], seat_due(tables[0]))
            await until(lambda: tables[0].number == tables[1].number)
            assert [table.version for table in tables] == versions or tables[0].record.status == "over"

    both(homes, work)


@pytest.mark.thorough
def test_two_seats_can_decide_at_the_same_time_in_two_processes(homes: tuple[Home, Home], votes: str) -> None:
    """The slower process catches up and tries again, since its own decision is not affected."""

    async def work(one: Services, two: Services) -> None:
        first, second = await shared(one, two, votes, "Ann", "Bob")
        number = first.number
        assert first.due == 0b11
        await asyncio.gather(act(first, 0), act(second, 1))
        await until(lambda: first.number == second.number == number + 2)
        assert first.running().journal == second.running().journal

    both(homes, work)


@pytest.mark.thorough
def test_only_one_of_two_guests_gets_the_last_seat(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        host, _ = await one.guests.add("Ann")
        first = await one.registry.make(host, NewTable(votes, [SeatWish("me"), SeatWish("open")]))
        second = await two.registry.table(first.record.id)
        bob, cleo = [(await two.guests.add(name))[0] for name in ("Bob", "Cleo")]
        sat = await asyncio.gather(
            one.registry.sit(first, bob, Sit()), two.registry.sit(second, cleo, Sit()), return_exceptions=True
        )
        (refused,) = [result for result in sat if result is not None]
        assert isinstance(refused, Refusal)
        assert refused.code != "stale"
        await until(lambda: first.record == second.record)
        assert first.record.status == "playing"

    both(homes, work)


@pytest.mark.thorough
def test_chat_messages_have_the_same_order_in_both_processes(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        table, (ann, bob) = await seated(one, votes, "Ann", "Bob")
        other = await two.registry.table(table.record.id)
        for k in range(5):
            await asyncio.gather(table.chat.say(table.record, ann, f"a{k}"), other.chat.say(other.record, bob, f"b{k}"))
            for chat in (table.chat, other.chat):
                chat._messages._rate._full.clear()
        await until(lambda: table.chat.messages_for(table.record, ann) == other.chat.messages_for(table.record, ann))
        read = [line.text for line in table.chat.messages_for(table.record, ann).lines]
        assert sorted(read) == sorted([f"{who}{k}" for k in range(5) for who in "ab"])
        await table.chat.mute(table.record, ann, 1, on=True)
        await until(lambda: other.chat.muted_seats(other.record, ann) == [1])

    both(homes, work)


@pytest.mark.thorough
def test_both_processes_show_who_is_present_until_a_process_ends(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        first, second = await shared(one, two, votes, "Ann", "Bob")
        async with connected(first, 0), connected(first), connected(second, 1):
            await until(lambda: [seat.online for seat in second.as_table().seats] == [True, True])
            await until(lambda: [seat.online for seat in first.as_table().seats] == [True, True])
            assert first.as_table().watchers == second.as_table().watchers == 3
        await until(lambda: not any(seat.online for seat in second.as_table().seats))
        async with connected(first, 0):
            await until(lambda: second.as_table().seats[0].online)
            await one.ownership.close()
            await until(lambda: not second.as_table().seats[0].online)

    both(homes, work)


async def owner_of(one: Services, two: Services, table: LiveTable) -> tuple[Services, Services]:
    """Return the process that owns a table, and the other one."""
    both, table_id = (one, two), table.record.id
    await until(lambda: any(services.ownership.holds(table_id) for services in both))
    first, second = sorted(both, key=lambda services: not services.ownership.holds(table_id))
    assert not second.ownership.holds(table_id)
    return first, second


@pytest.mark.thorough
def test_the_other_process_takes_over_the_bots_when_one_ends(homes: tuple[Home, Home], coins: str) -> None:
    async def run() -> None:
        async with contextlib.AsyncExitStack() as stack:
            one, two = [await stack.enter_async_context(serving(home, SetClock())) for home in homes]
            tables = await shared(one, two, coins, "Ann", "bot")
            for turn in range(4):
                await act_when_due(tables[turn % 2], 0)
            keeps, other = await owner_of(one, two, tables[0])
            await keeps.ownership.close()
            await keeps.bots.close()
            left = tables[other is two]
            number = left.number
            await act_when_due(left, 0)
            await until(lambda: other.ownership.holds(left.record.id))
            await until(lambda: left.number > number + 1)

    asyncio.run(run())


@pytest.mark.thorough
def test_a_decision_times_out_after_the_process_that_owned_its_table_was_killed(
    homes: tuple[Home, Home], votes: str
) -> None:
    clock = SetClock()

    async def work(one: Services, two: Services) -> None:
        tables = await shared(one, two, votes, "Ann", "Bob", lapse=60)
        killed, other = await owner_of(one, two, tables[0])
        # As after a kill: the process sends no sign of life, but stays on the list.
        await killed.ownership._tasks.close()
        await killed.timeouts.close()
        left = tables[other is two]
        number = left.number
        async with asyncio.timeout(120):
            await until(lambda: other.ownership.holds(left.record.id))
        clock.forward(61)
        await until(lambda: left.number > number)

    both(homes, work, clock)


@pytest.mark.thorough
def test_an_operators_command_takes_effect_in_both_processes(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        first, _second = await shared(one, two, votes, "Ann", "Bob")
        await two.admin_commands.obey(CloseTable("op", first.record.id))
        await until(lambda: first.record.status == "closed")
        with pytest.raises(Refusal, match="closed"):
            await act(first, 0)
        await two.admin_commands.obey(DeleteTable("op", first.record.id))
        await until(lambda: one.registry.loaded(first.record.id) is None)
        with pytest.raises(Refusal, match="doesn't exist"):
            await one.registry.table(first.record.id)

    both(homes, work)


@pytest.mark.thorough
def test_a_sign_out_through_one_process_takes_effect_in_both(homes: tuple[Home, Home]) -> None:
    async def work(one: Services, two: Services) -> None:
        ann, _token = await one.guests.add("Ann")
        session = Session(ann, TokenRecord("", 0), "bearer")
        ended = list[str]()
        two.guests.connect(session, lambda _: ended.append("ann"))
        await one.guests.rename(ann, "Anna")
        await settled()
        assert not ended
        await one.guests.sign_out(session, https=False)
        await until(lambda: bool(ended))

    both(homes, work)


@pytest.mark.thorough
def test_a_process_catches_up_after_losing_its_news_connection(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        first, second = await shared(one, two, votes, "Ann", "Bob")
        hears = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND pid <> $1"
        assert await asyncio.to_thread(ask, homes[0].database, hears, 0)
        for _ in range(3):
            await act(first, seat_due(first))
        await until(lambda: second.number == first.number)

    both(homes, work)


@pytest.mark.thorough
def test_each_process_reports_the_metrics_of_both(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        first, second = await shared(one, two, votes, "Ann", "Bob")
        await asyncio.gather(act(first, 0), act(second, 1))
        killed = homes[0].folder / "process-killed.sock"
        with socket.socket(socket.AF_UNIX) as left:
            left.bind(str(killed))
        for services in (one, two):
            text = (await services.counted()).decode()
            for process in (one.store.process, two.store.process):
                assert f'cashbox_actions_total{{by="person",process="{process}"}} 1.0' in text
                assert f'cashbox_tables_in_memory{{process="{process}"}} 1.0' in text
        assert not killed.exists()

    both((homes[0], homes[0]), work)

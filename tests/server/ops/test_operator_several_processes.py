"""Test that an operator's commands take effect in every process and don't overwrite concurrent changes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from cashbox.server.accounts.tokens import hash_of
from cashbox.server.clock import DAY
from cashbox.server.errors import Refusal
from cashbox.server.ops.socket import CloseTable, DeleteGuest, DeleteTable, Tidy
from tests.data_folders import Home
from tests.postgres.databases import fresh
from tests.server.server_in_process import SetClock, Watcher, seated, serving, until, votes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    from cashbox.server.ops.socket import Request
    from cashbox.server.services import Services

__all__ = ["votes"]

pytestmark = pytest.mark.slow

HELD = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.fixture
def shared(cluster: str, tmp_path: Path) -> Iterator[Home]:
    with fresh(cluster) as database:
        yield Home(tmp_path, database)


def both(home: Home, work: Callable[[Services, Services, SetClock], Awaitable[None]]) -> None:
    async def run() -> None:
        clock = SetClock()
        other = Home(home.folder / "other", home.database)
        async with serving(home, clock) as one, serving(other, clock) as two:
            await work(one, two, clock)

    asyncio.run(run())


async def run_during_write(home: Home, services: Services, asked: Request, statement: str, *values: Any) -> str:
    """Run an operator's command during another process's uncommitted write, and return the reply."""
    elsewhere = await asyncpg.connect(home.database)
    try:
        writing = elsewhere.transaction()
        await writing.start()
        await elsewhere.execute(statement, *values)
        obeyed = asyncio.create_task(services.admin_commands.obey(asked))
        looking = await asyncpg.connect(home.database)
        async with asyncio.timeout(120):
            while not await looking.fetchval(HELD):  # noqa: ASYNC110 (the database tells no one)
                await asyncio.sleep(0.01)
        await looking.close()
        assert not obeyed.done()
        await writing.commit()
        return (await obeyed).said
    finally:
        await elsewhere.close()


@pytest.mark.thorough
def test_deleting_a_table_deletes_an_entry_written_at_the_same_time(shared: Home, votes: str) -> None:
    async def work(one: Services, two: Services, _: SetClock) -> None:
        table, _guests = await seated(two, votes, "Ann", "Bob")
        name = table.record.id
        written = "INSERT INTO entries (table_id, number, at, due, body) VALUES ($1, 99, 0, 0, '')"
        assert "was deleted" in await run_during_write(shared, one, DeleteTable("op", name), written, name)
        await until(lambda: two.registry.loaded(name) is None)

    both(shared, work)
    assert shared.rows("SELECT 1 FROM tables") == shared.rows("SELECT 1 FROM entries") == []


@pytest.mark.thorough
def test_a_game_that_ends_at_the_same_time_is_not_closed(shared: Home, votes: str) -> None:
    async def work(one: Services, two: Services, _: SetClock) -> None:
        table, _guests = await seated(two, votes, "Ann", "Bob")
        name = table.record.id
        ended = "UPDATE tables SET status = 'over', version = version + 1 WHERE id = $1"
        with pytest.raises(Refusal, match="is already over"):
            await run_during_write(shared, one, CloseTable("op", name), ended, name)

    both(shared, work)
    assert shared.rows("SELECT status FROM tables") == [("over",)]
    assert shared.rows("SELECT what FROM audit") == []


@pytest.mark.thorough
def test_deleting_a_guest_frees_a_seat_taken_at_the_same_time(shared: Home, votes: str) -> None:
    async def work(one: Services, two: Services, _: SetClock) -> None:
        other, _cleo = await seated(two, votes, "Cleo", "Dan")
        table, (ann, _bob) = await seated(two, votes, "Ann", "Bob")
        name = other.record.id
        sits = "UPDATE seats SET guest = $2 WHERE table_id = $1 AND seat = 1"
        said = await run_during_write(shared, one, DeleteGuest("op", ann.id), sits, name, ann.id)
        assert said == f"Guest {ann.id} was deleted and is shown as a former player at 2 tables."
        for changed in (table, two.registry.loaded(name)):
            assert changed is not None
            await until(lambda one=changed: one.record.seats[1 if one is other else 0].guest is None)  # type: ignore[misc]

    both(shared, work)
    assert shared.rows("SELECT name FROM guests WHERE name = 'Ann'") == []


@pytest.mark.thorough
def test_deleting_a_guest_keeps_simultaneous_changes_of_their_tables(shared: Home, votes: str) -> None:
    async def work(one: Services, two: Services, _: SetClock) -> None:
        table, (ann, _bob) = await seated(two, votes, "Ann", "Bob")
        renamed = "UPDATE tables SET name = 'New', version = version + 1 WHERE id = $1"
        await run_during_write(shared, one, DeleteGuest("op", ann.id), renamed, table.record.id)

    both(shared, work)
    assert shared.rows("SELECT name FROM tables") == [("New",)]


@pytest.mark.thorough
def test_old_chats_guests_and_tables_leave_the_memory_of_every_process(shared: Home, votes: str) -> None:
    async def work(one: Services, two: Services, clock: SetClock) -> None:
        talked, (ann, _bob) = await seated(two, votes, "Ann", "Bob")
        # A watcher keeps the table in memory, however long that takes.
        talked.join(Watcher())
        await talked.chat.say(talked.record, ann, "hello")
        await one.admin_commands.obey(CloseTable("op", talked.record.id))
        eve, token = await two.guests.add("Eve")
        assert (await two.guests._find(hash_of(token))) is not None
        clock.forward(3 * DAY)
        said = (await one.admin_commands.obey(Tidy("op", chats=1, guests=1))).said
        assert said == "Deleted 0 tables, the chats of 1 table, and 1 guest."
        await until(lambda: not talked.chat._messages.lines)
        await until(lambda: eve.id not in {known.id for known, _ in two.guests._known.values()})
        assert await two.guests._find(hash_of(token)) is None
        await one.admin_commands.obey(Tidy("op", finished=1))
        await until(lambda: two.registry.loaded(talked.record.id) is None)

    both(shared, work)

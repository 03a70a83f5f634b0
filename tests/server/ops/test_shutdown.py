"""Test that a server stopped while bots play logs no error."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from typing import TYPE_CHECKING, Any

import pytest
import uvloop
from sqlalchemy import text

from cashbox.server.clock import Clock
from cashbox.server.cluster import ownership_store
from cashbox.server.db.records import Here
from cashbox.server.errors import Stopping
from cashbox.server.wire import NewTable, SeatWish
from tests.server.server_in_process import SetClock, seated, serving, votes

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["votes"]

pytestmark = [pytest.mark.slow, pytest.mark.databases]

ROUNDS = 30
TABLES = 6


async def tables_of_bots(services: Services) -> None:
    guest, _ = await services.guests.add("Ann")
    bots = [SeatWish("bot", "random")] * 3
    await asyncio.gather(*(services.registry.make(guest, NewTable("cash", bots)) for _ in range(TABLES)))


def test_servers_stopped_while_bots_play_log_no_error(
    homes: tuple[Home, Home], caplog: pytest.LogCaptureFixture
) -> None:
    """Two processes share a database, and each is replaced again and again."""
    complaints: list[dict[str, Any]] = []

    async def turns(number: int) -> None:
        for turn in range(ROUNDS):
            async with serving(homes[number], Clock()) as services:
                await tables_of_bots(services)
                for _ in range(7 * turn + 3 * number):
                    await asyncio.sleep(0)

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
        await asyncio.gather(turns(0), turns(1))
        gc.collect()
        await asyncio.sleep(0)

    uvloop.run(run())
    assert complaints == []
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_a_process_leaves_only_after_its_last_claim_is_written(
    homes: tuple[Home, Home], votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    began = asyncio.Event()
    claim, leave = ownership_store.claim, ownership_store.leave

    def slow(connection: Connection, *given: Any, **more: Any) -> set[str]:
        began.set()
        connection.execute(text("SELECT pg_sleep(0.2)"))
        got = claim(connection, *given, **more)
        written.append("claim")
        return got

    def left(connection: Connection, me: str) -> None:
        written.append("leave")
        leave(connection, me)

    async def run() -> None:
        async with serving(homes[0], SetClock()) as services:
            table, _ = await seated(services, votes, "Ann", "Bob")
            monkeypatch.setattr(ownership_store, "claim", slow)
            monkeypatch.setattr(ownership_store, "leave", left)
            services.ownership.want("another table")
            await began.wait()
            await services.ownership.close()
            assert written == ["claim", "leave"]
            services.ownership.want("a third one")
            services.ownership.present(table)
            with pytest.raises(Stopping):
                await services.ownership.once("something")
            assert written == ["claim", "leave"]
            assert not services.ownership.holds("a third one")

    asyncio.run(run())


@pytest.mark.parametrize("what", ["claim", "present"])
def test_nothing_is_written_for_a_process_that_is_leaving(homes: tuple[Home, Home], votes: str, what: str) -> None:
    """The process's row is locked until the other transaction has deleted it. Then no row can refer to it."""

    async def run() -> None:
        async with serving(homes[0], SetClock()) as services:
            table, _ = await seated(services, votes, "Ann", "Bob")
            write = services.store.writer.do
            await write(lambda connection: connection.execute(text("INSERT INTO processes (id, seen) VALUES ('x', 0)")))
            done: dict[str, Callable[[Connection], object]] = {
                "claim": lambda connection: ownership_store.claim(connection, "x", ["a task"]),
                "present": lambda connection: ownership_store.present(connection, "x", {table.record.id: Here(1, 0)}),
            }
            leaving, go_on = asyncio.Event(), asyncio.Event()
            loop = asyncio.get_running_loop()

            async def leave() -> None:
                async with services.store._backend._engine.begin() as connection:  # type: ignore[attr-defined]
                    await connection.execute(text("DELETE FROM processes WHERE id = 'x'"))
                    leaving.set()
                    await go_on.wait()

            left = loop.create_task(leave())
            await leaving.wait()
            writing = loop.create_task(write(done[what]))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(writing), 0.3)
            go_on.set()
            await left
            assert not await writing
            assert homes[0].rows("SELECT * FROM claims WHERE process = 'x'") == []
            assert homes[0].rows("SELECT * FROM presence WHERE process = 'x'") == []

    asyncio.run(run())

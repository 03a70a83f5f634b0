"""Test that unused guests and tables expire after some days, and that others stay."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from cashbox.server.accounts.tokens import COOKIE
from cashbox.server.clock import DAY
from cashbox.server.db import backend
from cashbox.server.db.schema import GUESTS, TABLES
from cashbox.server.errors import Refusal
from cashbox.server.ops import expiry as expiring
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.server_in_process import SetClock, Watcher, seated, serving, settled, until, votes

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]


async def ids(services: Services, what: Any) -> set[str]:
    return set(await services.store.read(lambda connection: connection.execute(select(what.c.id)).scalars().all()))


def asking(token: str) -> Any:
    scope = {"type": "http", "method": "GET"}
    return SimpleNamespace(scope=scope, headers={}, cookies={f"{COOKIE}-80": token}, url=SimpleNamespace(scheme="http"))


async def open_table(services: Services, host: Guest, game: str) -> LiveTable:
    return await services.registry.make(host, NewTable(game, [SeatWish("open"), SeatWish("open")]))


async def expire_once(services: Services, clock: SetClock) -> None:
    """Delete everything that has expired, while the clock runs."""
    task = asyncio.create_task(services.expiry.once())
    while not task.done():
        await asyncio.sleep(0.01)
        clock.forward(expiring.REST)
    await task


@pytest.mark.thorough
def test_unused_guests_expire(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock, keep_waiting=0) as services:
            _, token = await services.guests.add("Nobody")
            back, back_token = await services.guests.add("Comes back")
            host, _ = await services.guests.add("Host")
            table = await open_table(services, host, votes)
            player, _ = await services.guests.add("Player")
            await services.registry.sit(table, player, Sit())
            left, _ = await services.guests.add("Was at the table and said something")
            await services.registry.sit(table, left, Sit())
            await table.chat.say(table.record, left, "Hello")
            mutes, _ = await services.guests.add("Watches and mutes")
            await table.chat.mute(table.record, mutes, 0, on=True)
            clock.forward(29 * DAY)
            await expire_once(services, clock)
            assert len(await ids(services, GUESTS)) == 6
            assert await services.guests.identify(asking(back_token)) == back
            clock.forward(2 * DAY)
            await expire_once(services, clock)
            stay = {guest.id for guest in (back, host, player, left, mutes)}
            assert await ids(services, GUESTS) == stay
            assert await services.guests.identify(asking(token)) is None
            clock.forward(31 * DAY)
            await expire_once(services, clock)
            assert await ids(services, GUESTS) == stay - {back.id}

    asyncio.run(run())


@pytest.mark.slow
def test_tables_that_never_started_expire(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            playing, (ann, _) = await seated(services, votes, "Ann", "Bob")
            old = await open_table(services, ann, votes)
            await services.registry.sit(old, ann, Sit())
            await old.chat.say(old.record, ann, "Is anybody there?")
            touched, watched, talked = [await open_table(services, ann, votes) for _ in range(3)]
            await services.registry.sit(talked, ann, Sit())
            watcher = Watcher()
            watched.join(watcher)
            clock.forward(20 * DAY)
            await services.registry.sit(touched, ann, Sit())
            await talked.chat.say(talked.record, ann, "Still waiting")
            clock.forward(11 * DAY)
            await expire_once(services, clock)
            stay = {table.record.id for table in (playing, touched, watched, talked)}
            assert await ids(services, TABLES) == stay
            with pytest.raises(Refusal, match="doesn't exist"):
                await services.registry.table(old.record.id)
            watched.part(watcher)
            # With several processes, presence is stored a moment later.
            await until(lambda: home.rows("SELECT process FROM presence") == [])
            await expire_once(services, clock)
            assert await ids(services, TABLES) == stay - {watched.record.id}
            clock.forward(40 * DAY)
            await expire_once(services, clock)
            assert await ids(services, TABLES) == {playing.record.id}
            assert ann.id in await ids(services, GUESTS)

    asyncio.run(run())


@pytest.mark.slow
def test_tables_and_guests_expire_automatically_in_batches(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backend, "BATCH", 3)

    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            host, _ = await services.guests.add("Host")
            for _ in range(8):
                await open_table(services, host, votes)
            clock.forward(31 * DAY)
            left = [8]
            # A search that began before the clock moved may be followed by an hour without one.
            async with asyncio.timeout(60):
                while left[-1]:
                    await settled()
                    left.append(len(await ids(services, TABLES)))
                    clock.forward(expiring.EVERY)
                assert sorted({*left}, reverse=True) == [8, 5, 2, 0]
                while await ids(services, GUESTS):
                    await settled()
                    clock.forward(expiring.EVERY)

    asyncio.run(run())


@pytest.mark.slow
def test_nothing_expires_when_expiry_is_off(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock, keep_guests=0, keep_waiting=0) as services:
            host, _ = await services.guests.add("Host")
            await services.guests.add("Nobody")
            await open_table(services, host, votes)
            clock.forward(1000 * DAY)
            await expire_once(services, clock)
            assert (len(await ids(services, GUESTS)), len(await ids(services, TABLES))) == (2, 1)

    asyncio.run(run())


@pytest.mark.slow
def test_a_table_cannot_be_found_during_its_deletion(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            host, _ = await services.guests.add("Host")
            table = await open_table(services, host, votes)
            clock.forward(31 * DAY)
            may, do = asyncio.Event(), services.store.writer.do
            waits: list[bool] = []

            async def slowly(*arguments: Any, **more: Any) -> Any:
                if services.registry._going:
                    waits.append(True)
                    await may.wait()
                return await do(*arguments, **more)

            await services.guests.keep_seen()
            monkeypatch.setattr(services.store.writer, "do", slowly)
            task = asyncio.create_task(expire_once(services, clock))
            await until(lambda: bool(waits))
            with pytest.raises(Refusal, match="doesn't exist"):
                await services.registry.table(table.record.id)
            may.set()
            await task

    asyncio.run(run())

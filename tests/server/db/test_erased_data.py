"""Test that SQLite's log keeps no deleted data while the server runs."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from typing import TYPE_CHECKING

import pytest

from tests.data_folders import FILE
from tests.server.server_in_process import SetClock, seated, serving, until

if TYPE_CHECKING:
    from tests.data_folders import Home

pytestmark = pytest.mark.sqlite
NAME, MESSAGE = "Zebedee-Quarrington", "Umbrage and marmalade"


def test_a_deleted_guests_data_is_gone_from_every_file_at_once(home: Home, coins: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (guest, _) = await seated(services, coins, NAME, "Bob")
            await table.chat.say(table.record, guest, MESSAGE)
            assert home.holds(NAME)
            assert home.holds(MESSAGE)
            await services.erasing.guest(guest.id)
            assert not home.holds(NAME)
            assert not home.holds(MESSAGE)

    asyncio.run(run())


@pytest.mark.slow
def test_an_open_reader_delays_the_erasure_but_no_writes(home: Home, coins: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (guest, bob) = await seated(services, coins, NAME, "Bob")
            with contextlib.closing(sqlite3.connect(home.folder / FILE)) as reader:
                reader.execute("BEGIN")
                reader.execute("SELECT count(*) FROM guests").fetchall()
                await table.chat.say(table.record, guest, MESSAGE)
                await services.erasing.guest(guest.id)
                assert home.holds(MESSAGE), "the open reader keeps it in the log"
                async with asyncio.timeout(5):
                    await table.chat.say(table.record, bob, "Hello")
            await until(lambda: not home.holds(NAME) and not home.holds(MESSAGE))

    asyncio.run(run())


@pytest.mark.slow
def test_the_log_shrinks_after_a_long_read(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            with contextlib.closing(sqlite3.connect(home.folder / FILE)) as reader:
                reader.execute("BEGIN")
                reader.execute("SELECT count(*) FROM guests").fetchall()
                for n in range(2500):
                    await services.guests.add(f"Guest {n}")
                    if services.store.log_size() > 8 << 20:
                        break
                grown = services.store.log_size()
                assert grown > 5 << 20
            for n in range(20):
                await services.guests.add(f"Later {n}")
            assert services.store.log_size() <= 5 << 20 < grown

    asyncio.run(run())

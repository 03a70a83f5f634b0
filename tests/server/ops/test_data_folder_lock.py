"""A data folder has one server, also where someone deletes the lock, or the folder."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import shutil
import sqlite3
from typing import TYPE_CHECKING

import pytest

from cashbox.server.db.data_folder import FILE, LOCK, FolderLock
from cashbox.server.errors import FolderLost, Refusal
from cashbox.server.services import SWEEP
from cashbox.server.settings import StartError
from tests.server.server_in_process import SetClock, seated, serving, settled, votes

if TYPE_CHECKING:
    from tests.data_folders import Home

__all__ = ["votes"]

pytestmark = pytest.mark.sqlite


def test_a_deleted_lock_is_taken_again(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            await services.guests.add("Ann")
            (home.folder / LOCK).unlink()
            await services.guests.add("Bob")
            with pytest.raises(StartError):
                FolderLock(home.folder)
        FolderLock(home.folder).release()

    asyncio.run(run())


def test_a_deleted_lock_is_noticed_where_nobody_writes(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock):
            await settled()
            (home.folder / LOCK).unlink()
            clock.forward(SWEEP)
            await settled()
            with pytest.raises(StartError):
                FolderLock(home.folder)

    asyncio.run(run())


@pytest.mark.logs_errors("another server takes the folder")
def test_nothing_is_written_where_another_server_has_the_folder(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            (home.folder / LOCK).unlink()
            other = FolderLock(home.folder)
            with caplog.at_level(logging.CRITICAL, "cashbox.server"):
                many = await asyncio.gather(*(services.guests.add("Ann") for _ in range(5)), return_exceptions=True)
            assert [type(one) for one in many] == [FolderLost] * 5
            with pytest.raises(Refusal, match="can't read or write"):
                await services.check()
            other.release()
            await services.guests.add("Bob")

    asyncio.run(run())
    assert "another server has taken the data folder" in caplog.text


@pytest.mark.parametrize("how", ["deleted", "replaced", "folder deleted"])
@pytest.mark.logs_errors("the database is deleted")
def test_nothing_is_written_into_a_database_that_is_not_there(home: Home, how: str) -> None:
    """What is written into a file that has no name anymore is gone when the server ends."""
    folder = home.folder

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            await services.guests.add("Ann")
            if how == "deleted":
                (folder / FILE).unlink()
            elif how == "replaced":
                shutil.copy(folder / FILE, folder / "copy")
                os.replace(folder / "copy", folder / FILE)  # noqa: PTH105
            else:
                while folder.exists():  # the server may make a file there meanwhile
                    shutil.rmtree(folder, ignore_errors=True)
            for name in ("Bob", "Bob", ""):
                # With a name, others' are read first.
                with pytest.raises(FolderLost):
                    await services.guests.add(name)

    asyncio.run(run())


@pytest.mark.logs_errors("the database is locked")
def test_another_program_that_locks_the_database_is_named(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            driver = services.store.writer._driver  # type: ignore[attr-defined]
            driver.execute("PRAGMA busy_timeout=10")
            with contextlib.closing(sqlite3.connect(home.folder / FILE, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                with pytest.raises(Refusal) as refused:
                    await services.guests.add("Ann")
                assert (refused.value.status, refused.value.code) == (503, "database-busy")
                other.execute("ROLLBACK")
            await services.guests.add("Ann")

    asyncio.run(run())


@pytest.mark.logs_errors("an entry is damaged")
def test_an_entry_that_is_nested_too_deeply_damages_its_table(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, _ = await seated(services, votes, "Ann", "Bob")
        nested = b'{"type":"entry","n":0,"do":{"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}}"
        with contextlib.closing(sqlite3.connect(home.folder / FILE)) as database, database:
            database.execute("UPDATE entries SET body = ?", (nested,))
        async with serving(home, SetClock()) as services:
            with pytest.raises(Refusal) as refused:
                await services.registry.table(table.record.id)
            assert refused.value.code == "damaged-table"

    asyncio.run(run())

"""Test that a data folder has only one server, even if the lock or the folder is deleted."""

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


def test_a_deleted_lock_is_taken_again_at_the_next_write(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            await services.guests.add("Ann")
            (home.folder / LOCK).unlink()
            await services.guests.add("Bob")
            with pytest.raises(StartError):
                FolderLock(home.folder)
        FolderLock(home.folder).release()

    asyncio.run(run())


def test_a_deleted_lock_is_taken_again_without_any_writes(home: Home) -> None:
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
def test_a_server_writes_nothing_after_another_server_takes_the_folder(
    home: Home, caplog: pytest.LogCaptureFixture
) -> None:
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
def test_a_server_refuses_to_write_to_a_deleted_or_replaced_database(home: Home, how: str) -> None:
    """A file without a name disappears when the server ends, with everything written to it."""
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
                while folder.exists():  # the server may create a file there meanwhile
                    shutil.rmtree(folder, ignore_errors=True)
            for name in ("Bob", "Bob", ""):
                # With a name, other names are read first.
                with pytest.raises(FolderLost):
                    await services.guests.add(name)

    asyncio.run(run())


@pytest.mark.logs_errors("the database is locked")
def test_a_database_locked_by_another_program_is_reported_as_busy(home: Home) -> None:
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
def test_a_table_with_a_too_deeply_nested_entry_counts_as_damaged(home: Home, votes: str) -> None:
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

"""A data folder has one server, also where somebody deletes the lock, or the folder."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
from typing import TYPE_CHECKING

import pytest

from cashbox.server.problems import FolderLost, Refusal
from cashbox.server.services import SWEEP
from cashbox.server.settings import StartError
from cashbox.server.storage.database import FILE
from cashbox.server.storage.lock import LOCK, FolderLock
from tests.server.inside import SetClock, serving, settled

if TYPE_CHECKING:
    from pathlib import Path


def test_a_deleted_lock_is_taken_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, SetClock()) as services:
            await services.guests.add("Ann")
            (tmp_path / LOCK).unlink()
            await services.guests.add("Bob")
            with pytest.raises(StartError):
                FolderLock(tmp_path)
        FolderLock(tmp_path).release()

    asyncio.run(run())


def test_a_deleted_lock_is_noticed_where_nobody_writes(tmp_path: Path) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(tmp_path, clock):
            await settled()
            (tmp_path / LOCK).unlink()
            clock.forward(SWEEP)
            await settled()
            with pytest.raises(StartError):
                FolderLock(tmp_path)

    asyncio.run(run())


def test_nothing_is_written_where_another_server_has_the_folder(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with serving(tmp_path, SetClock()) as services:
            (tmp_path / LOCK).unlink()
            other = FolderLock(tmp_path)
            with caplog.at_level(logging.CRITICAL, "cashbox.server"):
                many = await asyncio.gather(*(services.guests.add("Ann") for _ in range(5)), return_exceptions=True)
            assert [type(one) for one in many] == [FolderLost] * 5
            with pytest.raises(Refusal, match="cannot read or write"):
                await services.check()
            other.release()
            await services.guests.add("Bob")

    asyncio.run(run())
    assert "another server has taken the data folder" in caplog.text


@pytest.mark.parametrize("how", ["deleted", "replaced", "folder deleted"])
def test_nothing_is_written_into_a_database_that_is_not_there(tmp_path: Path, how: str) -> None:
    """What is written into a file that has no name any more is gone when the server ends."""
    home = tmp_path / "data"

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            await services.guests.add("Ann")
            if how == "deleted":
                (home / FILE).unlink()
            elif how == "replaced":
                shutil.copy(home / FILE, home / "copy")
                os.replace(home / "copy", home / FILE)  # noqa: PTH105
            else:
                while home.exists():  # the server may make a file there meanwhile
                    shutil.rmtree(home, ignore_errors=True)
            for _ in range(2):
                with pytest.raises(FolderLost):
                    await services.guests.add("Bob")

    asyncio.run(run())

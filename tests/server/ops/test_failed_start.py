"""Test that a server that can't start says why in one line, and ends everything it had begun."""

from __future__ import annotations

import asyncio
import errno
import os
import resource
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from cashbox.server.settings import StartError
from tests.data_folders import Home
from tests.server.conftest import WAIT
from tests.server.server_in_process import SetClock, seated, services_of, serving, store_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.conftest import Server

STEPS = [
    "store.start",
    "downtime.start",
    "ownership.enter",
    "notices.start",
    "expiry.run",
    "_socket.open",
]


SHARED = 32768
"""Bytes of SQLite's shared-memory file, the index of its log."""


@pytest.mark.slow
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.logs_errors("a step of the start fails")
def test_a_start_that_fails_at_a_step_leaves_nothing_running(
    home: Home, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        clock = SetClock()
        services = services_of(home, clock)
        threads = set(threading.enumerate())
        path, name = step.rsplit(".", 1)
        part: Any = getattr(services, path)
        begin = getattr(part, name)

        def broken(*arguments: object) -> Any:
            if name == "run":
                raise OSError(errno.ENOSPC, "No space left on device")

            async def fail() -> None:
                await begin(*arguments)
                raise (ValueError if name == "open" else OSError)(errno.ENOSPC, "No space left on device")

            return fail()

        with monkeypatch.context() as patch:
            patch.setattr(part, name, broken)
            with pytest.raises(StartError, match=r"^The server can't start: .*No space left on device"):
                await services.start()
        await asyncio.sleep(0)
        left = asyncio.all_tasks() - {asyncio.current_task()}
        assert not left, left
        # A thread pool ends its threads when it is collected. Only threads that use the database count.
        assert not [one for one in set(threading.enumerate()) - threads if one.name.startswith("cashbox-")]
        async with serving(home, clock) as again:
            await seated(again, "cash", "Ann", "Bob")

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.databases
def test_a_server_with_a_full_disk_says_so_and_ends(own_server: Server) -> None:
    own_server.guest()
    own_server.kill()
    if own_server.home.database:
        with own_server.no_room():
            ended = own_server.run()
    else:
        # To the database, a limit on file sizes looks like a full disk. It can be opened, but not written.
        limit = (resource.RLIMIT_FSIZE, (SHARED, resource.RLIM_INFINITY))
        command = [sys.executable, "-m", "cashbox.cli", "serve"]
        environment = {**os.environ, **own_server.environment}
        ended = subprocess.run(
            command,
            env=environment,
            capture_output=True,
            text=True,
            timeout=WAIT,
            preexec_fn=lambda: resource.setrlimit(*limit),
            check=False,
        )
    assert ended.returncode == 2, ended.stderr
    assert ended.stderr.splitlines()[-1] == "cashbox: The server can't start: the disk is full."
    assert "Traceback" not in ended.stderr
    own_server.start()


@pytest.mark.slow
def test_a_database_in_recovery_is_reported_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def recovers(*_: object, **__: object) -> None:
        raise asyncpg.CannotConnectNowError("the database system is starting up")

    monkeypatch.setattr(asyncpg, "connect", recovers)
    with pytest.raises(StartError, match=r"the database system is starting up\.$"):
        store_of(Home(tmp_path, "postgresql:///cashbox"))

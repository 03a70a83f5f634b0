"""Two processes that share a PostgreSQL database, either of which may be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg

from bench.campaigns.house import ENTRIES, WAIT, House
from tests.postgres.cluster import Cluster

if TYPE_CHECKING:
    import random

PROCESSES = 2


class SharedHouse(House):
    """A separate PostgreSQL that survives power failures, and a server of two processes."""

    def __init__(self, folder: Path) -> None:
        self.cluster = Cluster(durable=True)
        self.cluster.start()
        super().__init__(folder, CASHBOX_DATABASE=self.cluster.url(), CASHBOX_PROCESSES=str(PROCESSES))
        self._killed: set[int] = set()

    def children(self) -> list[int]:
        """Return the processes that serve."""
        found = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text("utf-8").split()
        serving = [pid for pid in map(int, found) if b"spawn_main" in _command(pid)]
        return [pid for pid in serving if pid not in self._killed]

    def kill_one(self, rand: random.Random) -> None:
        """Kill one of the processes, once there are as many as there should be."""
        until = time.monotonic() + WAIT
        while len(serving := self.children()) < PROCESSES and time.monotonic() < until:
            time.sleep(0.05)
        pid = rand.choice(serving)
        self._killed.add(pid)
        os.kill(pid, signal.SIGKILL)

    def restart(self) -> None:
        """Replace both processes, as an operator does after an upgrade; back when both new ones serve alone."""
        until = time.monotonic() + WAIT
        while len(before := self.children()) < PROCESSES and time.monotonic() < until:
            time.sleep(0.05)
        os.kill(self.pid, signal.SIGHUP)
        while (set(self.children()) & set(before) or len(self.children()) < PROCESSES) and time.monotonic() < until:
            time.sleep(0.05)

    def kill_database(self) -> None:
        """Kill the database and start it again."""
        self.cluster.kill()
        self.cluster.start()

    def entries(self) -> list[tuple[str, int, bytes]]:
        async def read() -> list[tuple[str, int, bytes]]:
            connection = await asyncpg.connect(self.cluster.url())
            try:
                return [tuple(row) for row in await connection.fetch(ENTRIES)]
            finally:
                await connection.close()

        # Another thread, since this one may have a loop that runs.
        found: list[list[tuple[str, int, bytes]]] = []
        from threading import Thread

        thread = Thread(target=lambda: found.append(asyncio.run(read())))
        thread.start()
        thread.join()
        return found[0]

    def check(self) -> None:
        """Every journal replays to its end: nowhere did two processes go on differently."""
        command = [sys.executable, "-m", "cashbox.cli", "check"]
        environment = {**os.environ, "CASHBOX_HOME": str(self.home), **self.settings}
        checked = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if checked.returncode:
            raise SystemExit(f"The house is not whole:\n{checked.stdout}{checked.stderr}")

    def close(self) -> None:
        """Stop the database."""
        self.cluster.close()


def _command(pid: int) -> bytes:
    """How a process was started, nothing where it has just ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""

"""A server that is killed, starved of disk space, and restarted, and the contents of its database."""

from __future__ import annotations

import asyncio
import contextlib
import os
import resource
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec

from tests.forked_programs import free_ports

if TYPE_CHECKING:
    from collections.abc import Iterable

WAIT = 120.0

ENTRIES = "SELECT table_id, number, body FROM entries ORDER BY table_id, number"


class House:
    """A data folder and its server. ports: of its processes, permanently. settings: additional environment
    variables."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.settings = settings
        self.home = folder / "data"
        self.log = folder / "log"
        processes = int(settings.get("CASHBOX_PROCESSES", "1"))
        self.port = free_ports(processes)
        self.ports = range(self.port, self.port + processes)
        self.url = f"http://127.0.0.1:{self.port}"
        self.http = httpx.AsyncClient(base_url=self.url, timeout=WAIT)
        self.process: subprocess.Popen[bytes] | None = None
        self._read = 0

    @property
    def pid(self) -> int:
        """Return the id of the server's process."""
        assert self.process is not None
        return self.process.pid

    async def start(self) -> None:
        """Start the server and wait until it may serve."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("CASHBOX_")}
        own = {
            "CASHBOX_HOME": str(self.home),
            "CASHBOX_PORT": str(self.port),
            "CASHBOX_BOT_DELAY": "0",
            **self.settings,
        }
        with self.log.open("ab") as log:
            command = [sys.executable, "-m", "cashbox.cli", "serve"]
            environment = kept | own | {"CASHBOX_QUOTAS": "off"}
            self.process = subprocess.Popen(  # noqa: ASYNC220 (it is there at once)
                command, env=environment, stdout=log, stderr=log
            )
        async with asyncio.timeout(WAIT):
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await self.http.get("/ready")).status_code == 200:
                        return
                if self.process.poll() is not None:
                    raise SystemExit(f"The server did not start:\n{self.log.read_text('utf-8')}")
                await asyncio.sleep(0.02)

    def kill(self) -> None:
        """Kill the server, like a power failure."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    async def stop(self) -> None:
        """Shut the server down."""
        await self.http.aclose()
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(self.process.wait, WAIT)

    def starve(self, *, full: bool) -> None:
        """Keep the server's files from growing, as on a full disk, or let them grow again."""
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (0 if full else hard, hard))

    def megabytes(self) -> float:
        """Measure the server's memory, without bots."""
        fields = Path(f"/proc/{self.pid}/statm").read_text("utf-8").split()
        return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def tracebacks(self) -> int:
        """How many there are in the server's log since this was last asked; the first of them is shown."""
        text = self.log.read_text("utf-8", "replace")
        new, self._read = text[self._read :], len(text)
        if "Traceback" in new:
            print(new[max(0, new.index("Traceback") - 500) :][:4000], file=sys.stderr)
        return new.count("Traceback")

    def deeds(self) -> dict[tuple[str, int], list[Any]]:
        """Return what each seat of each table did, in order, as stored: an action's form, or how many steps it undid.
        A gap in a journal raises."""
        found: dict[tuple[str, int], list[Any]] = {}
        last: dict[str, int] = {}
        for table, number, body in self.entries():
            assert number == last.get(table, -1) + 1, f"table {table}: a gap before entry {number}"
            last[table] = number
            entry = msgspec.json.decode(body)
            if "seat" in entry:
                found.setdefault((table, entry["seat"]), []).append(entry.get("do", entry.get("undo")))
        return found

    def entries(self) -> Iterable[tuple[str, int, bytes]]:
        """Return the table, the number, and the body of every entry, in order."""
        with contextlib.closing(sqlite3.connect(f"file:{self.home / 'cashbox.db'}?mode=ro", uri=True)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            return database.execute(ENTRIES).fetchall()

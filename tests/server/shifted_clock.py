"""The program `cashbox` with a clock that is put forward: CASHBOX_FORWARD names a file that says by how many seconds,
to all servers that go by it."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from cashbox import cli
from cashbox.server.clock import Clock
from cashbox.server.db import store as db_store
from tests.server.conftest import Server

if TYPE_CHECKING:
    from tests.data_folders import Home

FORWARD = "CASHBOX_FORWARD"

LOOK = 0.02
"""Seconds between looks into the file."""


class ForwardClock(Clock):
    """Ahead of the real one."""

    def __init__(self) -> None:
        self.file = Path(os.environ[FORWARD])
        super().__init__(date=lambda: time.time() + self.ahead(), elapsed=self.ticks)

    def ahead(self) -> float:
        return float(self.file.read_text() or 0)

    def agree(self, date: float) -> None:
        """The file says the time of all servers."""

    def ticks(self) -> float:
        return time.monotonic() + self.ahead()

    async def sleep(self, seconds: float) -> None:
        until = self.ticks() + seconds
        while (left := until - self.ticks()) > 0:  # noqa: ASYNC110 (a file does not tell whom it should wake)
            await asyncio.sleep(min(left, LOOK))


class ForwardServer(Server):
    """A server that goes by such a clock."""

    module = "tests.server.shifted_clock"

    def __init__(self, place: Home, file: Path, **settings: str) -> None:
        super().__init__(place, **{FORWARD: str(file), **settings})


def put_forward(file: Path, seconds: float) -> None:
    """Whoever reads the file meanwhile finds one time or the other."""
    new = file.with_suffix(".new")
    new.write_text(str((float(file.read_text()) if file.exists() else 0) + seconds))
    new.replace(file)


if __name__ in ("__main__", "__mp_main__"):
    vars(db_store).update(Clock=ForwardClock)

if __name__ == "__main__":
    sys.exit(cli.main())

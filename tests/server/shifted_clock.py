"""The program `cashbox` with a clock that runs ahead: CASHBOX_FORWARD names a file with the seconds for all servers."""

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
"""Seconds between two reads of the file."""


class ForwardClock(Clock):
    """A clock ahead of the real one."""

    def __init__(self) -> None:
        self.file = Path(os.environ[FORWARD])
        super().__init__(date=lambda: time.time() + self.ahead(), elapsed=self.ticks)

    def ahead(self) -> float:
        return float(self.file.read_text() or 0)

    def agree(self, date: float) -> None:
        """Do nothing, since the file sets the time of all servers."""

    def ticks(self) -> float:
        return time.monotonic() + self.ahead()

    async def sleep(self, seconds: float) -> None:
        until = self.ticks() + seconds
        while (left := until - self.ticks()) > 0:  # noqa: ASYNC110 (a file does not tell whom it should wake)
            await asyncio.sleep(min(left, LOOK))


class ForwardServer(Server):
    """A server with such a clock."""

    module = "tests.server.shifted_clock"

    def __init__(self, place: Home, file: Path, **settings: str) -> None:
        super().__init__(place, **{FORWARD: str(file), **settings})


def put_forward(file: Path, seconds: float) -> None:
    """Move the clock forward. Replacing the file is atomic, so a reader gets the old time or the new one."""
    new = file.with_suffix(".new")
    new.write_text(str((float(file.read_text()) if file.exists() else 0) + seconds))
    new.replace(file)


if __name__ in ("__main__", "__mp_main__"):
    vars(db_store).update(Clock=ForwardClock)

if __name__ == "__main__":
    sys.exit(cli.main())

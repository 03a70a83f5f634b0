"""The embedded database: one SQLite file in the data folder, for one process."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.exc import DBAPIError

from cashbox.server.db.copies import keep_before_migration
from cashbox.server.db.lock import FolderLock
from cashbox.server.db.sqlite_database import FILE, READERS, migrate, open_readers, open_writer
from cashbox.server.db.writer import ThreadWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from cashbox.server.clock import Clock
    from cashbox.server.db.backend import Heard
    from cashbox.server.db.records import Tail

T = TypeVar("T")


class Embedded:
    """A `Backend` in a data folder. StartError where the folder is in use or cannot be used."""

    shared = False

    def __init__(self, home: Path, clock: Clock) -> None:
        self._lock = FolderLock(home)
        self._writing = open_writer(home)
        try:
            migrate(self._writing, lambda revision: keep_before_migration(home, revision, clock.now()))
        except BaseException:
            self._writing.dispose()
            self._lock.release()
            raise
        self._lock.watch(home / FILE)
        self._log = home / f"{FILE}-wal"
        self._reading = open_readers(home)
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="cashbox-reader")
        self._writer: ThreadWriter | None = None

    async def start(self, heard: Heard | None) -> None:  # noqa: ARG002 (nobody else writes here)
        """Begin to write."""
        self._writer = ThreadWriter(self._writing, self._lock.check)

    async def close(self) -> None:
        """Finish writing and let the folder go."""
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._threads.shutdown()
        self._reading.dispose()
        self._writing.dispose()
        self._lock.release()

    @property
    def writer(self) -> ThreadWriter:
        """The writer, once `start` was called."""
        assert self._writer is not None, "the store was not started"
        return self._writer

    async def read(self, query: Callable[..., T], *args: Any) -> T:
        """The answer of query(connection, *args), found in another thread. FolderLost where that is why there is
        none."""

        def run() -> T:
            try:
                with self._reading.connect() as connection:
                    return query(connection, *args)
            except DBAPIError:
                self._lock.check()
                raise

        return await asyncio.get_running_loop().run_in_executor(self._threads, run)

    async def tails(self, after: Mapping[str, int]) -> dict[str, Tail]:  # noqa: ARG002 (nobody else writes here)
        """Nothing."""
        return {}

    def check(self) -> None:
        """FolderLost where the data folder is no longer ours; said in the log as well."""
        self._lock.check()

    def log_size(self) -> int:
        """Return how many bytes the log beside the file has."""
        try:
            return self._log.stat().st_size
        except FileNotFoundError:
            return 0

"""The location of the data: the database, and the data folder, which one process at a time can lock."""

from __future__ import annotations

import fcntl
import logging
import os
import re
import threading
from pathlib import Path
from typing import Final, NamedTuple

from cashbox.server.errors import FolderLost
from cashbox.server.settings import Settings, StartError, Where, is_postgresql

_USER: Final = re.compile(r"(?<=://)[^/]*@")

FILE: Final = "cashbox.db"
"""SQLite's database in a data folder."""


class Place(NamedTuple):
    """Where the data is. database: the URL of a PostgreSQL database, "" for the file in the folder."""

    folder: Path
    database: str = ""

    def __str__(self) -> str:
        """Format the location without passwords."""
        return _USER.sub("", self.database).partition("?")[0] or str(self.folder)


def place_of(where: Where) -> Place:
    """Return the location given to a command, otherwise the environment's. StartError if it is invalid."""
    settings = Settings.from_env()
    home = settings.home if where.home is None else where.home
    if where.database is None:
        return Place(home, settings.database)
    if where.database and not is_postgresql(where.database):
        raise StartError("--database takes a URL such as postgresql://user:password@host/name.")
    return Place(home, where.database)


def place_named(text: str) -> Place:
    """Parse a location: the URL of a PostgreSQL server or a data folder. StartError if it is invalid."""
    if is_postgresql(text):
        return Place(Settings.from_env().home, text)
    if not text or "://" in text:
        raise StartError("Give a folder, or a URL such as postgresql://user:password@host/name.")
    return Place(Path(text))


_log = logging.getLogger("cashbox.store")

LOCK: Final = "lock"


class FolderLock:
    """Locks the data folder from construction until `release`.

    StartError while another process has it. The lock is on the file, not on its name: if the file is deleted, another
    server can lock a new one with that name. So `check` verifies that the name still refers to our file, and to the
    database that we have opened.
    """

    def __init__(self, home: Path) -> None:
        self._home = home
        self._name = home / LOCK
        self._database: Path | None = None
        self._opened: tuple[int, int] | None = None
        self._checking = threading.Lock()
        try:
            home.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file = _open(home)
        except OSError as error:
            raise StartError(f"The data folder {home} can't be used: {error.strerror}.") from error
        if not _taken(self._file):
            os.close(self._file)
            raise StartError(f"Another server is already using the data folder {home}.")

    def watch(self, database: Path) -> None:
        """Also check this file's name from now on."""
        self._database, self._opened = database, _at(database)

    def check(self) -> None:
        """Check that writes still go into the folder, and that no one else writes there. FolderLost otherwise. A
        deleted lock is recreated unless another server was faster."""
        with self._checking:
            if self._database is not None and _at(self._database) != self._opened:
                _log.error("the database was moved or deleted, so nothing can be stored. Restart the server")
                raise FolderLost
            if _at(self._name) != _identity(os.fstat(self._file)):
                self._take_again()

    def release(self) -> None:
        """Release the folder for other processes."""
        os.close(self._file)

    def _take_again(self) -> None:
        try:
            file = _open(self._home)
        except OSError as error:
            _log.error("the lock file was deleted and can't be re-created, so nothing is stored: %s", error.strerror)
            raise FolderLost from error
        if not _taken(file):
            os.close(file)
            _log.error("the lock file was deleted and another server has taken the data folder, so nothing is stored")
            raise FolderLost
        os.close(self._file)
        self._file = file
        _log.warning("the lock file was deleted and has been re-created. Leave it in place")


def _open(home: Path) -> int:
    return os.open(home / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _taken(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _at(path: Path) -> tuple[int, int] | None:
    """Return the identity of the file at a path; None if there is none."""
    try:
        return _identity(path.stat())
    except OSError:
        return None


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino

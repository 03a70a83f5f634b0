"""One server per data folder: a lock that is released with the process, however it ends."""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING

from cashbox.server.settings import StartError

if TYPE_CHECKING:
    from pathlib import Path


class FolderLock:
    """Holds the data folder from construction until `release`. StartError while another process has it."""

    def __init__(self, home: Path) -> None:
        try:
            home.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._file = os.open(home / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise StartError(f"The data folder {home} cannot be used: {error.strerror}.") from error
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise StartError(f"Another server is already using the data folder {home}.") from None

    def release(self) -> None:
        """Let another process have the folder."""
        os.close(self._file)

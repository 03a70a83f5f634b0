"""How many connections the system lets the server hold; and how large a file may be that someone brings."""

from __future__ import annotations

import contextlib
import resource
from typing import Final, NamedTuple

from cashbox.server.settings import LEAST_SOCKETS

RESERVE: Final = 128
"""Open files that are not connections: the database, the lock, pipes to bots, files that are being sent."""

BACKLOG: Final = 2048
"""The most connections that wait to be accepted; all of them may be at once, before any is counted."""

FILE: Final = 8 * 2**20
"""The most bytes of a journal that someone brings..."""

FILE_ENTRIES: Final = 20_000
"""... and the most entries: ten times those of a long game."""

FILES: Final = "/api/replays"
"""The address to which it is sent."""

_PLENTY: Final = 1 << 20
"""What is asked for where the system sets no limit."""


class Room(NamedTuple):
    """sockets: the most connections that are served at a time. backlog: the most that wait to be accepted."""

    sockets: int
    backlog: int


def make_room(wanted: int) -> Room:
    """Raise the limit on open files as far as this process may, and share it out. wanted: connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    aim = _PLENTY if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < aim:
        # Some systems name a limit that they do not grant; then the old one holds.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (aim, hard))
    return share(resource.getrlimit(resource.RLIMIT_NOFILE)[0], wanted)


def share(files: int, wanted: int) -> Room:
    """Split the open files that are allowed, and return what connections get."""
    left = (_PLENTY if files == resource.RLIM_INFINITY else files) - RESERVE
    backlog = max(8, min(BACKLOG, left // 4))
    return Room(max(LEAST_SOCKETS, min(wanted, left - backlog)), backlog)

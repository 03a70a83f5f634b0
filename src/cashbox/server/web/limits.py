"""Limits on connections, by the operating system, and on the size of uploaded files."""

from __future__ import annotations

import contextlib
import resource
from typing import Final, NamedTuple

from cashbox.server.settings import LEAST_SOCKETS

RESERVE: Final = 128
"""Open files other than connections: the database, the lock, pipes to bots, files being sent."""

BACKLOG: Final = 2048
"""The most connections waiting to be accepted; all of them may be accepted at once, before any is counted."""

FILE: Final = 8 * 2**20
"""The most bytes of an uploaded journal..."""

FILE_ENTRIES: Final = 20_000
"""... and the most entries: ten times those of a long game."""

FILES: Final = "/api/replays"
"""The path of the upload."""

_PLENTY: Final = 1 << 20
"""The limit to request if the system sets none."""


class Room(NamedTuple):
    """The room for connections. sockets: the most at a time. backlog: the most waiting to be accepted."""

    sockets: int
    backlog: int


def make_room(wanted: int) -> Room:
    """Raise the limit on open files as far as allowed, and split it. wanted: connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    aim = _PLENTY if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < aim:
        # Some systems report a limit that they do not grant; then the old one stays.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (aim, hard))
    return share(resource.getrlimit(resource.RLIMIT_NOFILE)[0], wanted)


def share(files: int, wanted: int) -> Room:
    """Split the allowed open files, and return the room for connections."""
    left = (_PLENTY if files == resource.RLIM_INFINITY else files) - RESERVE
    backlog = max(8, min(BACKLOG, left // 4))
    return Room(max(LEAST_SOCKETS, min(wanted, left - backlog)), backlog)

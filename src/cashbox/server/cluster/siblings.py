"""The processes that one `cashbox serve` has on this machine, and to which of them each table belongs, so that one
process serves all who are at a table. That saves computing the game several times, and nothing else depends on it: any
process serves any table.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import logging
import os
import socket
from typing import TYPE_CHECKING, Final, NamedTuple

from cashbox.server.cluster.unix_sockets import address

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_log = logging.getLogger("cashbox.server")

BACKLOG: Final = 64
"""The most siblings' calls that wait to be answered."""

_WAITS: Final = "next"
"""In the place of a number: the process waits for one."""


class Sibling(NamedTuple):
    """One process. place: the number that it has, by which tables are shared out; path: its socket."""

    place: int
    process: str
    path: Path


class Siblings:
    """The processes that share a folder, of which this is one. folder: theirs alone, None where there is but one
    process; process: the id of this one; places: how many there are to be.

    Each has a socket in the folder, called by its place and its id. Tables are shared out among places and not among
    ids: a process that takes the place of another one has its tables too, and no other table changes hands. While one
    is being replaced, the next waits until it leaves, and has the place in the same moment.
    """

    def __init__(self, folder: Path | None, process: str, places: int) -> None:
        self._folder = folder
        self._me = process
        self._places = places
        self._open = False

    def enter(self) -> socket.socket | None:
        """The socket at which the others call, without a place as yet; None where there are no others. OSError where
        the folder can have none."""
        if self._folder is None or not hasattr(socket, "SOCK_SEQPACKET"):
            return None
        opened = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            opened.setblocking(False)
            with address(self._path(_WAITS, self._me)) as name:
                opened.bind(name)
            opened.listen(BACKLOG)
        except BaseException:
            opened.close()
            raise
        self._open = True
        return opened

    def take_place(self) -> bool:
        """Have a place that nobody has, or that somebody has who has died; whether this process has one now."""
        with contextlib.suppress(OSError), self._alone():
            there = {sibling.place: sibling for sibling in self._all()}
            if any(sibling.process == self._me for sibling in there.values()):
                return True
            for place in range(self._places):
                held = there.get(place)
                if held is None or not _listens(held.path):
                    self._path(_WAITS, self._me).rename(self._path(place, self._me))
                    if held is not None:
                        held.path.unlink(missing_ok=True)
                    return True
        return False

    def leave(self) -> None:
        """Have no tables any more; the place is that of the process that waits for one."""
        if self._folder is None or not self._open:
            return
        self._open = False
        mine = next((sibling for sibling in self._all() if sibling.process == self._me), None)
        if mine is not None:
            with contextlib.suppress(OSError), self._alone():
                for waiting in self._folder.glob(f"{_WAITS}-*.sock"):
                    if _listens(waiting):
                        waiting.rename(self._path(mine.place, waiting.stem.partition("-")[2]))
                        break
        for left in self._folder.glob(f"*-{self._me}.sock"):
            left.unlink(missing_ok=True)

    def whose(self, table_id: str) -> Sibling | None:
        """The other process that a table belongs to; None where it is this one, or nobody knows. The place with the
        highest number that is drawn from place and table has it (rendezvous hashing)."""
        if not self._open:
            return None
        best = max(self._all(), key=lambda sibling: _drawn(sibling.place, table_id), default=None)
        return None if best is None or best.process == self._me else best

    # -- how -----------------------------------------------------------------------------------------------------

    def _path(self, place: int | str, process: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{place}-{process}.sock"

    def _all(self) -> list[Sibling]:
        """Those that have a place. Where one just takes that of another, both may be seen."""
        assert self._folder is not None
        found = []
        with contextlib.suppress(OSError):
            for path in self._folder.iterdir():
                place, _, process = path.stem.partition("-")
                if place.isdecimal() and process:
                    found.append(Sibling(int(place), process, path))
        return found

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """No other process changes places meanwhile. BlockingIOError where one does just now."""
        assert self._folder is not None
        lock = os.open(self._folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        finally:
            os.close(lock)


def _drawn(place: int, table_id: str) -> bytes:
    return hashlib.blake2b(f"{place} {table_id}".encode(), digest_size=8).digest()


def _listens(path: Path) -> bool:
    """Whether somebody has this socket open, however busy."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as probe:
        probe.setblocking(False)
        try:
            with address(path) as name:
                probe.connect(name)
        except BlockingIOError:
            return True
        except OSError:
            return False
        return True

"""Several processes on one machine, each at a port of its own, looked after by uvicorn. One that dies is replaced; at
SIGHUP all are, one after the other, each by a new one that serves already.

The process that looks after the others holds their ports, so a client that connects while one is being replaced waits
for a moment and is not refused."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING, Final

from uvicorn.supervisors import Multiprocess

from cashbox.server.clock import Clock

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from socket import socket

    import uvicorn


READY: Final = 60
"""Seconds that a process has to begin to serve, and to say that it lives."""


LOOK: Final = 1.0
"""Seconds between looks whether the process that looks after the others is there."""


class _OneProcess(Multiprocess):
    """Looks after the process at one port, when `Processes` asks for it."""

    def keep_subprocess_alive(self) -> None:
        # As long as the pipe's other end is open here too, the end of a process that is asked whether it lives is not
        # noticed before it has had all the time to answer.
        self.processes[0].child_conn.close()
        super().keep_subprocess_alive()


class Processes(Multiprocess):
    """Serves until SIGTERM or SIGINT. ready: called once all processes serve."""

    def __init__(self, config: uvicorn.Config, sockets: Sequence[socket], ready: Callable[[], None]) -> None:
        self._each = [_OneProcess(config, [one]) for one in sockets]
        # Signals come to the one that is made last.
        super().__init__(config, [])
        self._ready = ready
        for one in self._each:
            one.should_exit = self.should_exit

    def init_processes(self) -> None:
        for one in self._each:
            one.init_processes()
        if all(one.processes[0].wait_until_ready(READY, self.should_exit) for one in self._each):
            self._ready()

    def keep_subprocess_alive(self) -> None:
        for one in self._each:
            one.keep_subprocess_alive()

    def restart_all(self) -> None:
        """Replace one process after the other, until a new one does not begin to serve."""
        for one in self._each:
            (before,) = one.processes
            one.restart_all()
            if one.processes[0] is before:
                return

    def terminate_all(self) -> None:
        for one in self._each:
            one.terminate_all()

    def join_all(self) -> None:
        for one in self._each:
            one.join_all()

    def handle_ttin(self) -> None:
        """Start no process beside those that have a port."""

    def handle_ttou(self) -> None:
        """Leave no port without a process."""


async def end_with_parent() -> None:
    """End where the process that looks after this one has been killed: no one else would end it."""
    parent, clock = os.getppid(), Clock()
    while os.getppid() == parent:
        await clock.sleep(LOOK)
    signal.raise_signal(signal.SIGTERM)

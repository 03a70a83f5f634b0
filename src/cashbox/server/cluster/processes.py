"""Several processes on one machine, each at its own port, supervised by uvicorn.

One that dies is replaced; at SIGHUP all are replaced, one after the other, each by a new one that already serves. The
supervisor holds the ports, so a client that connects during a replacement waits for a moment and is not refused."""

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
"""Seconds for a process to start serving, and to answer a liveness check."""


LOOK: Final = 1.0
"""Seconds between checks whether the supervisor is alive."""


class _OneProcess(Multiprocess):
    """Supervises the process at one port, on behalf of `Processes`."""

    def keep_subprocess_alive(self) -> None:
        # While the pipe's other end is open here too, a liveness check of a dead process would wait for the full
        # timeout.
        self.processes[0].child_conn.close()
        super().keep_subprocess_alive()


class Processes(Multiprocess):
    """Runs the processes until SIGTERM or SIGINT. ready: called once all processes serve."""

    def __init__(self, config: uvicorn.Config, sockets: Sequence[socket], ready: Callable[[], None]) -> None:
        self._each = [_OneProcess(config, [one]) for one in sockets]
        # Signals go to the one that is created last.
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
        """Replace one process after the other; stop if a new one does not start serving."""
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
        """Ignore the signal: there are no ports for more processes."""

    def handle_ttou(self) -> None:
        """Ignore the signal: every port needs a process."""


async def end_with_parent() -> None:
    """End this process if its supervisor has been killed: nothing else would."""
    parent, clock = os.getppid(), Clock()
    while os.getppid() == parent:
        await clock.sleep(LOOK)
    signal.raise_signal(signal.SIGTERM)

"""Several processes behind one port, looked after by uvicorn. One that dies is replaced; at SIGHUP all are, one after
the other, each by a new one that serves already."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING, Any, Final, cast

import uvicorn
import uvloop
from uvicorn.supervisors import Multiprocess

from cashbox.server import logs
from cashbox.server.clock import Clock
from cashbox.server.cluster.serving import OPTIONS, application, protocols
from cashbox.server.tasks import background

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from socket import socket

    from cashbox.server.settings import Settings
    from cashbox.server.web.limits import Room

READY: Final = 60
"""Seconds that a process has to begin to serve, and to say that it lives."""


LOOK: Final = 1.0
"""Seconds between looks whether the process that looks after the others is there."""


class _Loop(uvloop.Loop):
    """One process's. made: what makes the protocol of a new connection, which uvicorn tells to the loop alone."""

    def __init__(self) -> None:
        super().__init__()
        self.made = self.create_future()

    async def create_server(self, protocol_factory: Any, *args: Any, **more: Any) -> asyncio.Server:
        """As in any loop."""
        server = await super().create_server(protocol_factory, *args, **more)
        if not self.made.done():
            self.made.set_result(protocol_factory)
        return cast("asyncio.Server", server)


class ProcessConfig(uvicorn.Config):
    """What each process is started with. What serves is made there, since it cannot travel. folder: where the processes
    reach each other, None for nowhere."""

    def __init__(self, settings: Settings, room: Room, url: str, folder: Path | None) -> None:
        options: dict[str, Any] = {**OPTIONS, "backlog": room.backlog}
        super().__init__(
            "cashbox", workers=settings.processes, timeout_worker_healthcheck=READY, **options, **proxied(settings)
        )
        self._settings = settings
        self._room = room
        self._url = url
        self._folder = folder
        self._watches: list[asyncio.Task[None]] = []

    def load(self) -> None:
        """Open the store and make the application, in the process and the loop that will serve."""
        log = logs.set_up(self._settings.log, Clock())
        served = application(self._settings, self._url, self._room, self._folder)
        self.app: Any = served.app
        self.http, self.ws = protocols(served.connections, served.hand_over)
        watches = (served.connections.watch, log.watch, _with_parent)
        self._watches = [background(watch()) for watch in watches]
        loop = asyncio.get_running_loop()
        if isinstance(loop, _Loop):
            self._watches.append(background(served.hand_over.run(loop.made)))
        super().load()

    def get_loop_factory(self) -> Callable[[], asyncio.AbstractEventLoop]:
        return _Loop


class Processes(Multiprocess):
    """Serves until SIGTERM or SIGINT. ready: called once all processes serve."""

    def __init__(self, config: ProcessConfig, sockets: list[socket], ready: Callable[[], None]) -> None:
        super().__init__(config, sockets)
        self._ready = ready

    def init_processes(self) -> None:
        super().init_processes()
        if all(process.wait_until_ready(READY, self.should_exit) for process in self.processes):
            self._ready()

    def keep_subprocess_alive(self) -> None:
        # As long as the pipe's other end is open here too, the end of a process that is asked whether it lives is not
        # noticed before it has had all the time to answer.
        for process in self.processes:
            process.child_conn.close()
        super().keep_subprocess_alive()


async def _with_parent() -> None:
    """End where the process that looks after this one has been killed: nobody else would end it."""
    parent, clock = os.getppid(), Clock()
    while os.getppid() == parent:
        await clock.sleep(LOOK)
    signal.raise_signal(signal.SIGTERM)


def proxied(settings: Settings) -> dict[str, Any]:
    """Whose word on where a request comes from is taken, as uvicorn wants it."""
    return {"proxy_headers": bool(settings.proxies), "forwarded_allow_ips": list(settings.proxies)}

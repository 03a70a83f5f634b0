"""Several processes on one machine, each at a port of its own, looked after by uvicorn. One that dies is replaced; at
SIGHUP all are, one after the other, each by a new one that serves already.

The process that looks after the others holds their ports, so a client that connects while one is being replaced waits
for a moment and is not refused."""

from __future__ import annotations

import os
import signal
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

import uvicorn
from uvicorn.supervisors import Multiprocess

from cashbox.server import logs
from cashbox.server.app import BODY, make_app
from cashbox.server.clock import Clock
from cashbox.server.db.store import Store
from cashbox.server.tasks import background
from cashbox.server.web.connections import Connections
from cashbox.server.web.protocols import HttpConnection
from cashbox.server.web.sockets import SocketConnection

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Sequence
    from socket import socket

    from cashbox.server.settings import Settings
    from cashbox.server.web.limits import Room
    from cashbox.server.web.middleware import Middleware


READY: Final = 60
"""Seconds that a process has to begin to serve, and to say that it lives."""


LOOK: Final = 1.0
"""Seconds between looks whether the process that looks after the others is there."""


class ProcessConfig(uvicorn.Config):
    """What each process is started with. What serves is made there, since it cannot travel."""

    def __init__(self, settings: Settings, room: Room, url: str) -> None:
        options: dict[str, Any] = {**OPTIONS, "backlog": room.backlog}
        super().__init__("cashbox", workers=1, timeout_worker_healthcheck=READY, **options, **proxied(settings))
        self._settings = settings
        self._room = room
        self._url = url
        self._watches: list[asyncio.Task[None]] = []

    def load(self) -> None:
        """Open the store and make the application, in the process and the loop that will serve."""
        log = logs.set_up(self._settings.log, Clock())
        self.app: Any
        self.app, connections = application(self._settings, self._url, self._room)
        self.http, self.ws = protocols(connections)
        self._watches = [background(watch()) for watch in (connections.watch, log.watch, _with_parent)]
        super().load()


class _OneProcess(Multiprocess):
    """Looks after the process at one port, when `Processes` asks for it."""

    def keep_subprocess_alive(self) -> None:
        # As long as the pipe's other end is open here too, the end of a process that is asked whether it lives is not
        # noticed before it has had all the time to answer.
        self.processes[0].child_conn.close()
        super().keep_subprocess_alive()


class Processes(Multiprocess):
    """Serves until SIGTERM or SIGINT. ready: called once all processes serve."""

    def __init__(self, config: ProcessConfig, sockets: Sequence[socket], ready: Callable[[], None]) -> None:
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


async def _with_parent() -> None:
    """End where the process that looks after this one has been killed: nobody else would end it."""
    parent, clock = os.getppid(), Clock()
    while os.getppid() == parent:
        await clock.sleep(LOOK)
    signal.raise_signal(signal.SIGTERM)


def proxied(settings: Settings) -> dict[str, Any]:
    """Whose word on where a request comes from is taken, as uvicorn wants it."""
    return {"proxy_headers": bool(settings.proxies), "forwarded_allow_ips": list(settings.proxies)}


GRACE: Final = 5
"""Seconds that open requests have when the server ends."""

OPTIONS: Final[dict[str, Any]] = {
    "loop": "uvloop",
    "ws_max_size": BODY,
    "ws_per_message_deflate": False,
    "log_config": None,
    "log_level": "warning",
    "access_log": False,
    "server_header": False,
    "timeout_graceful_shutdown": GRACE,
}
"""Of uvicorn."""


def application(settings: Settings, url: str, room: Room) -> tuple[Middleware, Connections]:
    """Build what one process serves: the application over an open store, and the connections that it will have.

    Args:
        settings: The server's settings.
        url: What invitation links start with.
        room: How many connections there may be.

    Raises:
        StartError: The store can't be opened.
    """
    store = Store(settings.home, database=settings.database)
    app = make_app(settings, store, url)
    return app, Connections(store.clock, room.sockets, app.services.metrics.refused)


def protocols(connections: Connections) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Return what uvicorn speaks HTTP and the live channel with."""
    http = partial(HttpConnection, connections, BODY)
    ws = partial(SocketConnection, connections)
    return cast("type[asyncio.Protocol]", http), cast("type[asyncio.Protocol]", ws)


def prepare(settings: Settings) -> None:
    """Bring a PostgreSQL up to date. StartError where it cannot be reached or used."""
    from cashbox.server.db.postgres import brought_up_to_date

    brought_up_to_date(settings.database, settings.home, Clock())

"""Start and stop the server: address, socket, and clean shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import signal
import socket
import sys
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

import uvicorn

from cashbox.server import logs
from cashbox.server.app import BODY, ROUTES, app_of, make_router
from cashbox.server.clock import Clock
from cashbox.server.cluster.processes import READY, Processes, end_with_parent
from cashbox.server.db.store import Store
from cashbox.server.services import Services
from cashbox.server.settings import MOST_PORT, Settings, StartError, misspelled
from cashbox.server.tasks import background
from cashbox.server.web.connections import Connections
from cashbox.server.web.limits import BACKLOG, make_room
from cashbox.server.web.middleware import Middleware
from cashbox.server.web.protocols import HttpConnection
from cashbox.server.web.sockets import SocketConnection

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Sequence

    from cashbox.server.settings import Serving
    from cashbox.server.web.limits import Room

_LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")

_log = logging.getLogger("cashbox.run")
_log.setLevel(logging.INFO)

GRACE: Final = 5
"""Seconds for open requests to finish at shutdown."""

OPTIONS: Final[dict[str, Any]] = {
    "loop": "auto",  # uvloop, if available for this system
    "ws_max_size": BODY,
    "ws_per_message_deflate": False,
    "log_config": None,
    "log_level": "warning",
    "access_log": False,
    "server_header": False,
    "timeout_graceful_shutdown": GRACE,
}
"""Options of uvicorn."""

_ANY: Final = ("0.0.0.0", "::", "")


def serve(asked: Serving) -> None:
    """Serve until SIGTERM or SIGINT; missing settings come from the environment. StartError with one sentence if that
    is impossible: port taken, data folder in use, an invalid setting."""
    run(Settings.from_env(asked=asked))


def run(settings: Settings, say: Callable[[str], None] | None = None) -> None:
    """Serve with these settings; `say` gets the lines for the operator."""
    sys.setswitchinterval(0.0005)
    log = logs.set_up(settings.log, Clock())
    try:
        _run(settings, log, say or (_print if settings.log == "text" else _tell))
    finally:
        logs.take_down(log)


def _run(settings: Settings, log: logs.Log, say: Callable[[str], None]) -> None:
    if settings.processes > 1 and not settings.database:
        needed = f"{settings.processes} processes need a shared PostgreSQL database. Set CASHBOX_DATABASE"
        raise StartError(f"{needed}, or run one process with a data folder.")
    for mistake in misspelled(os.environ):
        _log.warning(mistake)
    if settings.port + settings.processes > MOST_PORT + 1:
        raise StartError(
            f"There aren't {settings.processes} ports starting at {settings.port}. Choose a lower CASHBOX_PORT."
        )
    room = make_room(settings.sockets)
    with contextlib.ExitStack() as opened:
        listening = []
        for number in range(settings.processes):
            port = settings.port + number if settings.port else 0
            listening.append(opened.enter_context(listen(settings.host, port, room.backlog)))
        ports = [one.getsockname()[1] for one in listening]
        here, network = addresses(settings.host, ports[0])
        url = settings.url or network or here
        greet = partial(_greet, say, settings, here, network, room, ports)
        if settings.processes > 1:
            # Report a database error once, in a sentence, before anything starts.
            from cashbox.server.db.postgres import brought_up_to_date

            brought_up_to_date(settings.database, settings.home, Clock())
            Processes(ProcessConfig(settings, room, url), listening, greet).run()
        else:
            _alone(settings, log, room, url, listening[0], greet)


def _alone(
    settings: Settings, log: logs.Log, room: Room, url: str, listening: socket.socket, greet: Callable[[], None]
) -> None:
    """Serve in this process."""
    app, connections = application(settings, url, room)
    config = configure(app, connections, room.backlog, settings)
    run_until_ended(Server(config, [connections.watch, log.watch], greet), listening)


def run_until_ended(server: Server, listening: socket.socket) -> None:
    """Serve until SIGTERM or SIGINT. StartError if the server cannot start."""
    # At the end, the server raises its termination signal again; that is not a failure.
    signal.signal(signal.SIGTERM, lambda _signal, _frame: None)
    with (
        contextlib.suppress(KeyboardInterrupt),
        asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner,
    ):
        try:
            runner.run(server.serve([listening]))
        except SystemExit:
            app = server.config.app
            failure = app.services.failure if isinstance(app, Middleware) else None
            raise failure or StartError("The server can't start.") from None


class ProcessConfig(uvicorn.Config):
    """Configure each of several processes. The application is created in the process, because it cannot be pickled."""

    def __init__(self, settings: Settings, room: Room, url: str) -> None:
        options: dict[str, Any] = {**OPTIONS, "backlog": room.backlog}
        super().__init__("cashbox", workers=1, timeout_worker_healthcheck=READY, **options, **proxied(settings))
        self._settings = settings
        self._room = room
        self._url = url
        self._watches: list[asyncio.Task[None]] = []

    def load(self) -> None:
        """Open the store and create the application, in the process and the loop that will serve."""
        log = logs.set_up(self._settings.log, Clock())
        self.app: Any
        self.app, connections = application(self._settings, self._url, self._room)
        self.http, self.ws = protocols(connections)
        self._watches = [background(watch()) for watch in (connections.watch, log.watch, end_with_parent)]
        super().load()


def application(settings: Settings, url: str, room: Room) -> tuple[Middleware, Connections]:
    """Build what one process serves: the application over an open store, and its connections.

    Args:
        settings: The server's settings.
        url: The beginning of invitation links.
        room: The most connections.

    Raises:
        StartError: The store can't be opened.
    """
    store = Store(settings.home, database=settings.database)
    app = app_of(Services(settings, store, url), make_router(ROUTES))
    return app, Connections(store.clock, room.sockets, app.services.metrics.refused)


def protocols(connections: Connections) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Return uvicorn's protocols for HTTP and the live channel."""
    http = partial(HttpConnection, connections, BODY)
    ws = partial(SocketConnection, connections)
    return cast("type[asyncio.Protocol]", http), cast("type[asyncio.Protocol]", ws)


def proxied(settings: Settings) -> dict[str, Any]:
    """Return uvicorn's setting for trusted proxies."""
    return {"proxy_headers": bool(settings.proxies), "forwarded_allow_ips": list(settings.proxies)}


def configure(app: Middleware, connections: Connections, backlog: int, settings: Settings) -> uvicorn.Config:
    """Configure uvicorn to serve the application with our own deadlines and limits."""
    http, ws = protocols(connections)
    more: dict[str, Any] = {**OPTIONS, **proxied(settings), "backlog": backlog}
    return uvicorn.Config(app, http=http, ws=ws, lifespan="on", **more)


class Server(uvicorn.Server):
    """A uvicorn server that reports its address once it can be reached. watches: tasks that run as long as it does."""

    def __init__(
        self,
        config: uvicorn.Config,
        watches: Sequence[Callable[[], Coroutine[Any, Any, None]]],
        ready: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._watches = watches
        self._ready = ready
        self._tasks: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        try:
            self._tasks = [background(watch()) for watch in self._watches]
            self._ready()
        except BaseException:
            # Otherwise, the started parts would keep the process alive.
            await self.lifespan.shutdown()
            raise

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if isinstance(self.config.app, Middleware):
            self.config.app.services.polled.restart()
        await super().shutdown(sockets)
        for task in self._tasks:
            task.cancel()


def listen(host: str, port: int, backlog: int = BACKLOG) -> socket.socket:
    """Open a listening socket. At most `backlog` connections can wait to be accepted. StartError if the address cannot
    be used."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        opened = socket.socket(family, socket.SOCK_STREAM)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen(backlog)
    except UnicodeError:
        raise StartError(f"Can't listen on {host[:60]!r}: it isn't a host name.") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise StartError(
                f"Port {port} is already in use. Choose another one with --port or CASHBOX_PORT."
            ) from None
        raise StartError(f"Can't listen on {host}:{port}: {error.strerror}.") from None
    opened.setblocking(False)
    return opened


def addresses(host: str, port: int) -> tuple[str, str | None]:
    """Return the URL for a browser on this machine, and the one for others on the network, None on loopback."""
    if host in _LOOPBACK:
        return f"http://localhost:{port}", None
    if host in _ANY:
        return f"http://localhost:{port}", f"http://{_network_address()}:{port}"
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}", f"http://{shown}:{port}"


def _network_address() -> str:
    """Return the address of this machine that others see. Nothing is sent: connecting a datagram socket only picks a
    route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        address: str = probe.getsockname()[0]
        return address


def _tell(line: str) -> None:
    _log.info(line)


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _greet(
    say: Callable[[str], None], settings: Settings, here: str, network: str | None, room: Room, ports: Sequence[int]
) -> None:
    say(f"Open {here} in a browser.")
    if len(ports) > 1:
        say(f"The processes listen on ports {', '.join(map(str, ports))}. Let a proxy choose one by the table's id.")
    if network is not None and network != here:
        say(f"Other devices on your network can open {network}.")
    if settings.url is not None:
        say(f"Invitation links start with {settings.url}.")
    if room.sockets < settings.sockets:
        say(f"The open-file limit allows {room.sockets} connections at a time. Raise it to allow more.")
    where = os.fspath(settings.home) if not settings.database else "the PostgreSQL database in CASHBOX_DATABASE"
    say(f"Data is stored in {where}. Press Ctrl+C to stop the server.")

"""Serving: the address, the socket, and a clean end."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import signal
import socket
import sys
from typing import TYPE_CHECKING, Final

import uvicorn

from cashbox.server.app import BODY, make_app
from cashbox.server.settings import Settings, StartError
from cashbox.server.storage.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.server.http.middleware import Middleware
    from cashbox.server.settings import Serving

_LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
_ANY: Final = ("0.0.0.0", "::", "")

GRACE: Final = 5
"""Seconds that open requests have when the server ends."""


def serve(asked: Serving) -> None:
    """Serve until SIGTERM or SIGINT; what is not given comes from the environment. StartError in one sentence where
    that cannot be: port taken, data folder in use, a setting that does not fit."""
    run(Settings.from_env(asked=asked))


def run(settings: Settings, say: Callable[[str], None] | None = None) -> None:
    """Serve with these settings; `say` gets the lines for the operator."""
    sys.setswitchinterval(0.0005)
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn.error").addFilter(_refused_handshake)
    listening = listen(settings.host, settings.port)
    try:
        store = Store(settings.home)
    except BaseException:
        listening.close()
        raise
    port = listening.getsockname()[1]
    here, network = addresses(settings.host, port)
    app = make_app(settings, store, settings.url or network or here)
    config = _config(app, settings)
    server = _Server(config, lambda: _greet(say or _print, settings, here, network))
    # When all is done, the server raises the signal that ended it again; being asked to end is no failure.
    signal.signal(signal.SIGTERM, lambda _signal, _frame: None)
    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(server.serve([listening]))
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()


def _config(app: Middleware, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=BODY,
        ws_per_message_deflate=False,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        lifespan="on",
        timeout_graceful_shutdown=GRACE,
        backlog=2048,
    )


class _Server(uvicorn.Server):
    """Says its address once it can be reached."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _refused_handshake(record: logging.LogRecord) -> bool:
    """Drops uvicorn's complaint whenever a handshake is answered with a refusal."""
    return "without completing handshake" not in record.getMessage()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; StartError if the address cannot be used."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        opened = socket.socket(family, socket.SOCK_STREAM)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen(2048)
    except UnicodeError:
        raise StartError(f"Cannot listen on {host[:60]!r}: it is not a host name.") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise StartError(f"Port {port} is taken; choose another one with CASHBOX_PORT.") from None
        raise StartError(f"Cannot listen on {host}:{port}: {error.strerror}.") from None
    opened.setblocking(False)
    return opened


def addresses(host: str, port: int) -> tuple[str, str | None]:
    """The address for a browser on this machine, and the one for others on the network, None on loopback."""
    if host in _LOOPBACK:
        return f"http://localhost:{port}", None
    if host in _ANY:
        return f"http://localhost:{port}", f"http://{_network_address()}:{port}"
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}", f"http://{shown}:{port}"


def _network_address() -> str:
    """The address of this machine that others see. Nothing is sent: connecting a datagram socket only picks a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return socket.gethostname()
        address: str = probe.getsockname()[0]
        return address


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _greet(say: Callable[[str], None], settings: Settings, here: str, network: str | None) -> None:
    say(f"Open {here} in a browser.")
    if network is not None and network != here:
        say(f"Others on your network can open {network}.")
    if settings.url is not None:
        say(f"Invitation links begin with {settings.url}.")
    say(f"All data is kept in {os.fspath(settings.home)}. Press Ctrl+C to stop the server.")

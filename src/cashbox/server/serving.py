"""What one process serves with: the application over an open store, and uvicorn with our own deadlines and bounds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from cashbox.server.app import BODY, make_app
from cashbox.server.clock import Clock
from cashbox.server.http.connections import Connections
from cashbox.server.http.protocols import HttpConnection
from cashbox.server.http.sockets import SocketConnection
from cashbox.server.storage.store import Store

if TYPE_CHECKING:
    import asyncio

    from cashbox.server.http.middleware import Middleware
    from cashbox.server.limits import Room
    from cashbox.server.settings import Settings

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
    """The application over an open store, and the connections that it will have. url: what invitation links begin
    with. StartError."""
    store = Store(settings.home, database=settings.database)
    app = make_app(settings, store, url)
    return app, Connections(store.clock, room.sockets, app.metrics.refused)


def protocols(connections: Connections) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """What uvicorn hears HTTP and the live channel with."""
    http, ws = partial(HttpConnection, connections, BODY), partial(SocketConnection, connections)
    return cast("type[asyncio.Protocol]", http), cast("type[asyncio.Protocol]", ws)


def prepare(settings: Settings) -> None:
    """Bring a PostgreSQL up to date. StartError where it cannot be reached or used."""
    from cashbox.server.storage.postgres import brought_up_to_date

    brought_up_to_date(settings.database, settings.home, Clock())

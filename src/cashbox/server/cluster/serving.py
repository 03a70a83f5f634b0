"""What one process serves with: the application over an open store, and uvicorn with our own deadlines and bounds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from cashbox.server.app import BODY, make_app
from cashbox.server.clock import Clock
from cashbox.server.db.store import Store
from cashbox.server.web.connections import Connections
from cashbox.server.web.protocols import HttpConnection
from cashbox.server.web.sockets import SocketConnection

if TYPE_CHECKING:
    import asyncio

    from cashbox.server.settings import Settings
    from cashbox.server.web.limits import Room
    from cashbox.server.web.middleware import Middleware

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

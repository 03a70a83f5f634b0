"""What one process serves with: the application over an open store, and uvicorn with our own deadlines and bounds."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from cashbox.server.app import BODY, make_app
from cashbox.server.clock import Clock
from cashbox.server.cluster.handover import HandOver
from cashbox.server.cluster.siblings import Siblings
from cashbox.server.db.store import Store
from cashbox.server.web.connections import Connections
from cashbox.server.web.protocols import HttpConnection
from cashbox.server.web.sockets import SocketConnection

if TYPE_CHECKING:
    import asyncio
    from pathlib import Path

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


class Served(NamedTuple):
    """The application over an open store, the connections that it will have, and what hands them to the process that
    has their table."""

    app: Middleware
    connections: Connections
    hand_over: HandOver


def application(settings: Settings, url: str, room: Room, folder: Path | None = None) -> Served:
    """What one process serves. url: what invitation links begin with; folder: that of the server's processes on this
    machine, None where there is but one. StartError."""
    store = Store(settings.home, database=settings.database)
    siblings = Siblings(folder, store.process, settings.processes)
    app = make_app(settings, store, url, siblings)
    connections = Connections(store.clock, room.sockets, app.services.metrics.refused)
    return Served(app, connections, HandOver(siblings, app.services.metrics))


def protocols(
    connections: Connections, hand_over: HandOver | None = None
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """What uvicorn hears HTTP and the live channel with."""
    http = partial(HttpConnection, connections, BODY, hand_over)
    ws = partial(SocketConnection, connections)
    return cast("type[asyncio.Protocol]", http), cast("type[asyncio.Protocol]", ws)


def prepare(settings: Settings) -> None:
    """Bring a PostgreSQL up to date. StartError where it cannot be reached or used."""
    from cashbox.server.db.postgres import brought_up_to_date

    brought_up_to_date(settings.database, settings.home, Clock())

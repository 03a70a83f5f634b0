"""A local server for one journal, until it is interrupted."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cashbox.server.app import FILES_ALONE, app_of, make_router
from cashbox.server.clock import Clock
from cashbox.server.db.store import Store
from cashbox.server.errors import Refusal
from cashbox.server.logs import set_up, take_down
from cashbox.server.main import Server, addresses, configure, listen, run_until_ended
from cashbox.server.services import Services
from cashbox.server.settings import Settings, StartError
from cashbox.server.web.connections import Connections
from cashbox.server.web.limits import make_room

if TYPE_CHECKING:
    from collections.abc import Callable

HOST: Final = "127.0.0.1"


def show(data: bytes, port: int, say: Callable[[str], None]) -> None:
    """Serve a journal until SIGTERM or SIGINT. say: called with the lines to print. StartError if that is not
    possible."""
    sys.setswitchinterval(0.0005)
    log = set_up("text", Clock())
    try:
        with tempfile.TemporaryDirectory(prefix="cashbox-", ignore_cleanup_errors=True) as folder:
            _show(data, Settings(home=Path(folder), host=HOST, port=port, sockets=200), say)
    finally:
        take_down(log)


def _show(data: bytes, settings: Settings, say: Callable[[str], None]) -> None:
    room = make_room(settings.sockets)
    listening = listen(settings.host, settings.port, room.backlog)
    here, _ = addresses(settings.host, listening.getsockname()[1])
    store = Store(settings.home)
    services = Services(settings, store, here)
    app = app_of(services, make_router(FILES_ALONE))
    faults: list[str] = []

    async def opened() -> None:
        try:
            game = await services.files.open(data, "", stays=True)
        except Refusal as refused:
            faults.append(str(refused))
            server.should_exit = True
        else:
            say(f"Open {here}/replay/{game.record.id}?eyes=all in a browser. Press Ctrl+C to stop the server.")

    connections = Connections(store.clock, room.sockets, services.metrics.refused)
    config = configure(app, connections, room.backlog, settings)
    server = Server(config, [connections.watch, opened], lambda: None)
    with contextlib.closing(listening):
        run_until_ended(server, listening)
    if faults:
        raise StartError(faults[0])

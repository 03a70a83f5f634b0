"""The HTTP API of the home page."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Router, get
from litestar.params import FromQuery

from cashbox.server.web.callers import Bytes, Call, answer, caller, count, player, services, spec
from cashbox.server.web.quotas import LIST
from cashbox.server.wire import Lobby, TableList

_json = msgspec.json.Encoder().encode


@get("/api/lobby", responses=spec(Lobby), tags=["tables"], summary="Get the lists on the home page")
async def lobby(request: Call, game: FromQuery[str] = "") -> Bytes:
    """Return your tables, the open tables of one game or of all games, the number of people online, and recent
    games."""
    found = services(request)
    if game:
        found.catalog.info(game)
    guest = await found.guests.identify(request)
    count(request, guest, "look", LIST)
    found.lobby.here.record_visit(guest.id if guest is not None else caller(request, None).address)
    return answer(_json(await found.lobby.overview(guest, game)))


@get("/api/lobby/finished", responses=spec(TableList), tags=["tables"], summary="List your finished tables")
async def finished(request: Call, before: FromQuery[str]) -> Bytes:
    """Return your finished tables, most recently changed first, 20 at a time. before: `next` from the previous
    response."""
    guest = await player(request, "look", LIST)
    return answer(_json(await services(request).lobby.finished(guest, before)))


ROUTES: Final = Router(path="/", route_handlers=[lobby, finished])

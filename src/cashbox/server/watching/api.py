"""The HTTP API for choosing who may watch a table."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC001, TC002

from __future__ import annotations

from functools import partial
from typing import Final

from litestar import Router, post
from litestar.params import FromPath, JSONBody

from cashbox.server.watching.service import set_watching
from cashbox.server.watching.wire import ChangeWatching
from cashbox.server.web.callers import Bytes, Call, answer, by_player, services, spec
from cashbox.server.web.quotas import SEAT
from cashbox.server.wire import TableAnswer


@post(
    "/api/tables/{table:str}/watching",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["tables"],
    summary="Choose who can watch",
)
async def change_watching(request: Call, table: FromPath[str], data: JSONBody[ChangeWatching]) -> Bytes:
    """As the host, change who can watch. Once the game has started, you can't let more people watch."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).registry.change(found, partial(set_watching, guest=guest, wish=data))
    return answer(found.answer(guest))


ROUTES: Final = Router(path="/", route_handlers=[change_watching])

"""Continue from any step of a finished game, at a new table."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from contextlib import nullcontext
from typing import Final

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody

from cashbox.server.continuing import service as continuing_starts
from cashbox.server.continuing.wire import GoOn, Origin
from cashbox.server.web.callers import (
    Bytes,
    Call,
    answer,
    at_file,
    at_table,
    count,
    keep_place,
    reserve_bot_table,
    services,
    somebody,
    spec,
)
from cashbox.server.web.limits import FILES
from cashbox.server.web.quotas import JOURNAL, LIST
from cashbox.server.wire import TableAnswer

_json = msgspec.json.Encoder().encode


@post(
    "/api/tables/{table:str}/go-on", responses=spec(TableAnswer, 201), tags=["replay"], summary="Continue from a step"
)
async def continue_table(request: Call, table: FromPath[str], data: JSONBody[GoOn]) -> Bytes:
    """Create a table that continues this game after step n, if you can see every hand. The game starts right away if no
    seat is open."""
    found = services(request)
    guest = await somebody(request, "create")
    alone = all(seat.kind == "bot" for seat in data.seats)
    with reserve_bot_table(request, guest) if alone else nullcontext():
        now = found.store.clock.now()
        made = await continuing_starts.create_from_step(
            found.replays, found.registry, found.catalog, table, guest, data, now
        )
        keep_place(request, guest, made)
    return answer(made.answer(guest), 201)


@post(f"{FILES}/{{file:str}}/go-on", responses=spec(TableAnswer, 201), tags=["replay"], summary="Continue from a file")
async def continue_file(request: Call, file: FromPath[str], data: JSONBody[GoOn]) -> Bytes:
    """Create a table that continues the game in a file, as you can with a finished table's game. Anyone who has the
    file can do this."""
    found = services(request)
    guest = await somebody(request, "create")
    # Each such table stores all entries of the file.
    count(request, guest, "heavy", JOURNAL)
    async with at_file(request, file, 1) as (game, _, _):
        alone = all(seat.kind == "bot" for seat in data.seats)
        with reserve_bot_table(request, guest) if alone else nullcontext():
            made = await continuing_starts.create_from_file(found.registry, found.catalog, game, guest, data)
            keep_place(request, guest, made)
    return answer(made.answer(guest), 201)


@get("/api/tables/{table:str}/origin", responses=spec(Origin), tags=["replay"], summary="Get a game's origin")
async def origin(request: Call, table: FromPath[str]) -> Bytes:
    """Return the game and the step that the table's game continues from. If you can see that game, its URL is
    included."""
    there, guest = await at_table(request, table)
    count(request, guest, "look", LIST)
    found = services(request)
    return answer(_json(await continuing_starts.origin(found.replays, found.files, there.seen_by(guest).record, guest)))


ROUTES: Final = Router(path="/", route_handlers=[continue_table, continue_file, origin])

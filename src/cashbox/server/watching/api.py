"""Those who watch a table: who may, and what they say to each other."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from functools import partial
from typing import Final

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody

from cashbox.server.chat.wire import Said, SayBody
from cashbox.server.services import services
from cashbox.server.tables.api import Bytes, Call, answer, at_table, by_player, spec
from cashbox.server.watching.service import changed, check_hears_watchers
from cashbox.server.watching.wire import ChangeWatching, MuteOnlooker, Remarks
from cashbox.server.web.callers import somebody
from cashbox.server.wire import TableAnswer

_json = msgspec.json.Encoder().encode


@post(
    "/api/tables/{table:str}/watching",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["tables"],
    summary="Choose who may watch",
)
async def change_watching(request: Call, table: FromPath[str], data: JSONBody[ChangeWatching]) -> Bytes:
    """For the host: freely while the table waits, and after that only fewer."""
    found, guest = await by_player(request, table, "seats")
    await services(request).registry.change(found, partial(changed, guest=guest, wish=data))
    return answer(found.answer(guest))


@get("/api/tables/{table:str}/remarks", responses=spec(Remarks), tags=["chat"], summary="Read what watchers say")
async def remarks(request: Call, table: FromPath[str]) -> Bytes:
    """The newest lines, except those of people whom the caller has muted; for players once the game is over."""
    found, guest = await at_table(request, table)
    check_hears_watchers(found.record, guest, services(request).store.clock.now())
    return answer(_json(found.chat.remarks.shown(guest)))


@post(
    "/api/tables/{table:str}/remarks",
    status_code=201,
    responses=spec(Said, 201),
    tags=["chat"],
    summary="Say something to those who watch",
)
async def remark(request: Call, table: FromPath[str], data: JSONBody[SayBody]) -> Bytes:
    """For those who watch, and for players once the game is over; on disk when the answer comes."""
    found, _ = await at_table(request, table)
    guest = await services(request).guests.need(request)
    return answer(_json(Said(await found.chat.remarks.say(found.seen_by(guest).record, guest, data.text))), 201)


@post(
    "/api/tables/{table:str}/remarks/mute",
    status_code=200,
    responses=spec(Remarks),
    tags=["chat"],
    summary="Mute somebody who watches",
)
async def mute_onlooker(request: Call, table: FromPath[str], data: JSONBody[MuteOnlooker]) -> Bytes:
    """For the caller alone, and kept; the answer is what the caller now reads. Nobody becomes a guest."""
    found, _ = await at_table(request, table)
    guest = await somebody(request, "names")
    check_hears_watchers(found.record, guest, services(request).store.clock.now())
    await found.chat.remarks.mute(guest, data.n, on=data.on)
    return answer(_json(found.chat.remarks.shown(guest)))


ROUTES: Final = Router(path="/", route_handlers=[change_watching, remarks, remark, mute_onlooker])

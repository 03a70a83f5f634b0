"""So that nobody is stuck at a table: taking a seat back, standing in, leaving, handing on, calling off, being host."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Router, post
from litestar.params import FromPath, JSONBody

from cashbox.server.departures.wire import (
    CallOff,
    HandOn,
    HandOnBody,
    Leave,
    LookAtSeat,
    SeatOffer,
    StandIn,
    TakeSeat,
    VoteHandOn,
    WhichSeat,
)
from cashbox.server.services import services
from cashbox.server.tables.api import Bytes, Call, answer, by_player, spec
from cashbox.server.web.callers import count, somebody
from cashbox.server.web.origins import shared_origin
from cashbox.server.web.quotas import SEAT
from cashbox.server.wire import TableAnswer

_json = msgspec.json.Encoder().encode


@post(
    "/api/tables/{table:str}/back",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["staying"],
    summary="Take your seat back",
)
async def back(request: Call, table: FromPath[str]) -> Bytes:
    """Take your seat back from the bot that stands in for you; nothing that it just thinks about counts any more."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).staying.back(found, guest)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/stand-in",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["staying"],
    summary="Let a bot play for an absent player",
)
async def stand_in(request: Call, table: FromPath[str], data: JSONBody[StandIn]) -> Bytes:
    """It does once the host says so, or more than half of the others who are there."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).staying.stand_in(found, guest, data.seat, on=data.on)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/call-off",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["staying"],
    summary="Vote to end the game",
)
async def call_off(request: Call, table: FromPath[str], data: JSONBody[CallOff]) -> Bytes:
    """It ends once all players who have not left say so, except those who are away while a bot plays for them."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).staying.call_off(found, guest, on=data.on)
    return answer(found.answer(guest))


@post("/api/tables/{table:str}/leave", status_code=200, responses=spec(TableAnswer), tags=["staying"], summary="Leave")
async def leave(request: Call, table: FromPath[str], data: JSONBody[Leave | None] = None) -> Bytes:
    """Stand up while the table is waiting. In a running game a bot plays for you from now on, until you come back."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).staying.leave(found, guest, last=data is not None and data.last)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/remove", status_code=200, responses=spec(TableAnswer), tags=["staying"], summary="Remove"
)
async def remove(request: Call, table: FromPath[str], data: JSONBody[WhichSeat]) -> Bytes:
    """For the host, while the table is waiting: who is removed may not sit down again for ten minutes."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).staying.remove(found, guest, data.seat)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/host",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["staying"],
    summary="Make someone else the host",
)
async def host(request: Call, table: FromPath[str], data: JSONBody[WhichSeat]) -> Bytes:
    """To another person seated."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).staying.hand_host(found, guest, data.seat)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/hand-on",
    status_code=200,
    responses=spec(HandOn),
    tags=["staying"],
    summary="Create a link to a seat",
)
async def hand_on(request: Call, table: FromPath[str], data: JSONBody[HandOnBody | None] = None) -> Bytes:
    """A link with which somebody else takes your seat, once, within a day. A newer one takes its place. The seat of a
    player who is away for long is given away like that by the host, or by a player where more than half agreed."""
    found, guest = await by_player(request, table, "play", SEAT)
    code, until = await services(request).staying.offer(found, guest, data.seat if data is not None else None)
    return answer(_json(HandOn(f"{shared_origin(request)}/seat#{code}", until)))


@post(
    "/api/tables/{table:str}/hand-on/vote",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["staying"],
    summary="Vote to replace an absent player",
)
async def vote_hand_on(request: Call, table: FromPath[str], data: JSONBody[VoteHandOn]) -> Bytes:
    """Once more than half of the others who are there say so, each of them can make the link."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).staying.vote_hand_on(found, guest, data.seat, on=data.on)
    return answer(found.answer(guest))


@post("/api/seats/look", status_code=200, responses=spec(SeatOffer), tags=["staying"], summary="Look up a seat link")
async def look(request: Call, data: JSONBody[LookAtSeat]) -> Bytes:
    """Who hands which seat on; the link stays unused."""
    found = services(request)
    count(request, await found.guests.who(request), "play", SEAT)
    return answer(_json(await found.staying.look(data.code)))


@post(
    "/api/seats/take",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["staying"],
    summary="Take a seat through a link",
)
async def take(request: Call, data: JSONBody[TakeSeat]) -> Bytes:
    """The seat is yours from now on, with all that it sees. Nobody becomes a guest."""
    guest = await somebody(request, "play", SEAT, data.name)
    table = await services(request).staying.take(data.code, guest, data.name)
    return answer(table.answer(guest))


ROUTES: Final = Router(
    path="/",
    route_handlers=[back, stand_in, call_off, leave, remove, host, hand_on, vote_hand_on, look, take],
)

"""The HTTP API for players who leave: taking a seat back, stand-ins, leaving, transferring a seat, ending a game early,
changing the host."""
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
from cashbox.server.web.callers import Bytes, Call, answer, by_player, count, services, somebody, spec
from cashbox.server.web.origins import shared_origin
from cashbox.server.web.quotas import SEAT
from cashbox.server.wire import TableAnswer

_json = msgspec.json.Encoder().encode


@post(
    "/api/tables/{table:str}/back",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["departures"],
    summary="Take your seat back",
)
async def take_seat_back(request: Call, table: FromPath[str]) -> Bytes:
    """Take your seat back from the bot that is playing for you. If the bot is still thinking about a decision, its
    answer is discarded."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).departures.take_back(found, guest)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/stand-in",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["departures"],
    summary="Let a bot play for an absent player",
)
async def stand_in(request: Call, table: FromPath[str], data: JSONBody[StandIn]) -> Bytes:
    """Ask for a bot to play for an absent player. It takes over if the host asks, or once more than half of the other
    players present ask."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).departures.stand_in(found, guest, data.seat, on=data.on)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/call-off",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["departures"],
    summary="Vote to end the game",
)
async def vote_to_end(request: Call, table: FromPath[str], data: JSONBody[CallOff]) -> Bytes:
    """Vote to end the game. It ends once everyone has voted for it, not counting players who left or who are away while
    a bot plays for them."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).departures.call_off(found, guest, on=data.on)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/leave",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["departures"],
    summary="Leave a table",
)
async def leave(request: Call, table: FromPath[str], data: JSONBody[Leave | None] = None) -> Bytes:
    """Leave the table before the game starts. In a game in progress, a bot plays for you until you come back."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).departures.leave(found, guest, last=data is not None and data.last)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/remove",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["departures"],
    summary="Remove a player",
)
async def remove(request: Call, table: FromPath[str], data: JSONBody[WhichSeat]) -> Bytes:
    """As the host, remove a player before the game starts. The player can't sit down at the table again for ten
    minutes."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).departures.remove(found, guest, data.seat)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/host",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["departures"],
    summary="Make someone else the host",
)
async def host(request: Call, table: FromPath[str], data: JSONBody[WhichSeat]) -> Bytes:
    """Make another player at the table the host."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).departures.hand_host(found, guest, data.seat)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/hand-on",
    status_code=200,
    responses=spec(HandOn),
    tags=["departures"],
    summary="Create a link to a seat",
)
async def create_seat_link(request: Call, table: FromPath[str], data: JSONBody[HandOnBody | None] = None) -> Bytes:
    """Create a link that lets one person take your seat within a day. A newer link replaces it. If a player has
    been away for a long time, the host can create a link to that seat. Other players can, too, if more than half of
    them agree."""
    found, guest = await by_player(request, table, "play", SEAT)
    code, until = await services(request).departures.offer(found, guest, data.seat if data is not None else None)
    return answer(_json(HandOn(f"{shared_origin(request)}/seat#{code}", until)))


@post(
    "/api/tables/{table:str}/hand-on/vote",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["departures"],
    summary="Vote to replace an absent player",
)
async def vote_to_replace(request: Call, table: FromPath[str], data: JSONBody[VoteHandOn]) -> Bytes:
    """Vote to replace an absent player. Once more than half of the other players who are present agree, any of them can
    create the link."""
    found, guest = await by_player(request, table, "play", SEAT)
    await services(request).departures.vote_hand_on(found, guest, data.seat, on=data.on)
    return answer(found.answer(guest))


@post("/api/seats/look", status_code=200, responses=spec(SeatOffer), tags=["departures"], summary="Look up a seat link")
async def look_up_seat_link(request: Call, data: JSONBody[LookAtSeat]) -> Bytes:
    """Look up who is offering which seat, without using the link."""
    found = services(request)
    count(request, await found.guests.identify(request), "play", SEAT)
    return answer(_json(await found.departures.look_up(data.code)))


@post(
    "/api/seats/take",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["departures"],
    summary="Take a seat with a link",
)
async def take_seat(request: Call, data: JSONBody[TakeSeat]) -> Bytes:
    """Take the seat and see everything that it can see. Without a token, you become a guest."""
    guest = await somebody(request, "play", SEAT, data.name)
    table = await services(request).departures.take(data.code, guest, data.name)
    return answer(table.answer(guest))


ROUTES: Final = Router(
    path="/",
    route_handlers=[
        take_seat_back,
        stand_in,
        vote_to_end,
        leave,
        remove,
        host,
        create_seat_link,
        vote_to_replace,
        look_up_seat_link,
        take_seat,
    ],
)

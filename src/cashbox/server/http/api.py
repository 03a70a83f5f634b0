"""The HTTP API except playing: guests, games, tables."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC001, TC002

from __future__ import annotations

from contextlib import nullcontext
from typing import Any, Final, Literal

import msgspec
from litestar import MediaType, Request, Response, Router, get, patch, post
from litestar.datastructures import CacheControlHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from cashbox.server.http.callers import (
    count,
    keep_place,
    keep_token,
    newcomer,
    opened,
    place_for_bots,
    player,
    somebody,
)
from cashbox.server.services import services
from cashbox.server.storage.records import Guest
from cashbox.server.tables.table import LiveTable
from cashbox.server.wire import (
    ChangeSeat,
    GameInfo,
    Me,
    NewGuest,
    NewTable,
    Problem,
    Rename,
    Sit,
    TableAnswer,
    TableList,
)
from cashbox.server.wire_seats import Reveal

Call = Request[Any, Any, Any]
Bytes = Response[bytes]

_json = msgspec.json.Encoder().encode


def spec(shape: type, status: int = 200) -> dict[int, ResponseSpec]:
    """What the documentation shows as the answer of a handler that makes its JSON by hand."""
    return {
        status: ResponseSpec(data_container=shape, generate_examples=False, description="Done"),
        400: ResponseSpec(data_container=Problem, generate_examples=False, description="Any error: code and message"),
    }


def answer(body: bytes, status: int = 200) -> Bytes:
    """JSON that is already encoded."""
    return Response(body, media_type=MediaType.JSON, status_code=status)


@post("/api/guests", responses=spec(Me, 201), tags=["guests"], summary="Become a guest")
async def add_guest(request: Call, data: JSONBody[NewGuest]) -> Bytes:
    """Give a new guest a token, in a cookie and, if asked, in the body. An existing guest stays the same."""
    guests = services(request).guests
    guest = await guests.who(request)
    if guest is not None and not data.token:
        if data.name:
            guest = await guests.rename(await player(request, "names"), data.name)
        return answer(_json(Me(guest.id, guest.name)), 201)
    guest, token = await newcomer(request, data.name)
    return answer(_json(Me(guest.id, guest.name, token if data.token else "")), 201)


@post(
    "/api/me/sign-out",
    status_code=200,
    responses=spec(Me),
    tags=["guests"],
    summary="Sign out everywhere else",
)
async def sign_out(request: Call) -> Bytes:
    """All tokens of the guest end, and the live channels opened with them. The caller gets a new one, as the old one
    came: in the cookie, or in the body."""
    guests = services(request).guests
    session = await guests.need_session(request)
    count(request, session.guest, "names")
    token = await guests.sign_out(session, https=guests.https(request))
    bearer = session.way == "bearer"
    response = answer(_json(Me(session.guest.id, session.guest.name, token if bearer else "")))
    if not bearer:
        keep_token(request, token)
    return response


@get("/api/me", responses=spec(Me), tags=["guests"], summary="Who the caller is")
async def me(request: Call) -> Bytes:
    """The guest behind the token."""
    guest = await services(request).guests.need(request)
    return answer(_json(Me(guest.id, guest.name)))


@patch("/api/me", responses=spec(Me), tags=["guests"], summary="Change your name")
async def rename(request: Call, data: JSONBody[Rename]) -> Bytes:
    """Seats taken earlier keep the name they were taken with. Nobody becomes a guest of that name."""
    guest = await services(request).guests.rename(await somebody(request, "names", data.name), data.name)
    return answer(_json(Me(guest.id, guest.name)))


@get("/api/games", responses=spec(list[GameInfo]), tags=["games"], summary="List the games")
async def list_games(request: Call) -> Bytes:
    """Every game with its modes, options, numbers of players and bots."""
    return answer(_json(list(services(request).catalog.infos.values())))


@get("/api/games/{game:str}/content/{content:str}", responses=spec(dict[str, Any]), tags=["games"], summary="A content")
async def content(request: Call, game: FromPath[str], content: FromPath[str]) -> Bytes:
    """The cards, map and boards that a table was dealt with, by their hash; they never change."""
    response = answer(await services(request).catalog.content(game, content))
    response.headers["cache-control"] = CacheControlHeader(public=True, max_age=31536000, immutable=True).to_header()
    return response


@post("/api/tables", responses=spec(TableAnswer, 201), tags=["tables"], summary="Make a table")
async def make(request: Call, data: JSONBody[NewTable]) -> Bytes:
    """Play starts at once where no seat is open. Nobody becomes a guest."""
    guest = await somebody(request, "tables")
    alone = all(seat.kind == "bot" for seat in data.seats)
    with place_for_bots(request, guest) if alone else nullcontext():
        table = await services(request).registry.make(guest, data)
        keep_place(request, guest, table)
    return answer(table.answer(guest), 201)


@get("/api/tables", responses=spec(TableList), tags=["tables"], summary="List my tables, or open ones")
async def list_tables(request: Call, which: FromQuery[Literal["mine", "open"]] = "open") -> Bytes:
    """Newest change first, at most 100."""
    found = services(request)
    guest = await found.guests.who(request)
    count(request, guest, "lists")
    if which == "open":
        tables = await found.registry.open(guest)
    else:
        tables = await found.registry.mine(guest) if guest is not None else []
    return answer(_json(TableList(tables)))


@get("/api/tables/{table:str}", responses=spec(TableAnswer), tags=["tables"], summary="A table")
async def show(request: Call, table: FromPath[str]) -> Bytes:
    """As anybody with its id may see it."""
    found, guest = await at_table(request, table)
    return answer(found.answer(guest))


@post("/api/tables/{table:str}/sit", status_code=200, responses=spec(TableAnswer), tags=["tables"], summary="Sit down")
async def sit(request: Call, table: FromPath[str], data: JSONBody[Sit]) -> Bytes:
    """Take an open seat; play starts when no seat is left open. Nobody becomes a guest."""
    found, _ = await at_table(request, table)
    guest = await somebody(request, "seats")
    await services(request).registry.sit(found, guest, data)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/reveal", status_code=200, responses=spec(TableAnswer), tags=["tables"], summary="Show it"
)
async def reveal(request: Call, table: FromPath[str], data: JSONBody[Reveal]) -> Bytes:
    """Show the nonce whose hash you gave, once every seat is taken; play starts with the last one."""
    guest = await services(request).guests.need(request)
    found, _ = await at_table(request, table)
    await services(request).registry.reveal(found, guest, data.nonce)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/leave", status_code=200, responses=spec(TableAnswer), tags=["tables"], summary="Stand up"
)
async def leave(request: Call, table: FromPath[str]) -> Bytes:
    """Give the seat back while the table is waiting."""
    guest = await player(request, "seats")
    found, _ = await at_table(request, table)
    await services(request).registry.leave(found, guest)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/seat", status_code=200, responses=spec(TableAnswer), tags=["tables"], summary="Seat a bot"
)
async def change_seat(request: Call, table: FromPath[str], data: JSONBody[ChangeSeat]) -> Bytes:
    """For the host, while the table is waiting, on a seat that no guest has."""
    guest = await player(request, "seats")
    found, _ = await at_table(request, table)
    others = [seat.kind for number, seat in enumerate(found.record.seats) if number != data.seat]
    alone = found.record.status == "waiting" and {data.kind, *others} == {"bot"}
    with place_for_bots(request, guest) if alone else nullcontext():
        await services(request).registry.change_seat(found, guest, data)
        keep_place(request, guest, found)
    return answer(found.answer(guest))


async def at_table(request: Call, table: str) -> tuple[LiveTable, Guest | None]:
    """A table, and who is asking."""
    found = services(request)
    guest = await found.guests.who(request)
    place = await opened(request, guest, table)
    place.visit(guest)
    return place, guest


ROUTES: Final = Router(
    path="/",
    route_handlers=[
        add_guest, me, rename, sign_out, list_games, content, make, list_tables, show, sit, reveal, leave,
        change_seat,
    ],
)  # fmt: skip

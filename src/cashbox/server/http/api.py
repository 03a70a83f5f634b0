"""The HTTP API except playing: guests, games, tables."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC001, TC002

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from litestar import MediaType, Request, Response, Router, get, patch, post
from litestar.datastructures import CacheControlHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from cashbox.server.people.tokens import COOKIE, COOKIE_SECONDS, SAFE_COOKIE
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


def give_cookie(response: Response[Any], request: Call, token: str) -> None:
    """Make a browser keep a guest's token; behind https in the safe cookie, and the old one goes."""
    https = services(request).guests.https(request)
    name = SAFE_COOKIE if https else COOKIE
    response.set_cookie(
        key=name, value=token, max_age=COOKIE_SECONDS, path="/", httponly=True, samesite="lax", secure=https
    )
    if https and COOKIE in request.cookies:
        response.delete_cookie(COOKIE)


@post("/api/guests", responses=spec(Me, 201), tags=["guests"], summary="Become a guest")
async def add_guest(request: Call, data: JSONBody[NewGuest]) -> Bytes:
    """Give a new guest a token, in a cookie and, if asked, in the body. An existing guest stays the same."""
    guests = services(request).guests
    guest = await guests.who(request)
    if guest is not None and not data.token:
        if data.name:
            guest = await guests.rename(guest, data.name)
        return answer(_json(Me(guest.id, guest.name)), 201)
    guest, token = await guests.add(data.name, https=guests.https(request))
    response = answer(_json(Me(guest.id, guest.name, token if data.token else "")), 201)
    give_cookie(response, request, token)
    return response


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
    token = await guests.sign_out(session, https=guests.https(request))
    bearer = session.way == "bearer"
    response = answer(_json(Me(session.guest.id, session.guest.name, token if bearer else "")))
    if not bearer:
        give_cookie(response, request, token)
    return response


@get("/api/me", responses=spec(Me), tags=["guests"], summary="Who the caller is")
async def me(request: Call) -> Bytes:
    """The guest behind the token."""
    guest = await services(request).guests.need(request)
    return answer(_json(Me(guest.id, guest.name)))


@patch("/api/me", responses=spec(Me), tags=["guests"], summary="Change your name")
async def rename(request: Call, data: JSONBody[Rename]) -> Bytes:
    """Seats taken earlier keep the name they were taken with."""
    guests = services(request).guests
    guest = await guests.rename(await guests.need(request), data.name)
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
    """Play starts at once where no seat is open."""
    found = services(request)
    guest = await found.guests.need(request)
    return answer((await found.registry.make(guest, data)).answer(guest), 201)


@get("/api/tables", responses=spec(TableList), tags=["tables"], summary="List my tables, or open ones")
async def list_tables(request: Call, which: FromQuery[Literal["mine", "open"]] = "open") -> Bytes:
    """Newest change first, at most 100."""
    found = services(request)
    guest = await found.guests.who(request)
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
    """Take an open seat; play starts when no seat is left open."""
    guest = await services(request).guests.need(request)
    found, _ = await at_table(request, table)
    await services(request).registry.sit(found, guest, data)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/leave", status_code=200, responses=spec(TableAnswer), tags=["tables"], summary="Stand up"
)
async def leave(request: Call, table: FromPath[str]) -> Bytes:
    """Give the seat back while the table is waiting."""
    guest = await services(request).guests.need(request)
    found, _ = await at_table(request, table)
    await services(request).registry.leave(found, guest)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/seat", status_code=200, responses=spec(TableAnswer), tags=["tables"], summary="Seat a bot"
)
async def change_seat(request: Call, table: FromPath[str], data: JSONBody[ChangeSeat]) -> Bytes:
    """For the host, while the table is waiting, on a seat that no guest has."""
    guest = await services(request).guests.need(request)
    found, _ = await at_table(request, table)
    await services(request).registry.change_seat(found, guest, data)
    return answer(found.answer(guest))


async def at_table(request: Call, table: str) -> tuple[LiveTable, Guest | None]:
    """A table, and who is asking."""
    found = services(request)
    guest = await found.guests.who(request)
    return await found.registry.table(table), guest


ROUTES: Final = Router(
    path="/",
    route_handlers=[
        add_guest, me, rename, sign_out, list_games, content, make, list_tables, show, sit, leave, change_seat,
    ],
)  # fmt: skip

"""The HTTP API except playing: guests, games, tables."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC001

from __future__ import annotations

from contextlib import nullcontext
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import MediaType, Router, get, patch, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import UNSET

from cashbox.server.accounts.guests_wire import NewGuest, Rename
from cashbox.server.accounts.names import NOBODY
from cashbox.server.lobby.wire import GameInfo
from cashbox.server.tables.seating import already_playing
from cashbox.server.tables.wire import Reveal
from cashbox.server.watching.service import is_late
from cashbox.server.web.callers import (
    Bytes,
    Call,
    answer,
    at_table,
    by_player,
    check_cookies,
    count,
    keep_place,
    keep_token,
    newcomer,
    place_for_bots,
    player,
    services,
    somebody,
    spec,
)
from cashbox.server.web.quotas import LIST, SEAT
from cashbox.server.web.sending import FOREVER, packed
from cashbox.server.wire import ChangeSeat, Me, NewTable, Sit, TableAnswer, TableList

Which = Literal["mine", "open", "watch"]
Before = Annotated[str, QueryParameter(description="cursor for tables to watch: `next` from the previous response")]

_json = msgspec.json.Encoder().encode


@post("/api/guests", responses=spec(Me, 201), tags=["guests"], summary="Become a guest")
async def add_guest(request: Call, data: JSONBody[NewGuest]) -> Bytes:
    """Give a new guest a token in a cookie and, if requested, in the body. If you already have a token, you stay the
    same guest."""
    guests = services(request).guests
    guest = await guests.who(request)
    if guest is not None and not data.token:
        if data.name:
            guest = await guests.rename(await player(request, "chat"), data.name)
        return answer(_json(Me(guest.id, guest.name)), 201)
    if not data.token:
        check_cookies(request)
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
    """Revoke all your tokens and close their live channels. You get a new token the same way as the old one: in the
    cookie or in the body."""
    guests = services(request).guests
    session = await guests.need_session(request)
    count(request, session.guest, "chat")
    token = await guests.sign_out(session, https=guests.https(request))
    bearer = session.way == "bearer"
    response = answer(_json(Me(session.guest.id, session.guest.name, token if bearer else "")))
    if not bearer:
        keep_token(request, token)
    return response


@get("/api/me", responses=spec(Me), tags=["guests"], summary="Get yourself")
async def me(request: Call) -> Bytes:
    """Return the guest that your token belongs to."""
    guest = await services(request).guests.need(request)
    return answer(_json(Me(guest.id, guest.name, zone=guest.zone)))


@patch("/api/me", responses=spec(Me), tags=["guests"], summary="Change your name or time zone")
async def rename(request: Call, data: JSONBody[Rename]) -> Bytes:
    """Change your name or time zone. Your seats keep the name that you took them with and the first time zone that the
    server knew. Without a token, you become a guest."""
    found, name = services(request), data.name
    if name is UNSET:
        guest = await player(request, "chat")
    else:
        guest = await found.guests.rename(await somebody(request, "chat", name=name), name)
    if data.zone is not UNSET:
        guest = await found.guests.place(guest, data.zone)
        await found.registry.place(guest)
    return answer(_json(Me(guest.id, guest.name, zone=guest.zone)))


@get("/api/games", responses=spec(list[GameInfo]), tags=["games"], summary="List the games")
async def list_games(request: Call) -> Bytes:
    """Return every game with its modes, options, numbers of players, and bots."""
    return answer(_json(list(services(request).catalog.infos.values())))


@get(
    "/api/games/{game:str}/content/{content:str}",
    responses=spec(dict[str, Any]),
    tags=["games"],
    summary="Get a game's content",
)
async def content(request: Call, game: FromPath[str], content: FromPath[str]) -> Bytes:
    """Return the cards, map, and boards that a table was dealt with, by hash. They never change."""
    body = await services(request).catalog.content(game, content)
    return await packed(request, body, MediaType.JSON, {"cache-control": FOREVER})


@post("/api/tables", responses=spec(TableAnswer, 201), tags=["tables"], summary="Create a table")
async def make(request: Call, data: JSONBody[NewTable]) -> Bytes:
    """Create a table. The game starts right away if no seat is open. Without a token, you become a guest."""
    guest = await somebody(request, "create")
    alone = all(seat.kind == "bot" for seat in data.seats)
    with place_for_bots(request, guest) if alone else nullcontext():
        table = await services(request).registry.make(guest, data)
        keep_place(request, guest, table)
    return answer(table.answer(guest), 201)


@get(
    "/api/tables",
    responses=spec(TableList),
    tags=["tables"],
    summary="List your tables, open tables, or tables to watch",
)
async def list_tables(request: Call, which: FromQuery[Which] = "open", before: Before = "") -> Bytes:
    """Return up to 100 tables, most recently changed first. Tables to watch come newest first, 50 at a time."""
    found = services(request)
    guest = await found.guests.who(request)
    count(request, guest, "look", LIST)
    if which == "watch":
        return answer(_json(await found.registry.lists.to_watch(before, guest)))
    if which == "open":
        tables = await found.registry.open(guest)
    else:
        tables = await found.registry.mine(guest) if guest is not None else []
    return answer(_json(TableList(tables)))


@get("/api/tables/{table:str}", responses=spec(TableAnswer), tags=["tables"], summary="Get a table")
async def show(request: Call, table: FromPath[str]) -> Bytes:
    """Return what anyone with the table's id can see."""
    found, guest = await at_table(request, table)
    return answer(found.answer(guest))


@post("/api/tables/{table:str}/sit", status_code=200, responses=spec(TableAnswer), tags=["tables"], summary="Sit down")
async def sit(request: Call, table: FromPath[str], data: JSONBody[Sit]) -> Bytes:
    """Take an open seat. The game starts when no seat is open. Without a token, you become a guest. If you have no name
    yet, the name of the seat becomes yours."""
    found, _ = await at_table(request, table)
    guest = await somebody(request, "play", SEAT, data.name)
    if is_late(found.record, guest, services(request).store.clock.now()):
        raise already_playing()
    await services(request).registry.sit(found, guest, data)
    if guest.name == NOBODY and data.name:
        await services(request).guests.rename(guest, data.name)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/reveal",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["tables"],
    summary="Reveal your share",
)
async def reveal(request: Call, table: FromPath[str], data: JSONBody[Reveal]) -> Bytes:
    """Reveal your nonce once every seat is taken, if you gave its hash when you sat down. The game starts when all
    nonces are revealed."""
    guest = await services(request).guests.need(request)
    found, _ = await at_table(request, table)
    await services(request).registry.reveal(found, guest, data.nonce)
    return answer(found.answer(guest))


@post(
    "/api/tables/{table:str}/seat",
    status_code=200,
    responses=spec(TableAnswer),
    tags=["tables"],
    summary="Seat a bot or open a seat",
)
async def change_seat(request: Call, table: FromPath[str], data: JSONBody[ChangeSeat]) -> Bytes:
    """As the host, change a seat that no person has taken. This works only before the game starts."""
    found, guest = await by_player(request, table, "play", SEAT)
    others = [seat.kind for number, seat in enumerate(found.record.seats) if number != data.seat]
    alone = found.record.status == "waiting" and {data.kind, *others} == {"bot"}
    with place_for_bots(request, guest) if alone else nullcontext():
        await services(request).registry.change_seat(found, guest, data)
        keep_place(request, guest, found)
    return answer(found.answer(guest))


ROUTES: Final = Router(
    path="/",
    route_handlers=[
        add_guest, me, rename, sign_out, list_games, content, make, list_tables, show, sit, reveal, change_seat,
    ],
)  # fmt: skip

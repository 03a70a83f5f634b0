"""Serve the HTTP API of guests, games, and tables, and of play."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC001

from __future__ import annotations

import contextlib
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, cast

import msgspec
from litestar import MediaType, Response, Router, WebSocket, get, patch, post, websocket
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from msgspec import UNSET

from cashbox.engine.game import GameError
from cashbox.engine.help import TableTip
from cashbox.server.accounts.names import NOBODY
from cashbox.server.accounts.wire import NewGuest, Rename
from cashbox.server.errors import POLICY, Refusal, internal, refusal
from cashbox.server.lobby.wire import GameInfo
from cashbox.server.tables.channel import Channel, PolledLine, own_seat, refuse
from cashbox.server.tables.seating import already_playing
from cashbox.server.tables.wire import (
    ActBody,
    Acted,
    Because,
    ExplainBody,
    Hint,
    HintBody,
    Log,
    PollBody,
    Polled,
    Reveal,
    State,
    UndoBody,
)
from cashbox.server.tasks import shielded
from cashbox.server.watching.service import is_late
from cashbox.server.web.callers import (
    Bytes,
    Call,
    answer,
    at_table,
    by_player,
    caller,
    check_cookies,
    count,
    keep_place,
    keep_token,
    newcomer,
    open_table,
    player,
    reserve_bot_table,
    services,
    somebody,
    spec,
)
from cashbox.server.web.files import FOREVER, answer_packed
from cashbox.server.web.quotas import LIST, SEAT, UNDO
from cashbox.server.web.sockets import LINE
from cashbox.server.wire import ChangeSeat, Me, NewTable, Sit, TableAnswer, TableList

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.server.tables.channel_line import Line
    from cashbox.server.web.callers import Connection

Which = Literal["mine", "open", "watch"]
Before = Annotated[str, QueryParameter(description="cursor for tables to watch: `next` from the previous response")]

_json = msgspec.json.Encoder().encode


@post("/api/guests", responses=spec(Me, 201), tags=["guests"], summary="Become a guest")
async def add_guest(request: Call, data: JSONBody[NewGuest]) -> Bytes:
    """Give a new guest a token in a cookie and, if requested, in the body. If you already have a token, you stay the
    same guest."""
    guests = services(request).guests
    guest = await guests.identify(request)
    if guest is not None and not data.token:
        if data.name:
            guest = await guests.rename(await player(request, "profile"), data.name)
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
    count(request, session.guest, "profile")
    token = await guests.sign_out(session, https=guests.https(request))
    bearer = session.way == "bearer"
    response = answer(_json(Me(session.guest.id, session.guest.name, token if bearer else "")))
    if not bearer:
        keep_token(request, token)
    return response


@get("/api/me", responses=spec(Me), tags=["guests"], summary="Get the current guest")
async def me(request: Call) -> Bytes:
    """Return the guest that your token belongs to."""
    guest = await services(request).guests.need(request)
    return answer(_json(Me(guest.id, guest.name, zone=guest.zone)))


@patch("/api/me", responses=spec(Me), tags=["guests"], summary="Change your name or time zone")
async def rename(request: Call, data: JSONBody[Rename]) -> Bytes:
    """Change your name or time zone. Your seats keep the name that you took them with and the first time zone that the
    server learned. Without a token, you become a guest."""
    found, name = services(request), data.name
    if name is UNSET:
        guest = await player(request, "profile")
    else:
        guest = await found.guests.rename(await somebody(request, "profile", name=name), name)
    if data.zone is not UNSET:
        guest = await found.guests.set_zone(guest, data.zone)
        await found.registry.set_zone(guest)
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
    """Return a table's cards, map, and boards, by hash. They never change."""
    body = await services(request).catalog.content(game, content)
    return await answer_packed(request, body, MediaType.JSON, {"cache-control": FOREVER})


@post("/api/tables", responses=spec(TableAnswer, 201), tags=["tables"], summary="Create a table")
async def make(request: Call, data: JSONBody[NewTable]) -> Bytes:
    """Create a table. The game starts right away if no seat is open. Without a token, you become a guest."""
    guest = await somebody(request, "create")
    alone = all(seat.kind == "bot" for seat in data.seats)
    with reserve_bot_table(request, guest) if alone else nullcontext():
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
    guest = await found.guests.identify(request)
    count(request, guest, "look", LIST)
    if which == "watch":
        return answer(_json(await found.registry.lists.to_watch(before, guest)))
    if which == "open":
        tables = await found.registry.open(guest)
    else:
        tables = await found.registry.tables_of(guest) if guest is not None else []
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
    with reserve_bot_table(request, guest) if alone else nullcontext():
        await services(request).registry.change_seat(found, guest, data)
        keep_place(request, guest, found)
    return answer(found.answer(guest))


ROUTES: Final = Router(
    path="/",
    route_handlers=[
        add_guest, me, rename, sign_out, list_games, content, make, list_tables, show, sit, reveal, change_seat,
    ],
)  # fmt: skip


Since = Annotated[
    str,
    QueryParameter(
        description="mark of the newest state or log that you have seen; an empty or unknown mark means none"
    ),
]
Eyes = Annotated[
    int | None, QueryParameter(ge=0, le=31, description="the seat whose view you want; only once the game is over")
]


@get("/api/tables/{table:str}/state", responses=spec(State), tags=["play"], summary="Get the game as you see it")
async def state(request: Call, table: FromPath[str], since: Since = "", eyes: Eyes = None) -> Bytes:
    """Return your seat's view, or a spectator's view, with the legal actions. Once the game is over, you can get any
    seat's view."""
    found, guest = await at_table(request, table)
    return answer(found.seen_by(guest).state(found.audience.eyes(guest, eyes), since))


@get("/api/tables/{table:str}/tips", responses=spec(dict[str, TableTip]), tags=["play"], summary="Get the board's tips")
async def tips(request: Call, table: FromPath[str]) -> Bytes:
    """Return the explanations of the things on the board, under this table's rules. They never change."""
    found, guest = await at_table(request, table)
    return await answer_packed(request, found.seen_by(guest).tips(), MediaType.JSON, {})


@post("/api/tables/{table:str}/act", status_code=200, responses=spec(Acted), tags=["play"], summary="Take actions")
async def act(request: Call, table: FromPath[str], data: JSONBody[ActBody]) -> Bytes:
    """Take all of the actions, or none of them. They are stored before the response is sent."""
    found, guest = await by_player(request, table, "play", len(data.actions))
    return answer(_json(await shielded(found.act(own_seat(found, guest), data.actions, data.at, by=guest))))


@post("/api/tables/{table:str}/undo", status_code=200, responses=spec(Acted), tags=["play"], summary="Undo actions")
async def undo(request: Call, table: FromPath[str], data: JSONBody[UndoBody]) -> Bytes:
    """Undo your latest actions, or your whole turn."""
    found, guest = await by_player(request, table, "play", UNDO)
    return answer(_json(await shielded(found.undo(own_seat(found, guest), data.steps, data.at, by=guest))))


@post(
    "/api/tables/{table:str}/explain",
    status_code=200,
    responses=spec(Because),
    tags=["play"],
    summary="Explain why an action isn't legal",
)
async def explain(request: Call, table: FromPath[str], data: JSONBody[ExplainBody]) -> Bytes:
    """Explain, according to the rules, why an action is not legal now."""
    found, guest = await by_player(request, table, "play")
    return answer(_json(Because(found.explain(own_seat(found, guest), data.action))))


@post("/api/tables/{table:str}/hint", status_code=200, responses=spec(Hint), tags=["play"], summary="Get a hint")
async def hint(request: Call, table: FromPath[str], data: JSONBody[HintBody]) -> Bytes:
    """Return what the expert bot would do. Hints are available only in games against bots. The result shows how many
    you used. Repeat the request with `refine` while the response says that it is `refining`."""
    found, guest = await by_player(request, table, "play" if data.refine else "heavy")
    asked = services(request).hints.ask(found, own_seat(found, guest), data.at, refine=data.refine)
    return answer(_json(await shielded(asked)))


@get("/api/tables/{table:str}/log", responses=spec(Log), tags=["play"], summary="Read the log")
async def log(request: Call, table: FromPath[str], since: Since = "", eyes: Eyes = None) -> Bytes:
    """Return the log as your seat sees it or, once the game is over, as any seat saw it."""
    found, guest = await at_table(request, table)
    return answer(found.seen_by(guest).log(found.audience.eyes(guest, eyes), since))


@get(
    "/api/tables/{table:str}/journal",
    media_type="text/plain",
    tags=["play"],
    summary="Get the journal of a finished game",
)
async def journal(request: Call, table: FromPath[str]) -> Bytes:
    """Download a text file that you can replay and verify."""
    found, guest = await at_table(request, table)
    name = f"{found.record.game}-{found.record.id}.journal"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(found.seen_by(guest).journal(guest), media_type="text/plain", headers=headers)


@post(
    "/api/tables/{table:str}/poll", status_code=200, responses=spec(Polled), tags=["play"], summary="Wait for updates"
)
async def poll(request: Call, table: FromPath[str], data: JSONBody[PollBody]) -> Bytes:
    """Wait for updates without a WebSocket. The response comes as soon as there is something new, or after 20 seconds.
    Then send the next request. Send actions, chat messages, and undos to the other URLs."""
    found = services(request)
    guest = await found.guests.identify(request)
    who, name = guest.id if guest is not None else "", data.channel
    line = found.polled.find(name, table, who)
    if line is None:
        if name:
            raise Refusal(410, "unknown-channel", "This channel is closed. Open a new one.")
        line = PolledLine(found.store.clock)
        channel, _ = await _channel(request, table, data.since, line)
        name = found.polled.add(line, table, who)
        channel.open()
    news = await line.news()
    if news.closed:
        found.polled.remove(name)
    return answer(_json(Polled(name, [msgspec.Raw(message) for message in news.messages], news.closed)))


async def _channel(connection: Connection, table: str, since: str, line: Line) -> tuple[Channel, Callable[[], None]]:
    """Prepare a channel to a table. Also returns a function that releases everything if it is not opened. GameError,
    Refusal."""
    found = services(connection)
    leaving: list[Callable[[], None]] = []

    def gone() -> None:
        while leaving:
            leaving.pop()()

    def count(kind: str, many: int) -> None:
        found.quotas.count(kind, who, many)

    with contextlib.ExitStack() as opening:
        opening.callback(gone)
        session = await found.guests.session(connection)
        guest = session.guest if session is not None else None
        ended = partial(line.part, POLICY)
        found.guests.connect(session, ended)
        leaving.append(partial(found.guests.disconnect, session, ended))
        place = await open_table(connection, guest, table)
        place.audience.check_room(guest)
        who = caller(connection, guest)
        found.quotas.hold("sockets", who, gone)
        leaving.append(partial(found.quotas.release, "sockets", gone))
        opening.pop_all()
        return Channel(place, guest, since, count, line, gone), gone


@websocket("/api/tables/{table:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Open the live channel. A handshake that fails is answered like any other request.

    This returns after the handshake; the channel owns the connection from then on.
    """
    line: Line = cast("Any", socket.scope)["extensions"][LINE]
    try:
        channel, gone = await _channel(socket, table, str(socket.query_params.get("since", "")), line)
    except (GameError, Refusal) as error:
        refused = refusal(error)
        services(socket).metrics.refused(refused.code)
        await refuse(socket, refused)
        return
    except Exception as error:  # noqa: BLE001 (told as a sentence, logged in full)
        await refuse(socket, internal(error))
        return
    with contextlib.ExitStack() as opening:
        opening.callback(gone)
        await socket.accept()
        channel.open()
        opening.pop_all()


PLAY_ROUTES: Final = Router(path="/", route_handlers=[state, tips, act, undo, explain, hint, log, journal, live, poll])

"""Playing: over HTTP, and the way into the live channel."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final, cast

import msgspec
from litestar import MediaType, Response, Router, WebSocket, get, post, websocket
from litestar.params import FromPath, JSONBody, QueryParameter

from cashbox.engine.game import GameError
from cashbox.engine.help import TableTip
from cashbox.server.bots.hints_wire import Hint, HintBody
from cashbox.server.errors import POLICY, Refusal, internal, refusal
from cashbox.server.tables.channel import Channel, PolledLine, mark_of, own_seat, refuse
from cashbox.server.tables.wire import ActBody, Acted, Because, ExplainBody, Log, PollBody, Polled, State, UndoBody
from cashbox.server.tasks import shielded
from cashbox.server.web.callers import Bytes, Call, answer, at_table, by_player, caller, opened, services, spec
from cashbox.server.web.quotas import UNDO
from cashbox.server.web.sending import packed
from cashbox.server.web.sockets import LINE

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.server.tables.channel_line import Line
    from cashbox.server.web.callers import Connection

Since = Annotated[
    str, QueryParameter(description="mark of the newest state or log that you have seen; empty or unknown for none")
]
Eyes = Annotated[
    int | None, QueryParameter(ge=0, le=31, description="the seat whose view to get, once the game is over")
]

_json = msgspec.json.Encoder().encode


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
    return await packed(request, found.seen_by(guest).tips(), MediaType.JSON, {})


@post("/api/tables/{table:str}/act", status_code=200, responses=spec(Acted), tags=["play"], summary="Take actions")
async def act(request: Call, table: FromPath[str], data: JSONBody[ActBody]) -> Bytes:
    """Take all of the actions, or none of them. They are stored before the response is sent."""
    found, guest = await by_player(request, table, "play", len(data.actions))
    return answer(_json(await shielded(found.act(own_seat(found, guest), data.actions, mark_of(data.at), by=guest))))


@post("/api/tables/{table:str}/undo", status_code=200, responses=spec(Acted), tags=["play"], summary="Undo actions")
async def undo(request: Call, table: FromPath[str], data: JSONBody[UndoBody]) -> Bytes:
    """Undo your own last actions, or your whole turn."""
    found, guest = await by_player(request, table, "play", UNDO)
    return answer(_json(await shielded(found.undo(own_seat(found, guest), data.steps, mark_of(data.at), by=guest))))


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
    you used."""
    found, guest = await by_player(request, table, "heavy")
    asked = services(request).hints.ask(found, own_seat(found, guest), mark_of(data.at))
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
    Then send the next request. Send actions, chat messages, and undos to the other addresses."""
    found = services(request)
    guest = await found.guests.who(request)
    who, name = guest.id if guest is not None else "", data.channel
    line = found.polled.find(name, table, who)
    if line is None:
        if name:
            raise Refusal(410, "unknown-channel", "This channel is closed. Open a new one.")
        line = PolledLine(found.store.clock)
        channel, _ = await _channel(request, table, data.since, line)
        name = found.polled.keep(line, table, who)
        channel.open()
    news = await line.news()
    if news.closed:
        found.polled.drop(name)
    return answer(_json(Polled(name, [msgspec.Raw(message) for message in news.messages], news.closed)))


async def _channel(connection: Connection, table: str, since: str, line: Line) -> tuple[Channel, Callable[[], None]]:
    """A channel to a table, not open yet, and what lets go of all that it holds where it is not opened. GameError,
    Refusal."""
    found = services(connection)
    leaving: list[Callable[[], None]] = []

    def gone() -> None:
        while leaving:
            leaving.pop()()

    def count(kind: str, many: int) -> None:
        found.quotas.take(kind, who, many)

    with contextlib.ExitStack() as opening:
        opening.callback(gone)
        session = await found.guests.session(connection)
        guest = session.guest if session is not None else None
        ended = partial(line.part, POLICY)
        found.guests.connect(session, ended)
        leaving.append(partial(found.guests.disconnect, session, ended))
        place = await opened(connection, guest, table)
        who = caller(connection, guest)
        found.quotas.hold("sockets", who, gone)
        leaving.append(partial(found.quotas.release, "sockets", gone))
        opening.pop_all()
        return Channel(place, guest, since, count, line, gone), gone


@websocket("/api/tables/{table:str}/live")
async def live(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """The live channel; a handshake that fails is answered like any other request. It ends with the handshake: then the
    channel has taken the connection over."""
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


ROUTES: Final = Router(path="/", route_handlers=[state, tips, act, undo, explain, hint, log, journal, live, poll])

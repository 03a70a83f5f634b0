"""The HTTP API for the players' chat and the spectators' chat."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody

from cashbox.server.chat.wire import Chat, Mute, Said, SayBody
from cashbox.server.watching.service import check_hears_watchers
from cashbox.server.watching.wire import MuteOnlooker, Remarks
from cashbox.server.web.callers import Bytes, Call, answer, at_table, services, somebody, spec
from cashbox.server.web.quotas import SEAT

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.tables.live import LiveTable

_json = msgspec.json.Encoder().encode


@get("/api/tables/{table:str}/chat", responses=spec(Chat), tags=["chat"], summary="Read the chat")
async def chat(request: Call, table: FromPath[str]) -> Bytes:
    """Return the newest messages, without those from players you have muted."""
    found, guest = await at_table(request, table)
    return answer(_json(_chat(found, guest)))


@post(
    "/api/tables/{table:str}/chat", status_code=201, responses=spec(Said, 201), tags=["chat"], summary="Post a message"
)
async def say(request: Call, table: FromPath[str], data: JSONBody[SayBody]) -> Bytes:
    """Post a message as a player. It is stored before the response is sent."""
    found, _ = await at_table(request, table)
    guest = await services(request).guests.need(request)
    return answer(_json(Said(await found.chat.say(found.record, guest, data.text))), 201)


@post("/api/tables/{table:str}/mute", status_code=200, responses=spec(Chat), tags=["chat"], summary="Mute a player")
async def mute(request: Call, table: FromPath[str], data: JSONBody[Mute]) -> Bytes:
    """Mute a player permanently, for you only. The response is the chat as you now see it. Without a token, you become
    a guest."""
    found, _ = await at_table(request, table)
    guest = await somebody(request, "play", SEAT)
    await found.chat.mute(found.seen_by(guest).record, guest, data.seat, on=data.on)
    return answer(_json(_chat(found, guest)))


def _chat(table: LiveTable, guest: Guest | None) -> Chat:
    """Build the players' chat for a guest, who may see the table with a delay."""
    seen = table.seen_by(guest)
    return table.chat.messages_for(seen.record, guest, upto=seen.line)


@get("/api/tables/{table:str}/remarks", responses=spec(Remarks), tags=["chat"], summary="Read the spectators' chat")
async def spectators_chat(request: Call, table: FromPath[str]) -> Bytes:
    """Return the newest messages, without those from people you have muted. Players can read them once the game is
    over."""
    found, guest = await at_table(request, table)
    check_hears_watchers(found.record, guest, services(request).store.clock.now())
    return answer(_json(found.chat.spectators.messages_for(guest)))


@post(
    "/api/tables/{table:str}/remarks",
    status_code=201,
    responses=spec(Said, 201),
    tags=["chat"],
    summary="Post to the spectators' chat",
)
async def say_to_spectators(request: Call, table: FromPath[str], data: JSONBody[SayBody]) -> Bytes:
    """Post a message as a spectator, or as a player once the game is over. It is stored before the response is sent."""
    found, _ = await at_table(request, table)
    guest = await services(request).guests.need(request)
    return answer(_json(Said(await found.chat.spectators.say(found.seen_by(guest).record, guest, data.text))), 201)


@post(
    "/api/tables/{table:str}/remarks/mute",
    status_code=200,
    responses=spec(Remarks),
    tags=["chat"],
    summary="Mute a spectator",
)
async def mute_spectator(request: Call, table: FromPath[str], data: JSONBody[MuteOnlooker]) -> Bytes:
    """Mute a spectator permanently, for you only. The response is the chat as you now see it. Without a token, you
    become a guest."""
    found, _ = await at_table(request, table)
    guest = await somebody(request, "play", SEAT)
    check_hears_watchers(found.record, guest, services(request).store.clock.now())
    await found.chat.spectators.mute(guest, data.n, on=data.on)
    return answer(_json(found.chat.spectators.messages_for(guest)))


ROUTES: Final = Router(path="/", route_handlers=[chat, say, mute, spectators_chat, say_to_spectators, mute_spectator])

"""Somebody's devices: a code for another one, the list of them, signing out on one."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from cashbox.server.accounts.codes import DEVICE_SECONDS, drawn
from cashbox.server.accounts.guests_wire import CodeBody, CodeOwner, Device, DeviceCode, Devices, NewDevice, Waiting
from cashbox.server.accounts.sign_in_api import enter
from cashbox.server.accounts.tokens import UNKNOWN, Session
from cashbox.server.moderation.bans import in_force
from cashbox.server.web.callers import (
    Bytes,
    Call,
    answer,
    by_program,
    count,
    device_of,
    drop_token,
    player,
    services,
    spec,
)
from cashbox.server.web.origins import shared_origin
from cashbox.server.web.quotas import CODE, EXPORT, LIST, SEAT
from cashbox.server.wire import Me

_json = msgspec.json.Encoder().encode


@post("/api/me/code", status_code=201, responses=spec(DeviceCode, 201), tags=["guests"], summary="Get a device code")
async def give_code(request: Call) -> Bytes:
    """Create a one-time code that signs you in on another device. Older unused codes stop working."""
    guest = await player(request, "sign_in", CODE)
    found = services(request)
    code = await found.another.code(guest)
    link = f"{shared_origin(request)}/device#{code}"
    return answer(_json(DeviceCode(code, link, DEVICE_SECONDS, *drawn(link))), 201)


@post("/api/devices/look", status_code=200, responses=spec(CodeOwner), tags=["guests"], summary="Look up a device code")
async def look(request: Call, data: JSONBody[CodeBody]) -> Bytes:
    """Look up a code without using it."""
    found = services(request)
    guest = await found.guests.who(request)
    count(request, guest, "sign_in", CODE)
    owner = await found.another.owner(data.code)
    return answer(_json(CodeOwner(owner.name, guest is not None and guest.id == owner.id, not owner.account)))


@post("/api/devices", responses=spec(Me, 201), tags=["guests"], summary="Use a device code")
async def add_device(request: Call, data: JSONBody[NewDevice]) -> Bytes:
    """Sign in as the guest that the code belongs to. The token comes in a cookie and, if requested, in the body. If you
    are a guest with seats, the answer is 409 as in POST /api/sign-in/passkey."""
    found = services(request)
    session = await found.guests.session(request)
    count(request, session.guest if session is not None else None, "sign_in", CODE)
    entered = await enter(request, found.another.use(data.code, session), data.seats)
    guest = entered.guest
    return answer(_json(Me(guest.id, guest.name, entered.token if data.token or by_program(request) else "")), 201)


@get("/api/me/waiting", responses=spec(Waiting), tags=["guests"], summary="List tables waiting for you")
async def waiting(request: Call) -> Bytes:
    """Return the tables where you have a decision to make or are asked to play again. Without a token, the list is
    empty."""
    found = services(request)
    guest = await found.guests.who(request)
    count(request, guest, "look", LIST)
    ids = await found.store.waiting_for(guest) if guest is not None else []
    return answer(_json(Waiting(len(ids), ids)))


@get("/api/me/devices", responses=spec(Devices), tags=["guests"], summary="List your devices")
async def list_devices(request: Call) -> Bytes:
    """Return the devices where you are signed in."""
    session = await services(request).guests.need_session(request)
    count(request, session.guest, "look", LIST)
    return answer(_json(await _devices(request, session)))


@post(
    "/api/me/devices/{device:str}/sign-out", status_code=200, responses=spec(Devices), tags=["guests"],
    summary="Sign out a device",
)  # fmt: skip
async def sign_out_there(request: Call, device: FromPath[str]) -> Bytes:
    """Revoke the device's token and close its live channels."""
    found = services(request)
    session = await found.guests.need_session(request)
    count(request, session.guest, "play", SEAT)
    await found.guests.end_device(session.guest, device)
    if device == session.token.device:
        drop_token(request)
    return answer(_json(await _devices(request, session)))


@get("/api/me/export", include_in_schema=True, tags=["guests"], summary="Download your data")
async def export(request: Call) -> Stream:
    """Return one JSON object. Times are in ISO 8601."""
    found = services(request)
    session = await found.guests.need_session(request)
    count(request, session.guest, "heavy", EXPORT)
    pieces = found.mine.pieces(session.guest, session.token.device)
    headers = {"content-disposition": 'attachment; filename="cashbox.json"'}
    return Stream(pieces, media_type="application/json", headers=headers)


@post("/api/me/delete", status_code=200, responses=spec(Me), tags=["guests"], summary="Delete your data")
async def delete_me(request: Call) -> Bytes:
    """Delete your name, messages, and tokens immediately and permanently. Bots take over in running games. A ban stays
    in force, so this device is still recognized."""
    found = services(request)
    guest = (await found.guests.need_session(request, banned=True)).guest
    count(request, guest, "play", SEAT)
    await found.erasing.guest(guest.id)
    if not in_force(guest.ban, found.store.clock.now()):
        drop_token(request)
    return answer(_json(Me(guest.id, "")))


async def _devices(request: Call, session: Session) -> Devices:
    found = await services(request).store.devices(session.guest)
    here = session.token.device
    return Devices([
        Device(one.device, device_of(request) if one.device == here else one.label or UNKNOWN, one.device == here,
               one.made, one.seen)
        for one in found
    ])  # fmt: skip


ROUTES: Final = Router(
    path="/",
    route_handlers=[give_code, look, add_device, waiting, list_devices, sign_out_there, export, delete_me],
)

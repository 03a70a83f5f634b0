"""The HTTP API for the caller's own account: the ways to sign in to it."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC001, TC002

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody

from cashbox.server.accounts.letters import checked_address
from cashbox.server.accounts.sign_in_limits import count_letter
from cashbox.server.accounts.wire import (
    AccountInfo,
    EmailBody,
    LinkBody,
    NewPasskey,
    Options,
    PasskeyInfo,
    RecoveryCodes,
    Told,
)
from cashbox.server.db.records import Guest
from cashbox.server.web.callers import Bytes, Call, answer, caller, count, device_of, keep_token, player, services, spec
from cashbox.server.web.origins import no_passkeys, place_of

_json = msgspec.json.Encoder().encode


@get("/api/me/account", responses=spec(AccountInfo), tags=["accounts"], summary="Get your account")
async def account(request: Call) -> Bytes:
    """Return whether you have an account, and its sign-in methods."""
    return await _account(request, await services(request).guests.need(request))


@post(
    "/api/me/passkeys/begin",
    status_code=200,
    responses=spec(Options),
    tags=["accounts"],
    summary="Start adding a passkey",
)
async def begin_passkey(request: Call) -> Bytes:
    """Return what the browser needs to create a passkey. Send the browser's response to POST /api/me/passkeys within
    five minutes."""
    guest = await player(request, "sign_in")
    return answer(_json(Options(await services(request).passkeys.ask_new(guest, place_of(request)))))


@post("/api/me/passkeys", responses=spec(AccountInfo, 201), tags=["accounts"], summary="Add a passkey")
async def add_passkey(request: Call, data: JSONBody[NewPasskey]) -> Bytes:
    """Add a passkey. The first sign-in method turns a guest into an account."""
    guest = await _becoming(request)
    await services(request).passkeys.add(guest, place_of(request), data.credential, data.label or device_of(request))
    return await _account(request, guest, 201)


@delete(
    "/api/me/passkeys/{passkey:str}", status_code=200, responses=spec(AccountInfo), tags=["accounts"],
    summary="Remove a passkey",
)  # fmt: skip
async def remove_passkey(request: Call, passkey: FromPath[str]) -> Bytes:
    """Remove a passkey. You can't remove your last sign-in method."""
    guest = await player(request, "sign_in")
    await services(request).passkeys.drop(guest, passkey)
    return await _account(request, guest)


@post("/api/me/recovery", responses=spec(RecoveryCodes, 201), tags=["accounts"], summary="Create recovery codes")
async def make_recovery(request: Call) -> Bytes:
    """Create ten codes that replace the old ones. Each code works once, and the codes are shown only once."""
    guest = await _becoming(request)
    return answer(_json(RecoveryCodes(await services(request).recovery.give(guest))), 201)


@post("/api/me/email", status_code=202, responses=spec(Told, 202), tags=["accounts"], summary="Add an email address")
async def give_email(request: Call, data: JSONBody[EmailBody]) -> Bytes:
    """Email a link to the address. Confirming it adds the address to your account."""
    found, email = services(request), checked_address(data.email)
    found.mailer.need()
    guest = await found.guests.need(request)
    await count_letter(request, guest, email)
    await found.letters.ask_confirm(guest, email)
    told = "We sent an email to that address. Open the link in it within a day, and press the button there."
    return answer(_json(Told(told)), 202)


@delete(
    "/api/me/email", status_code=200, responses=spec(AccountInfo), tags=["accounts"], summary="Remove the email address"
)
async def forget_email(request: Call) -> Bytes:
    """Remove the email address. You can't remove your last sign-in method."""
    guest = await player(request, "sign_in")
    await services(request).letters.drop(guest)
    return await _account(request, guest)


@post(
    "/api/me/email/confirm",
    status_code=200,
    responses=spec(Told),
    tags=["accounts"],
    summary="Confirm an email address",
)
async def confirm_email(request: Call, data: JSONBody[LinkBody]) -> Bytes:
    """Confirm an email address on any device, with the code from the emailed link."""
    found = services(request)
    guest = await found.guests.who(request)
    found.quotas.take("sign_in", caller(request, guest))
    await found.letters.confirm(data.code)
    return answer(_json(Told("Your email address is confirmed. You can now get sign-in links there.")))


async def _becoming(request: Call) -> Guest:
    """The guest behind a request that may make it an account, counted. A browser gets a new token for one that came in
    the old cookie: those end then."""
    found = services(request)
    session = await found.guests.need_session(request)
    count(request, session.guest, "sign_in")
    if session.way == "old":
        keep_token(request, await found.guests.renewed(session, https=found.guests.https(request)))
    return session.guest


async def _account(request: Call, guest: Guest, status: int = 200) -> Bytes:
    found = services(request)
    standing = await found.accounts.standing(guest)
    ways = standing.ways
    passkeys = [PasskeyInfo(one.id, one.label, one.made, one.used) for one in ways.passkeys]
    info = AccountInfo(
        account=standing.account is not None,
        name=guest.name,
        passkeys=passkeys,
        recovery=ways.recovery,
        email=ways.email,
        no_passkeys=no_passkeys(request),
        mail=found.mailer.there,
    )
    return answer(_json(info), status)


ROUTES: Final = Router(
    path="/",
    route_handlers=[
        account, begin_passkey, add_passkey, remove_passkey, make_recovery, give_email, forget_email, confirm_email,
    ],
)  # fmt: skip

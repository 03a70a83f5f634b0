"""The HTTP API for signing in to an account, and out of it in this browser."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from litestar import Router, post
from litestar.params import JSONBody

from cashbox.server.accounts.letters import checked_address
from cashbox.server.accounts.sign_in_limits import count_letter, count_recovery
from cashbox.server.accounts.wire import (
    EmailBody,
    LinkBody,
    LinkInfo,
    LinkSignIn,
    Options,
    PasskeySignIn,
    RecoverySignIn,
    SignedIn,
    Told,
)
from cashbox.server.errors import Refusal
from cashbox.server.web.callers import (
    Bytes,
    Call,
    answer,
    by_program,
    caller,
    check_cookies,
    device_of,
    drop_token,
    keep_mark,
    keep_token,
    services,
    spec,
)
from cashbox.server.web.origins import place_of
from cashbox.server.web.quotas import Caller

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from cashbox.server.accounts.tokens import Entered
    from cashbox.server.accounts.wire import Seats

    _SignIn = PasskeySignIn | RecoverySignIn | LinkSignIn

_json = msgspec.json.Encoder().encode


@post(
    "/api/sign-in/passkey/begin", status_code=200, responses=spec(Options), tags=["accounts"],
    summary="Start passkey sign-in",
)  # fmt: skip
async def begin(request: Call) -> Bytes:
    """Return what the browser needs to sign in with one of its passkeys for this server. Send the browser's response to
    POST /api/sign-in/passkey within five minutes."""
    if await services(request).guests.session(request) is None:
        check_cookies(request)
    _count(request)
    return answer(_json(Options(await services(request).passkeys.ask(place_of(request)))))


@post(
    "/api/sign-in/passkey", status_code=200, responses=spec(SignedIn), tags=["accounts"],
    summary="Sign in with a passkey",
)  # fmt: skip
async def with_passkey(request: Call, data: JSONBody[PasskeySignIn]) -> Bytes:
    """Give this device a token of the account. If you are a guest with seats, messages, or results, the answer
    is 409 `move-seats` with the choices as a sentence, and nothing is used up. Send the request again with
    `seats`: "move" them to the account, or "leave" them."""
    _count(request)
    use, account = await services(request).passkeys.use(place_of(request), data.credential)
    _count(request, account)
    return await _enter(request, use, data)


@post(
    "/api/sign-in/recovery", status_code=200, responses=spec(SignedIn), tags=["accounts"],
    summary="Sign in with a recovery code",
)  # fmt: skip
async def with_recovery(request: Call, data: JSONBody[RecoverySignIn]) -> Bytes:
    """Sign in with a recovery code. The rest is the same as with a passkey. The code can't be used again."""
    guest = await services(request).guests.who(request)
    if guest is None:
        check_cookies(request)
    await count_recovery(request, guest, data.name)
    return await _enter(request, services(request).recovery.use(data.name, data.code), data)


@post(
    "/api/sign-in/email", status_code=202, responses=spec(Told, 202), tags=["accounts"],
    summary="Send a sign-in link",
)  # fmt: skip
async def send_link(request: Call, data: JSONBody[EmailBody]) -> Bytes:
    """Email a sign-in link. The response is the same whether or not an account has that address."""
    found, email = services(request), checked_address(data.email)
    found.mailer.need()
    await count_letter(request, await found.guests.who(request), email)
    await found.letters.ask_sign_in(email)
    told = "If an account has that address, a sign-in link is on its way. It works once and expires in 20 minutes."
    return answer(_json(Told(told)), 202)


@post(
    "/api/sign-in/link", status_code=200, responses=spec(SignedIn), tags=["accounts"],
    summary="Sign in with an email link",
)  # fmt: skip
async def with_link(request: Call, data: JSONBody[LinkSignIn]) -> Bytes:
    """Sign in with the code from an emailed link. The rest is the same as with a passkey."""
    _count(request)
    return await _enter(request, services(request).letters.use(data.code), data)


@post("/api/links", status_code=200, responses=spec(LinkInfo), tags=["accounts"], summary="Look up an email link")
async def look(request: Call, data: JSONBody[LinkBody]) -> Bytes:
    """Look up an email link without using it."""
    _count(request)
    link = await services(request).letters.look(data.code)
    return answer(_json(LinkInfo(link.kind, link.name)))


@post("/api/sign-out", status_code=200, responses=spec(Told), tags=["accounts"], summary="Sign out")
async def sign_out(request: Call) -> Bytes:
    """Revoke your token. You can only do this if you have an account and can sign in again."""
    found = services(request)
    session = await found.guests.need_session(request)
    _count(request, session.guest.id)
    if not len((await found.accounts.standing(session.guest)).ways):
        told = "If you sign out now, you can't get back to your seats. First create an account or recovery codes."
        raise Refusal(409, "no-way-back", told)
    await found.guests.end_device(session.guest, session.token.device)
    if session.way != "bearer":
        drop_token(request)
        keep_mark(request, await found.remembered.remember(session.guest))
    return answer(_json(Told("You are signed out.")))


async def enter(request: Call, use: Callable[[Connection], str], seats: Seats) -> Entered:
    """Sign in. A browser keeps the token; a program gets it from the answer. Refusal as `SignIn.enter`, and
    ("no-cookies")."""
    found = services(request)
    session = await found.guests.session(request)
    if session is None:
        check_cookies(request)
    about: dict[str, Any] = {"https": found.guests.https(request), "label": device_of(request), "seats": seats}
    entered = await found.sign_in.enter(use, session, **about)
    if not by_program(request):
        keep_token(request, entered.token)
    return entered


async def _enter(request: Call, use: Callable[[Connection], str], data: _SignIn) -> Bytes:
    """Sign in, and answer who the caller is now."""
    entered = await enter(request, use, data.seats)
    shown = entered.token if data.token or by_program(request) else ""
    return answer(_json(SignedIn(entered.guest.id, entered.guest.name, shown)))


def _count(request: Call, account: str = "") -> None:
    """Count a try for where it comes from, or for an account."""
    who = Caller("", account) if account else caller(request, None)
    services(request).quotas.take("sign_in", who)


ROUTES: Final = Router(
    path="/",
    route_handlers=[begin, with_passkey, with_recovery, send_link, with_link, look, sign_out],
)

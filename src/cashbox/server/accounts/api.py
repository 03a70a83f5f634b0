"""The HTTP API for accounts, devices, and signing in."""
# Litestar reads the annotations when it starts.
# ruff: noqa: TC002

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Stream

from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.codes import DEVICE_SECONDS, draw_link
from cashbox.server.accounts.letters import check_address, key_of_address
from cashbox.server.accounts.names import skeleton
from cashbox.server.accounts.tokens import UNKNOWN, Session, hash_of
from cashbox.server.accounts.wire import (
    AccountInfo,
    CodeBody,
    CodeOwner,
    Device,
    DeviceCode,
    Devices,
    EmailBody,
    LinkBody,
    LinkInfo,
    LinkSignIn,
    NewDevice,
    NewPasskey,
    Options,
    PasskeyInfo,
    PasskeySignIn,
    RecoveryCodes,
    RecoverySignIn,
    SignedIn,
    StatusMessage,
    Waiting,
)
from cashbox.server.db.records import Guest
from cashbox.server.errors import Refusal
from cashbox.server.moderation.bans import in_force
from cashbox.server.web.callers import (
    Bytes,
    Call,
    answer,
    by_program,
    caller,
    check_cookies,
    count,
    device_of,
    drop_token,
    keep_mark,
    keep_token,
    kept_mark,
    player,
    services,
    spec,
)
from cashbox.server.web.origins import no_passkeys, place_of, shared_origin
from cashbox.server.web.quotas import CODE, EMAIL, EXPORT, LIST, RECOVERY, SEAT, TO_ONE, Caller
from cashbox.server.wire import Me

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from cashbox.server.accounts.tokens import Entered
    from cashbox.server.accounts.wire import Seats
    from cashbox.server.db.records import Guest
    from cashbox.server.web.callers import Call

    _SignIn = PasskeySignIn | RecoverySignIn | LinkSignIn


_json = msgspec.json.Encoder().encode


@get("/api/me/account", responses=spec(AccountInfo), tags=["accounts"], summary="Get your account")
async def account(request: Call) -> Bytes:
    """Return whether you have an account and, if so, its sign-in methods."""
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
    return answer(_json(Options(await services(request).passkeys.creation_options(guest, place_of(request)))))


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
    return answer(_json(RecoveryCodes(await services(request).recovery.issue(guest))), 201)


@post(
    "/api/me/email",
    status_code=202,
    responses=spec(StatusMessage, 202),
    tags=["accounts"],
    summary="Add an email address",
)
async def add_email(request: Call, data: JSONBody[EmailBody]) -> Bytes:
    """Email a link to the address. Confirming it adds the address to your account."""
    found, email = services(request), check_address(data.email)
    found.mailer.need()
    guest = await found.guests.need(request)
    await count_letter(request, guest, email)
    await found.letters.ask_confirm(guest, email)
    message = "We sent an email to that address. Open the link in it within a day, and press the button there."
    return answer(_json(StatusMessage(message)), 202)


@delete(
    "/api/me/email", status_code=200, responses=spec(AccountInfo), tags=["accounts"], summary="Remove the email address"
)
async def remove_email(request: Call) -> Bytes:
    """Remove the email address. You can't remove your last sign-in method."""
    guest = await player(request, "sign_in")
    await services(request).letters.drop(guest)
    return await _account(request, guest)


@post(
    "/api/me/email/confirm",
    status_code=200,
    responses=spec(StatusMessage),
    tags=["accounts"],
    summary="Confirm an email address",
)
async def confirm_email(request: Call, data: JSONBody[LinkBody]) -> Bytes:
    """Confirm an email address on any device, with the code from the emailed link."""
    found = services(request)
    guest = await found.guests.identify(request)
    found.quotas.count("sign_in", caller(request, guest))
    await found.letters.confirm(data.code)
    return answer(_json(StatusMessage("Your email address is confirmed. You can now get sign-in links there.")))


async def _becoming(request: Call) -> Guest:
    """Return the guest behind a request that may turn it into an account, and count the request. A browser whose token
    came in the old cookie gets a new token, because old ones are revoked then."""
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
        mail=found.mailer.is_configured,
    )
    return answer(_json(info), status)


async def count_letter(request: Call, guest: Guest | None, email: str) -> None:
    """Count a request for an email. Refusal ("too-fast")."""
    key = key_of_address(email)
    if await _by_owner(request, guest, "mail", accounts_store.with_email, key):
        return
    who = caller(request, guest)
    # A request refused to one caller does not count against the limit for all.
    services(request).quotas.count("mail", who, EMAIL)
    to = f"to:{hash_of(key)[:16]}"
    ways = "You can still sign in with a passkey, a recovery code, or a link that you already have."
    _by_stranger(request, "mail", Caller(f"{who.address} {to}", to, shared=True), TO_ONE, ways)


async def count_recovery(request: Call, guest: Guest | None, name: str) -> None:
    """Count an attempt with a recovery code by account name, whether or not the account exists. Refusal
    ("too-fast")."""
    key = skeleton(name)
    if await _by_owner(request, guest, "sign_in", accounts_store.find_by_look, key):
        return
    ways = "You can still sign in with a passkey or an email link."
    # Counted separately from the other sign-in methods, which stay available after too many attempts.
    where, whose = f"{caller(request, None).address} recovery", f"name:{hash_of(key)[:16]}"
    _by_stranger(request, "sign_in", Caller(where, whose, shared=True), RECOVERY, ways)


async def _by_owner(
    request: Call, guest: Guest | None, kind: str, find: Callable[[Connection, str], str | None], key: str
) -> bool:
    """Count an attempt from a browser that the account has used. Returns whether it is such a browser. find: returns
    the id of the account with that key. Refusal ("too-fast")."""
    found, own = services(request), await _own(request, guest)
    if not own or own != await found.store.read(find, key):
        return False
    found.quotas.count(kind, Caller(guest=f"known:{own}"))
    return True


def _by_stranger(request: Call, kind: str, who: Caller, cost: int, ways: str) -> None:
    """Count an attempt from any other browser. cost: for the network; ways: what the person can still do. Refusal
    ("too-fast")."""
    try:
        services(request).quotas.count(kind, who, at_address=cost)
    except Refusal as refused:
        raise Refusal(refused.status, refused.code, f"{refused} {ways}", refused.retry_after) from None


async def _own(request: Call, guest: Guest | None) -> str:
    """Return the id of the account that a browser is signed in to, or was until it signed out, "" for none."""
    if guest is not None and guest.account:
        return guest.id
    return await services(request).remembered.account_of(kept_mark(request))


@post(
    "/api/sign-in/passkey/begin", status_code=200, responses=spec(Options), tags=["accounts"],
    summary="Start passkey sign-in",
)  # fmt: skip
async def begin_sign_in(request: Call) -> Bytes:
    """Return what the browser needs to sign in with one of its passkeys for this server. Send the browser's response to
    POST /api/sign-in/passkey within five minutes."""
    if await services(request).guests.session(request) is None:
        check_cookies(request)
    _count_sign_in(request)
    return answer(_json(Options(await services(request).passkeys.sign_in_options(place_of(request)))))


@post(
    "/api/sign-in/passkey", status_code=200, responses=spec(SignedIn), tags=["accounts"],
    summary="Sign in with a passkey",
)  # fmt: skip
async def sign_in_with_passkey(request: Call, data: JSONBody[PasskeySignIn]) -> Bytes:
    """Give this device a token for the account. If you are a guest with seats, messages, or results, the server
    returns 409 `move-seats`, and the message lists your choices. Send the same request again with `seats`: "move" them
    to the account, or "leave" them."""
    _count_sign_in(request)
    use, account = await services(request).passkeys.use(place_of(request), data.credential)
    _count_sign_in(request, account)
    return await _enter(request, use, data)


@post(
    "/api/sign-in/recovery", status_code=200, responses=spec(SignedIn), tags=["accounts"],
    summary="Sign in with a recovery code",
)  # fmt: skip
async def sign_in_with_recovery_code(request: Call, data: JSONBody[RecoverySignIn]) -> Bytes:
    """Sign in with a recovery code. The rest is the same as with a passkey. The code can't be used again."""
    guest = await services(request).guests.identify(request)
    if guest is None:
        check_cookies(request)
    await count_recovery(request, guest, data.name)
    return await _enter(request, services(request).recovery.use(data.name, data.code), data)


@post(
    "/api/sign-in/email", status_code=202, responses=spec(StatusMessage, 202), tags=["accounts"],
    summary="Send a sign-in link",
)  # fmt: skip
async def send_link(request: Call, data: JSONBody[EmailBody]) -> Bytes:
    """Email a sign-in link. The response is the same whether or not an account has that address."""
    found, email = services(request), check_address(data.email)
    found.mailer.need()
    await count_letter(request, await found.guests.identify(request), email)
    await found.letters.ask_sign_in(email)
    message = "If an account has that address, a sign-in link is on its way. It works once and expires in 20 minutes."
    return answer(_json(StatusMessage(message)), 202)


@post(
    "/api/sign-in/link", status_code=200, responses=spec(SignedIn), tags=["accounts"],
    summary="Sign in with an email link",
)  # fmt: skip
async def sign_in_with_link(request: Call, data: JSONBody[LinkSignIn]) -> Bytes:
    """Sign in with the code from an emailed link. The rest is the same as with a passkey."""
    _count_sign_in(request)
    return await _enter(request, services(request).letters.use(data.code), data)


@post("/api/links", status_code=200, responses=spec(LinkInfo), tags=["accounts"], summary="Look up an email link")
async def look_up_link(request: Call, data: JSONBody[LinkBody]) -> Bytes:
    """Look up an email link without using it."""
    _count_sign_in(request)
    link = await services(request).letters.look_up(data.code)
    return answer(_json(LinkInfo(link.kind, link.name)))


@post("/api/sign-out", status_code=200, responses=spec(StatusMessage), tags=["accounts"], summary="Sign out")
async def sign_out(request: Call) -> Bytes:
    """Revoke your token. You can only do this if you have an account and can sign in again."""
    found = services(request)
    session = await found.guests.need_session(request)
    _count_sign_in(request, session.guest.id)
    if not len((await found.accounts.standing(session.guest)).ways):
        message = "If you sign out now, you can't get back to your seats. First create an account or recovery codes."
        raise Refusal(409, "no-way-back", message)
    await found.guests.end_device(session.guest, session.token.device)
    if session.way != "bearer":
        drop_token(request)
        keep_mark(request, await found.remembered.remember(session.guest))
    return answer(_json(StatusMessage("You are signed out.")))


async def enter(request: Call, use: Callable[[Connection], str], seats: Seats) -> Entered:
    """Sign in. A browser stores the token; a program gets it in the response. Refusal as `SignIn.enter`, and
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
    """Sign in, and return who the caller is now."""
    entered = await enter(request, use, data.seats)
    shown = entered.token if data.token or by_program(request) else ""
    return answer(_json(SignedIn(entered.guest.id, entered.guest.name, shown)))


def _count_sign_in(request: Call, account: str = "") -> None:
    """Count an attempt by network, or by account."""
    who = Caller("", account) if account else caller(request, None)
    services(request).quotas.count("sign_in", who)


@post("/api/me/code", status_code=201, responses=spec(DeviceCode, 201), tags=["guests"], summary="Get a device code")
async def make_device_code(request: Call) -> Bytes:
    """Create a one-time code that signs you in on another device. Older unused codes stop working."""
    guest = await player(request, "sign_in", CODE)
    found = services(request)
    code = await found.device_links.code(guest)
    link = f"{shared_origin(request)}/device#{code}"
    return answer(_json(DeviceCode(code, link, DEVICE_SECONDS, *draw_link(link))), 201)


@post("/api/devices/look", status_code=200, responses=spec(CodeOwner), tags=["guests"], summary="Look up a device code")
async def look_up_code(request: Call, data: JSONBody[CodeBody]) -> Bytes:
    """Look up a code without using it."""
    found = services(request)
    guest = await found.guests.identify(request)
    count(request, guest, "sign_in", CODE)
    owner = await found.device_links.owner(data.code)
    return answer(_json(CodeOwner(owner.name, guest is not None and guest.id == owner.id, not owner.account)))


@post("/api/devices", responses=spec(Me, 201), tags=["guests"], summary="Use a device code")
async def add_device(request: Call, data: JSONBody[NewDevice]) -> Bytes:
    """Sign in as the guest that the code belongs to. The token comes in a cookie and, if requested, in the body. If you
    are a guest with seats, the server returns 409 as in POST /api/sign-in/passkey."""
    found = services(request)
    session = await found.guests.session(request)
    count(request, session.guest if session is not None else None, "sign_in", CODE)
    entered = await enter(request, found.device_links.use(data.code, session), data.seats)
    guest = entered.guest
    return answer(_json(Me(guest.id, guest.name, entered.token if data.token or by_program(request) else "")), 201)


@get("/api/me/waiting", responses=spec(Waiting), tags=["guests"], summary="List tables waiting for you")
async def waiting(request: Call) -> Bytes:
    """Return the tables where you have a decision to make or an invitation to a rematch. Without a token, the list is
    empty."""
    found = services(request)
    guest = await found.guests.identify(request)
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
async def sign_out_device(request: Call, device: FromPath[str]) -> Bytes:
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
    pieces = found.own_data.pieces(session.guest, session.token.device)
    headers = {"content-disposition": 'attachment; filename="cashbox.json"'}
    return Stream(pieces, media_type="application/json", headers=headers)


@post("/api/me/delete", status_code=200, responses=spec(Me), tags=["guests"], summary="Delete your data")
async def delete_me(request: Call) -> Bytes:
    """Delete your name, messages, and tokens immediately and permanently. Bots take over in games in progress. A ban
    stays in force, so this device is still recognized."""
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
    route_handlers=[
        account,
        begin_passkey,
        add_passkey,
        remove_passkey,
        make_recovery,
        add_email,
        remove_email,
        confirm_email,
        begin_sign_in,
        sign_in_with_passkey,
        sign_in_with_recovery_code,
        send_link,
        sign_in_with_link,
        look_up_link,
        sign_out,
        make_device_code,
        look_up_code,
        add_device,
        waiting,
        list_devices,
        sign_out_device,
        export,
        delete_me,
    ],
)

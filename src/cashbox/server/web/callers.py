"""Identify the caller and the table of a request, check permissions and quotas, and build responses."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final

from litestar import MediaType, Request, Response
from litestar.datastructures import Cookie, MutableScopeHeaders
from litestar.openapi.datastructures import ResponseSpec

from cashbox.server.accounts.tokens import (
    CAME,
    COOKIE,
    COOKIE_SECONDS,
    MARK_COOKIE,
    SAFE_COOKIE,
    SAFE_MARK_COOKIE,
    SAFE_TEST_COOKIE,
    TEST_COOKIE,
    TEST_COOKIE_SECONDS,
    label,
    with_port,
)
from cashbox.server.errors import Problem, Refusal
from cashbox.server.lobby.store import there_for
from cashbox.server.watching.service import check_on_time, may_see, no_such_table
from cashbox.server.web.quotas import LOAD, Caller, network

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from litestar.connection import ASGIConnection
    from litestar.types import Message, Scope

    from cashbox.server.db.records import Guest
    from cashbox.server.replays.service import FileGame
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable

    Connection = ASGIConnection[Any, Any, Any, Any]

Call = Request[Any, Any, Any]
Bytes = Response[bytes]

_COOKIES: Final = "cashbox_cookies"
"""The key in a request's state for the cookies with a new token, until the response."""

_NO_COOKIES: Final = (
    "Your browser blocks cookies from this site, so you would lose your seat. Allow cookies for this "
    "site in your browser's settings, or use another browser. Then try again."
)
_ONLY_HTTPS: Final = (
    "Your seat needs a cookie, which this server only sets over https. Open this page at its https URL, then try again."
)


def services(connection: ASGIConnection[Any, Any, Any, Any]) -> Services:
    """Return the services of a request's server."""
    found: Services = connection.app.state["services"]
    return found


def caller(connection: Connection, guest: Guest | None) -> Caller:
    """Return the caller of a request, for quotas."""
    peer = connection.client
    return Caller(network(peer.host) if peer is not None else "", guest.id if guest is not None else "")


def count(connection: Connection, guest: Guest | None, kind: str, many: int = 1) -> None:
    """Count a request. kind: a class of ALLOWANCES; many: its cost. Refusal ("too-fast")."""
    services(connection).quotas.count(kind, caller(connection, guest), many)


async def open_table(connection: Connection, guest: Guest | None, table: str) -> LiveTable:
    """Return a table that a guest may see, and count the request if the table must be read from disk.

    A hidden table costs as much as one that does not exist. Refusal ("no-such-table",
    "too-fast").
    """
    registry = services(connection).registry
    counted = registry.loaded(table) is None
    if counted:
        count(connection, guest, "look", LOAD)
    try:
        found = await registry.table(table)
    except Refusal as refused:
        if refused.code == "damaged-table" and not await _there_for(connection, guest, table):
            raise no_such_table() from refused
        raise
    if not may_see(found.record, guest):
        if not counted:
            count(connection, guest, "look", LOAD)
        raise no_such_table()
    await found.audience.ready(guest)
    return found


async def at_table(request: Call, table: str) -> tuple[LiveTable, Guest | None]:
    """Return a table and the caller."""
    guest = await services(request).guests.identify(request)
    return await _visited(request, guest, table), guest


@contextlib.asynccontextmanager
async def at_file(request: Call, file: str, many: int) -> AsyncIterator[tuple[FileGame, Guest | None, str]]:
    """Yield the game of a journal file, the caller, and the caller's key in the helper process's queue.

    Args:
        request: The request.
        file: The id of the file.
        many: The cost of the request, in "look".

    Raises:
        Refusal: "too-many-replays", "too-fast", "no-such-file".
    """
    found = services(request)
    found.files.requests.check_room()
    guest = await found.guests.identify(request)
    count(request, guest, "look", many)
    with found.files.requests.room(who := caller(request, guest).key):
        yield await found.files.game(file, who), guest, who


async def by_player(request: Call, table: str, kind: str, many: int = 1) -> tuple[LiveTable, Guest]:
    """Return a table and the guest of a request that requires a guest, and count the request.
    Refusal as `player`."""
    guest = await player(request, kind, many)
    found = await _visited(request, guest, table)
    check_on_time(found.record, guest, services(request).store.clock.now())
    return found, guest


async def _visited(request: Call, guest: Guest | None, table: str) -> LiveTable:
    found = await open_table(request, guest, table)
    found.visit(guest)
    return found


async def _there_for(connection: Connection, guest: Guest | None, table: str) -> bool:
    """Return whether a guest may see a table that cannot be opened."""
    return await services(connection).store.read(there_for, table, guest.id if guest is not None else None)


async def player(request: Call, kind: str, many: int = 1) -> Guest:
    """Return the guest of a request that requires one, and count the request. Refusal ("no-guest",
    "too-fast")."""
    guest = await services(request).guests.need(request)
    count(request, guest, kind, many)
    return guest


async def somebody(request: Call, kind: str, many: int = 1, name: str = "") -> Guest:
    """Return the guest of a request, and count it; a caller without a token becomes a guest with that name. Refusal
    ("no-cookies", "too-fast")."""
    guest = await services(request).guests.identify(request)
    if guest is None:
        check_cookies(request)
    count(request, guest, kind, many)
    return guest if guest is not None else (await newcomer(request, name))[0]


def check_cookies(request: Call) -> None:
    """Refuse ("no-cookies") a browser that sends none of our cookies, and set one for its next request.

    A browser that blocks cookies would lose its new token, and the seat with it. Pages set the test cookie themselves
    before such a request. Browsers send `Origin` with every request that changes something; programs do not, and store
    their token themselves.
    """
    origin = request.headers.get("origin")
    https = services(request).guests.https(request)
    ours = (SAFE_TEST_COOKIE, SAFE_COOKIE) if https else (TEST_COOKIE, with_port(COOKIE, request))
    if origin is None or any(name in request.cookies for name in ours):
        return
    test = _cookie(ours[0], "1", https=https, seconds=TEST_COOKIE_SECONDS)
    request.state.setdefault(_COOKIES, []).append(test)
    message = _ONLY_HTTPS if https and origin.startswith("http://") else _NO_COOKIES
    raise Refusal(403, "no-cookies", message)


async def newcomer(request: Call, name: str) -> tuple[Guest, str]:
    """Create a guest, with a token in the cookie of the response, whatever the response is. Refusal ("too-fast",
    "banned")."""
    count(request, None, "guests")
    guests = services(request).guests
    await guests.check_new(request)
    guest, token = await guests.add(name, https=guests.https(request), device=device_of(request))
    keep_token(request, token)
    return guest, token


def by_program(request: Call) -> bool:
    """Return whether a request has its token in a header, as programs send it."""
    return "authorization" in request.headers


def device_of(request: Call) -> str:
    """Describe the device of a request."""
    return label(request.headers.get("user-agent", ""))


def keep_token(request: Call, token: str) -> None:
    """Set the cookie with a guest's token in the response, whatever it is, and delete a cookie with another name.
    token: "" for the current one."""
    if not token:
        return
    https = services(request).guests.https(request)
    name = SAFE_COOKIE if https else with_port(COOKIE, request)
    cookies = [_cookie(name, token, https=https)]
    came = request.scope.get("state", {}).get(CAME, "")
    # An unknown one may belong to another server on this host.
    if came and came != name:
        cookies.append(_cookie(came, "", https=came == SAFE_COOKIE))
    request.state.setdefault(_COOKIES, []).extend(cookies)


def keep_mark(request: Call, mark: str) -> None:
    """Set the cookie that marks a browser as recognized for an account, see `accounts.codes.Remembered`."""
    https = services(request).guests.https(request)
    cookie = _cookie(SAFE_MARK_COOKIE if https else with_port(MARK_COOKIE, request), mark, https=https)
    request.state.setdefault(_COOKIES, []).append(cookie)


def kept_mark(request: Call) -> str:
    """Return that mark from a browser's cookie, "" for none."""
    https = services(request).guests.https(request)
    return request.cookies.get(SAFE_MARK_COOKIE if https else with_port(MARK_COOKIE, request), "")


def _cookie(name: str, token: str, *, https: bool, seconds: int = COOKIE_SECONDS) -> Cookie:
    """Build a token's cookie. token: "" to delete it."""
    seconds = seconds if token else 0
    return Cookie(key=name, value=token, path="/", max_age=seconds, httponly=True, samesite="lax", secure=https)


def drop_token(request: Call) -> None:
    """Make a browser delete its token."""
    names = (SAFE_COOKIE, with_port(COOKIE, request), request.scope.get("state", {}).get(CAME, ""))
    held = [name for name in dict.fromkeys(names) if name in request.cookies]
    request.state.setdefault(_COOKIES, []).extend(_cookie(name, "", https=name == SAFE_COOKIE) for name in held)


async def give_cookies(message: Message, scope: Scope) -> None:
    """Add the cookies of `keep_token` to a response before it is sent."""
    if message["type"] == "http.response.start":
        for cookie in scope.get("state", {}).get(_COOKIES, ()):
            MutableScopeHeaders.from_message(message).add("set-cookie", cookie.to_header(header=""))


@contextlib.contextmanager
def reserve_bot_table(request: Call, guest: Guest) -> Iterator[None]:
    """Reserve room for one more table with only bots, while it is created. Refusal ("too-many")."""
    quotas, place = services(request).quotas, object()
    quotas.hold("bots", caller(request, guest), place)
    try:
        yield
    finally:
        quotas.release("bots", place)


def keep_place(request: Call, guest: Guest, table: LiveTable) -> None:
    """Count a table with only bots as long as it runs."""
    if table.record.status == "playing" and table.only_bots:
        services(request).quotas.add_existing("bots", caller(request, guest), table.record.id)


def spec(shape: type, status: int = 200) -> dict[int, ResponseSpec]:
    """Describe the response of a handler that encodes its own JSON, for the API documentation."""
    return {
        status: ResponseSpec(data_container=shape, generate_examples=False, description="Done"),
        400: ResponseSpec(
            data_container=Problem, generate_examples=False, description="Any error, with its code and message"
        ),
    }


def answer(body: bytes, status: int = 200) -> Bytes:
    """Build a response from encoded JSON."""
    return Response(body, media_type=MediaType.JSON, status_code=status)

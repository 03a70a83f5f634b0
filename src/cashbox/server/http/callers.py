"""Who calls: where from, which guest, and how somebody new becomes one."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, Final

from litestar.datastructures import Cookie, MutableScopeHeaders

from cashbox.server.people.tokens import COOKIE, COOKIE_SECONDS, SAFE_COOKIE
from cashbox.server.quotas import Caller, network
from cashbox.server.services import services

if TYPE_CHECKING:
    from collections.abc import Iterator

    from litestar import Request
    from litestar.connection import ASGIConnection
    from litestar.types import Message, Scope

    from cashbox.server.storage.records import Guest
    from cashbox.server.tables.table import LiveTable

    Connection = ASGIConnection[Any, Any, Any, Any]
    Call = Request[Any, Any, Any]

_COOKIES: Final = "cashbox_cookies"
"""Where in a request's state the cookies with a new token are kept until it is answered."""


def caller(connection: Connection, guest: Guest | None) -> Caller:
    """Whom quotas count a request for."""
    peer = connection.client
    return Caller(network(peer.host) if peer is not None else "", guest.id if guest is not None else "")


def count(connection: Connection, guest: Guest | None, kind: str, many: int = 1) -> None:
    """Count what a request does. Refusal ("too-fast")."""
    services(connection).quotas.take(kind, caller(connection, guest), many)


async def opened(connection: Connection, guest: Guest | None, table: str) -> LiveTable:
    """A table; counted where it must be looked up on disk. Refusal ("no-such-table", "too-fast")."""
    registry = services(connection).registry
    if not registry.holds(table):
        count(connection, guest, "loads")
    return await registry.table(table)


async def player(request: Call, kind: str, many: int = 1) -> Guest:
    """The guest behind a request that only a guest can make, counted. Refusal ("no-guest", "too-fast")."""
    guest = await services(request).guests.need(request)
    count(request, guest, kind, many)
    return guest


async def somebody(request: Call, kind: str, name: str = "") -> Guest:
    """The guest behind a request, counted; nobody becomes a guest of that name. Refusal ("too-fast")."""
    guest = await services(request).guests.who(request)
    count(request, guest, kind)
    return guest if guest is not None else (await newcomer(request, name))[0]


async def newcomer(request: Call, name: str) -> tuple[Guest, str]:
    """A new guest, with the token that the answer's cookie carries, whatever the answer is. Refusal ("too-fast")."""
    count(request, None, "guests")
    guests = services(request).guests
    guest, token = await guests.add(name, https=guests.https(request))
    keep_token(request, token)
    return guest, token


def keep_token(request: Call, token: str) -> None:
    """The answer makes a browser keep a guest's token, whatever the answer is; behind https in the safe cookie, and the
    old one goes. token: "" for the one that it has."""
    if not token:
        return
    https = services(request).guests.https(request)
    name = SAFE_COOKIE if https else COOKIE
    cookies = [
        Cookie(key=name, value=token, path="/", max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=https)
    ]
    if https and COOKIE in request.cookies:
        cookies.append(Cookie(key=COOKIE, value="", path="/", max_age=0))
    request.state[_COOKIES] = cookies


async def give_cookies(message: Message, scope: Scope) -> None:
    """Before an answer is sent: the cookies that `keep_token` has kept for it."""
    if message["type"] == "http.response.start":
        for cookie in scope.get("state", {}).get(_COOKIES, ()):
            MutableScopeHeaders.from_message(message).add("set-cookie", cookie.to_header(header=""))


@contextlib.contextmanager
def place_for_bots(request: Call, guest: Guest) -> Iterator[None]:
    """A place for one more table where only bots play, while it is made. Refusal ("too-many")."""
    quotas, place = services(request).quotas, object()
    quotas.hold("bot_tables", caller(request, guest), place)
    try:
        yield
    finally:
        quotas.release("bot_tables", place)


def keep_place(request: Call, guest: Guest, table: LiveTable) -> None:
    """Count a table where only bots play as long as it runs."""
    if table.record.status == "playing" and table.only_bots:
        services(request).quotas.note("bot_tables", caller(request, guest), table.record.id)

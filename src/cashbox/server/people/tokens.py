"""Tokens: what tells one guest from another. Only their hashes are kept."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import msgspec

from cashbox.server.ids import new_secret
from cashbox.server.storage.records import Guest, TokenRecord  # noqa: TC001 (msgspec reads the types)

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection

COOKIE: Final = "cashbox"
SAFE_COOKIE: Final = "__Host-cashbox"
"""The cookie behind https. A browser takes one of such a name from no other host and from no page without https."""

OTHER_COOKIE: Final = "cashbox-other"
SAFE_OTHER_COOKIE: Final = "__Host-cashbox-other"
"""The same for the other one that a browser is: at a table where a guest and an account sit, they stay two."""

MARK_COOKIE: Final = "cashbox-known"
SAFE_MARK_COOKIE: Final = "__Host-cashbox-known"
"""The same for what tells that an account has signed out of this browser, see `remembered`."""

TEST_COOKIE: Final = "cashbox-test"
SAFE_TEST_COOKIE: Final = "__Host-cashbox-test"
"""The same for what shows that a browser sends cookies back, before it is given a token."""

TEST_COOKIE_SECONDS: Final = 600
COOKIE_SECONDS: Final = 400 * 24 * 3600
ROTATE: Final = 30 * 24 * 3600
"""Seconds after which a browser gets a new token."""

GRACE: Final = 24 * 3600
"""Seconds for which the old token still counts after the new one has come back: a browser that is killed may come with
the cookies it had before."""

AGAIN: Final = 60.0
"""Seconds within which a browser that still sends the old token is not given another new one: the first is on its
way."""

Way = Literal["bearer", "cookie", "old"]
"""How a token came; old: in the cookie without https to a server that is behind it."""


class Session(msgspec.Struct, frozen=True):
    """A guest with the token it came with."""

    guest: Guest
    token: TokenRecord
    way: Way


class Entered(NamedTuple):
    """Who signed in on a device. token: shown this once; beside: whether the guest whom the device was until now has
    something and no other way back, and keeps its token."""

    guest: Guest
    token: str
    beside: bool


def new_token() -> str:
    """One that nobody can guess."""
    return new_secret()


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def sent(connection: ASGIConnection[Any, Any, Any, Any], *, https: bool) -> tuple[Way, str]:
    """The token of a request and how it came; "" for none."""
    bearer = connection.headers.get("authorization")
    if bearer is not None:
        scheme, _, token = bearer.partition(" ")
        return "bearer", token.strip() if scheme.lower() == "bearer" else ""
    safe = connection.cookies.get(SAFE_COOKIE, "")
    if safe:
        return "cookie", safe
    return "old" if https else "cookie", connection.cookies.get(COOKIE, "")


def fits(token: TokenRecord, connection: ASGIConnection[Any, Any, Any, Any], way: Way) -> bool:
    """Whether a token may come this way. One that was given behind https counts in no cookie that another host, or a
    page without https, could have set."""
    return way == "bearer" or token.plain or bool(connection.cookies.get(SAFE_COOKIE))

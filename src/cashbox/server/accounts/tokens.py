"""Tokens identify guests. Only their hashes are stored."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import msgspec

from cashbox.server.db.records import Guest, TokenRecord  # noqa: TC001 (msgspec reads the types)
from cashbox.server.ids import new_secret

if TYPE_CHECKING:
    from litestar.connection import ASGIConnection


COOKIE: Final = "cashbox"
"""The cookie without https, followed by the port: a browser sends it to all servers of a host."""

SAFE_COOKIE: Final = "__Host-cashbox"
"""The cookie with https. Browsers accept a cookie with such a name only from this host and over https."""

_WITH_PORT: Final = re.compile(re.escape(COOKIE) + r"-\d{1,5}")

MARK_COOKIE: Final = "cashbox-known"
SAFE_MARK_COOKIE: Final = "__Host-cashbox-known"
"""The same for the mark that an account has signed out of this browser, see `remembered`."""

TEST_COOKIE: Final = "cashbox-test"
SAFE_TEST_COOKIE: Final = "__Host-cashbox-test"
"""The same for the test whether a browser accepts cookies, before it gets a token."""

TEST_COOKIE_SECONDS: Final = 600
CAME: Final = "cashbox_came"
"""The key in a request's state for the name of the cookie with the guest's token."""

COOKIE_SECONDS: Final = 400 * 24 * 3600
ROTATE: Final = 30 * 24 * 3600
"""Seconds after which a browser gets a new token."""

GRACE: Final = 24 * 3600
"""Seconds for which the old token stays valid after the new one was used: a browser that crashed may return with its
earlier cookies."""

AGAIN: Final = 60.0
"""Seconds within which a browser that still sends the old token gets no other new one: the first is on its way."""

Way = Literal["bearer", "cookie", "old"]
"""How a token was sent; old: in a cookie with a name that this server no longer uses."""


class Session(msgspec.Struct, frozen=True):
    """A guest with the token of its request."""

    guest: Guest
    token: TokenRecord
    way: Way


class Entered(NamedTuple):
    """The guest who signed in on a device. token: shown only once."""

    guest: Guest
    token: str


def new_token() -> str:
    """Generate a token that no one can guess."""
    return new_secret()


def hash_of(token: str) -> str:
    """Return the hash to store for a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def with_port(name: str, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the name of a cookie without https, with the port of a request."""
    port = connection.headers.get("host", "").rpartition(":")[2]
    return f"{name}-{port}" if port.isascii() and port.isdecimal() else f"{name}-80"


class Sent(NamedTuple):
    """How a request's token was sent, the token, and the name of its cookie; "" for none."""

    way: Way
    token: str
    cookie: str = ""


def sent(connection: ASGIConnection[Any, Any, Any, Any], *, https: bool) -> Sent:
    """Return the token of a request."""
    bearer = connection.headers.get("authorization")
    if bearer is not None:
        scheme, _, token = bearer.partition(" ")
        return Sent("bearer", token.strip() if scheme.lower() == "bearer" else "")
    usual = SAFE_COOKIE if https else with_port(COOKIE, connection)
    names = [SAFE_COOKIE, with_port(COOKIE, connection)]
    if https:
        # From before the server had https, when it had another port.
        names += filter(_WITH_PORT.fullmatch, connection.cookies)
    name = next((name for name in names if connection.cookies.get(name)), usual)
    return Sent("cookie" if name in (usual, SAFE_COOKIE) else "old", connection.cookies.get(name, ""), name)


def fits(token: TokenRecord, connection: ASGIConnection[Any, Any, Any, Any], way: Way) -> bool:
    """Check whether a token may be sent this way. One that was issued over https is not valid in a cookie that another
    host, or a page without https, could have set."""
    return way == "bearer" or token.plain or bool(connection.cookies.get(SAFE_COOKIE))


UNKNOWN: Final = "A device"
"""The label of a device that does not identify itself, or was not active since labels are stored."""

PROGRAM: Final = "A program"

_BROWSERS: Final = (
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""Substrings of User-Agent by browser. Most browsers include the names of earlier ones too, so the first match
counts."""

_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "a Mac"),
    ("Linux", "Linux"),
)


@lru_cache(1000)
def label(user_agent: str) -> str:
    """Describe a device from a request's User-Agent, as in "Firefox on Android", in at most 40 characters."""
    if not user_agent:
        return UNKNOWN
    if not user_agent.startswith(("Mozilla/", "Opera/")):
        return PROGRAM
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), "A browser")
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), "")
    return f"{browser} on {system}" if system else browser

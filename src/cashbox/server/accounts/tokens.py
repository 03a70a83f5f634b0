"""Tokens: what tells one guest from another. Only their hashes are kept."""

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
"""The cookie without https, followed by the port: a browser sends what one server of a host gave it to all of them."""

SAFE_COOKIE: Final = "__Host-cashbox"
"""The cookie behind https. A browser takes one of such a name from no other host and from no page without https."""

_WITH_PORT: Final = re.compile(re.escape(COOKIE) + r"-\d{1,5}")

MARK_COOKIE: Final = "cashbox-known"
SAFE_MARK_COOKIE: Final = "__Host-cashbox-known"
"""The same for what tells that an account has signed out of this browser, see `remembered`."""

TEST_COOKIE: Final = "cashbox-test"
SAFE_TEST_COOKIE: Final = "__Host-cashbox-test"
"""The same for what shows that a browser sends cookies back, before it is given a token."""

TEST_COOKIE_SECONDS: Final = 600
CAME: Final = "cashbox_came"
"""Where in a request's state the name of the cookie stands that had the token of a guest."""

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
"""How a token came; old: in a cookie whose name is not the one that this server gives now."""


class Session(msgspec.Struct, frozen=True):
    """A guest with the token it came with."""

    guest: Guest
    token: TokenRecord
    way: Way


class Entered(NamedTuple):
    """Who signed in on a device. token: shown this once."""

    guest: Guest
    token: str


def new_token() -> str:
    """Generate a token that no one can guess."""
    return new_secret()


def hash_of(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def with_port(name: str, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the name of a cookie without https, with the port that a request is for."""
    port = connection.headers.get("host", "").rpartition(":")[2]
    return f"{name}-{port}" if port.isascii() and port.isdecimal() else f"{name}-80"


class Sent(NamedTuple):
    """How a request's token came, the token, and the name of the cookie that had it; "" for none."""

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
    """Check whether a token may arrive this way. One that was issued over https is not valid in a cookie that another
    host, or a page without https, could have set."""
    return way == "bearer" or token.plain or bool(connection.cookies.get(SAFE_COOKIE))


UNKNOWN: Final = "A device"
"""One that does not say what it is, or has not come since that is kept."""

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
"""What a browser writes of itself. Most write the names of those before them too, so the first one found counts."""

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

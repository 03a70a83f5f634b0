"""The outer middleware: rate limits, host, origin, and size of requests; and the headers of every response."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec

from cashbox.server.errors import Refusal
from cashbox.server.web.limits import FILES
from cashbox.server.web.origins import is_local
from cashbox.server.web.quotas import CHANNEL, Caller, network

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cashbox.server.services import Services
    from cashbox.server.web.origins import Hosts

    Message = dict[str, Any]
    Receive = Callable[[], Awaitable[Any]]
    Send = Callable[[Any], Awaitable[None]]
    App = Callable[[Any, Any, Any], Awaitable[None]]

TIME: Final = b"cashbox-time"
"""The header with the server's time, in seconds since 1970."""

_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_FOREIGN_SITES: Final = (b"cross-site", b"same-site")
"""The values of Sec-Fetch-Site for other sites, if a browser omits the origin."""

_PORTS: Final = {"http": 80, "ws": 80, "https": 443, "wss": 443}
_HEADERS: Final = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
]
_PAGE: Final = b"default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
"""The policy of pages: scripts, styles, and everything else from files of this server, and nothing inline."""

_DATA: Final = b"default-src 'none'; frame-ancestors 'none'"
"""The policy of other responses: nothing runs if a browser is made to open them."""

_FILE: Final = (b"application/octet-stream", b"application/x-ndjson")
_NO_FILE: Final = "The request body must be a journal. Send it with Content-Type: application/octet-stream."

_OPENER: Final = (b"cross-origin-opener-policy", b"same-origin")
"""Only for pages over https or on this machine: for others, browsers ignore the policy and log an error."""

_HSTS: Final = (b"strict-transport-security", b"max-age=31536000")
_NO_STORE: Final = (b"cache-control", b"no-store")
_CLOSE: Final = (b"connection", b"close")


class Middleware:
    """An ASGI application around another one. services: the server's services; hosts: the allowed host names."""

    def __init__(self, app: App, services: Services, hosts: Hosts) -> None:
        self.services = services
        self._app = app
        self._hosts = hosts
        self._ours = _origin(services.settings.url) if services.settings.url else None

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Pass a request on, or respond to it here."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        https = scope.get("scheme") in ("https", "wss") or (self._ours is not None and self._ours[0] == "https")
        also = [*_HEADERS, *([_HSTS] if https else []), *([_OPENER] if https or is_local(_hosts(scope)) else [])]
        refused = self._refused(scope)
        if refused is not None:
            self.services.metrics.refused(refused.code)
            await _answer(scope, send, refused, also)
            return

        answered = False
        head = scope.get("method") == "HEAD"

        async def with_headers(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                message["headers"] = [*message["headers"], *also, *_usual(message)]
                if scope["path"].startswith("/api/"):
                    # Pages compare times with this, not with the device's clock.
                    message["headers"].append((TIME, b"%.3f" % self.services.store.clock.now()))
            elif head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        async def whole() -> Message:
            message: Message = await receive()
            if message["type"] == "http.disconnect" and not answered:
                # Otherwise, the framework would report an internal error.
                raise Refusal(400, "malformed", "The request was interrupted.")
            return message

        if scope["type"] == "http":
            # HEAD gets the response to GET without the body, for monitors and link checkers.
            await self._app({**scope, "method": "GET"} if head else scope, whole, with_headers)
        else:
            await self._app(scope, receive, send)

    def _refused(self, scope: dict[str, Any]) -> Refusal | None:
        try:
            self._count(scope)
        except Refusal as refused:
            return refused
        foreign = self._hosts.refused(_hosts(scope), (scope.get("server") or (None,))[0])
        if foreign is not None:
            return foreign
        headers = dict(scope["headers"])
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if not changes:
            return None
        origin = headers.get(b"origin")
        if origin is None and headers.get(b"sec-fetch-site") in _FOREIGN_SITES:
            return Refusal(403, "foreign-origin", "This request comes from another website, so it was refused.")
        if origin is not None and not self._trusted(origin.decode("latin-1"), headers):
            return Refusal(403, "foreign-origin", "This request comes from another website, so it was refused.")
        if scope["type"] == "http" and scope["path"].startswith("/api/") and _has_body(headers):
            kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
            if scope["path"] == FILES:
                return None if kind in _FILE else Refusal(415, "not-a-file", _NO_FILE)
            if kind != b"application/json":
                return Refusal(
                    415, "not-json", "The request body must be JSON. Send it with Content-Type: application/json."
                )
        return None

    def _count(self, scope: dict[str, Any]) -> None:
        """Check the rate limit. Refusal ("too-fast"). Refusing here is cheap, so a flood of requests does not slow
        others down."""
        peer = scope.get("client")
        caller = Caller(network(peer[0]) if peer else "")
        self.services.quotas.count("look", caller)
        if scope["type"] == "websocket":
            self.services.quotas.count("look", caller, CHANNEL)

    def _trusted(self, origin: str, headers: dict[bytes, bytes]) -> bool:
        found = _origin(origin)
        if found is None or found[0] not in ("http", "https"):
            return False
        if found == self._ours:
            return True
        # A proxy in front may use https with the browser and http with us, so only the host and port matter.
        host = _origin(f"{urlsplit(origin).scheme}://{headers.get(b'host', b'').decode('latin-1')}")
        return host is not None and host[1:] == found[1:]


def _has_body(headers: dict[bytes, bytes]) -> bool:
    return b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"


def _hosts(scope: dict[str, Any]) -> list[bytes]:
    return [value for name, value in scope["headers"] if name == b"host"]


def _origin(address: str) -> tuple[str, str, int] | None:
    """Parse an origin into scheme, host, and port; None if it is invalid."""
    try:
        parts = urlsplit(address)
        port = parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname and port else None


def _usual(message: Message) -> list[tuple[bytes, bytes]]:
    """Return the default headers of a response."""
    given = dict(message["headers"])
    found = []
    if b"cache-control" not in given:
        # The response is only for this caller and this moment.
        found.append(_NO_STORE)
    if b"content-security-policy" not in given:
        page = given.get(b"content-type", b"").startswith(b"text/html")
        found.append((b"content-security-policy", _PAGE if page else _DATA))
    if message["status"] == 413:
        # The rest of a body that is too large is not read.
        found.append(_CLOSE)
    return found


async def _answer(scope: dict[str, Any], send: Send, refused: Refusal, also: list[tuple[bytes, bytes]]) -> None:
    kind = "http.response" if scope["type"] == "http" else "websocket.http.response"
    person = scope["type"] == "http" and not scope["path"].startswith("/api/")
    body = str(refused).encode() if person else msgspec.json.encode(refused.problem)
    body = b"" if scope.get("method") == "HEAD" else body
    media = b"text/plain; charset=utf-8" if person else b"application/json"
    headers = [(b"content-type", media), _CLOSE, _NO_STORE, (b"content-security-policy", _DATA), *also]
    headers += [(name.encode(), value.encode()) for name, value in refused.headers.items()]
    await send({"type": f"{kind}.start", "status": refused.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})

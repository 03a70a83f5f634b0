"""What comes first: where a request comes from, what body it has, and the headers that every answer carries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import msgspec

from cashbox.server.problems import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Message = dict[str, Any]
    Receive = Callable[[], Awaitable[Any]]
    Send = Callable[[Any], Awaitable[None]]
    App = Callable[[Any, Any, Any], Awaitable[None]]

_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_PORTS: Final = {"http": 80, "ws": 80, "https": 443, "wss": 443}
_HEADERS: Final = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
]
_NO_STORE: Final = (b"cache-control", b"no-store")
_CLOSE: Final = (b"connection", b"close")


class Middleware:
    """An ASGI application around another one. url: another address that requests may come from."""

    def __init__(self, app: App, url: str | None) -> None:
        self._app = app
        self._ours = _origin(url) if url else None

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refused = self._refused(scope)
        if refused is not None:
            await _answer(scope, send, refused)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                kept = any(name == b"cache-control" for name, _ in message["headers"])
                # Unless an answer says otherwise, it is for this caller and this moment only.
                message["headers"] = [*message["headers"], *_HEADERS, *([] if kept else [_NO_STORE])]
                if message["status"] == 413:
                    # What is left of a body that is too large is not read.
                    message["headers"].append(_CLOSE)
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)

    def _refused(self, scope: dict[str, Any]) -> Refusal | None:
        headers = dict(scope["headers"])
        changes = scope["type"] == "websocket" or scope["method"] not in _SAFE
        if not changes:
            return None
        origin = headers.get(b"origin")
        if origin is not None and not self._trusted(origin.decode("latin-1"), headers):
            return Refusal(403, "foreign-origin", "This request comes from another site's page.")
        if scope["type"] == "http" and scope["path"].startswith("/api/") and _has_body(headers):
            kind = headers.get(b"content-type", b"").split(b";")[0].strip().lower()
            if kind != b"application/json":
                return Refusal(415, "not-json", "The body must be JSON and declare it: Content-Type: application/json.")
        return None

    def _trusted(self, origin: str, headers: dict[bytes, bytes]) -> bool:
        found = _origin(origin)
        if found is None or found[0] not in ("http", "https"):
            return False
        if found == self._ours:
            return True
        # A proxy in front may use https with the browser and http with us, so only host and port count.
        host = _origin(f"{urlsplit(origin).scheme}://{headers.get(b'host', b'').decode('latin-1')}")
        return host is not None and host[1:] == found[1:]


def _has_body(headers: dict[bytes, bytes]) -> bool:
    return b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"


def _origin(address: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; None if there are none."""
    try:
        parts = urlsplit(address)
        port = parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        return None
    return (parts.scheme, parts.hostname, port) if parts.hostname and port else None


async def _answer(scope: dict[str, Any], send: Send, refused: Refusal) -> None:
    kind = "http.response" if scope["type"] == "http" else "websocket.http.response"
    headers = [(b"content-type", b"application/json"), _CLOSE, _NO_STORE, *_HEADERS]
    await send({"type": f"{kind}.start", "status": refused.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": msgspec.json.encode(refused.problem)})

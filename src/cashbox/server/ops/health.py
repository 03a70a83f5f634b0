"""Endpoints for monitoring: liveness, readiness, and metrics."""

from __future__ import annotations

import hmac
from typing import Final

import msgspec
from litestar import Response, Router, get
from prometheus_client import CONTENT_TYPE_LATEST

from cashbox import compiled
from cashbox.server.errors import Refusal
from cashbox.server.web.callers import Bytes, Call, answer, services, spec
from cashbox.server.wire import Health

_json = msgspec.json.Encoder().encode


class Alive(Health, frozen=True):
    """The response to GET /health. compiled: whether rules and bots run compiled."""

    compiled: bool = False


@get("/health", responses=spec(Alive), tags=["server"], summary="Check that the server is alive")
async def health() -> Bytes:
    """Respond with status 200 without checking anything."""
    return answer(_json(Alive(compiled=compiled.in_use() is not None)))


@get("/ready", responses=spec(Health), tags=["server"], summary="Check that the server is ready")
async def ready(request: Call) -> Bytes:
    """Respond with status 200 if the server can read and write its data."""
    await services(request).check()
    return answer(_json(Health()))


@get("/metrics", include_in_schema=False)
async def metrics(request: Call) -> Bytes:
    """Serve metrics for Prometheus to requests with the operator's token."""
    found = services(request)
    token = found.settings.metrics_token
    shown = request.headers.get("authorization", "").encode("latin-1", "replace")
    if token is None or not hmac.compare_digest(shown, f"Bearer {token}".encode()):
        raise Refusal(404, "no-such-page", "Page not found.")
    return Response(await found.counted(), media_type=CONTENT_TYPE_LATEST)


ROUTES: Final = Router(path="/", route_handlers=[health, ready, metrics])

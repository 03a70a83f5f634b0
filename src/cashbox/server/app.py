"""The ASGI application: all routes, error responses, and the page that documents the API."""

from __future__ import annotations

import contextlib
import html
import logging
from typing import TYPE_CHECKING, Any, Final

import msgspec
from litestar import Litestar, MediaType, Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, SerializationException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.plugins import OpenAPISchemaPlugin
from litestar.response import Redirect

from cashbox import __version__
from cashbox.engine.game import GameError
from cashbox.server.accounts import api as accounts_api
from cashbox.server.analysis import api as analysis_api
from cashbox.server.archive import api as archive_api
from cashbox.server.chat import api as chat_api
from cashbox.server.continuing import api as continuing_api
from cashbox.server.departures import api as departures_api
from cashbox.server.errors import LONGEST, Refusal, internal, refusal, unfit
from cashbox.server.feedback import api as feedback_api
from cashbox.server.lobby import api as lobby_api
from cashbox.server.moderation import api as moderation_api
from cashbox.server.notifications import api as notifications_api
from cashbox.server.ops import health
from cashbox.server.practice import api as practice_api
from cashbox.server.puzzles import api as puzzles_api
from cashbox.server.rematch import api as rematch_api
from cashbox.server.replays import api as replays_api
from cashbox.server.replays import files_api
from cashbox.server.settings import StartError
from cashbox.server.social import api as social_api
from cashbox.server.tables import api as tables_api
from cashbox.server.watching import api as watching_api
from cashbox.server.web import pages
from cashbox.server.web.callers import give_cookies
from cashbox.server.web.middleware import Middleware
from cashbox.server.web.origins import known_as

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from litestar.openapi.spec import Schema
    from litestar.types import ExceptionHandlersMap
    from litestar.typing import FieldDefinition

    from cashbox.server.services import Services

_log = logging.getLogger("cashbox.server")

BODY: Final = 64 * 1024
"""The most bytes in a request's body, and in a live message."""

ROUTES: Final[list[Any]] = [
    tables_api.ROUTES, accounts_api.ROUTES, rematch_api.ROUTES, tables_api.PLAY_ROUTES, chat_api.ROUTES,
    departures_api.ROUTES, watching_api.ROUTES, health.ROUTES, social_api.ROUTES,
    notifications_api.ROUTES, lobby_api.ROUTES, moderation_api.ROUTES, replays_api.ROUTES, continuing_api.ROUTES,
    files_api.ROUTES, archive_api.ROUTES, analysis_api.ROUTES, practice_api.ROUTES, puzzles_api.ROUTES,
    feedback_api.ROUTES, *pages.ROUTES,
]  # fmt: skip

_BY_STATUS: Final = {
    404: ("no-such-page", "Page not found."),
    405: ("wrong-method", "This URL doesn't support that method."),
    413: ("too-large", f"The request body is too large. The limit is {BODY // 1024} KB."),
}


FILES_ALONE: Final[list[Any]] = [files_api.ROUTES, pages.static, pages.board, pages.bundle_file]
"""The routes of a server that only shows files."""


def app_of(services: Services, app: Litestar) -> Middleware:
    """Build the application from a server's parts, which are not started yet."""
    app.state["services"] = services
    known = known_as(services.settings, services.url)
    return Middleware(app, services, known)


def make_router(routes: Sequence[Any]) -> Litestar:
    """Build the routes of a server. They start and stop the services in their state."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        services: Services = app.state["services"]
        try:
            await services.start()
        except StartError as error:
            if services.settings.processes > 1:
                # Nothing else reports it for one of several processes.
                _log.critical("%s", error)
            raise
        try:
            yield
        finally:
            await services.stop()

    handlers: ExceptionHandlersMap = {Exception: _handle}
    return Litestar(
        route_handlers=routes,
        lifespan=[lifespan],
        state=State(),
        exception_handlers=handlers,
        before_send=[give_cookies],
        request_max_body_size=BODY,
        logging_config=None,
        debug=False,
        plugins=[InheritedFields()],
        template_config=pages.TEMPLATES,
        openapi_config=OpenAPIConfig(
            title="cashbox",
            version=__version__,
            description=(
                "Create tables, take seats, and play over HTTP. docs/api.md also describes the live channel "
                "(WebSocket)."
            ),
            path="/api/docs",
            render_plugins=[DocsPage(), JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
    )


def _handle(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    refused = _refusal(error)
    found: Services = request.app.state["services"]
    found.metrics.refused(refused.code)
    path = request.scope["path"]
    if path.startswith("/api/") or path in ("/api", "/health", "/ready", "/metrics"):
        body = msgspec.json.encode(refused.problem)
        headers = {"cache-control": "no-store", **refused.headers}
        return Response(body, status_code=refused.status, media_type=MediaType.JSON, headers=headers)
    tidied = pages.tidied(path) if refused.status == 404 and request.method == "GET" else ""
    if tidied:
        return Redirect(tidied, status_code=302)
    return pages.error_page(request, refused)


def _refusal(error: Exception) -> Refusal:
    if isinstance(error, (GameError, Refusal)):
        return refusal(error)
    if isinstance(error, RecursionError):
        return Refusal(400, "malformed", "The request body is nested too deeply.")
    if isinstance(error, UnicodeDecodeError):
        return Refusal(400, "malformed", "The request body isn't UTF-8 text.")
    if isinstance(error, (ValidationException, SerializationException)):
        return Refusal(400, "malformed", _fault_of(error))
    if isinstance(error, HTTPException) and error.status_code < 500:
        code, message = _BY_STATUS.get(error.status_code, ("malformed", "The request can't be read."))
        return Refusal(error.status_code, code, message, allow=_allowed(error))
    return internal(error)


def _allowed(error: HTTPException) -> list[str]:
    """List the methods that a route supports, none if the error is about something else. The framework lists those with
    a handler; HEAD works wherever GET does."""
    named = (error.headers or {}).get("allow", "")
    found = {method.strip() for method in named.split(",")} - {""}
    return sorted(found | {"HEAD"} if "GET" in found else found)


def _fault_of(error: ValidationException | SerializationException) -> str:
    """Describe in one sentence what is wrong with a request."""
    extra = getattr(error, "extra", None)
    faults = [fault for fault in extra if isinstance(fault, dict)] if isinstance(extra, list) else []
    if not faults:
        return "The request body isn't JSON or is missing a required field."
    message = " ".join(unfit(str(fault["message"]), str(fault.get("key") or "")) for fault in faults)
    return message if len(message) <= LONGEST else f"{message[:LONGEST]}..."


class InheritedFields(OpenAPISchemaPlugin):
    """Document the inherited fields of a response as required: their defaults are for requests, and they are always
    sent."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Return whether a field holds a struct."""
        return not field_definition.is_union and field_definition.is_subclass_of(msgspec.Struct)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """Return the schema of a struct, as the framework builds it."""
        others = (one for one in schema_creator.plugins if one is not self)
        framework = next(one for one in others if schema_creator.plugin_supports_field(one, field_definition))
        schema: Schema = framework.to_openapi_schema(field_definition, schema_creator)
        struct = field_definition.annotation
        if not struct.__struct_config__.forbid_unknown_fields:
            inherited = {*struct.__struct_fields__} - {*struct.__annotations__}
            schema.required = sorted({*(schema.required or ()), *inherited})
        return schema


class DocsPage(OpenAPIRenderPlugin):
    """Renders a schema as one plain page."""

    def __init__(self) -> None:
        super().__init__(path="/", favicon="", style="")

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Render the page as UTF-8."""
        title = html.escape(openapi_schema["info"]["title"])
        by_tag: dict[str, list[str]] = {}
        for path, methods in openapi_schema["paths"].items():
            for method, operation in methods.items():
                by_tag.setdefault(operation.get("tags", ["other"])[0], []).append(_operation(path, method, operation))
        parts = [
            f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title>",
            "<meta name=viewport content='width=device-width, initial-scale=1'>",
            "<link rel=icon href=/static/img/icon.svg><link rel=stylesheet href=/static/css/docs.css>",
            f"<main><h1>{title}</h1><p>{html.escape(openapi_schema['info'].get('description', ''))}</p>",
            f"<p>For programs: <a href='{self.get_openapi_json_route(request)}'>openapi.json</a></p>",
        ]
        for tag, operations in by_tag.items():
            parts += [f"<section><h2>{html.escape(tag)}</h2>", *operations, "</section>"]
        parts.append("<section><h2>Shapes</h2>")
        shapes = openapi_schema.get("components", {}).get("schemas", {})
        parts += [_shape(name, shape) for name, shape in sorted(shapes.items())]
        return "".join([*parts, "</section></main></html>"]).encode()


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    rows = []
    for parameter in operation.get("parameters", []):
        where = f"{parameter['in']}: {parameter['name']}"
        rows.append((where, _type(parameter.get("schema", {})), parameter.get("description", "")))
    body = operation.get("requestBody")
    if body:
        rows.append(("body", _content(body), ""))
    for status, response in operation.get("responses", {}).items():
        rows.append((status, _content(response), response.get("description", "")))
    head = (
        f"<b class=method>{method}</b> <code>{html.escape(path)}</code> — {html.escape(operation.get('summary', ''))}"
    )
    text = html.escape(operation.get("description", ""))
    return f"<details><summary>{head}</summary><p>{text}</p>{_rows(rows)}</details>"


def _shape(name: str, shape: dict[str, Any]) -> str:
    required = shape.get("required", [])
    rows = [
        (field if field in required else f"{field} (optional)", _type(kind), kind.get("description", ""))
        for field, kind in shape.get("properties", {}).items()
    ]
    anchor, text = html.escape(name), html.escape(shape.get("description", "").split("Args:")[0])
    return f"<details id='{anchor}' open><summary><code>{anchor}</code></summary><p>{text}</p>{_rows(rows)}</details>"


def _rows(rows: list[tuple[str, str, str]]) -> str:
    """Build an HTML table. The second cell of each row is HTML already."""
    cells = "".join(
        f"<tr><th scope=row><code>{html.escape(name)}</code><td>{kind}<td>{html.escape(text)}"
        for name, kind, text in rows
    )
    return f"<table>{cells}</table>" if rows else ""


def _content(holder: dict[str, Any]) -> str:
    for kind in holder.get("content", {}).values():
        return _type(kind.get("schema", {}))
    return ""


def _type(schema: dict[str, Any]) -> str:
    """Describe the type of a value as HTML."""
    if "$ref" in schema:
        name = html.escape(schema["$ref"].rsplit("/", 1)[1])
        return f"<a href='#{name}'><code>{name}</code></a>"
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " or ".join(_type(one) for one in schema[several])
    if "enum" in schema:
        return " or ".join(f"<code>{html.escape(str(value))}</code>" for value in schema["enum"])
    kind = schema.get("type", "any")
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return html.escape(" or ".join(kind) if isinstance(kind, list) else str(kind))

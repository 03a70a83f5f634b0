"""The page that documents the API, made on the server: it needs no script, and nothing from elsewhere."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import msgspec
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.plugins import OpenAPISchemaPlugin

if TYPE_CHECKING:
    from litestar.connection import Request
    from litestar.openapi.spec import Schema
    from litestar.typing import FieldDefinition


class InheritedFields(OpenAPISchemaPlugin):
    """Document the fields that an answer inherits as required: their defaults are for requests, and are always sent."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Return whether a field holds a struct."""
        return not field_definition.is_union and field_definition.is_subclass_of(msgspec.Struct)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """Return the schema of a struct, as the framework makes it."""
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
        """The page as UTF-8."""
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
    """A table; the second of each row is HTML already."""
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
    """What a value is, as HTML."""
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

"""Write the page's types from the Structs that the server and the games use, and a board's names from its game's.

    python tools/wire_types.py          writes the files anew
    python tools/wire_types.py --check  exit status 1 where one differs from what it should be

`src/cashbox/web/static/js/shared/wire.d.ts` comes from `cashbox.server.wire`, `games/GAME/board/view.d.ts` from each
game's `view.py`, or `view/view.py`; `games/GAME/board/names.js` from the NAMES of its `view/names.py`, where
there is one.
"""

from __future__ import annotations

import importlib
import inspect
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.notebook import View

if TYPE_CHECKING:
    from collections.abc import Sequence

SOURCE: Final = Path(__file__).resolve().parent.parent / "src" / "cashbox"
WIRE: Final = SOURCE / "web" / "static" / "js" / "shared" / "wire.d.ts"
HEAD: Final = "// Made by tools/wire_types.py from {0}; change that, then run the tool.\n"
WIDTH: Final = 120
"""Of a line of the page's own modules."""
PREFIX: Final = "#/$defs/"


def structs(module: Any) -> list[type[msgspec.Struct]]:
    """Return the Structs that a module defines or takes from elsewhere, in the order of their names there."""
    return [
        one
        for one in vars(module).values()
        if inspect.isclass(one) and issubclass(one, msgspec.Struct) and one not in (msgspec.Struct, View)
    ]


def typescript(schema: dict[str, Any]) -> str:
    """Convert a JSON schema to a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(PREFIX)
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(one).decode() for one in schema["enum"])
    if "const" in schema:
        return msgspec.json.encode(schema["const"]).decode()
    if "anyOf" in schema:
        parts: list[str] = []
        for one in schema["anyOf"]:
            part = typescript(one)
            if part not in parts:
                parts.append(part)
        return " | ".join(parts)
    match schema.get("type"):
        case "integer" | "number":
            return "number"
        case "string":
            return "string"
        case "boolean":
            return "boolean"
        case "null":
            return "null"
        case "array":
            if "prefixItems" in schema:
                return f"[{', '.join(typescript(one) for one in schema['prefixItems'])}]"
            inner = typescript(schema["items"]) if isinstance(schema.get("items"), dict) else "any"
            return f"{inner}[]" if inner.isidentifier() else f"({inner})[]"
        case "object":
            more = schema.get("additionalProperties", {})
            return f"Record<string, {typescript(more) if isinstance(more, dict) and more else 'any'}>"
        case _:
            return "any"


def comment(text: str, indent: str = "") -> str:
    """Convert a docstring to a comment."""
    lines = [line.rstrip() for line in inspect.cleandoc(text).splitlines()]
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines) + f"{indent} */\n"


def interface(name: str, struct: type[msgspec.Struct], schema: dict[str, Any], *, received: bool) -> str:
    """One Struct as an interface. received: fields with a default may be left out by who sends it."""
    required = schema.get("required", [])
    optional = received or struct.__struct_config__.omit_defaults
    lines = []
    for field, one in schema.get("properties", {}).items():
        mark = "?" if optional and field not in required else ""
        told = next((part["description"] for part in (one, *one.get("anyOf", ())) if "description" in part), "")
        if told:
            lines.append(comment(told, "  "))
        lines.append(f"  {field}{mark}: {typescript(one)};\n")
    return comment(struct.__doc__ or "") + f"export interface {name} {{\n{''.join(lines)}}}\n"


def module_types(name: str, extra: str = "", also: Sequence[str] = ()) -> str:
    """Every Struct of a module as TypeScript. also: modules that are made of it, whose go with them."""
    modules = [importlib.import_module(one) for one in (name, *also)]
    types = list(dict.fromkeys(one for module in modules for one in structs(module)))
    _, schemas = msgspec.json.schema_components(types, ref_template=PREFIX + "{name}")
    parts = [HEAD.format(name)]
    if extra:
        parts.append(extra)
    known = {one.__name__: one for one in types}
    for struct_name, schema in sorted(schemas.items(), key=lambda item: list(known).index(item[0])):
        struct = known[struct_name]
        received = struct.__struct_config__.forbid_unknown_fields
        parts.append(interface(struct_name, struct, schema, received=received))
    return "\n".join(parts)


def constant(name: str, value: Sequence[str] | Mapping[str, str] | Mapping[str, int]) -> str:
    """Format a list of words, or words or numbers by a key, as the page's formatter lays them out."""
    if isinstance(value, Mapping):
        items, (left, right) = (
            [f"{key}: {msgspec.json.encode(one).decode()}" for key, one in value.items()],
            ("{ ", " }"),
        )
    else:
        items, (left, right) = [msgspec.json.encode(one).decode() for one in value], ("[", "]")
    line = f"export const {name} = {left}{', '.join(items)}{right};\n"
    if len(line) <= WIDTH + 1:
        return line
    return f"export const {name} = {left.strip()}\n" + "".join(f"  {one},\n" for one in items) + f"{right.strip()};\n"


def names(module: str) -> str:
    """Convert the NAMES of a module to constants of the page."""
    found = importlib.import_module(module).NAMES
    return HEAD.format(module) + "\n" + "".join(constant(name, value) for name, value in found.items())


ALSO: Final = ["cashbox.server.replays.wire", "cashbox.server.continuing.wire"]
"""What is part of the wire, and made of what `wire` has."""

FORM: Final = textwrap.dedent(
    """\
    /** An action in its typed JSON form, {"type": ..., ...}. */
    export type Form = Record<string, any>;
    """
)


def files() -> dict[Path, str]:
    """Every file that this tool makes, with what it should hold."""
    made = {WIRE: module_types("cashbox.server.wire", FORM, ALSO)}
    for view in sorted([*SOURCE.glob("games/*/view.py"), *SOURCE.glob("games/*/view/view.py")]):
        module = view.relative_to(SOURCE).with_suffix("")
        board = SOURCE / "games" / module.parts[1] / "board"
        if board.is_dir():
            made[board / "view.d.ts"] = module_types(".".join(["cashbox", *module.parts]))
    for module in sorted(SOURCE.glob("games/*/view/names.py")):
        dotted = ".".join(["cashbox", *module.relative_to(SOURCE).with_suffix("").parts])
        made[module.parents[1] / "board" / "names.js"] = names(dotted)
    return made


def main() -> int:
    """Write or check."""
    differing = [
        (path, text) for path, text in files().items() if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path, text in differing:
        if "--check" in sys.argv[1:]:
            sys.stderr.write(f"{path.relative_to(SOURCE.parent.parent)} has to be made anew: run tools/wire_types.py\n")
        else:
            path.write_text(text, encoding="utf-8")
    return 1 if differing and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Write the TOML file of a variant: what differs from a game's own content, see `engine.variant`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from cashbox.engine.data import ContentError
from cashbox.engine.variant import ABOUT, REMOVE, is_entries, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Entry = dict[str, Any]


def variant_text(
    about: Mapping[str, str], original: Mapping[str, Any], content: Mapping[str, Any], comment: Sequence[str] = ()
) -> str:
    """Return the file of a variant.

    Args:
        about: its name, text, and game.
        original: the game's own content.
        content: the variant's. Numbered entries have the numbers of the original.
        comment: lines for the top of the file.

    Raises:
        ContentError: If a file that is not TOML differs, such as the drawing of a map.
    """
    values: dict[str, Any] = {}
    tables = [table_text(ABOUT, about)]
    for part, there in content.items():
        for key, value in there.items():
            before = original[part].get(key)
            if value == before:
                continue
            if before is None or (isinstance(before, dict) and before.keys() - value.keys()):
                raise ContentError(f"{part}.json differs from the original, so this can't be written as one TOML file.")
            if is_entries(before):
                tables += [entry_text(key, entry) for entry in changed_entries(before, value)]
            elif isinstance(before, dict):
                tables.append(table_text(key, {name: one for name, one in value.items() if before.get(name) != one}))
            else:
                values[key] = value
    head = [*(f"# {line}" for line in comment), *_lines(values)]
    return "\n".join(["\n".join(head) + "\n"] * bool(head) + tables)


def changed_entries(original: Sequence[Entry], entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries that a variant's file lists: changed, added, and removed ones."""
    name = name_of(original)
    if name is None:
        gone = [entry for entry in original if entry not in entries]
        new = [entry for entry in entries if entry not in original]
        if [entry for entry in original if entry in entries] + new != entries:
            # A file can't say where entries without a name go, other than to the end.
            gone, new = [*original], [*entries]
        return [{**entry, REMOVE: True} for entry in gone] + new
    before = {entry[name]: entry for entry in original}
    found = []
    for entry in entries:
        old = before.get(entry.get(name), {})
        fields = {field: value for field, value in entry.items() if field not in old or old[field] != value}
        if fields:
            found.append({name: entry[name], **fields} if name in entry else fields)
    kept = {entry.get(name) for entry in entries}
    return found + [{name: one, REMOVE: True} for one in before if one not in kept]


def entry_text(key: str, entry: Mapping[str, Any]) -> str:
    """Return an entry of a list as TOML."""
    return "\n".join([f"[[{toml_key(key)}]]", *_lines(entry), ""])


def table_text(key: str, fields: Mapping[str, Any]) -> str:
    """Return a table as TOML."""
    return "\n".join([f"[{toml_key(key)}]", *_lines(fields), ""])


def toml_of(value: Any) -> str:
    """Return a value as TOML, tables in one line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{toml_key(key)} = {toml_of(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_of, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def toml_key(key: str) -> str:
    """Return a key as TOML, quoted only where it must be."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def _lines(fields: Mapping[str, Any]) -> Iterable[str]:
    return [f"{toml_key(field)} = {toml_of(value)}" for field, value in fields.items()]

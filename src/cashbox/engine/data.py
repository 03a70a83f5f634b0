"""Readers for a game's data files. Every error is one sentence that names the file, the entry, and the field."""

from __future__ import annotations

import json
import tomllib
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class ContentError(ValueError):
    """A data file is wrong. The message names the file, the entry, and the field."""


def read_files(package: str, files: Mapping[str, str]) -> dict[str, Any]:
    """Read TOML and JSON files of a package's folder `data` as plain JSON values, by the given keys. ContentError if
    one cannot be read."""
    folder = resources.files(package) / "data"
    data: dict[str, Any] = {}
    for key, name in files.items():
        try:
            read = json.loads if name.endswith(".json") else tomllib.loads
            data[key] = read((folder / name).read_text("utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, json.JSONDecodeError) as error:
            raise ContentError(f"could not read {name}: {error}") from error
    return data


def entries(table: Any, key: str, file: str, wanted: int | None = None, least: int = 0) -> list[dict[str, Any]]:
    """Read the tables [[key]] of a file. ContentError unless there are `wanted` of them (if given) and at least
    `least`."""
    found = table.get(key) if isinstance(table, dict) else None
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise ContentError(f"{file}: [[{key}]] is missing")
    if wanted is not None and len(found) != wanted:
        raise ContentError(f"{file} has {len(found)} [[{key}]] entries, but should have {wanted}")
    if len(found) < least:
        raise ContentError(f"{file} has {len(found)} [[{key}]] entries, but should have at least {least}")
    return found


def one_of(word: Any, words: Sequence[str], where: str) -> int:
    """Return the index of a word in a list. ContentError, naming the place, if it is not in the list."""
    if not isinstance(word, str) or word not in words:
        raise ContentError(f"{where}: {word!r} is not one of {', '.join(w for w in words if w)}")
    return words.index(word)


def text(entry: Mapping[str, Any], field: str, where: str) -> str:
    """Read a text that is not empty. ContentError, naming the place, otherwise."""
    value = entry.get(field)
    if not isinstance(value, str) or not value:
        raise ContentError(f"{where}.{field} should be text")
    return value


def whole(value: Any, least: int, most: int, where: str) -> int:
    """Read a whole number in least..most. ContentError, naming the place, otherwise."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ContentError(f"{where}: {value!r} is not a whole number from {least} to {most}")
    return value

"""The bulbs of Tulips as lists for the rules. A fault in the file is one sentence that names file, entry and field."""

from __future__ import annotations

from typing import Any, Final

from cashbox.engine.data import ContentError, entries, read_files, text, whole
from cashbox.engine.journal import content_hash

_FILE: Final = "tulips.toml"
SORTS: Final = 6
"""How many sorts of bulbs there are, so that everybody can have a favorite and one stays unknown."""
MOST_PRICE: Final = 10


class Content:
    """names, copies: by sort. worth[n]: florins for n kept bulbs of a sort. prices: what the crowd may pay."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.hash = content_hash(data)
        table = data.get("tulips", {})
        self.names: list[str] = []
        self.copies: list[int] = []
        for number, bulb in enumerate(entries(table, "bulb", _FILE, SORTS), 1):
            self.names.append(text(bulb, "name", f"{_FILE} bulb {number}"))
            self.copies.append(whole(bulb.get("copies"), 2, 9, f"{_FILE} bulb {number}.copies"))
        self.worth = [0, *_numbers(table, "worth", 99)]
        self.prices = _numbers(table, "prices", MOST_PRICE)
        if len(self.worth) <= max(self.copies):
            raise ContentError(f"{_FILE}: worth: needs a number for each of {max(self.copies)} copies")

    def plain(self) -> str:
        """What it is, for comparing states: its hash."""
        return self.hash


def read_data() -> dict[str, Any]:
    """The packaged file as plain JSON values. ContentError where it cannot be read."""
    return read_files(__package__ or "", {"tulips": _FILE})


def _numbers(table: dict[str, Any], key: str, most: int) -> list[int]:
    found = table.get(key)
    if not isinstance(found, list) or not found:
        raise ContentError(f"{_FILE}: {key}: needs a list of whole numbers")
    return [whole(value, 0, most, f"{_FILE}: {key}") for value in found]

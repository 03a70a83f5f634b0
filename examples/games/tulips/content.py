"""The bulbs of Tulips, read from data/tulips.toml. An error names the file, the entry, and the field."""

from __future__ import annotations

from typing import Any, Final

from cashbox.engine.data import ContentError, entries, read_files, text, whole
from cashbox.engine.journal import content_hash

_FILE: Final = "tulips.toml"
SORTS: Final = 6
"""The number of sorts: one favorite for each player, and at least one that no player has."""
MOST_PRICE: Final = 10


class Content:
    """What is printed in the game.

    names, copies: by sort.
    worth: by the number of kept bulbs of a sort, in florins.
    prices: what the crowd may pay, each equally likely.
    """

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
        """Return what stands for this content when states are compared."""
        return self.hash


def read_data() -> dict[str, Any]:
    """Read the file of this folder as plain JSON values. Raises ContentError if it can't be read."""
    return read_files(__package__ or "", {"tulips": _FILE})


def _numbers(table: dict[str, Any], key: str, most: int) -> list[int]:
    found = table.get(key)
    if not isinstance(found, list) or not found:
        raise ContentError(f"{_FILE}: {key}: needs a list of whole numbers")
    return [whole(value, 0, most, f"{_FILE}: {key}") for value in found]

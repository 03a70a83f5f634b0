"""What people call themselves and their tables."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection

NOBODY: Final = "Guest"
"""The name of a guest who has not given one."""


FORMER: Final = "a former player"
"""What stands where the name of somebody was who has been deleted."""


def plain(text: str) -> str:
    """The text on one line: no control or invisible formatting characters, single spaces, none at the ends."""
    shown = "".join(" " if c.isspace() else c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")
    return " ".join(shown.split())


def unlike(name: str, others: Collection[str]) -> str:
    """The name, with a number after it if somebody else at the table has the same one."""
    taken = {other.casefold() for other in others}
    tried, number = name, 1
    while tried.casefold() in taken:
        number += 1
        tried = f"{name} {number}"
    return tried

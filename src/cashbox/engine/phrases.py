"""Small phrases that every game's sentences are made of."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def plural(n: int, thing: str) -> str:
    """The thing counted: 1 card, 3 cards."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """As in "a, b and c"; "nothing" for none. last: the word before the last part."""
    if len(parts) > 1:
        return f"{', '.join(parts[:-1])} {last} {parts[-1]}"
    return parts[0] if parts else "nothing"


def slug(title: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def player(seat: int) -> str:
    """Where the name of a seat's player goes, in a sentence that `with_names` fills: "{0}"."""
    return f"{{{seat}}}"


def with_names(sentence: str, names: Sequence[str]) -> str:
    """A label or an outcome's text with the players' names, by seat."""
    return re.sub(r"\{(\d+)\}", lambda found: names[int(found[1])], sentence)

"""Small phrases that every game's sentences are made of."""

from __future__ import annotations

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

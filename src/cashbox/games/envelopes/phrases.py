"""Amounts in words, for all that people read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.games.envelopes import vocabulary as v

if TYPE_CHECKING:
    from collections.abc import Sequence


def plural(n: int, thing: str) -> str:
    """The thing counted: 1 buck, 3 bucks."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def amounts(counts: Sequence[int]) -> str:
    """As in 2 red and 1 blue, of six counts by colour; "nothing" for none."""
    parts = [f"{n} {v.COLOURS[c]}" for c, n in enumerate(counts) if n]
    if len(parts) > 1:
        return f"{', '.join(parts[:-1])} and {parts[-1]}"
    return parts[0] if parts else "nothing"

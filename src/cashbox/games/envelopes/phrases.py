"""Amounts in words, for all that people read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cashbox.engine.phrases import listed
from cashbox.games.envelopes import vocabulary as v

if TYPE_CHECKING:
    from collections.abc import Sequence


def amounts(counts: Sequence[int]) -> str:
    """As in 2 red and 1 blue, of six counts by colour; "nothing" for none."""
    parts = [f"{n} {v.COLOURS[c]}" for c, n in enumerate(counts) if n]
    return listed(parts)

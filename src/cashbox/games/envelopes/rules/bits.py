"""Precomputed lists of actions for bit masks: a legal list consists of a few such lists."""

from __future__ import annotations

from typing import Final

_BYTES: Final = [[k for k in range(8) if byte >> k & 1] for byte in range(256)]
_TABLES: dict[int, list[list[list[int]]]] = {}


def _table(base: int) -> list[list[list[int]]]:
    table = _TABLES.get(base)
    if table is None:
        table = [[[base + 8 * part + k for k in bits] for bits in _BYTES] for part in range(5)]
        _TABLES[base] = table
    return table


def expand(mask: int, base: int, out: list[int]) -> None:
    """Add base + k for each bit k of a mask of 40 bits, in order."""
    table = _table(base)
    part = 0
    while mask:
        out += table[part][mask & 255]
        mask >>= 8
        part += 1

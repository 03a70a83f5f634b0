"""Rows of 32-bit floats for observations.

Compiled code accesses the memory of a `vec` without boxing numbers, but a `vec` cannot hold 32-bit floats, so a cell is
an int with the bits of its float. Nearly all numbers of an observation are 0, so a row records which cells it fills,
and only those are cleared before it is written again.
"""

from __future__ import annotations

import struct
from typing import Final

from cashbox.engine.native import i32, i64, vec

WIDTH: Final = 4
"""The number of bytes of a float."""
ONE: Final[i64] = 0x3F800000
"""The bits of 1.0."""


def bits_of(number: float) -> int:
    """Return the bits of a 32-bit float as an int."""
    found: int = struct.unpack("=i", struct.pack("=f", number))[0]
    return found


class Rows:
    """Rows of one size, in one block of memory. cells: the memory; at: the position of the next number."""

    def __init__(self, size: int, count: int = 1) -> None:
        self.size: i64 = size
        self.cells = vec[i32]([0] * (size * count))
        self.at: i64 = 0
        self._filled = vec[i32]([0] * (size * count))
        self._counts = vec[i32]([0] * count)
        self._row: i64 = 0
        self._first: i64 = 0
        self._note: i64 = 0

    def begin(self, row: i64) -> None:
        """Clear a row and start writing it."""
        first = row * self.size
        cells, filled = self.cells, self._filled
        k = first
        end = first + i64(self._counts[row])
        while k < end:
            cells[first + i64(filled[k])] = 0
            k += 1
        self._row = row
        self._first = self.at = self._note = first

    def finish(self) -> None:
        """Finish the row.

        Raises:
            ValueError: The count of numbers written is not the size of a row.
        """
        self._counts[self._row] = i32(self._note - self._first)
        if self.at - self._first != self.size:
            raise ValueError(f"{self.at - self._first} numbers were written into a row of {self.size}")

    def fill(self, at: i64, bits: i64) -> None:
        """Fill a cell of the row, which is empty."""
        self.cells[at] = i32(bits)
        note = self._note
        self._filled[note] = i32(at - self._first)
        self._note = note + 1

    def flag(self, so: bool) -> None:
        """Write a Boolean."""
        if so:
            self.fill(self.at, ONE)
        self.at += 1

    def skip(self, count: i64) -> None:
        """Write this many zeros."""
        self.at += count

    def row(self, row: int) -> bytes:
        """Return a row as bytes."""
        start = WIDTH * int(self.size) * row
        return bytes(memoryview(self.cells).cast("B")[start : start + WIDTH * int(self.size)])

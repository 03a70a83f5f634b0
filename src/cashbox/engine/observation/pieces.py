"""Parts of an observation as bytes: numbers of 32 bits as the machine has them, made once and joined for each row."""

from __future__ import annotations

import struct
from typing import Final

from cashbox.engine.native import mypyc_attr

WIDTH: Final = 4
"""Bytes of a number."""
_WIDEST: Final = 4096
"""The largest range of which every number is made in advance."""


def packed(number: float) -> bytes:
    """Write one number."""
    return struct.pack("=f", number)


@mypyc_attr(allow_interpreted_subclasses=True)
class Number:
    """A number in a range, as a share of the end that is farther from 0; what leaves the range counts as its end."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high
        self.nothing = packed(0)
        self._scale = float(max(abs(low), abs(high), 1))
        self._table: list[bytes] = []
        self._made: dict[int, bytes] = {}
        if high - low <= _WIDEST:
            self._table = [packed(n / self._scale) for n in range(low, high + 1)]

    def of(self, n: int) -> bytes:
        """Write a number."""
        if n < self.low:
            n = self.low
        elif n > self.high:
            n = self.high
        if self._table:
            return self._table[n - self.low]
        found = self._made.get(n)
        if found is None:
            if len(self._made) >= _WIDEST:
                self._made.clear()
            found = self._made[n] = packed(n / self._scale)
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class OneOf:
    """One of 0..count-1, as a 1 among zeros; all zeros for any other number."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.nothing = bytes(WIDTH * count)
        self._table = [bytes(WIDTH * k) + packed(1) + bytes(WIDTH * (count - 1 - k)) for k in range(count)]

    def of(self, n: int) -> bytes:
        """Write which one it is."""
        return self._table[n] if 0 <= n < self.count else self.nothing

    def of_seat(self, seat: int, viewer: int, seats: int) -> bytes:
        """Write which seat it is, counted from the viewer's."""
        if 0 <= seat < seats:
            return self._table[(seat - viewer) % seats]
        return self.of(seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class Counted:
    """How many there are of each of 0..count-1, as shares of `most`."""

    def __init__(self, count: int, most: int) -> None:
        self.count = count
        self.most = most
        self.nothing = bytes(WIDTH * count)
        self._number = [packed(n / most) for n in range(most + 1)]

    def of(self, values: list[int]) -> bytes:
        """Write how often each is in a list."""
        if not values:
            return self.nothing
        found = [0] * self.count
        row = bytearray(self.nothing)
        for value in values:
            if 0 <= value < self.count:
                n = found[value] + 1
                found[value] = n
                row[WIDTH * value : WIDTH * value + WIDTH] = self._number[n if n < self.most else self.most]
        return bytes(row)

    def of_mask(self, mask: int) -> bytes:
        """Write which are in a mask of bits."""
        if not mask:
            return self.nothing
        row = bytearray(self.nothing)
        one = self._number[1]
        while mask:
            low = mask & -mask
            k = low.bit_length() - 1
            row[WIDTH * k : WIDTH * k + WIDTH] = one
            mask ^= low
        return bytes(row)


@mypyc_attr(allow_interpreted_subclasses=True)
class Placed:
    """Where in a list each of 0..count-1 stands: the n-th of m places is n/m, and 0 is nowhere."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.nothing = bytes(WIDTH * count)

    def of(self, values: list[int]) -> bytes:
        """Write where each stands."""
        row: bytearray | None = None
        places = len(values)
        for k, value in enumerate(values):
            if 0 <= value < self.count:
                if row is None:
                    row = bytearray(self.nothing)
                row[WIDTH * value : WIDTH * value + WIDTH] = packed((k + 1) / places)
        return self.nothing if row is None else bytes(row)


NO: Final = packed(0)
YES: Final = packed(1)


def flag(so: bool) -> bytes:
    """Write whether something is so."""
    return YES if so else NO

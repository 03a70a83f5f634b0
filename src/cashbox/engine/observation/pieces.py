"""Parts of an observation as bytes: numbers of 32 bits as the machine has them, made once and joined for each row."""

from __future__ import annotations

import struct
from typing import Final

from cashbox.engine.native import mypyc_attr

WIDTH: Final = 4
"""Bytes of a number."""
_WIDEST: Final = 4096
"""The largest range of which every number is made in advance."""
_MOST_KEPT: Final = 1 << 16
"""Lists of which a `Memo` knows what was made."""


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


@mypyc_attr(allow_interpreted_subclasses=True)
class Seats:
    """Which seats are in a mask, counted from the viewer's."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self._all = (1 << seats) - 1
        several = Counted(seats, 1)
        self._table = [several.of_mask(mask) for mask in range(1 << seats)]

    def of_mask(self, mask: int, viewer: int) -> bytes:
        """Write the seats of a mask."""
        return self._table[(mask >> viewer | mask << (self.seats - viewer)) & self._all]


@mypyc_attr(allow_interpreted_subclasses=True)
class Memo:
    """What was made of lists that are replaced, never changed in place, found by the list itself and one number more.

    It holds the lists, so none of them is another one in its place."""

    def __init__(self) -> None:
        self._lists: dict[int, list[int]] = {}
        self._made: dict[int, bytes] = {}

    def find(self, values: list[int], number: int = 0) -> bytes | None:
        """Find what was made of a list and a number from 0 to 15; None where nothing was."""
        key = id(values) * 16 + number
        kept = self._lists.get(key)
        if kept is not values:
            return None
        return self._made[key]

    def keep(self, values: list[int], made: bytes, number: int = 0) -> bytes:
        """Keep what was made, and return it."""
        if len(self._lists) >= _MOST_KEPT:
            self._lists.clear()
            self._made.clear()
        key = id(values) * 16 + number
        self._lists[key] = values
        self._made[key] = made
        return made


@mypyc_attr(allow_interpreted_subclasses=True)
class CountedList:
    """As `Counted`, of lists that are replaced, never changed in place. kinds: what each value counts as; empty where
    it counts as itself."""

    def __init__(self, count: int, most: int, kinds: list[int]) -> None:
        self.counted = Counted(count, most)
        self.nothing = self.counted.nothing
        self._kinds = kinds
        self._memo = Memo()

    def of(self, values: list[int]) -> bytes:
        """Write how often each is in a list."""
        if not values:
            return self.nothing
        found = self._memo.find(values)
        if found is None:
            kinds = self._kinds
            found = self._memo.keep(values, self.counted.of([kinds[one] for one in values] if kinds else values))
        return found


NO: Final = packed(0)
YES: Final = packed(1)


def flag(so: bool) -> bytes:
    """Write whether something is so."""
    return YES if so else NO

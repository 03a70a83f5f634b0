"""Parts of an observation: each writes a value's numbers into a row and advances to the next part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.native import i32, i64, vec
from cashbox.engine.observation.rows import ONE, bits_of

if TYPE_CHECKING:
    from cashbox.engine.observation.rows import Rows

_WIDEST: Final = 4096
"""The largest range whose numbers are all precomputed, and the most that are cached of a wider one."""


class Number:
    """A number in a range, as a fraction of the limit farther from 0; numbers outside the range are clipped."""

    def __init__(self, low: int, high: int) -> None:
        self.low: i64 = low
        self.high: i64 = high
        self.size: i64 = 1
        self._scale = float(max(abs(low), abs(high), 1))
        self._wide = high - low > _WIDEST
        self._made: dict[int, int] = {}
        self._table = vec[i32]([] if self._wide else [bits_of(n / self._scale) for n in range(low, high + 1)])

    def put(self, out: Rows, n: i64) -> None:
        """Write a number."""
        if n < self.low:
            n = self.low
        elif n > self.high:
            n = self.high
        if n != 0:
            out.fill(out.at, self._found(n) if self._wide else i64(self._table[n - self.low]))
        out.at += 1

    def _found(self, n: int) -> int:
        found = self._made.get(n)
        if found is None:
            if len(self._made) >= _WIDEST:
                self._made.clear()
            found = self._made[n] = bits_of(n / self._scale)
        return found

    def put_all(self, out: Rows, values: list[int]) -> None:
        """Write several."""
        at, low, high, wide, table = out.at, self.low, self.high, self._wide, self._table
        for n in values:
            if n != 0 or low > 0:
                if wide or not low <= n <= high:
                    out.at = at
                    self.put(out, n)
                else:
                    out.fill(at, i64(table[i64(n) - low]))
            at += 1
        out.at = at


class OneOf:
    """One of 0..count-1, one-hot; all zeros for any other number."""

    def __init__(self, count: int) -> None:
        self.size: i64 = count

    def put(self, out: Rows, n: i64) -> None:
        """Write which one it is."""
        at = out.at
        if 0 <= n < self.size:
            out.fill(at + n, ONE)
        out.at = at + self.size

    def put_all(self, out: Rows, values: list[int]) -> None:
        """Write several, one after the other."""
        at, size = out.at, self.size
        for n in values:
            if 0 <= n < size:
                out.fill(at + n, ONE)
            at += size
        out.at = at

    def put_seats(self, out: Rows, values: list[int], viewer: i64, seats: i64) -> None:
        """Write several seats, relative to the viewer's."""
        at, size = out.at, self.size
        for value in values:
            seat: i64 = value
            if 0 <= seat < seats:
                seat -= viewer
                if seat < 0:
                    seat += seats
            if 0 <= seat < size:
                out.fill(at + seat, ONE)
            at += size
        out.at = at

    def put_seat(self, out: Rows, seat: i64, viewer: i64, seats: i64) -> None:
        """Write which seat it is, relative to the viewer's."""
        if 0 <= seat < seats:
            seat -= viewer
            if seat < 0:
                seat += seats
        self.put(out, seat)


class Counted:
    """The counts of each of 0..count-1, as fractions of `most`."""

    def __init__(self, count: int, most: int) -> None:
        self.size: i64 = count
        self.most: i64 = most
        self._number = vec[i32]([bits_of(n / most) for n in range(most + 1)])
        self._one: i64 = bits_of(1 / most)

    def put(self, out: Rows, values: list[int]) -> None:
        """Write the counts of each value in a list."""
        at, size, one, cells = out.at, self.size, self._one, out.cells
        for value in values:
            if 0 <= value < size:
                if cells[at + value] == 0:
                    out.fill(at + value, one)
                else:
                    self._add(out, at + value)
        out.at = at + size

    def put_kinds(self, out: Rows, values: list[int], kinds: list[int]) -> None:
        """Write the counts of each kind in a list. kinds: the kind of each value."""
        at, one, cells = out.at, self._one, out.cells
        for value in values:
            kind: i64 = kinds[value]
            if cells[at + kind] == 0:
                out.fill(at + kind, one)
            else:
                self._add(out, at + kind)
        out.at = at + self.size

    def _add(self, out: Rows, at: i64) -> None:
        """Add one to a cell that is already filled."""
        before = out.cells[at]
        n: i64 = 1
        while n < self.most and self._number[n] != before:
            n += 1
        if n < self.most:
            out.cells[at] = self._number[n + 1]

    def put_mask(self, out: Rows, mask: int) -> None:
        """Write which values are in a bit mask."""
        at, one = out.at, self._one
        k: i64 = 0
        while mask and k < self.size:
            if mask & 1:
                out.fill(at + k, one)
            mask >>= 1
            k += 1
        out.at = at + self.size


class Placed:
    """The position of each of 0..count-1 in a list: the n-th of m positions is n/m; 0 means that it is not there."""

    def __init__(self, count: int) -> None:
        self.size: i64 = count
        self._made: dict[int, list[int]] = {}

    def put(self, out: Rows, values: list[int]) -> None:
        """Write the last position of each value."""
        at, size = out.at, self.size
        shares = self._shares(len(values))
        for k, value in enumerate(values):
            if 0 <= value < size:
                if out.cells[at + value] == 0:
                    out.fill(at + value, shares[k])
                else:
                    out.cells[at + value] = i32(shares[k])
        out.at = at + size

    def _shares(self, places: int) -> list[int]:
        found = self._made.get(places)
        if found is None:
            found = self._made[places] = [bits_of((k + 1) / places) for k in range(places)]
        return found


class Seats:
    """Which seats are in a mask, relative to the viewer's."""

    def __init__(self, seats: int) -> None:
        self.size: i64 = seats

    def put_mask(self, out: Rows, mask: i64, viewer: i64) -> None:
        """Write the seats of a mask."""
        at, seats = out.at, self.size
        out.at = at + seats
        if mask == 0:
            return
        seat: i64 = 0
        while seat < seats:
            if mask >> seat & 1:
                place = seat - viewer
                out.fill(at + (place if place >= 0 else place + seats), ONE)
            seat += 1

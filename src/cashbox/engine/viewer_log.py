"""Positions in one viewer's log, based only on the viewer's own lines: nothing here counts entries of the journal."""

from __future__ import annotations

import hashlib
from array import array
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from cashbox.engine.game import SPECTATOR
from cashbox.engine.phrases import address
from cashbox.engine.record import Line, lines_of, lines_since, own_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.match import Match

DIGEST: Final = 8
"""The number of bytes in a digest of log lines."""

FRESH: Final = 8
"""The most lines of one viewer that are cached as text."""


class LogPosition(NamedTuple):
    """A position in a viewer's log. lines: the number of lines. chain: the digests of the first 0, 1, 2... lines, up to
    at least that many."""

    lines: int
    chain: array[int]

    @property
    def digest(self) -> int:
        """Return the digest of the lines up to here."""
        return self.chain[self.lines]


class TurnLine(NamedTuple):
    """A line of the log with its turn: consecutive lines about the same seat's action have the same turn. So turns
    depend only on the viewer's own lines."""

    line: Line
    turn: int


class ViewerLog:
    """One viewer's log of a match.

    key: for the digests. It stores only digests, turns, the number of lines after each entry, and the newest lines;
    older lines are narrated again on request.
    """

    __slots__ = ("_chain", "_doers", "_ends", "_fresh", "_key", "_match", "_names", "_turns", "_viewer")

    def __init__(self, match: Match[Any], viewer: int, names: Sequence[str], key: bytes) -> None:
        self._match = match
        self._viewer = viewer
        self._names = address(names, viewer)
        self._key = key
        self._ends: list[int] = []
        self._fresh: list[Line] = []
        self._chain = array("Q", [self._digest(0, Line(str(viewer), viewer))])
        # For each line, and for a position before the first: the seat that acted, and the turn.
        self._doers = array("b", [SPECTATOR])
        self._turns = array("L", [0])

    def fork(self, match: Match[Any]) -> ViewerLog:
        """Return a copy for a match that continues separately."""
        copy = ViewerLog(match, self._viewer, self._names, self._key)
        copy._ends, copy._chain = self._ends[:], self._chain[:]
        copy._doers, copy._turns = self._doers[:], self._turns[:]
        return copy

    def now(self) -> LogPosition:
        """Return the position after the last entry of the match."""
        self._follow()
        return LogPosition(len(self._chain) - 1, self._chain)

    def last(self) -> int:
        """Return the number of the last entry that the viewer was told about, -1 for none."""
        self._follow()
        ends = self._ends
        return bisect_left(ends, ends[-1]) if ends[-1] else -1

    def before(self, number: int) -> int:
        """Return how many lines the viewer was told before an entry."""
        self._follow()
        return self._ends[number - 1] if 0 < number <= len(self._ends) else 0

    def acted(self) -> int | None:
        """Return the number of lines after the viewer's own last decision, None if there is none.

        Undone decisions do not count, nor those that a bot or the clock made for the viewer.
        """
        self._follow()
        match, viewer = self._match, self._viewer
        if viewer == SPECTATOR:
            return None
        for n in range(match.number, match.journal.header.taken_over, -1):
            entry, record = match.journal.entries[n], match.records[n]
            if entry.seat == viewer and entry.do is not None and not entry.by and record.stands:
                return self._ends[n - 1] + own_lines(match.game, match.records, record, viewer, self._names)
        return None

    def stands(self, count: int, digest: int) -> LogPosition | None:
        """Return the position after `count` lines if they still stand and have this digest."""
        self._follow()
        if 0 <= count < len(self._chain) and self._chain[count] == digest:
            return LogPosition(count, self._chain)
        return None

    def common(self, place: LogPosition) -> int:
        """Count the lines up to a position that still stand."""
        self._follow()
        if place.chain is self._chain:
            return place.lines
        new, old = self._chain, place.chain
        most = min(place.lines, len(new) - 1)
        # If the digests of this many lines are equal, so are those of fewer.
        return bisect_left(range(1, most + 1), True, key=lambda k: new[k] != old[k])

    def lines(self, count: int) -> list[TurnLine]:
        """Return the lines after the first `count`."""
        self._follow()
        newest = len(self._chain) - 1 - len(self._fresh)
        if count >= newest:
            lines = self._fresh[count - newest :]
        else:
            entry = bisect_right(self._ends, count)
            before = self._ends[entry - 1] if entry else 0
            told = lines_since(self._match.game, self._match.records, self._viewer, self._names, entry - 1)
            lines = [line for _, line in told[count - before :]]
        return [TurnLine(line, turn) for line, turn in zip(lines, self._turns[count + 1 :], strict=True)]

    def _follow(self) -> None:
        """Process new entries, and what they undid."""
        records, ends = self._match.records, self._ends
        if len(ends) == len(records):
            return
        if len(ends) == len(records) - 1 and not records[-1].takes_back:
            self._take(lines_of(self._match.game, records, records[-1], self._viewer, self._names))
            return
        first = min([len(ends), *(record.takes_back[0] for record in records[len(ends) :] if record.takes_back)])
        if first < len(ends):
            # Positions keep the longer chain: comparing shows how much of it still stands.
            stands = ends[first - 1] + 1
            self._chain = self._chain[:stands]
            del ends[first:], self._doers[stands:], self._turns[stands:]
        chain = self._chain
        told = lines_since(self._match.game, records, self._viewer, self._names, first - 1)
        for n, line in told:
            ends.extend([len(chain) - 1] * (n - len(ends)))
            self._add(line)
        ends.extend([len(chain) - 1] * (len(records) - len(ends)))
        self._fresh = [line for _, line in told[-FRESH:]]

    def _take(self, lines: list[Line]) -> None:
        """Add the lines of one new entry."""
        for line in lines:
            self._add(line)
        self._ends.append(len(self._chain) - 1)
        self._fresh = [*self._fresh, *lines][-FRESH:]

    def _add(self, line: Line) -> None:
        chain, doers, turns = self._chain, self._doers, self._turns
        chain.append(self._digest(chain[-1], line))
        turns.append(turns[-1] + (len(turns) == 1 or line.seat != doers[-1]))
        doers.append(line.seat)

    def _digest(self, before: int, line: Line) -> int:
        data = before.to_bytes(DIGEST, "big") + line.seat.to_bytes(1, "big", signed=True) + line.text.encode()
        return int.from_bytes(hashlib.blake2b(data, digest_size=DIGEST, key=self._key).digest(), "big")

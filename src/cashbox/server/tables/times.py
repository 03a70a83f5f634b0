"""The clocks of one table in memory: what they show, whose time is up, and when the first one's will be."""

from __future__ import annotations

import math
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cashbox.engine.seats import has, mask_of
from cashbox.server.tables import clocks
from cashbox.server.tables.hours import FOREVER
from cashbox.server.tables.wire import SeatClock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cashbox.engine.match import Match, Proposal
    from cashbox.server.db.owed import Owed
    from cashbox.server.db.records import Clocks, TableRecord
    from cashbox.server.db.uptime import Gap
    from cashbox.server.tables.context import Context
    from cashbox.server.tables.feed import TableFeed
    from cashbox.server.tables.hours import Stretch


SHOWN: Final = 4
"""How many stretches of time a client is told of: days of them, and it hears anew whenever anything happens."""

_json = msgspec.json.Encoder().encode


class Times:
    """now: the clocks as of the last change, None for none."""

    def __init__(self, table: TableFeed, context: Context) -> None:
        self._table = table
        self._clock = context.clock
        self._downtime = context.downtime
        self.now: Clocks | None = None
        self._ends: tuple[tuple[Any, ...], dict[int, int]] = ((), {})
        self._shown: tuple[tuple[Any, ...], bytes] = ((), b"")

    @property
    def ends(self) -> int | None:
        """When (seconds since 1970) the first player's time is up, None: never."""
        return self.ends_of(self._table.record, self.now)

    def end_of(self, seat: int) -> int | None:
        """When (milliseconds since 1970) a player's time is up, None: its clock does not run."""
        return self._moments(self._table.record, self.now).get(seat)

    @property
    def version(self) -> object:
        """Changes with what everybody may know to move the clocks besides the game."""
        return None if self.now is None else (self._table.record.version, self._downtime.gaps)

    def ends_of(self, record: TableRecord, now: Clocks | None) -> int | None:
        """The same for other clocks."""
        return _first(self._moments(record, now))

    def up(self) -> list[int]:
        """The seats whose players' time is up."""
        now = self._now()
        return [seat for seat, moment in self._moments(self._table.record, self.now).items() if moment <= now]

    def spent(self, seat: int) -> bool:
        """Whether a player has used up all time for the decision that it owes, once more after it came back."""
        record = self._table.record
        return self.now is not None and has(self._table.due, seat) and clocks.spent(record, self.now, seat)

    def take(self, found: Clocks | None) -> None:
        """These are the clocks from now on, as far as they fit the table."""
        record, due = self._table.record, self._table.due
        if record.settings.clock is None or record.status != "playing":
            self.now = None
        elif found is None or len(found.hands) != len(record.seats):
            self.now = clocks.begun(record, due, self._now())
        else:
            self.now = clocks.fitted(record, found, due, self._now(), self._downtime.gaps)

    async def sure(self) -> None:
        """All times when nobody could play are known. Refusal where the database is away."""
        if self.now is not None:
            await self._downtime.sure()

    def after(self, match: Match[Any], proposal: Proposal[Any], owed: Owed) -> Owed:
        """What is owed after a proposal, with the clocks as they will be."""
        if self.now is None:
            return owed
        record, anew = self._table.record, proposal.window.opened != match.window.opened
        moved = clocks.moved(record, self.now, owed.due, self._now(), self._downtime.gaps, anew=anew)
        return owed._replace(clocks=moved, ends=self.ends_of(record, moved))

    def amended(self, record: TableRecord, owed: Owed) -> Owed:
        """What is owed where the table becomes another one, and the game does not go on."""
        if self.now is None:
            return owed
        before, now, gaps = self._table.record, self._now(), self._downtime.gaps
        seats = enumerate(zip(before.seats, record.seats, strict=True))
        back = mask_of(seat for seat, (was, will) in seats if was.stand_in and not will.stand_in)
        known = clocks.rezoned(before, record, self.now, now, gaps)
        fitted = clocks.fitted(record, known, owed.due, now, gaps, back)
        return owed._replace(clocks=fitted, ends=self.ends_of(record, fitted))

    def shown(self) -> bytes:
        """A list of `SeatClock`, as JSON, as it is in this second."""
        if self.now is None or self._table.record.status != "playing":
            return b"[]"
        key = (int(self._clock.now()), self.now, self._table.record, self._downtime.gaps)
        if not _same(key, self._shown[0]):
            people = [seat for seat, one in enumerate(self._table.record.seats) if one.kind == "guest"]
            record, now, gaps = self._table.record, self._now(), self._downtime.gaps
            self._shown = key, _json([seat_clock(record, self.now, seat, now, gaps) for seat in people])
        return self._shown[1]

    # -- how -----------------------------------------------------------------------------------------------------

    def _now(self) -> int:
        return int(self._clock.now() * 1000)

    def _moments(self, record: TableRecord, now: Clocks | None) -> dict[int, int]:
        """When each player's time is up whose clock runs."""
        key = (now, record, self._downtime.gaps)
        if not _same(key, self._ends[0]):
            self._ends = key, {} if now is None else moments(record, now, self._downtime.gaps)
        return self._ends[1]


def seat_clock(record: TableRecord, found: Clocks, seat: int, now: int, gaps: Sequence[Gap]) -> SeatClock:
    """What a player's clock shows. now: milliseconds since 1970."""
    clock = record.settings.clock
    assert clock is not None
    hand, used = found.hands[seat], clocks.used_by(record, found, seat, now, gaps)
    hours: list[tuple[int, int | None]] = []
    if hand.since is not None:
        coming = clocks.hours(record, seat, now, gaps)
        hours = [_from_now(stretch, now) for stretch in islice(coming, SHOWN)]
    if clock.kind == "soft":
        return SeatClock(seat, used // 1000, 0, hours)
    step = max(0, clock.step * 1000 - used)
    left = max(0, clock.step * 1000 + hand.bank - used)
    return SeatClock(seat, math.ceil(left / 1000), math.ceil(step / 1000), hours)


def begun(record: TableRecord, owed: Owed, now: float, gaps: Sequence[Gap]) -> Owed:
    """What is owed when play starts, with the clocks."""
    found = clocks.begun(record, owed.due, int(now * 1000))
    return owed if found is None else owed._replace(clocks=found, ends=_first(moments(record, found, gaps)))


def moments(record: TableRecord, found: Clocks, gaps: Sequence[Gap]) -> dict[int, int]:
    """When each player's time is up whose clock runs, by seat."""
    ends = ((seat, clocks.up_at(record, found, seat, gaps)) for seat in range(len(found.hands)))
    return {seat: moment for seat, moment in ends if moment is not None}


def _first(ends: dict[int, int]) -> int | None:
    return math.ceil(min(ends.values()) / 1000) if ends else None


def _from_now(stretch: Stretch, now: int) -> tuple[int, int | None]:
    until = None if stretch.until >= FOREVER else max(0, round((stretch.until - now) / 1000))
    return max(0, round((stretch.since - now) / 1000)), until


def _same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether these are the very same things; nothing in them is ever changed."""
    return len(one) == len(other) and all(
        a is b or (isinstance(a, int) and a == b) for a, b in zip(one, other, strict=True)
    )

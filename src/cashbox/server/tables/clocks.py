"""The players' clocks: which hours count, what an action uses, and what clients see.

Times are milliseconds. A decision first uses its own seconds, the step, and then those of the bank, the reserve time.
Only a player who owes a decision, and for whom no bot stands in, has a running clock. The step starts again when the
game moves on to another window, which everyone sees; within a window, a stopped clock later continues where it was.
"""

from __future__ import annotations

import math
from datetime import date, datetime, time, timedelta, tzinfo
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from cashbox.engine.game import GameError
from cashbox.engine.seats import has, mask_of
from cashbox.server.clock import DAY, zone_of
from cashbox.server.db.records import Clocks, Hand
from cashbox.server.tables.wire import SeatClock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cashbox.engine.match import Match, Proposal
    from cashbox.server.db.backend import Owed
    from cashbox.server.db.records import TableRecord
    from cashbox.server.tables.context import Context
    from cashbox.server.tables.downtime import Gap
    from cashbox.server.tables.feed import TableFeed
    from cashbox.server.tables.settings import GameClock


MORNING: Final = time(8)
EVENING: Final = time(22)
SATURDAY: Final = 5
FOREVER: Final = 2**53
"""Later than any relevant time."""


class Stretch(NamedTuple):
    """A continuous period that counts."""

    since: int
    until: int


def counting_time(clock: GameClock, zone: tzinfo, since: int, gaps: Iterable[Gap]) -> Iterator[Stretch]:
    """Yield the periods from a moment on in which a player's clock counts, in order, endlessly.

    Args:
        clock: The table's clock.
        zone: The player's time zone.
        since: Milliseconds since 1970.
        gaps: Downtimes, in order and without overlaps.
    """
    left = iter([gap for gap in gaps if gap.until > since])
    gap = next(left, None)
    for begin, end in _open(clock, zone, since):
        at = max(begin, since)
        while at < end:
            if gap is None or gap.since >= end:
                yield Stretch(at, end)
                break
            if gap.since > at:
                yield Stretch(at, gap.since)
            at = max(at, gap.until)
            if gap.until <= end:
                gap = next(left, None)


def sum_until(hours: Iterable[Stretch], until: int) -> int:
    """Sum up how many milliseconds count until a moment."""
    total = 0
    for stretch in hours:
        if stretch.since >= until:
            break
        total += min(stretch.until, until) - stretch.since
    return total


def moment_after(hours: Iterable[Stretch], total: int) -> int:
    """Return the moment at which this many milliseconds have been counted."""
    for stretch in hours:
        length = stretch.until - stretch.since
        if total <= length:
            return stretch.since + max(0, total)
        total -= length
    return FOREVER


def _open(clock: GameClock, zone: tzinfo, since: int) -> Iterator[Stretch]:
    """Yield the counting hours of a player's days, from the day before a moment."""
    if clock.nights and clock.weekends:
        yield Stretch(since, FOREVER)
        return
    day = datetime.fromtimestamp(since / 1000, zone).date() - timedelta(1)
    for today, tomorrow in pairwise(day + timedelta(n) for n in range((date.max - day).days)):
        if clock.weekends or today.weekday() < SATURDAY:
            begin, end = (_at(today, time(0), zone), _at(tomorrow, time(0), zone))
            if not clock.nights:
                begin, end = _at(today, MORNING, zone), _at(today, EVENING, zone)
            if end > since:
                yield Stretch(begin, end)


def _at(day: date, hour: time, zone: tzinfo) -> int:
    """Return when an hour of the day begins in a time zone; if the hour is skipped or repeated, its first moment."""
    return round(datetime.combine(day, hour, zone).timestamp() * 1000)


RETURN: Final = 60_000
"""The least time of a player who takes the seat back."""

LEAST: Final = 10
"""The fewest seconds that a player has at the start."""

MOST_STEP: Final = 3600
MOST_BANK: Final = 12 * 3600
"""The most seconds of a step and of a bank in "live"."""

TURNS: Final = (1, 2, 3, 7)
"""The possible days for a turn."""

MOST_DAYS: Final = 7
"""The most days of a bank."""


def check(clock: GameClock | None) -> None:
    """Check a table's clock settings. GameError ("bad-clock") if they are invalid."""
    if clock is None:
        return
    steps = [days * DAY for days in TURNS]
    if clock.kind == "soft" and (clock.step or clock.bank):
        raise GameError("bad-clock", "A clock without a time limit must have a `step` and a `bank` of 0.")
    if clock.kind != "days" and not (clock.nights and clock.weekends):
        raise GameError("bad-clock", "Only turn-based clocks can pause at night and on weekends.")
    if clock.kind == "live" and not (clock.step + clock.bank >= LEAST and clock.step <= MOST_STEP):
        raise GameError(
            "bad-clock",
            f"The `step` can be up to {MOST_STEP} seconds. `step` plus `bank` must be at least {LEAST} seconds.",
        )
    if clock.kind == "live" and clock.bank > MOST_BANK:
        raise GameError("bad-clock", f"The `bank` can be up to {MOST_BANK} seconds per game.")
    if clock.kind == "days" and (clock.step not in steps or clock.bank > MOST_DAYS * DAY):
        raise GameError(
            "bad-clock", f"The `step` must be 1, 2, 3, or 7 days of {DAY} seconds, and the `bank` can be up to 7 days."
        )


def start(record: TableRecord, due: int, now: int) -> Clocks | None:
    """Start the clocks when play starts. None for a table without clocks."""
    if record.settings.clock is None:
        return None
    bank = record.settings.clock.bank * 1000
    return Clocks(tuple(Hand(bank, 0, now if _runs(record, due, seat) else None) for seat in range(len(record.seats))))


def advance(
    record: TableRecord, before: Clocks, due: int, now: int, gaps: Sequence[Gap], *, anew: bool, back: int = 0
) -> Clocks:
    """Update the clocks when these seats (a mask) owe a decision from now on.

    `anew`: whether this is another window. `back`: a mask of the seats that their players have just taken back.
    """
    assert record.settings.clock is not None
    hands = []
    for seat, hand in enumerate(before.hands):
        runs = _runs(record, due, seat)
        now_hand = hand
        if hand.since is not None and (anew or not runs):
            now_hand = replace(hand, used=_time_used(record, seat, hand, now, gaps), since=None)
        if anew:
            now_hand = _after_decision(record.settings.clock, now_hand)
        if has(back, seat):
            now_hand = _after_return(record.settings.clock, now_hand)
        if runs and now_hand.since is None:
            now_hand = replace(now_hand, since=now)
        hands.append(now_hand)
    return before if tuple(hands) == before.hands else Clocks(tuple(hands))


def restart_clocks(
    record: TableRecord, before: Clocks, due: int, now: int, gaps: Sequence[Gap], back: int = 0
) -> Clocks:
    """Start and stop clocks so that they fit a record that may be newer.

    A clock that stood still and runs from now on counts as taken back, so its player gets at least `RETURN` (a minute),
    once in a window. A feature that stops clocks without giving time, such as a pause, must not stop them here: add the
    time to the gaps, as the time when the server was down.

    Args:
        record: The table.
        before: Its clocks until now.
        due: Bit mask of the seats that owe a decision.
        now: Milliseconds since 1970.
        gaps: When no one could play.
        back: As in `advance`.
    """
    stood = mask_of(seat for seat, hand in enumerate(before.hands) if hand.since is None and _runs(record, due, seat))
    return advance(record, before, due, now, gaps, anew=False, back=back | stood)


def change_zones(before: TableRecord, record: TableRecord, clocks: Clocks, now: int, gaps: Sequence[Gap]) -> Clocks:
    """Adjust the clocks when players' quiet hours change. Time already used stays used."""
    hands = tuple(
        replace(hand, used=_time_used(before, seat, hand, now, gaps), since=now)
        if hand.since is not None and before.seats[seat].zone != record.seats[seat].zone
        else hand
        for seat, hand in enumerate(clocks.hands)
    )
    return clocks if hands == clocks.hands else Clocks(hands)


def is_spent(record: TableRecord, clocks: Clocks, seat: int) -> bool:
    """Check whether a player with a stopped clock has no time left for the owed decision and will not get any."""
    hand, clock = clocks.hands[seat], record.settings.clock
    return clock is not None and hand.back and hand.used >= clock.step * 1000 + hand.bank


def runs_out_at(record: TableRecord, clocks: Clocks, seat: int, gaps: Sequence[Gap]) -> int | None:
    """Return when a player's time runs out, None if the clock is stopped or has no consequences."""
    hand, clock = clocks.hands[seat], record.settings.clock
    if clock is None or clock.kind == "soft" or hand.since is None:
        return None
    return moment_after(player_time(record, seat, hand.since, gaps), clock.step * 1000 + hand.bank - hand.used)


def time_used(record: TableRecord, clocks: Clocks, seat: int, now: int, gaps: Sequence[Gap]) -> int:
    """Return the time that a seat's decision has used so far; in "soft", all of its decisions."""
    hand = clocks.hands[seat]
    return hand.used if hand.since is None else _time_used(record, seat, hand, now, gaps)


def player_time(record: TableRecord, seat: int, since: int, gaps: Sequence[Gap]) -> Iterator[Stretch]:
    """Yield the periods in which a player's clock counts."""
    assert record.settings.clock is not None
    return counting_time(record.settings.clock, zone_of(record.seats[seat].zone), since, gaps)


def _runs(record: TableRecord, due: int, seat: int) -> bool:
    one = record.seats[seat]
    return record.status == "playing" and has(due, seat) and one.kind == "guest" and not one.stand_in


def _time_used(record: TableRecord, seat: int, hand: Hand, now: int, gaps: Sequence[Gap]) -> int:
    assert hand.since is not None
    return hand.used + sum_until(player_time(record, seat, hand.since, gaps), now)


def _after_decision(clock: GameClock, hand: Hand) -> Hand:
    """Return the clock after a decision."""
    if clock.kind == "soft":
        return hand
    over = max(0, hand.used - clock.step * 1000)
    return Hand(max(0, hand.bank - over))


def _after_return(clock: GameClock, hand: Hand) -> Hand:
    """Return the clock after a player takes the seat back: a new step if the time was up, and at least enough time to
    look around, once per window."""
    if clock.kind == "soft" or hand.back:
        return hand
    step = clock.step * 1000
    if hand.used >= step + hand.bank:
        hand = Hand(0)
    return replace(hand, bank=max(hand.bank, RETURN - step), back=True)


SHOWN: Final = 4
"""How many periods to send to a client: several days, with an update whenever anything happens."""

_json = msgspec.json.Encoder().encode


class Times:
    """The clocks of a table. now: as of the last change, None for none."""

    def __init__(self, table: TableFeed, context: Context) -> None:
        self._table = table
        self._clock = context.clock
        self._downtime = context.downtime
        self.now: Clocks | None = None
        self._ends: tuple[tuple[Any, ...], dict[int, int]] = ((), {})
        self._shown: tuple[tuple[Any, ...], bytes] = ((), b"")

    @property
    def ends(self) -> int | None:
        """When (seconds since 1970) the first player's time is up, None for never."""
        return self.ends_of(self._table.record, self.now)

    def end_of(self, seat: int) -> int | None:
        """Return when (milliseconds since 1970) a player's time runs out, None if its clock is not running."""
        return self._moments(self._table.record, self.now).get(seat)

    @property
    def version(self) -> object:
        """A value that changes with public events other than the game's that affect the clocks."""
        return None if self.now is None else (self._table.record.version, self._downtime.gaps)

    def ends_of(self, record: TableRecord, now: Clocks | None) -> int | None:
        """Return when the first player's time runs out by other clocks, None if none is running."""
        return _first_end(self._moments(record, now))

    def up(self) -> list[int]:
        """List the seats whose players have run out of time."""
        now = self._now()
        return [seat for seat, moment in self._moments(self._table.record, self.now).items() if moment <= now]

    def spent(self, seat: int) -> bool:
        """Check whether a player has used all its time for the owed decision, again after coming back."""
        record = self._table.record
        return self.now is not None and has(self._table.due, seat) and is_spent(record, self.now, seat)

    def set_clocks(self, found: Clocks | None) -> None:
        """Use these clocks from now on, adjusted to the table."""
        record, due = self._table.record, self._table.due
        if record.settings.clock is None or record.status != "playing":
            self.now = None
        elif found is None or len(found.hands) != len(record.seats):
            self.now = start(record, due, self._now())
        else:
            self.now = restart_clocks(record, found, due, self._now(), self._downtime.gaps)

    async def sure(self) -> None:
        """Make sure that all downtimes are known. Refusal if the database is unavailable."""
        if self.now is not None:
            await self._downtime.sure()

    def after(self, match: Match[Any], proposal: Proposal[Any], owed: Owed) -> Owed:
        """Return what seats owe after a proposal, with the resulting clocks."""
        if self.now is None:
            return owed
        record, anew = self._table.record, proposal.window.opened != match.window.opened
        charged = advance(record, self.now, owed.due, self._now(), self._downtime.gaps, anew=anew)
        return owed._replace(clocks=charged, clock_ends=self.ends_of(record, charged))

    def amended(self, record: TableRecord, owed: Owed) -> Owed:
        """Return what seats owe when the table's record changes but the game does not."""
        if self.now is None:
            return owed
        before, now, gaps = self._table.record, self._now(), self._downtime.gaps
        seats = enumerate(zip(before.seats, record.seats, strict=True))
        back = mask_of(seat for seat, (was, will) in seats if was.stand_in and not will.stand_in)
        known = change_zones(before, record, self.now, now, gaps)
        amended = restart_clocks(record, known, owed.due, now, gaps, back)
        return owed._replace(clocks=amended, clock_ends=self.ends_of(record, amended))

    def as_json(self) -> bytes:
        """Encode the current clocks: a list of `SeatClock`, as JSON."""
        if self.now is None or self._table.record.status != "playing":
            return b"[]"
        key = (int(self._clock.now()), self.now, self._table.record, self._downtime.gaps)
        if not _identical(key, self._shown[0]):
            people = [seat for seat, one in enumerate(self._table.record.seats) if one.kind == "guest"]
            record, now, gaps = self._table.record, self._now(), self._downtime.gaps
            self._shown = key, _json([seat_clock(record, self.now, seat, now, gaps) for seat in people])
        return self._shown[1]

    # -- internals -----------------------------------------------------------------------------------------------------

    def _now(self) -> int:
        return int(self._clock.now() * 1000)

    def _moments(self, record: TableRecord, now: Clocks | None) -> dict[int, int]:
        """Return when the time of each player with a running clock is up."""
        key = (now, record, self._downtime.gaps)
        if not _identical(key, self._ends[0]):
            self._ends = key, {} if now is None else ends_by_seat(record, now, self._downtime.gaps)
        return self._ends[1]


def seat_clock(record: TableRecord, found: Clocks, seat: int, now: int, gaps: Sequence[Gap]) -> SeatClock:
    """Return a player's clock as shown at `now` (milliseconds since 1970)."""
    clock = record.settings.clock
    assert clock is not None
    hand, used = found.hands[seat], time_used(record, found, seat, now, gaps)
    runs: list[tuple[int, int | None]] = []
    if hand.since is not None:
        coming = player_time(record, seat, now, gaps)
        runs = [_from_now(stretch, now) for stretch in islice(coming, SHOWN)]
    if clock.kind == "soft":
        return SeatClock(seat, used // 1000, 0, runs)
    step = max(0, clock.step * 1000 - used)
    left = max(0, clock.step * 1000 + hand.bank - used)
    return SeatClock(seat, math.ceil(left / 1000), math.ceil(step / 1000), runs)


def owed_at_start(record: TableRecord, owed: Owed, now: float, gaps: Sequence[Gap]) -> Owed:
    """Return what seats owe when play starts, with the clocks."""
    found = start(record, owed.due, int(now * 1000))
    return (
        owed if found is None else owed._replace(clocks=found, clock_ends=_first_end(ends_by_seat(record, found, gaps)))
    )


def ends_by_seat(record: TableRecord, found: Clocks, gaps: Sequence[Gap]) -> dict[int, int]:
    """Return when the time of each player with a running clock runs out, by seat."""
    ends = ((seat, runs_out_at(record, found, seat, gaps)) for seat in range(len(found.hands)))
    return {seat: moment for seat, moment in ends if moment is not None}


def _first_end(ends: dict[int, int]) -> int | None:
    return math.ceil(min(ends.values()) / 1000) if ends else None


def _from_now(stretch: Stretch, now: int) -> tuple[int, int | None]:
    until = None if stretch.until >= FOREVER else max(0, round((stretch.until - now) / 1000))
    return max(0, round((stretch.since - now) / 1000)), until


def _identical(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Return whether these are identical objects, which are never modified."""
    return len(one) == len(other) and all(
        a is b or (isinstance(a, int) and a == b) for a, b in zip(one, other, strict=True)
    )

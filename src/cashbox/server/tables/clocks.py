"""The players' clocks, as what happens at a table moves them. Times are milliseconds.

A decision uses up its own seconds, the step, first, and then those of the bank. Only a player who owes a decision, and
for whom no bot stands in, has a clock that runs. The step begins anew when the game goes on to another window, which
everybody sees; within one, a clock that stops goes on later where it stood.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from cashbox.engine.game import GameError
from cashbox.engine.seats import has, mask_of
from cashbox.server.clock import DAY
from cashbox.server.db.records import Clocks, Hand
from cashbox.server.tables.hours import counted, reached, stretches
from cashbox.server.tables.time_zones import zone_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cashbox.server.db.records import TableRecord
    from cashbox.server.db.uptime import Gap
    from cashbox.server.tables.hours import Stretch
    from cashbox.server.tables.settings import GameClock

RETURN: Final = 60_000
"""What somebody has at least who takes the seat back."""

LEAST: Final = 10
"""The fewest seconds that a player has at the beginning."""

MOST_STEP: Final = 3600
MOST_BANK: Final = 12 * 3600
"""The most seconds of a step and a bank in "live"."""

TURNS: Final = (1, 2, 3, 7)
"""How many days a turn may have."""

MOST_DAYS: Final = 7
"""The most days of a bank."""


def check(clock: GameClock | None) -> None:
    """GameError ("bad-clock") for a clock that no table can have."""
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


def begun(record: TableRecord, due: int, now: int) -> Clocks | None:
    """The clocks when play starts, None for a table without."""
    if record.settings.clock is None:
        return None
    bank = record.settings.clock.bank * 1000
    return Clocks(tuple(Hand(bank, 0, now if _runs(record, due, seat) else None) for seat in range(len(record.seats))))


def moved(
    record: TableRecord, before: Clocks, due: int, now: int, gaps: Sequence[Gap], *, anew: bool, back: int = 0
) -> Clocks:
    """The clocks when these seats (mask) owe a decision from now on. anew: in another window. back: mask of the seats
    whose players have just taken them back."""
    assert record.settings.clock is not None
    hands = []
    for seat, hand in enumerate(before.hands):
        runs = _runs(record, due, seat)
        now_hand = hand
        if hand.since is not None and (anew or not runs):
            now_hand = replace(hand, used=_used(record, seat, hand, now, gaps), since=None)
        if anew:
            now_hand = _settled(record.settings.clock, now_hand)
        if has(back, seat):
            now_hand = _returned(record.settings.clock, now_hand)
        if runs and now_hand.since is None:
            now_hand = replace(now_hand, since=now)
        hands.append(now_hand)
    return before if tuple(hands) == before.hands else Clocks(tuple(hands))


def fitted(record: TableRecord, before: Clocks, due: int, now: int, gaps: Sequence[Gap], back: int = 0) -> Clocks:
    """The clocks as they must be for a record that may be newer than they are: a clock that should run by now runs from
    now on, and one that should not stands still. back: as in `moved`."""
    stood = mask_of(seat for seat, hand in enumerate(before.hands) if hand.since is None and _runs(record, due, seat))
    return moved(record, before, due, now, gaps, anew=False, back=back | stood)


def rezoned(before: TableRecord, record: TableRecord, clocks: Clocks, now: int, gaps: Sequence[Gap]) -> Clocks:
    """The clocks where players' nights and weekends become other ones: what was used until now stays used."""
    hands = tuple(
        replace(hand, used=_used(before, seat, hand, now, gaps), since=now)
        if hand.since is not None and before.seats[seat].zone != record.seats[seat].zone
        else hand
        for seat, hand in enumerate(clocks.hands)
    )
    return clocks if hands == clocks.hands else Clocks(hands)


def spent(record: TableRecord, clocks: Clocks, seat: int) -> bool:
    """Whether a player whose clock stands still has nothing left for the decision that it owes, and will not get
    anything either."""
    hand, clock = clocks.hands[seat], record.settings.clock
    return clock is not None and hand.back and hand.used >= clock.step * 1000 + hand.bank


def up_at(record: TableRecord, clocks: Clocks, seat: int, gaps: Sequence[Gap]) -> int | None:
    """When a player's time is up, None where the clock stands still or nobody loses by it."""
    hand, clock = clocks.hands[seat], record.settings.clock
    if clock is None or clock.kind == "soft" or hand.since is None:
        return None
    return reached(hours(record, seat, hand.since, gaps), clock.step * 1000 + hand.bank - hand.used)


def used_by(record: TableRecord, clocks: Clocks, seat: int, now: int, gaps: Sequence[Gap]) -> int:
    """What a seat's decision has used until now; in "soft", all of its decisions."""
    hand = clocks.hands[seat]
    return hand.used if hand.since is None else _used(record, seat, hand, now, gaps)


def hours(record: TableRecord, seat: int, since: int, gaps: Sequence[Gap]) -> Iterator[Stretch]:
    """The time that a player's clock counts."""
    assert record.settings.clock is not None
    return stretches(record.settings.clock, zone_of(record.seats[seat].zone), since, gaps)


def _runs(record: TableRecord, due: int, seat: int) -> bool:
    one = record.seats[seat]
    return record.status == "playing" and has(due, seat) and one.kind == "guest" and not one.stand_in


def _used(record: TableRecord, seat: int, hand: Hand, now: int, gaps: Sequence[Gap]) -> int:
    assert hand.since is not None
    return hand.used + counted(hours(record, seat, hand.since, gaps), now)


def _settled(clock: GameClock, hand: Hand) -> Hand:
    """A decision is over."""
    if clock.kind == "soft":
        return hand
    over = max(0, hand.used - clock.step * 1000)
    return Hand(max(0, hand.bank - over))


def _returned(clock: GameClock, hand: Hand) -> Hand:
    """A player whose time was up has the step again, and everybody enough to look around, once in a window."""
    if clock.kind == "soft" or hand.back:
        return hand
    step = clock.step * 1000
    if hand.used >= step + hand.bank:
        hand = Hand(0)
    return replace(hand, bank=max(hand.bank, RETURN - step), back=True)

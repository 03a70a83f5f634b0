"""Whether a player may ask what to do, and how often that was done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cashbox.engine.phrases import plural
from cashbox.server.bots.hints_wire import Asked
from cashbox.server.errors import Refusal
from cashbox.server.tables.seating import check_playing, check_plays, with_seat

if TYPE_CHECKING:
    from cashbox.server.db.records import TableRecord


def allowed(record: TableRecord) -> bool:
    """Whether it is nobody's game but one person's: not rated, and bots have all the other seats, for themselves."""
    return not record.settings.rated and sum(seat.kind != "bot" for seat in record.seats) == 1


def check_hints(record: TableRecord, seat: int) -> None:
    """Refusal ("not-playing", "closed", "no-hints", "stand-in") unless the player on a seat may ask what to do."""
    check_playing(record)
    if record.settings.rated:
        raise Refusal(409, "no-hints", "Hints aren't available in rated games.")
    if not allowed(record):
        raise Refusal(409, "no-hints", "Hints aren't available in games with other people.")
    check_plays(record, seat)


def counted(record: TableRecord, seat: int, guest: str | None, mark: str) -> TableRecord:
    """The record, with one more hint of a player, unless the last was about the same. guest: who had the seat when it
    asked; mark: of what it asked about. Refusal as `check_hints`, or ("not-your-seat") where somebody else has it now.
    """
    check_hints(record, seat)
    if record.seats[seat].guest != guest:
        raise Refusal(403, "not-your-seat", "You handed over your seat.")
    one = record.seats[seat]
    if one.hinted == mark:
        return record
    return with_seat(record, seat, msgspec.structs.replace(one, hints=one.hints + 1, hinted=mark))


def asked(record: TableRecord) -> list[Asked]:
    """How often the players of a game that is over asked, and those who had their seats before them."""
    if record.status != "over":
        return []
    return [
        Asked(n, times, f"{who} used {plural(times, 'hint')}.")
        for n, seat in enumerate(record.seats)
        for who, times in ((seat.name, seat.hints), (f"The previous player in {seat.name}'s seat", seat.hints_before))
        if times
    ]

"""Whether a bot may play for somebody who is away."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from cashbox.engine.seats import has
from cashbox.server.clock import DAY
from cashbox.server.errors import Refusal
from cashbox.server.tables.places import seat_at

if TYPE_CHECKING:
    from cashbox.server.db.records import TableRecord
    from cashbox.server.tables.live import LiveTable


def waiting(seconds: int) -> str:
    """How long somebody waits, in words, and never less than that."""
    for unit, word in ((DAY, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= 2 * unit or seconds == unit or unit == 1:
            many = math.ceil(seconds / unit)
            return f"{many} {word}{'s' if many > 1 else ''}"
    raise AssertionError


LEAST: Final = 300
"""The shortest absence, in seconds, after which a player's seat can be given to somebody else."""


def check_gone(table: LiveTable, record: TableRecord, number: int, now: int) -> None:
    """Refuse to give a player's seat away unless the player is away for long. Refusal ("no-player", "not-away",
    "too-early"). Where nobody counts as away, a day is long."""
    seat = seat_at(record, number)
    if seat.kind != "guest" or seat.guest is None:
        raise Refusal(409, "no-player", "No player has that seat.")
    if table.attendance.here(seat.guest):
        raise Refusal(409, "not-away", f"{seat.name} is at the table, and keeps the seat.")
    long = max(record.absence or DAY, LEAST)
    left = table.attendance.last(seat.guest) + long - now
    if left > 0:
        told = f"The seat of {seat.name} can be given away after {waiting(long)} of absence, in {waiting(left)}."
        raise Refusal(409, "too-early", told, left)


def check_away(table: LiveTable, record: TableRecord, number: int, now: int) -> None:
    """Refusal unless the player on a seat is away for long, and the others wait for it: "no-player", "already",
    "never-away", "not-away", "too-early", "not-awaited"."""
    seat = seat_at(record, number)
    if seat.kind != "guest" or seat.guest is None:
        raise Refusal(409, "no-player", "No player sits there for whom a bot could play.")
    name = seat.name
    if seat.stand_in:
        raise Refusal(409, "already", f"A bot plays for {name} already.")
    if not record.absence:
        raise Refusal(409, "never-away", "At this table nobody counts as away: the players wait for each other.")
    if table.attendance.here(seat.guest):
        raise Refusal(409, "not-away", f"{name} is at the table.")
    left = table.attendance.last(seat.guest) + record.absence - now
    if left > 0:
        told = f"{name} was here a moment ago; a bot can play for {name} after {waiting(record.absence)} of absence"
        raise Refusal(409, "too-early", f"{told}, in {waiting(left)}.", left)
    if not has(table.due, number):
        raise Refusal(409, "not-awaited", f"Nobody is waiting for {name} just now.")

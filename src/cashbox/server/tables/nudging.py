"""Asking a player who keeps the others waiting to go on."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.engine.seats import has
from cashbox.server.errors import Closed, Refusal

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest, TableRecord

AGAIN: Final = 3600
"""Seconds from one nudge of a seat to the next."""


def nudged(record: TableRecord, guest: Guest, number: int, due: int, now: int) -> TableRecord:
    """A guest at the table asks the player of a seat to go on. due: bit mask of the seats that owe a decision; now:
    seconds since 1970. Refusal ("not-your-seat", "not-to-nudge", "nudged", ...)."""
    own = record.seat_of(guest)
    if own is None:
        raise Refusal(403, "not-your-seat", "Only players at this table can nudge.")
    if record.status == "closed":
        raise Closed
    if not 0 <= number < len(record.seats):
        raise Refusal(409, "no-such-seat", f"There is no seat {number}. The seats are 0 to {len(record.seats) - 1}.")
    seat = record.seats[number]
    if number == own:
        raise Refusal(409, "not-to-nudge", "That is your own seat.")
    if seat.kind != "guest" or seat.stand_in:
        raise Refusal(409, "not-to-nudge", "There is no person in that seat to nudge.")
    if record.status != "playing" or not has(due, number):
        raise Refusal(409, "not-to-nudge", f"The game isn't waiting for {seat.name} right now.")
    if seat.nudged is not None and now < seat.nudged + AGAIN:
        left = seat.nudged + AGAIN - now
        told = f"{seat.name} was nudged {_ago(now - seat.nudged)}. You can nudge again in {_minutes(left)}."
        raise Refusal(429, "nudged", told, left)
    seats = (*record.seats[:number], msgspec.structs.replace(seat, nudged=now), *record.seats[number + 1 :])
    return msgspec.structs.replace(record, seats=seats)


def _ago(seconds: int) -> str:
    return "just now" if seconds < 60 else f"{_minutes(seconds - 59)} ago"


def _minutes(seconds: int) -> str:
    minutes = math.ceil(seconds / 60)
    return "a minute" if minutes <= 1 else f"{minutes} minutes"

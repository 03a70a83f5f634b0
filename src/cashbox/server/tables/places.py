"""One seat of a table's record: which it is, and the record with another one in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cashbox.server.errors import Closed, Refusal

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest, SeatRecord, TableRecord


def seat_at(record: TableRecord, number: int) -> SeatRecord:
    """A seat; Refusal ("no-such-seat")."""
    if not 0 <= number < len(record.seats):
        raise Refusal(409, "no-such-seat", f"There is no seat {number}. The seats are 0 to {len(record.seats) - 1}.")
    return record.seats[number]


def with_seat(record: TableRecord, number: int, seat: SeatRecord) -> TableRecord:
    """The record with another seat in the place of one."""
    seats = (*record.seats[:number], seat, *record.seats[number + 1 :])
    return msgspec.structs.replace(record, seats=seats)


def already_playing() -> Refusal:
    """What is said to those who would sit down too late."""
    return Refusal(409, "already-playing", "The game has started, so seats can't be changed.")


def check_waiting(record: TableRecord) -> None:
    """Refusal ("closed", "already-playing") unless seats can still be taken and left."""
    if record.status == "closed":
        raise Closed(record.closed)
    if record.status != "waiting":
        raise already_playing()


def check_playing(record: TableRecord) -> None:
    """Refusal ("closed", "not-playing") unless a game is played."""
    if record.status == "closed":
        raise Closed(record.closed)
    if record.status != "playing":
        over = "The game at this table is over." if record.status == "over" else "The game hasn't started yet."
        raise Refusal(409, "not-playing", over)


def own(record: TableRecord, guest: Guest) -> int:
    """The seat that a guest has; Refusal ("not-your-seat")."""
    number = record.seat_of(guest)
    if number is None:
        raise Refusal(403, "not-your-seat", "You don't have a seat at this table.")
    return number

"""Who is host of a table, and whom the host removes: each change gives a new record, or says why not."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from cashbox.server.db.records import SeatRecord, TableRecord
from cashbox.server.errors import Closed, Refusal
from cashbox.server.tables.places import check_waiting, seat_at, with_seat

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest

AWAY: Final = 600
"""Seconds for which somebody who was removed may not sit down again."""

KEPT: Final = 20
"""The most guests of whom a table keeps that they were removed, the last ones."""


def removed(record: TableRecord, guest: Guest, number: int, now: int) -> TableRecord:
    """The host removes somebody from a table that waits. Refusal ("not-the-host", ...)."""
    _check_host(record, guest)
    check_waiting(record)
    seat = seat_at(record, number)
    if seat.kind != "guest" or seat.guest is None:
        raise Refusal(409, "nobody-there", "There is no one in that seat.")
    if seat.guest == guest.id:
        raise Refusal(409, "own-seat", "That is your own seat. To leave it, stand up.")
    kept = {one: until for one, until in record.removed.items() if until > now and one != seat.guest}
    kept[seat.guest] = now + AWAY
    kept = dict([*kept.items()][-KEPT:])
    return msgspec.structs.replace(with_seat(record, number, SeatRecord("open")), removed=kept)


def admitted(record: TableRecord, guest: Guest, now: float) -> TableRecord:
    """The record, where the host has not just removed this guest. Refusal ("removed")."""
    told = told_to(record, guest, now)
    if told:
        raise Refusal(403, "removed", told, math.ceil(record.removed[guest.id] - now))
    return record


def check_removed(record: TableRecord, guest: Guest, now: float) -> None:
    """Refuse ("removed") a seat in a running game to a guest whom the host has removed not long ago."""
    if record.removed.get(guest.id, 0) > now:
        raise Refusal(403, "removed", "The host removed you from this table, so you can't take a seat here.")


def told_to(record: TableRecord, guest: Guest | None, now: float) -> str:
    """What somebody whom the host has removed is told, "" for all others."""
    left = record.removed.get(guest.id, 0) - now if guest is not None else 0
    if left <= 0 or record.status != "waiting":
        return ""
    wait = f"{math.ceil(left / 60)} minutes" if left > 60 else "a minute"
    return f"The host removed you from this table. You can sit down here again in {wait}."


def handed(record: TableRecord, guest: Guest, number: int) -> TableRecord:
    """Another person seated is host from now on. Refusal ("not-the-host", ...)."""
    _check_host(record, guest)
    if record.status == "closed":
        raise Closed(record.closed)
    seat = seat_at(record, number)
    if seat.kind != "guest" or seat.guest is None or seat.stand_in:
        raise Refusal(409, "no-player", "Only a person at the table can be the host.")
    return msgspec.structs.replace(record, host=seat.guest, host_name=seat.name)


def passed_on(record: TableRecord, guest: str) -> TableRecord:
    """The record with the next person seated as host, where the host was this guest, who is going; those who are there
    in person come first."""
    if record.host != guest:
        return record
    others = [seat for seat in record.seats if seat.kind == "guest" and seat.guest not in (None, guest)]
    heirs = [seat for seat in others if not seat.stand_in] + others
    if not heirs or heirs[0].guest is None:
        return record
    return msgspec.structs.replace(record, host=heirs[0].guest, host_name=heirs[0].name)


def _check_host(record: TableRecord, guest: Guest) -> None:
    if guest.id != record.host:
        raise Refusal(403, "not-the-host", "Only the table's host can do that.")

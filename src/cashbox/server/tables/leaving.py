"""Leaving a running game, and handing a seat on: each change gives a new record, or says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cashbox.server.people.names import plain, unlike
from cashbox.server.people.naming import vouched
from cashbox.server.problems import Refusal
from cashbox.server.tables.hosting import passed_on
from cashbox.server.tables.places import check_playing, own, with_seat
from cashbox.server.tables.votes import without

if TYPE_CHECKING:
    from collections.abc import Collection

    from cashbox.server.storage.records import CodeRecord, Guest, TableRecord


def left(record: TableRecord, guest: Guest, bot: str, *, last: bool) -> TableRecord:
    """A player leaves a running game, and a bot plays for it; the seat stays the player's. last: even where everybody
    has left then, and the game ends. Refusal ("not-your-seat", "not-playing", "last-person")."""
    number = own(record, guest)
    check_playing(record)
    seat = record.seats[number]
    if seat.why == "left":
        return record
    if all(one.kind != "guest" or one.why == "left" or n == number for n, one in enumerate(record.seats)):
        if not last:
            told = "You are the last person at this table: when you leave, the game ends without a result."
            raise Refusal(409, "last-person", told)
        return msgspec.structs.replace(record, status="closed", closed="left", votes=())
    gone = msgspec.structs.replace(seat, stand_in=seat.stand_in or bot, why="left")
    return passed_on(without(with_seat(record, number, gone), number), guest.id)


def check_offer(record: TableRecord, guest: Guest) -> int:
    """The seat that a player can hand on. Refusal ("not-your-seat", "not-playing", "closed", "rated")."""
    number = own(record, guest)
    check_playing(record)
    if record.rated:
        raise Refusal(409, "rated", "This game is rated: whoever began it is the one for whom it counts.")
    return number


def offered(record: TableRecord, code: CodeRecord) -> int:
    """The seat that a code is about. Refusal ("not-playing", "closed"), or ("seat-gone") where it is not the one's any
    more who gave the code."""
    check_playing(record)
    number = code.seat if code.seat is not None else -1
    if not 0 <= number < len(record.seats) or record.seats[number].guest != code.guest:
        raise Refusal(410, "seat-gone", "The seat does not belong to the sender of this link any more.")
    return number


def handed_on(
    record: TableRecord, code: CodeRecord, guest: Guest, name: str, since: int = 0, kept: Collection[str] = ()
) -> TableRecord:
    """A guest has the seat that a code is about. The journal's header binds the name of the one who played there first,
    so that name is withdrawn from it. name: empty for the guest's own; since: the number of the first entry that can be
    the guest's; kept: skeletons of names that it may not have, see `naming.kept`. Refusal ("own-link",
    "already-seated", "seat-gone", "not-playing", "closed")."""
    check_playing(record)
    if code.guest == guest.id:
        raise Refusal(409, "own-link", "This is your own link; send it to the one who shall have your seat.")
    if record.seat_of(guest) is not None:
        raise Refusal(409, "already-seated", "You already have a seat at this table.")
    number = offered(record, code)
    others = [seat.name for n, seat in enumerate(record.seats) if n != number]
    name = unlike(plain(name) or guest.name, others, kept)
    seat = msgspec.structs.replace(
        record.seats[number],
        guest=guest.id,
        name=name,
        salt="",
        account=vouched(guest, name),
        # Time zones that change with the player would make every hour a night.
        zone=record.seats[number].zone or guest.zone,
        stand_in="",
        why="",
        nudged=None,
        since=since,
        # The successor has asked nothing yet; what was asked in this game is told in the result all the same.
        hints=0,
        hinted="",
        hints_before=record.seats[number].hints_before + record.seats[number].hints,
    )
    return passed_on(without(with_seat(record, number, seat), number), code.guest)

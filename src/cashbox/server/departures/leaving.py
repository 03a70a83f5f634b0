"""Leaving a running game, and handing a seat on: each change gives a new record, or says why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from cashbox.server.accounts.names import plain, unlike
from cashbox.server.accounts.naming import vouched
from cashbox.server.accounts.tokens import hash_of
from cashbox.server.departures.votes import without
from cashbox.server.errors import Refusal
from cashbox.server.tables.hosting import passed_on
from cashbox.server.tables.places import check_playing, own, seat_at, with_seat

if TYPE_CHECKING:
    from collections.abc import Collection

    from cashbox.server.db.records import CodeRecord, Guest, TableRecord


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


def check_given(record: TableRecord, number: int) -> None:
    """Refuse where others cannot give a seat away. Refusal ("not-playing", "closed", "rated")."""
    check_playing(record)
    if record.rated:
        raise Refusal(
            409, "rated", "This game is rated: it counts for the player who began it, so no seat changes hands."
        )
    seat_at(record, number)


def offered(record: TableRecord, code: CodeRecord) -> int:
    """Return the seat that a code is about. Refusal ("not-playing", "closed"), or ("seat-gone") where it no longer
    belongs to the player whose it was when the code was made. detail of a code that others made: a hash of that
    player's id."""
    check_playing(record)
    number = code.seat if code.seat is not None else -1
    owner = record.seats[number].guest if 0 <= number < len(record.seats) else None
    if owner is None or (hash_of(owner) != code.detail if code.detail else owner != code.guest):
        raise Refusal(410, "seat-gone", "The seat does not belong to the sender of this link any more.")
    return number


def handed_on(
    record: TableRecord, code: CodeRecord, guest: Guest, name: str, since: int = 0, kept: Collection[str] = ()
) -> TableRecord:
    """A guest has the seat that a code is about. The journal's header binds the name of the one who played there first,
    so that name is withdrawn from it. name: empty for the guest's own; since: the number of the first entry that can be
    the guest's; kept: skeletons of names that it may not have, see `naming.kept`. Refusal ("own-link",
    "already-seated", "seat-gone", "had-a-seat", "not-playing", "closed")."""
    check_playing(record)
    if code.guest == guest.id and not code.detail:
        raise Refusal(409, "own-link", "This is your own link; send it to the one who shall have your seat.")
    if record.seat_of(guest) is not None:
        raise Refusal(409, "already-seated", "You already have a seat at this table.")
    number = offered(record, code)
    mine = hash_of(guest.id)
    if any(mine in seat.former for n, seat in enumerate(record.seats) if n != number):
        told = "You had another seat in this game, and know what it had hidden. You can only take that one again."
        raise Refusal(409, "had-a-seat", told)
    before = record.seats[number].guest or ""
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
        former=f"{record.seats[number].former}{hash_of(before)} ",
    )
    return passed_on(without(with_seat(record, number, seat), number), before)

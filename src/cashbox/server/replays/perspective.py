"""Through whose eyes somebody may look back at a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cashbox.engine.game import SPECTATOR
from cashbox.engine.replay import ALL
from cashbox.server.errors import Closed, Refusal
from cashbox.server.replays.wire import EVERY_HAND, WATCHER
from cashbox.server.watching.service import check_look_back, may_look_back

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest, TableRecord

_NAMED: Final = {WATCHER: SPECTATOR, EVERY_HAND: ALL}


def check_begun(record: TableRecord, last: int) -> None:
    """Refusal ("not-started", "closed") where there is nothing to look back at. last: the number of the last entry, -1
    for none."""
    if last < 0:
        if record.status == "closed":
            raise Closed(record.closed)
        raise Refusal(409, "not-started", "The game hasn't started, so there is no replay yet.")


def sees_all(record: TableRecord, guest: Guest | None) -> bool:
    """Whether somebody may see every hand of a game that is over; of one that nobody may watch, only those who sat
    there."""
    return may_look_back(record, guest) and (record.settings.watching != "nobody" or record.seat_of(guest) is not None)


def own(record: TableRecord, guest: Guest | None) -> str:
    """The eyes that somebody looked with."""
    seat = record.seat_of(guest)
    return WATCHER if seat is None else str(seat)


def may(record: TableRecord, guest: Guest | None) -> list[str]:
    """Those that somebody may choose: of a game without an end, which shows no hands and no secret, one's own."""
    if record.status != "over":
        return [own(record, guest)]
    if not sees_all(record, guest):
        return [WATCHER]
    return [*map(str, range(len(record.seats))), WATCHER, EVERY_HAND]


def chosen(record: TableRecord, guest: Guest | None, eyes: str) -> str:
    """The eyes through which somebody looks back; eyes: what was asked for, "" for one's own. Refusal ("no-such-seat",
    "not-over", "players-only")."""
    seats = len(record.seats)
    if eyes.isdecimal() and int(eyes) >= seats:
        raise Refusal(404, "no-such-seat", f"There is no seat {eyes}. The seats are 0 to {seats - 1}.")
    choice = may(record, guest)
    wanted = eyes or own(record, guest)
    if wanted in choice:
        return wanted
    if record.status != "over":
        closed = "This game was closed before it ended, so the hands stay hidden."
        running = "Until the game is over, you can only see it from your own point of view."
        raise Refusal(409, "not-over", closed if record.status == "closed" else running)
    check_look_back(record, guest)
    raise Refusal(403, "players-only", "This game had no spectators, so only its players can see the hands.")


def viewer(eyes: str) -> int:
    """Them as the engine has them."""
    return _NAMED[eyes] if eyes in _NAMED else int(eyes)

"""The rules of watching a table: who may see it, what they see, and how the host changes that. Each change returns a
new record, or raises a refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from cashbox.engine.phrases import plural
from cashbox.server.db.records import Earlier, EarlierSeat
from cashbox.server.errors import Closed, Refusal
from cashbox.server.tables.settings import DELAY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.server.db.records import Guest, TableRecord
    from cashbox.server.tables.settings import Watching
    from cashbox.server.watching.wire import ChangeWatching

ENDED: Final = ("over", "closed")

_CLOSER: Final[Mapping[Watching, tuple[Watching, ...]]] = {
    "public": ("link", "nobody"),
    "link": ("nobody",),
    "delayed": ("nobody",),
    "nobody": (),
}
"""The allowed changes once play has started, because players took their seats based on the choice. Switching between a
delay and no delay is neither more nor less restrictive."""


def no_such_table() -> Refusal:
    """Return the refusal for a table that does not exist, or is hidden from the caller."""
    return Refusal(404, "no-such-table", "This table doesn't exist. The link may be incomplete.")


def may_see(record: TableRecord, guest: Guest | None) -> bool:
    """Check whether a guest may see a table.

    If no one may watch, it is visible to those with a seat or a reserved one, to the host, and to anyone with the link
    while there is an open seat.
    """
    if record.settings.watching != "nobody":
        return True
    if record.seat_of(guest) is not None or record.kept_for(guest) is not None:
        return True
    if guest is not None and guest.id == record.host:
        return True
    return record.status == "waiting" and any(seat.kind == "open" and not seat.asked for seat in record.seats)


def is_late(record: TableRecord, guest: Guest | None, now: float) -> bool:
    """Check whether a guest sees a table with a delay: from when every seat is taken, so that nothing reveals when play
    starts, until the guest has seen the end."""
    if record.settings.watching != "delayed" or record.seat_of(guest) is not None:
        return False
    if record.status in ENDED:
        return now <= record.hidden_until
    return record.status == "starting" or record.begun


def as_seen_by(record: TableRecord, guest: Guest | None, now: float) -> TableRecord:
    """Return a table as a guest may know it now: as it is, or as it was one delay ago. now: seconds since 1970."""
    return as_it_was(record, now - DELAY) if is_late(record, guest, now) else record


LATE: Final = tuple(
    name for name in Earlier.__struct_fields__ if name not in ("until", "status", "open_hands", "seats")
)
"""The fields of a table that spectators with a delay see late. To add one, add it to `Earlier`, with a default."""

NEVER: Final[Mapping[str, Any]] = {
    "status": "playing",
    "outcome": None,
    "closed": "",
    "votes": (),
    "warned": 0,
    # The version and `earlier` reflect every change of the table.
    "version": 0,
    "earlier": (),
}
NEVER_OF_SEATS: Final[Mapping[str, Any]] = {"stand_in": "", "why": "", "nudged": None}
"""The fields of a table and its seats that spectators with a delay never see, with what they see instead. `changed` is
another one."""


def as_it_was(record: TableRecord, moment: float) -> TableRecord:
    """Return a table as it looked to everyone at a moment (seconds since 1970), while its game was running: with its
    players then, and without its end and anything temporary."""
    look = next((one for one in record.earlier if one.until > moment), None)
    if look is not None:
        seats = tuple(
            msgspec.structs.replace(seat, **msgspec.structs.asdict(was))
            for seat, was in zip(record.seats, look.seats, strict=True)
        )
        record = record.with_settings(open_hands=look.open_hands)
        record = msgspec.structs.replace(record, seats=seats, **{name: getattr(look, name) for name in LATE})
    starting = record.status == "starting" or (look is not None and look.status == "starting")
    return before_play(record) if starting else without_end(record)


def with_earlier(record: TableRecord, before: TableRecord, now: float) -> TableRecord:
    """Return a table that is about to change, including how it looked before, as long as spectators with a delay need
    that. before: the table as it is; now: seconds since 1970."""
    kept = tuple(one for one in record.earlier if one.until >= now - DELAY)
    if record.settings.watching == "delayed" and record.begun:
        # The last player to take a seat is visible immediately; the start of play is not.
        look = _look(before, "playing", now) if before.begun else _look(record, "starting", now)
        if look != _look(record, "playing", now):
            kept = (*kept, look)
    return record if kept == record.earlier else msgspec.structs.replace(record, earlier=kept)


def _look(record: TableRecord, status: Literal["starting", "playing"], until: float) -> Earlier:
    seats = tuple(
        EarlierSeat(**{name: getattr(one, name) for name in EarlierSeat.__struct_fields__}) for one in record.seats
    )
    late = {name: getattr(record, name) for name in LATE}
    return Earlier(until=until, status=status, open_hands=record.settings.open_hands, seats=seats, **late)


def without_end(record: TableRecord) -> TableRecord:
    """Return a table without its end and anything temporary."""
    seats = tuple(msgspec.structs.replace(seat, **NEVER_OF_SEATS) for seat in record.seats)
    return msgspec.structs.replace(record, seats=seats, changed=record.made, **NEVER)


def before_play(record: TableRecord) -> TableRecord:
    """Return the same before play starts: without the nonces, which would reveal how close the start is."""
    running = without_end(record)
    seats = tuple(msgspec.structs.replace(seat, nonce="") for seat in running.seats)
    return msgspec.structs.replace(running, seats=seats, status="starting")


def check_room(record: TableRecord, guest: Guest | None, watching: int, now: float) -> None:
    """Check the limit on spectators of a running game. Refusal ("too-many-spectators"). watching: the number of
    connected ones; now: seconds since 1970."""
    most = record.settings.max_spectators
    plays = record.seat_of(guest) is not None or (guest is not None and guest.id == record.host)
    # For spectators with a delay, a game that has just ended is still running.
    runs = record.status not in ("waiting", *ENDED) or is_late(record, guest, now)
    if most and watching >= most and runs and not plays:
        sentence = f"This table has reached its limit of {plural(most, 'spectator')}. Try again later."
        raise Refusal(409, "too-many-spectators", sentence)


def may_look_back(record: TableRecord, guest: Guest | None) -> bool:
    """Check whether a guest may see everything of a finished game: all hands, the journal, the secret."""
    return record.settings.open_hands or record.seat_of(guest) is not None


def for_all(record: TableRecord) -> TableRecord:
    """Return the record without what only viewers of the complete game may see."""
    return record if record.settings.open_hands else msgspec.structs.replace(record, secret=b"")


def check_look_back(record: TableRecord, guest: Guest | None) -> None:
    """Check that a guest may see everything of a finished game. Refusal ("players-only") otherwise."""
    if not may_look_back(record, guest):
        sentence = "Only the players at this table can see its hands and journal."
        raise Refusal(403, "players-only", sentence)


def hears_watchers(record: TableRecord, guest: Guest | None, now: float) -> bool:
    """Check whether a guest can use the spectators' chat: people without a seat, and the players once the game is over
    for everyone."""
    if record.seat_of(guest) is None:
        return True
    return record.status in ENDED and not is_late(record, None, now)


def check_hears_watchers(record: TableRecord, guest: Guest | None, now: float) -> None:
    """Check that a guest can use the spectators' chat. Refusal ("players-wait") otherwise."""
    if not hears_watchers(record, guest, now):
        sentence = "Players can read the spectators' chat once the game is over."
        raise Refusal(403, "players-wait", sentence)


def check_on_time(record: TableRecord, guest: Guest, now: float) -> None:
    """Check that a guest who wants to act sees the table without a delay. Refusal ("not-your-seat") otherwise: other
    refusals could reveal what the guest may not know yet. Hosts may always act as hosts."""
    if is_late(record, guest, now) and guest.id != record.host:
        raise Refusal(403, "not-your-seat", "You don't have a seat at this table, so you can only watch.")


def set_watching(record: TableRecord, guest: Guest, wish: ChangeWatching) -> TableRecord:
    """Change who may watch, for the host: freely until play starts, and then only more restrictively. Refusal
    ("not-the-host", "only-closer", "closed")."""
    if guest.id != record.host:
        raise Refusal(403, "not-the-host", "Only the table's host can choose who can watch.")
    if record.status == "closed":
        raise Closed(record.closed)
    now = record.settings
    watching = wish.watching or now.watching
    hands = now.open_hands if wish.open_hands is None else wish.open_hands
    if record.status != "waiting" or record.goes_on is not None:
        wider = watching != now.watching and watching not in _CLOSER[now.watching]
        if wider or (hands and not now.open_hands):
            sentence = "Once every seat is taken, you can't let more people watch."
            if record.status == "waiting":
                sentence = "This game continues another one, so you can't open it to more spectators than that one."
            raise Refusal(409, "only-closer", sentence)
    if (watching, hands) == (now.watching, now.open_hands):
        return record
    return record.with_settings(watching=watching, open_hands=hands)

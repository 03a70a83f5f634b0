"""Test that each field of a table is declared as seen at once, late, or never by spectators with a delay."""

from __future__ import annotations

import msgspec

from cashbox.server.db.records import Earlier, EarlierSeat, SeatRecord, TableRecord
from cashbox.server.tables.settings import DELAY, TableSettings
from cashbox.server.watching.service import LATE, NEVER, NEVER_OF_SEATS, as_it_was, with_earlier

AT_ONCE = {
    "id": "never changes",
    "game": "never changes",
    "content_hash": "never changes",
    "edition": "never changes",
    "format": "never changes",
    "made": "never changes",
    "commitment": "never changes",
    "after": "never changes",
    "series": "never changes",
    "nth": "never changes",
    "goes_on": "never changes",
    "settings": "changes only in ways that its host may show at once, except for open hands",
    "reveal_by": "not sent to anyone",
    "removed": "not sent to anyone but the removed guest",
    "secret": "sent only once the game is over for everyone",
}
"""The fields of a table that spectators with a delay may see as they are, and why."""

AT_ONCE_OF_SEATS = {
    "kind": "changes during a game only when a player is deleted, who is gone at once for everyone",
    "bot": "as `kind`",
    "seal": "never changes once play begins",
    "salt": "not sent during the game",
    "name_hash": "never changes once play begins",
    "nonce": "hidden until play begins, and then never changes",
    "zone": "not sent to anyone",
    "asked": "never changes once play begins",
    "hints": "sent only once the game is over for everyone",
    "hints_before": "sent only once the game is over for everyone",
    "hinted": "not sent to anyone",
    "former": "not sent to anyone",
}
"""The same for the fields of a seat."""


def check(fields: tuple[str, ...], *declared: set[str]) -> None:
    for name in fields:
        times = sum(name in names for names in declared)
        assert times == 1, f"{name}: add it to Earlier (seen late), to NEVER in watching/service.py, or to AT_ONCE here"


def test_every_field_of_a_table_is_seen_at_once_or_late_or_never() -> None:
    check(TableRecord.__struct_fields__, set(LATE), {*NEVER, "changed"}, set(AT_ONCE), {"seats"})
    assert set(LATE) <= set(TableRecord.__struct_fields__)


def test_every_field_of_a_seat_is_seen_at_once_or_late_or_never() -> None:
    late = set(EarlierSeat.__struct_fields__)
    check(SeatRecord.__struct_fields__, late, set(NEVER_OF_SEATS), set(AT_ONCE_OF_SEATS))


def test_what_earlier_has_is_seen_late() -> None:
    seats = SeatRecord("guest", "a", "Ann", name_hash="h"), SeatRecord("guest", "b", "Bob", name_hash="h")
    settings = TableSettings(lapse=0, absence=0, watching="delayed")
    before = TableRecord("t", "cash", "", settings, "playing", "a", "Ann", b"", 0, 0, seats)
    other = {name: type(value)(7) for name in LATE if isinstance(value := getattr(before, name), (bool, int, str))}
    assert set(other) == set(LATE), "give a value of another type here"
    of_seats = {"guest": "c", "name": "Cleo", "account": True, "since": 7}
    assert set(of_seats) == set(EarlierSeat.__struct_fields__), "give a value of the new field here"
    seats = (msgspec.structs.replace(seats[0], **of_seats), seats[1])
    after = with_earlier(msgspec.structs.replace(before, seats=seats, **other), before, now=1000)
    seen = as_it_was(after, 1000 - DELAY)
    assert [getattr(seen, name) for name in LATE] == [getattr(before, name) for name in LATE]
    assert seen.seats == before.seats
    seen = as_it_was(after, 1001)
    assert {name: getattr(seen, name) for name in LATE} == other
    assert seen.seats == seats
    assert set(Earlier.__struct_fields__) == {*LATE, "until", "status", "open_hands", "seats"}

"""Test the names of bots, shown with their level: "Marge (expert)"."""

from __future__ import annotations

import pytest

from cashbox.bots.levels import given_names
from cashbox.server.db.records import Guest, SeatRecord, TableRecord
from cashbox.server.tables import seating
from cashbox.server.tables.settings import TableSettings
from cashbox.server.wire import NewTable, SeatWish, Sit

ANN = Guest("a", "Ann")


def table(*seats: SeatRecord) -> TableRecord:
    return TableRecord(
        "t", "coins", "", TableSettings(), "waiting", "h", "Host", b"", 0, 0, seats
    )  # fmt: skip


def seats_for(guest: Guest, *kinds: str, game: str = "consultants") -> tuple[SeatRecord, ...]:
    wishes = [SeatWish("me") if kind == "me" else SeatWish("bot", kind) for kind in kinds]
    return seating.new_seats(guest, NewTable(game=game, seats=wishes), game, "steady")


def test_a_bot_has_the_same_name_on_the_same_seat_at_every_table() -> None:
    seats = seats_for(ANN, "me", "expert", "expert", "gentle")
    assert [seat.called for seat in seats] == ["Ann", "Marge (expert)", "Otto (expert)", "Oscar (gentle)"]
    assert [seat.name for seat in seats] == [seat.name for seat in seats_for(ANN, "me", "expert", "expert", "gentle")]


def test_names_at_a_table_of_eight_are_distinct() -> None:
    for bot in ("random", "steady"):
        assert len({seat.name for seat in seats_for(ANN, *[bot] * 8, game="cash")}) == 8


@pytest.mark.parametrize("name", ["Marge", "marge", "Mаrge"])
def test_a_bot_never_has_the_name_of_the_person_who_creates_the_table(name: str) -> None:
    seats = seats_for(Guest("m", name), "expert", "expert", "me")
    assert [seat.name for seat in seats] == ["Boris", given_names("expert", 1)[1], name]


def test_a_bot_gets_another_name_when_a_person_with_its_name_sits_down() -> None:
    bots = seating.seat_of_bot("expert", 1, []), seating.seat_of_bot("expert", 2, [])
    after = seating.take_seat(table(SeatRecord("open"), *bots), Guest("m", "Otto"), Sit())
    assert [seat.called for seat in after.seats] == ["Otto", "Marge (expert)", "Selma (expert)"]


def test_people_with_the_same_name_get_numbers() -> None:
    after = seating.take_seat(table(SeatRecord("guest", "x", "Otto"), SeatRecord("open")), Guest("m", "Otto"), Sit())
    assert [seat.called for seat in after.seats] == ["Otto", "Otto 2"]


def test_bots_from_before_bots_had_names_keep_their_old_names() -> None:
    for name in ("Sharp", "Sharp 2"):
        assert SeatRecord("bot", name=name, bot="sharp").called == f"{name} (bot)"

"""Test what a table says about its players' shares in the draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox.server.db.records import SeatRecord, TableRecord
from cashbox.server.tables.feed import shares
from cashbox.server.tables.settings import TableSettings

if TYPE_CHECKING:
    from cashbox.server.tables.settings import Status

SHOWN = SeatRecord("guest", "a", "Ann", nonce="lucky", seal="5ea1")
LATE = SeatRecord("guest", "c", "Cleo", seal="5ea1")
NONE = SeatRecord("guest", "b", "Bob")
BOT = SeatRecord("bot", name="Steady", bot="steady")


def table(*seats: SeatRecord, status: Status = "playing") -> TableRecord:
    return TableRecord(
        "t", "coins", "", TableSettings(), status, "a", "Ann", b"", 0, 0, seats
    )  # fmt: skip


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ([SHOWN, SHOWN], "The draws depend on shares from {0} and {1}."),
        ([BOT, NONE], "No player has a share in the draws. No share: {0} and {1}."),
        (
            [SHOWN, LATE, BOT],
            "The draws depend on shares from {0}. Not revealed in time: {1}. No share: {2}.",
        ),
    ],
)
def test_a_table_lists_shares_in_the_draws_only_after_play_starts(seats: list[SeatRecord], told: str) -> None:
    begun: list[Status] = ["playing", "over"]
    not_begun: list[Status] = ["waiting", "starting", "closed"]
    assert [shares(table(*seats, status=status)) for status in begun] == [told, told]
    assert [shares(table(*seats, status=status)) for status in not_begun] == ["", "", ""]

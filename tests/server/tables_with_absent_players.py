"""Players who come and go, for tests of tables where no one may get stuck."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from cashbox.server.errors import Refusal
from tests.server.server_in_process import Watcher

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from cashbox.server.tables.live import LiveTable

AWAY = 301
"""Seconds after which a disconnected player counts as away."""


async def refused(doing: Awaitable[Any], code: str, *words: str) -> None:
    """Check that a request is refused with this code, and that the sentence has these words."""
    with pytest.raises(Refusal) as refusal:
        await doing
    assert refusal.value.code == code, refusal.value
    told = str(refusal.value)
    assert told.endswith(".")
    for word in words:
        assert word in told


def connect_player(table: LiveTable, seat: int) -> Watcher:
    """Connect a player to a seat."""
    watcher = Watcher(seat)
    table.join(watcher)
    return watcher


def first_due(table: LiveTable) -> int:
    """Return the first seat that owes a decision."""
    return (table.due & -table.due).bit_length() - 1


async def take_action(table: LiveTable, seat: int, which: int = 0) -> None:
    """Take one of a seat's legal actions."""
    match = table.running()
    await table.act(seat, [match.game.encode(match.legal(seat)[which])])


async def play_to_end(table: LiveTable, *, but: int = -1) -> None:
    """Let the people play to the end. but: a seat to leave out."""
    from tests.server.server_in_process import until

    while table.record.status == "playing":
        due = [n for n, one in enumerate(table.record.seats) if table.due >> n & 1 and not one.played_by and n != but]
        if due:
            await take_action(table, due[0])
        else:
            number = table.number
            await until(lambda number=number: table.number > number or table.record.status != "playing")  # type: ignore[misc]

"""Test that a bot stands in for a player until the player takes the seat back."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import pytest

from cashbox.engine.journal import loads
from cashbox.engine.match import Match
from cashbox.server.errors import Refusal
from cashbox.server.tables import seating
from tests.server.server_in_process import SetClock, seated, serving, until, votes

if TYPE_CHECKING:
    from tests.data_folders import Home

__all__ = ["votes"]


@pytest.mark.thorough
def test_a_bot_plays_the_seat_until_its_player_takes_it_back(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            registry = services.registry
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            seat = (table.due & -table.due).bit_length() - 1
            guest = (ann, bob)[seat]
            number = table.number
            await registry.change(table, lambda record: seating.let_bot_stand_in(record, seat, "random", "host"))
            shown = table.as_table().seats[seat]
            assert (shown.kind, shown.name, shown.stand_in, shown.why) == ("guest", guest.name, "random", "host")
            await until(lambda: table.number > number and not table.due & 1 << seat)
            entries = table.running().journal.entries[number + 1 :]
            assert {(entry.by, entry.why) for entry in entries if entry.seat == seat} == {("stand-in", "host")}
            with pytest.raises(Refusal, match="Take your seat back"):
                await table.act(seat, [{"type": "pass"}])
            await registry.change(table, partial(seating.take_back_seat, guest=guest))
            assert table.as_table().seats[seat].stand_in == ""
            while table.record.status == "playing":
                due = (table.due & -table.due).bit_length() - 1
                form = table.game.encode(table.running().legal(due)[0])
                await table.act(due, [form])
            journal = loads(table.journal())
            assert "stand-in" in {entry.by for entry in journal.entries}
            assert Match.replay(table.game, journal).over

    asyncio.run(run())

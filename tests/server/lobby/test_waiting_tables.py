"""Test that the number of tables that wait for a player matches the player's list of tables."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.engine.seats import has
from tests.server.rematch.test_rematch import SHORT, again, play_out
from tests.server.server_in_process import SetClock, seated, serving, votes
from tests.server.tables_with_absent_players import AWAY, connect_player, take_action

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["votes"]


async def count_in_list(services: Services, guest: Guest) -> int:
    """Count the waiting tables in the player's list of tables."""
    count = 0
    for listed in await services.store.tables_of(guest):
        seat = listed.record.seat_of(guest)
        turn = listed.record.status == "playing" and seat is not None and has(listed.due, seat)
        kept = listed.record.status == "waiting" and listed.record.kept_for(guest) is not None
        count += kept or (turn and not listed.record.seats[seat].stand_in)  # type: ignore[index]
    return count


@pytest.mark.slow
def test_waiting_tables_include_decisions_and_invitations(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            first, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)

            async def counts(*wanted: int) -> None:
                found = [len(await services.store.waiting_for(one)) for one in (ann, bob)]
                assert tuple(found) == wanted
                assert found == [await count_in_list(services, one) for one in (ann, bob)]

            await counts(1, 1)
            await take_action(first, 0)
            await counts(0, 1)
            connect_player(first, 0)
            clock.forward(AWAY)
            await services.departures.stand_in(first, ann, 1, on=True)
            assert await services.store.waiting_for(bob) == []
            second, (cleo, dan) = await seated(services, votes, "Cleo", "Dan", lapse=0, options=SHORT)
            await play_out(second)
            assert await services.store.waiting_for(dan) == []
            await again(services, second, cleo)
            assert len(await services.store.waiting_for(dan)) == await count_in_list(services, dan) == 1
            assert await services.store.waiting_for(cleo) == []
            assert await count_in_list(services, cleo) == 0

    asyncio.run(run())

"""Test a table that continues another game, through two servers on one PostgreSQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox.engine.going_on import comes_from
from cashbox.engine.verify import verify
from cashbox.server.wire import Sit
from tests.server.cluster.test_two_processes import both, connected, homes
from tests.server.continuing.test_continuing import continue_game, journal_of
from tests.server.rematch.test_rematch import play_out
from tests.server.server_in_process import seated, until, votes

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["homes", "votes"]

pytestmark = pytest.mark.slow


@pytest.mark.thorough
def test_a_continued_game_created_in_one_process_starts_in_the_other(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        old, (ann, bob) = await seated(one, votes, "Ann", "Bob")
        await play_out(old)
        here = await continue_game(one, old, ann, 6, hidden="anew")
        there = await two.registry.table(here.record.id)
        async with connected(here, 0), connected(there, 1):
            await two.registry.sit(there, bob, Sit())
            await until(lambda: here.record.status == "playing")
            assert here.running().journal.entries == there.running().journal.entries
            while there.record.status == "playing":
                for table, seat in ((here, 0), (there, 1)):
                    number = there.number
                    if there.due >> seat & 1:
                        await table.act(seat, [table.game.encode(table.running().legal(seat)[-1])])
                        await until(lambda: here.number == there.number > number)  # noqa: B023
        await until(lambda: here.record.status == "over")
        journal = journal_of(here, ann)
        assert verify(journal, lambda _: here.game).faults == ()
        assert comes_from(journal, journal_of(old, ann))

    both(homes, work)

"""Test rematches through two servers on one PostgreSQL database: only one is created, and both servers show it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.server.rematch.service import record_nudge
from tests.server.cluster.test_two_processes import both, connected, homes
from tests.server.rematch.test_rematch import SHORT, again, play_out
from tests.server.server_in_process import seated, until, votes

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["homes", "votes"]

pytestmark = pytest.mark.slow


@pytest.mark.thorough
def test_simultaneous_requests_in_two_processes_create_one_rematch(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        for _ in range(5):
            first, (ann, bob) = await seated(one, votes, "Ann", "Bob", options=SHORT)
            second = await two.registry.table(first.record.id)
            async with connected(first, 0), connected(second, 1):
                await play_out(first)
                await until(lambda: second.record.status == "over")  # noqa: B023
                made, joined = await asyncio.gather(again(one, first, ann), again(two, second, bob))
                assert made.record.id == joined.record.id
                await until(lambda: first.then == second.then == made.record.id)  # noqa: B023
            made = await one.registry.table(made.record.id)
            assert made.record.status == "playing"
            assert [seat.guest for seat in made.record.seats] == [ann.id, bob.id]
        assert homes[0].rows("SELECT count(*) FROM tables") == [(10,)]

    both(homes, work)


@pytest.mark.thorough
def test_a_nudge_and_a_rematch_show_at_once_in_the_other_process(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        first, (ann, bob) = await seated(one, votes, "Ann", "Bob", options=SHORT, lapse=0)
        second = await two.registry.table(first.record.id)
        async with connected(second, 1) as watcher:
            await first.act(0, [{"type": "bid", "high": False}])
            now = int(one.store.clock.now())
            await one.registry.change(first, lambda record: record_nudge(record, ann, 1, first.due, now))
            await until(lambda: second.as_table().seats[1].nudged == now)
            await play_out(first)
            await until(lambda: second.record.status == "over")
            poked = watcher.poked
            then = await again(one, first, ann)
            await until(lambda: second.as_table().then == then.record.id)
            assert watcher.poked > poked
        assert then.record.id in [mine.table.id for mine in await two.registry.tables_of(bob)]

    both(homes, work)

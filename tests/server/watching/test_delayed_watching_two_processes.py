"""Test that delayed spectators see the same through each of two processes and after a restart."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.engine.chance import SeededChance
from cashbox.engine.game import SPECTATOR
from cashbox.server.db.records import Onlooker
from cashbox.server.tables.settings import DELAY
from tests.server.cluster.test_two_processes import both, homes
from tests.server.server_in_process import SetClock, Watcher, seated, serving, settled, until, votes
from tests.server.watching.test_delayed_watching import some_step

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["homes", "votes"]


def seen(table: LiveTable) -> tuple[bytes, bytes]:
    """Return what a spectator gets about a table."""
    place = table.seen_by(None)
    return place.state(SPECTATOR, ""), place.answer(None)


@pytest.mark.slow
def test_a_restart_does_not_change_what_delayed_spectators_see(home: Home) -> None:
    """Spectators see the same states at the same times."""

    async def run() -> None:
        clock, chance = SetClock(), SeededChance(5)
        async with serving(home, clock) as services:
            table, _ = await seated(services, "cash", "Ann", "Bob", watching="delayed", lapse=0)
            await table.audience.ready(None)
            table.join(Watcher())
            for _ in range(40):
                clock.forward(9)
                await some_step(table, chance)
            await asyncio.sleep(0)
            before, later = seen(table)[0], list[bytes]()
            began = clock.now()
            clock.forward(4)
            while clock.now() < began + DELAY + 5:
                clock.forward(9)
                later.append(seen(table)[0])
        clock.time = began
        async with serving(home, clock) as services:
            again = await services.registry.table(table.record.id)
            await again.audience.ready(None)
            again.join(Watcher())
            assert seen(again)[0] == before
            clock.forward(4)
            for then in later:
                clock.forward(9)
                assert seen(again)[0] == then

    asyncio.run(run())


@pytest.mark.slow
def test_two_processes_show_delayed_spectators_the_same(homes: tuple[Home, Home]) -> None:
    clock, chance = SetClock(), SeededChance(2)

    async def work(one: Services, two: Services) -> None:
        first, _ = await seated(one, "cash", "Ann", "Bob", watching="delayed", lapse=0)
        second = await two.registry.table(first.record.id)
        for table in (first, second):
            await table.audience.ready(None)
            table.join(Watcher())
        while not first.elsewhere.watchers == second.elsewhere.watchers == 1:
            # Presence that was announced just now is announced again a moment later.
            clock.forward(1)
            await settled()
        clock.forward(DELAY + 2)
        shown = set()
        for turn in range(40):
            clock.forward(10)
            await some_step((first, second)[turn % 2], chance)
            await until(lambda: first.number == second.number)
            assert seen(first) == seen(second)
            shown.add(seen(first)[0])
        assert len(shown) > 5

    both(homes, work, clock)


@pytest.mark.thorough
def test_each_process_names_the_spectators_of_the_other(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        first, _ = await seated(one, votes, "Ann", "Bob")
        second = await two.registry.table(first.record.id)
        cleo, dora = [(await one.guests.add(name))[0] for name in ('Cl"eo X', "Dora")]
        here, there = Watcher(None, cleo), Watcher(None, dora)
        first.join(here)
        second.join(there)
        names = [Onlooker('Cl"eo X', guest=True), Onlooker("Dora", guest=True)]
        for table in (first, second):
            await until(lambda table=table: table.as_table().onlookers == names)  # type: ignore[misc]
            assert table.as_table().watchers == 2
        first.part(here)
        await until(lambda: second.as_table().onlookers == names[1:])
        for table, say in ((first, "here"), (second, "there")):
            await table.chat.spectators.say(table.record, cleo, say)
        for table in (first, second):
            await until(lambda table=table: len(table.chat.spectators.messages_for(None).lines) == 2)  # type: ignore[misc]

    both(homes, work)

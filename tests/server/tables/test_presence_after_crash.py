"""Test that the server knows how long a player has been away, even after the player's process was killed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.server.db.listening import PROCESSES
from cashbox.server.db.records import Visit
from cashbox.server.db.store import Store
from cashbox.server.errors import DiskFull
from tests.server.cluster.test_two_processes import both, homes, shared
from tests.server.server_in_process import SetClock, seated, serving, settled, until, votes
from tests.server.tables_with_absent_players import AWAY, connect_player, refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["homes", "votes"]

MANY = 200


def visit(home: Home, guest: str) -> tuple[int, bool, int]:
    """Return the stored visit of a guest to their only table."""
    ((seen, here, gone),) = home.rows("SELECT seen, here, gone FROM visits WHERE guest = $1", guest)
    return seen, bool(here), gone


@pytest.mark.thorough
def test_absence_continues_while_a_table_is_out_of_memory_after_a_kill(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            connect_player(table, 1)
            came = int(clock.now())
            await settled()
            clock.forward(5000)
        # No connection was closed, as after a kill.
        began = int(clock.now())
        async with serving(home, clock) as services:
            clock.forward(AWAY - 100)
            assert visit(home, bob.id) == (came, True, began), "being away does not count as a visit"
            again = await services.registry.table(table.record.id)
            connect_player(again, 0)
            await refused(services.departures.stand_in(again, ann, 1, on=True), "too-early", "in 99 seconds")
            services.registry.forget(table.record.id)
            clock.forward(50)
        async with serving(home, clock) as services:
            clock.forward(50)
            again = await services.registry.table(table.record.id)
            await services.departures.stand_in(again, ann, 1, on=True)
            connect_player(again, 1)
            await until(lambda: visit(home, bob.id) == (int(clock.now()), True, 0))

    asyncio.run(run())


@pytest.mark.slow
def test_visits_that_could_not_be_stored_are_stored_later(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            tried: list[tuple[str, str]] = []

            async def full(_: Store, visits: Mapping[tuple[str, str], Visit]) -> None:
                tried.extend(visits)
                raise DiskFull

            with monkeypatch.context() as patch:
                patch.setattr(Store, "keep_visits", full)
                connect_player(table, 1)
                await until(lambda: bool(tried))
                await settled()
            clock.forward(100)
            connect_player(table, 0)
            await until(lambda: bool(home.rows("SELECT 1 FROM visits WHERE guest = $1", ann.id)))
            assert visit(home, bob.id) == (int(clock.now()) - 100, True, 0)
            with monkeypatch.context() as patch:
                patch.setattr(Store, "keep_visits", full)
                table.part(next(one for one in table.listeners if one.seat == 1))
                await settled()
        assert visit(home, bob.id) == (int(clock.now()), False, 0)

    asyncio.run(run())


@pytest.mark.thorough
def test_a_player_is_away_since_their_process_was_killed(homes: tuple[Home, Home], votes: str) -> None:
    clock = SetClock()

    async def work(one: Services, two: Services) -> None:
        first, second = await shared(one, two, votes, "Ann", "Bob", lapse=0)
        bob = first.record.seats[1].guest or ""
        watchers = [connect_player(first, 1), connect_player(first, 0), connect_player(second, 0)]
        await until(lambda: second.as_table().seats[1].online)
        await settled()
        clock.forward(60)
        # As after a kill.
        await one.ownership._tasks.close()
        await until(lambda: not second.as_table().seats[1].online)
        killed = int(clock.now())
        assert visit(homes[0], bob) == (killed - 60, True, killed)
        assert visit(homes[0], first.record.seats[0].guest or "")[2] == 0, (
            "a player connected to another process is present"
        )
        second.part(watchers[-1])
        two.registry.forget(second.record.id)
        clock.forward(AWAY - 1)
        again = await two.registry.table(second.record.id)
        assert again.attendance.last(bob) == killed

    both(homes, work, clock)


@pytest.mark.thorough
def test_a_process_wrongly_taken_for_dead_reports_presence_again(homes: tuple[Home, Home], votes: str) -> None:
    clock = SetClock()

    async def work(one: Services, two: Services) -> None:
        first, second = await shared(one, two, votes, "Ann", "Bob", lapse=0)
        bob = first.record.seats[1].guest or ""
        connect_player(first, 1)
        await until(lambda: second.as_table().seats[1].online)
        await settled()
        clock.forward(60)
        homes[0].rows("UPDATE visits SET gone = 1 WHERE guest = $1 RETURNING 1", bob)
        homes[0].rows("DELETE FROM processes WHERE id = $1 RETURNING 1", one.store.process)
        homes[0].rows(f"SELECT CAST(pg_notify('{PROCESSES}', $1) AS TEXT)", "")
        await until(lambda: visit(homes[0], bob) == (int(clock.now()), True, 0))
        await until(lambda: second.as_table().seats[1].online)
        assert second.elsewhere.watchers == 1

    both(homes, work, clock)


@pytest.mark.thorough
def test_two_processes_can_store_the_same_visits_at_the_same_time(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        table, _ = await seated(one, votes, "Ann", "Bob")
        guests = [f"guest-{n}" for n in range(MANY)]
        seen = int(one.store.clock.now())
        for guest in guests:
            # Seen just now, since unused guests expire.
            row = "INSERT INTO guests (id, name, made, seen) VALUES ($1, '', $2, $2) RETURNING 1"
            homes[0].rows(row, guest, seen)
        visits = {(table.record.id, guest): Visit(seen, here=True) for guest in guests}
        other = dict(reversed(visits.items()))
        for _ in range(10):
            await asyncio.gather(one.store.keep_visits(visits), two.store.keep_visits(other))

    both(homes, work)

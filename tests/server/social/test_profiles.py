"""Test profile pages: played games and opponents, as far as the viewer can see them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.server.errors import Refusal
from cashbox.server.social import counting
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.server_in_process import SetClock, seated, serving, votes
from tests.server.tables_with_absent_players import play_to_end

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["votes"]


async def finished(services: Services, game: str, guests: list[Guest], **more: object) -> str:
    """Play a game of these guests to its end, and return the table's id."""
    wishes = [SeatWish("me"), *(SeatWish("open") for _ in guests[1:])]
    table = await services.registry.make(guests[0], NewTable(game, wishes, **more))  # type: ignore[arg-type]
    for guest in guests[1:]:
        await services.registry.sit(table, guest, Sit())
    await play_to_end(table)
    assert table.record.status == "over"
    return table.record.id


async def counted(services: Services) -> None:
    while await services.counting.once():
        pass


@pytest.mark.slow
def test_a_profile_shows_games_and_opponents_without_private_ones(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob")
            await play_to_end(table)
            private = await finished(services, votes, [ann, bob], listed=False)
            eve = (await services.guests.add("Eve"))[0]
            await counted(services)
            persons = services.persons
            who = await persons.me(ann)
            mine, others = await persons.page(who, ann), await persons.page(who, eve)
            assert [one.played for one in mine.standings if one.game == "*"] == [2]
            assert [one.played for one in others.standings if one.game == "*"] == [1]
            shown = {
                viewer: {one.table for one in (await persons.played(who, viewer)).games}
                for viewer in (ann, bob, eve, None)
            }
            assert shown == {
                ann: {table.record.id, private},
                bob: {table.record.id, private},
                eve: {table.record.id},
                None: {table.record.id},
            }
            (met,) = (await persons.opponents(who, ann)).opponents
            assert (met.who.name, met.played) == ("Bob", 2)
            assert met.ahead + met.behind <= 2
            (met,) = (await persons.opponents(who, eve)).opponents
            assert met.played == 1
            await persons.show(ann, hidden=True)
            for viewer in (bob, eve, None):
                with pytest.raises(Refusal) as refused:
                    await persons.find(who.handle, viewer)
                assert refused.value.code == "no-such-person"
            assert (await persons.find(who.handle, ann)).hidden

    asyncio.run(run())


@pytest.mark.slow
def test_each_game_is_counted_once(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = [(await services.guests.add(name))[0] for name in ("Ann", "Bob")]
            tables = [await finished(services, votes, [ann, bob]) for _ in range(4)]
            await asyncio.gather(counted(services), counted(services))
            await counted(services)
            who = await services.persons.me(ann)
            assert {one.table for one in (await services.persons.played(who, ann)).games} == set(tables)
            assert (await services.persons.page(who, ann)).standings[0].played == 4
            again = "UPDATE tables SET counted = false WHERE id = $1 RETURNING id"
            # In a thread, since the server's own work must be able to finish.
            await asyncio.to_thread(home.rows, again, tables[0])
            await counted(services)
            assert (await services.persons.page(who, ann)).standings[0].played == 4

    asyncio.run(run())


@pytest.mark.thorough
def test_a_table_that_cannot_be_replayed_still_counts_and_blocks_no_other(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise ZeroDivisionError

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = [(await services.guests.add(name))[0] for name in ("Ann", "Bob")]
            monkeypatch.setattr(counting, "tallies", never)
            await finished(services, votes, [ann, bob])
            await finished(services, votes, [ann, bob])
            await counted(services)
            who = await services.persons.me(ann)
            assert (await services.persons.page(who, ann)).standings[0].played == 2
            assert home.rows("SELECT count(*) FROM tallies") == [(0,)]

    asyncio.run(run())

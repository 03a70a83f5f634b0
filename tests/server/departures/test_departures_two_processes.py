"""Test that departures take effect in every process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from tests.server.cluster.test_two_processes import both, homes, shared
from tests.server.departures.test_seat_transfer import record_channel
from tests.server.server_in_process import SetClock, settled, until, votes
from tests.server.tables_with_absent_players import AWAY, connect_player, refused, take_action

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["homes", "votes"]

pytestmark = pytest.mark.slow


def guest_of(services: Services, table: str, seat: int) -> Guest:
    from cashbox.server.db.records import Guest

    record = services.registry.loaded(table).record.seats[seat]  # type: ignore[union-attr]
    return Guest(record.guest or "", record.name)


@pytest.mark.thorough
def test_votes_from_both_processes_count_and_a_return_through_either_ends_them(
    homes: tuple[Home, Home], votes: str
) -> None:
    clock = SetClock()

    async def work(one: Services, two: Services) -> None:
        first, second = await shared(one, two, votes, "Ann", "Bob", "Cleo", "Dan", lapse=0)
        guests = [guest_of(one, first.record.id, seat) for seat in range(4)]
        connect_player(first, 0)
        connect_player(first, 1)
        connect_player(second, 2)
        await until(lambda: first.as_table().seats[2].online and second.as_table().seats[1].online)
        clock.forward(AWAY)
        await one.departures.stand_in(first, guests[1], 3, on=True)
        await until(lambda: len(second.record.votes) == 1)
        watcher = connect_player(second, 3)
        await until(lambda: not first.record.votes and not second.record.votes)
        await refused(one.departures.stand_in(first, guests[1], 3, on=True), "not-away")
        second.part(watcher)
        await until(lambda: not first.as_table().seats[3].online)
        await refused(one.departures.stand_in(first, guests[1], 3, on=True), "too-early")
        clock.forward(AWAY)
        await one.departures.stand_in(first, guests[1], 3, on=True)
        await until(lambda: len(second.record.votes) == 1)
        await two.departures.stand_in(second, guests[2], 3, on=True)
        await until(lambda: bool(first.record.seats[3].stand_in))
        await one.departures.take_back(first, guests[3])
        await until(lambda: not second.record.seats[3].stand_in)

    both(homes, work, clock)


@pytest.mark.thorough
def test_two_simultaneous_last_votes_both_count(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        first, second = await shared(one, two, votes, "Ann", "Bob", "Cleo", lapse=0)
        guests = [guest_of(one, first.record.id, seat) for seat in range(3)]
        await one.departures.call_off(first, guests[0], on=True)
        await asyncio.gather(
            one.departures.call_off(first, guests[1], on=True), two.departures.call_off(second, guests[2], on=True)
        )
        await until(lambda: first.record.closed == second.record.closed == "called-off")
        with pytest.raises(Exception, match="agreed to end the game"):
            await take_action(second, 0)

    both(homes, work)


@pytest.mark.thorough
def test_a_seat_transferred_in_one_process_is_lost_in_the_other(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        first, second = await shared(one, two, votes, "Ann", "Bob", lapse=0)
        ann = guest_of(one, first.record.id, 0)
        cleo, _ = await one.guests.add("Cleo")
        dan, _ = await one.guests.add("Dan")
        old = record_channel(second, ann)
        await until(lambda: any(b'"seat":0' in text for text in old.texts))
        code, _ = await one.departures.offer(first, ann)
        old.texts.clear()
        taking = one.departures.take(code, cleo, ""), two.departures.take(code, dan, "")
        done = await asyncio.gather(*taking, return_exceptions=True)
        assert [getattr(late, "code", "") for late in done].count("") == 1
        await until(lambda: first.record == second.record)
        assert first.record.seats[0].guest in (cleo.id, dan.id)
        await take_action(first, 0)
        await until(lambda: first.number == second.number)
        await settled()
        states = [text for text in old.texts if b'"type":"state"' in text]
        assert states
        assert all(b'"seat":null' in text and b'"legal":[]' in text for text in states)
        assert second.viewer(ann) == -1

    both(homes, work)

"""Test departures: leaving a game, ending it together, removing a player, and host changes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.server.errors import Closed
from cashbox.server.ops.socket import DeleteGuest
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.server_in_process import SetClock, seated, serving, until, votes
from tests.server.tables_with_absent_players import connect_player, play_to_end, refused, take_action

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["votes"]

AGREED = "Everyone at this table agreed to end the game without a result."
LAST = "The last person at this table left, so the game ended without a result."


@pytest.mark.slow
def test_a_bot_plays_for_a_player_who_leaves_and_can_return(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            departures = services.departures
            table, (_ann, bob) = await seated(services, votes, "Ann", "Bob", lapse=0)
            await departures.leave(table, bob, last=False)
            shown = table.as_table().seats[1]
            assert (shown.name, shown.kind, shown.why) == ("Bob", "guest", "left")
            assert table.you(bob).seat == 1
            await departures.leave(table, bob, last=False)
            await take_action(table, 0)
            await until(lambda: bool(table.due & 1))
            await departures.take_back(table, bob)
            assert table.as_table().seats[1].why == ""
            await play_to_end(table)

    asyncio.run(run())


@pytest.mark.thorough
def test_the_table_closes_when_the_last_person_leaves(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            departures = services.departures
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob", "bot", lapse=0)
            await departures.leave(table, ann, last=False)
            assert table.record.host == bob.id, "the remaining player becomes the host"
            await refused(departures.leave(table, bob, last=False), "last-person", "last person", "without a result")
            assert table.record.status == "playing"
            await departures.leave(table, bob, last=True)
            assert (table.record.status, table.record.closed) == ("closed", "left")
            assert table.as_table().closed == LAST
            assert LAST in table.state(0, "").decode()
            with pytest.raises(Closed, match="last person"):
                await take_action(table, 0)
            await refused(departures.take_back(table, ann), "closed", "last person")
        async with serving(home, SetClock()) as services:
            again = await services.registry.table(table.record.id)
            assert again.as_table().closed == LAST

    asyncio.run(run())


@pytest.mark.slow
def test_the_second_of_two_last_players_is_asked_before_leaving(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, guests = await seated(services, votes, "Ann", "Bob", lapse=0)
            leaving = [services.departures.leave(table, guest, last=False) for guest in guests]
            done = await asyncio.gather(*leaving, return_exceptions=True)
            assert [getattr(one, "code", "") for one in done] == ["", "last-person"]
            assert table.record.status == "playing"

    asyncio.run(run())


@pytest.mark.slow
def test_a_game_ends_without_a_result_when_all_players_agree(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            departures = services.departures
            table, (ann, bob, cleo) = await seated(services, votes, "Ann", "Bob", "Cleo", "bot", lapse=0)
            stranger, _ = await services.guests.add("Stranger")
            await refused(departures.call_off(table, stranger, on=True), "not-your-seat")
            await departures.call_off(table, ann, on=True)
            await departures.call_off(table, bob, on=True)
            (vote,) = table.as_table().votes
            assert vote.text == "2 of 3 (Ann and Bob) want to end this game without a result."
            await departures.call_off(table, ann, on=False)
            await departures.call_off(table, cleo, on=True)
            assert table.record.status == "playing"
            await departures.call_off(table, ann, on=True)
            assert table.as_table().closed == AGREED
            assert table.as_table().votes == []
            await refused(departures.call_off(table, ann, on=False), "closed", "agreed")

    asyncio.run(run())


@pytest.mark.slow
def test_a_player_who_left_has_no_vote(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, bob, cleo) = await seated(services, votes, "Ann", "Bob", "Cleo", lapse=0)
            await services.departures.call_off(table, ann, on=True)
            await services.departures.call_off(table, bob, on=True)
            await services.departures.leave(table, cleo, last=False)
            assert table.record.closed == "called-off"

    asyncio.run(run())


@pytest.mark.slow
def test_the_host_can_remove_a_player_who_gets_a_message(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            departures, registry = services.departures, services.registry
            ann, bob = [(await services.guests.add(name))[0] for name in ("Ann", "Bob")]
            seats = [SeatWish("me"), SeatWish("open"), SeatWish("open")]
            table = await registry.make(ann, NewTable(votes, seats, lapse=0))
            await registry.sit(table, bob, Sit())
            await refused(departures.remove(table, bob, 0), "not-the-host", "Only the table's host")
            await refused(departures.remove(table, ann, 0), "own-seat", "stand up")
            await refused(departures.remove(table, ann, 2), "nobody-there")
            await refused(departures.remove(table, ann, 9), "no-such-seat")
            await departures.remove(table, ann, 1)
            assert table.record.seats[1].kind == "open"
            assert "The host removed you from this table." in table.you(bob).told
            assert table.you(ann).told == ""
            assert bob.id not in table.answer(ann).decode()
            await refused(registry.sit(table, bob, Sit()), "removed", "in 10 minutes")
            clock.forward(601)
            assert table.you(bob).told == ""
            await registry.sit(table, bob, Sit())
            cleo, _ = await services.guests.add("Cleo")
            await registry.sit(table, cleo, Sit())
            await refused(departures.remove(table, ann, 1), "already-playing")

    asyncio.run(run())


@pytest.mark.thorough
def test_the_host_role_can_be_transferred_and_passes_to_the_next_player(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            departures, registry = services.departures, services.registry
            ann, bob, cleo = [(await services.guests.add(name))[0] for name in ("Ann", "Bob", "Cleo")]
            seats = [SeatWish("me"), SeatWish("open"), SeatWish("open"), SeatWish("open")]
            table = await registry.make(ann, NewTable(votes, seats, lapse=0))
            await registry.sit(table, bob, Sit())
            await registry.sit(table, cleo, Sit())
            await refused(departures.hand_host(table, bob, 1), "not-the-host")
            await refused(departures.hand_host(table, ann, 3), "no-player", "Only a person at the table")
            await departures.hand_host(table, ann, 2)
            assert (table.as_table().host, table.you(cleo).host, table.you(ann).host) == ("Cleo", True, False)
            await departures.leave(table, cleo, last=False)
            assert table.record.host == ann.id, "the first seated person"
            await deleted(services, ann.id)
            assert (table.record.status, table.as_table().host) == ("waiting", "Bob")
            await deleted(services, bob.id)
            assert table.record.status == "closed"
            assert table.as_table().closed == "This table was closed because its host no longer exists."

    asyncio.run(run())


@pytest.mark.thorough
def test_deleting_the_host_of_a_running_game_makes_another_player_host(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, bob, cleo) = await seated(services, votes, "Ann", "Bob", "Cleo", lapse=0)
            connect_player(table, 1)
            await services.departures.call_off(table, ann, on=True)
            await deleted(services, ann.id)
            assert table.record.host == bob.id
            assert table.record.votes == ()
            await services.departures.hand_host(table, bob, 2)
            assert table.record.host == cleo.id
            for guest in (bob, cleo):
                await deleted(services, guest.id)
            assert table.as_table().closed == "This table was closed because its players no longer exist."

    asyncio.run(run())


async def deleted(services: Services, guest: str) -> None:
    await services.admin_commands.obey(DeleteGuest("op", guest))

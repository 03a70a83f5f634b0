"""Test clocks affected by more than the game: time zones, seats taken back, and answers no longer owed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox.server.clock import DAY
from cashbox.server.tables import seating
from cashbox.server.tables.clocks import RETURN
from cashbox.server.tables.settings import GameClock
from cashbox.server.tables.timeouts import play
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.accounts_in_process import device, sign_in_and_move_seats, with_passkey
from tests.server.server_in_process import SetClock, never, seated, settled, until, votes
from tests.server.tables.test_clocks import LIVE, act, left, run_with_services, shown, table_after_bids
from tests.server.tables_with_absent_players import connect_player, refused

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["votes"]

HOUR = 3600


@pytest.mark.slow
def test_a_new_time_zone_does_not_change_the_time_already_used(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        # A Friday, 13:00 UTC and 21:00 in Tokyo, where the weekend starts in three hours.
        clock.time = 1_799_413_200.0
        rule = GameClock("days", DAY, nights=False, weekends=False)
        ann, bob = [(await services.guests.add(name))[0] for name in ("Ann", "Bob")]
        wish = NewTable(votes, [SeatWish("me"), SeatWish("open")], lapse=0, clock=rule)
        table = await services.registry.make(ann, wish)
        await services.registry.sit(table, bob, Sit())
        clock.forward(5 * HOUR)
        assert left(table, 1)[0] == 19 * HOUR
        assert table.times.now is not None
        await services.registry.set_zone(await services.guests.set_zone(bob, "Asia/Tokyo"))
        assert left(table, 1)[0] == 19 * HOUR
        assert shown(table, 1).hours[0][0] > 2 * DAY
        # The stored clock is the same.
        services.registry.forget(table.record.id)
        again = await services.registry.table(table.record.id)
        assert left(again, 1)[0] == 19 * HOUR
        assert left(again, 0)[0] == 19 * HOUR

    run_with_services(home, work)


@pytest.mark.thorough
def test_an_account_gets_the_time_zone_of_the_guest_who_joins(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        rule = GameClock("days", DAY, nights=False, weekends=False)
        anna, theirs = await services.guests.add("Anna")
        key = await with_passkey(services, anna)
        (account,) = [found.guest for found in [await services.guests.owner(theirs)] if found is not None]
        table = await services.registry.make(account, NewTable(votes, [SeatWish("me"), SeatWish("open")], clock=rule))
        for name, zone in (("Ann", "Asia/Tokyo"), ("Eve", "Europe/Berlin")):
            guest = await device(services, name)
            await services.guests.set_zone(guest.guest, zone)
            await services.registry.make(guest.guest, NewTable(votes, [SeatWish("me"), SeatWish("open")]))
            await sign_in_and_move_seats(services, key, guest)
            after = await services.guests.owner(theirs)
            assert after is not None
            # The first known zone stays.
            assert after.guest.zone == "Asia/Tokyo"
            assert table.record.seats[0].zone == "Asia/Tokyo"

    run_with_services(home, work)


@pytest.mark.thorough
def test_taking_a_seat_back_gives_extra_time_only_once_per_decision(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        monkeypatch.setattr(services.thinking, "decide", never)
        table, (ann, bob) = await table_after_bids(services, votes, "Ann", "Bob", clock=LIVE)
        clock.forward(120)
        await until(lambda: table.record.seats[0].why == "time")
        await services.departures.take_back(table, ann)
        assert left(table, 0) == (RETURN // 1000, 20)
        clock.forward(60)
        await until(lambda: table.record.seats[0].why == "time")
        await refused(services.departures.take_back(table, ann), "time-up", "You ran out of time")
        assert table.record.seats[0].stand_in
        services.registry.forget(table.record.id)
        table = await services.registry.table(table.record.id)
        await refused(services.departures.take_back(table, ann), "time-up")
        # The bot and Bob decide. Then there is a new decision, with its own step.
        await services.registry.change(table, lambda record: seating.let_bot_stand_in(record, 1, "random", "host"))
        await play(table, 0, table.running().legal(0)[-1], table.number)
        await services.departures.take_back(table, ann)
        await services.departures.take_back(table, bob)
        await act(table, 1, "pass")
        assert left(table, 0)[1] == 20

    run_with_services(home, work)


@pytest.mark.slow
def test_undoing_a_stand_ins_action_gives_no_extra_time(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        monkeypatch.setattr(services.thinking, "decide", never)
        table, (ann, _) = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
        clock.forward(120)
        await until(lambda: table.only_bots)
        await services.departures.take_back(table, ann)
        clock.forward(60)
        await until(lambda: table.only_bots)
        await play(table, 0, table.running().legal(0)[0], table.number)
        await services.departures.take_back(table, ann)
        await table.undo(0, None)
        assert left(table, 0) == (0, 0)
        await until(lambda: table.only_bots)

    run_with_services(home, work)


@pytest.mark.slow
def test_a_player_out_of_time_still_has_a_vote_on_ending_the_game(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        monkeypatch.setattr(services.thinking, "decide", never)
        table, (ann, bob) = await table_after_bids(services, votes, "Ann", "Bob", clock=LIVE)
        for seat in (0, 1):
            connect_player(table, seat)
        clock.forward(120)
        await until(lambda: table.record.seats[0].why == "time")
        await services.departures.call_off(table, bob, on=True)
        (vote,) = table.as_table().votes
        assert (vote.asked, vote.by) == ([0, 1], [1])
        assert table.record.status == "playing"
        await services.departures.take_back(table, ann)
        await services.departures.call_off(table, ann, on=True)
        assert table.record.closed == "called-off"

    run_with_services(home, work)


@pytest.mark.slow
def test_a_transferred_seat_keeps_its_time_zone(home: Home, votes: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        rule = GameClock("days", DAY, nights=False, weekends=False)
        guests = [(await services.guests.add(name))[0] for name in ("Ann", "Bob", "Cleo", "Dan")]
        zones = ("Europe/Berlin", "", "Asia/Tokyo", "America/New_York")
        ann, bob, cleo, dan = [
            await services.guests.set_zone(guest, zone) if zone else guest
            for guest, zone in zip(guests, zones, strict=True)
        ]
        wish = NewTable(votes, [SeatWish("me"), SeatWish("open")], lapse=0, clock=rule)
        table = await services.registry.make(ann, wish)
        await services.registry.sit(table, bob, Sit())
        for giver, taker in ((ann, cleo), (bob, dan)):
            code, _until = await services.departures.offer(table, giver)
            await services.departures.take(code, taker, "")
        # A seat without a zone gets the new player's zone.
        assert [seat.zone for seat in table.record.seats] == ["Europe/Berlin", "America/New_York"]

    run_with_services(home, work)


@pytest.mark.slow
def test_an_answer_no_longer_owed_does_not_block_the_clock(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        monkeypatch.setattr(services.thinking, "decide", never)
        table, _ = await seated(services, votes, "Ann", "Bob", lapse=60, clock=LIVE)
        for seat in (0, 1):
            await act(table, seat, "bid")
        # As stored when the player who owed the answer was deleted meanwhile.
        table.timeout_at = int(clock.now()) + 10
        services.timeouts.watch(table)
        await settled()
        clock.forward(10)
        await until(lambda: table.timeout_at is None)
        await settled()
        clock.forward(110)
        await until(lambda: table.record.seats[0].why == "time")

    run_with_services(home, work)

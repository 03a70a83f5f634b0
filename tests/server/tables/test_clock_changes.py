"""Clocks where more than the game moves them: a time zone that becomes known, a seat that is taken back again, an
answer that no one owes anymore."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox.server.clock import DAY
from cashbox.server.tables import seating
from cashbox.server.tables.clocks import RETURN
from cashbox.server.tables.settings import GameClock
from cashbox.server.tables.timeouts import play
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.accounts_in_process import device, taken_along, with_passkey
from tests.server.server_in_process import SetClock, never, seated, settled, until, votes
from tests.server.tables.test_clocks import LIVE, act, bidden, left, served, shown
from tests.server.tables_with_absent_players import comes, refused

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["votes"]

HOUR = 3600


@pytest.mark.slow
def test_a_zone_that_becomes_known_counts_nothing_anew(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        # A Friday, 13:00 where no zone is known, 21:00 in Tokyo, which has its weekend in three hours.
        clock.time = 1_799_413_200.0
        rule = GameClock("days", DAY, nights=False, weekends=False)
        ann, bob = [(await services.guests.add(name))[0] for name in ("Ann", "Bob")]
        wish = NewTable(votes, [SeatWish("me"), SeatWish("open")], lapse=0, clock=rule)
        table = await services.registry.make(ann, wish)
        await services.registry.sit(table, bob, Sit())
        clock.forward(5 * HOUR)
        assert left(table, 1)[0] == 19 * HOUR
        assert table.times.now is not None
        await services.registry.place(await services.guests.place(bob, "Asia/Tokyo"))
        assert left(table, 1)[0] == 19 * HOUR
        assert shown(table, 1).hours[0][0] > 2 * DAY
        # And so it is kept.
        services.registry.forget(table.record.id)
        again = await services.registry.table(table.record.id)
        assert left(again, 1)[0] == 19 * HOUR
        assert left(again, 0)[0] == 19 * HOUR

    served(home, work)


@pytest.mark.thorough
def test_an_account_gets_the_zone_of_the_guest_that_it_takes_along(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        rule = GameClock("days", DAY, nights=False, weekends=False)
        anna, theirs = await services.guests.add("Anna")
        key = await with_passkey(services, anna)
        (account,) = [found.guest for found in [await services.guests.owner(theirs)] if found is not None]
        table = await services.registry.make(account, NewTable(votes, [SeatWish("me"), SeatWish("open")], clock=rule))
        for name, zone in (("Ann", "Asia/Tokyo"), ("Eve", "Europe/Berlin")):
            guest = await device(services, name)
            await services.guests.place(guest.guest, zone)
            await services.registry.make(guest.guest, NewTable(votes, [SeatWish("me"), SeatWish("open")]))
            await taken_along(services, key, guest)
            after = await services.guests.owner(theirs)
            assert after is not None
            # The first that is known stays.
            assert after.guest.zone == "Asia/Tokyo"
            assert table.record.seats[0].zone == "Asia/Tokyo"

    served(home, work)


@pytest.mark.thorough
def test_who_takes_the_seat_back_has_time_once_in_a_window(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        monkeypatch.setattr(services.thinking, "decide", never)
        table, (ann, bob) = await bidden(services, votes, "Ann", "Bob", clock=LIVE)
        clock.forward(120)
        await until(lambda: table.record.seats[0].why == "time")
        await services.departures.back(table, ann)
        assert left(table, 0) == (RETURN // 1000, 20)
        clock.forward(60)
        await until(lambda: table.record.seats[0].why == "time")
        await refused(services.departures.back(table, ann), "time-up", "You ran out of time")
        assert table.record.seats[0].stand_in
        services.registry.forget(table.record.id)
        table = await services.registry.table(table.record.id)
        await refused(services.departures.back(table, ann), "time-up")
        # The bot decides, and Bob; then there is another decision, with its own step.
        await services.registry.change(table, lambda record: seating.let_bot_stand_in(record, 1, "random", "host"))
        await play(table, 0, table.running().legal(0)[-1], table.number)
        await services.departures.back(table, ann)
        await services.departures.back(table, bob)
        await act(table, 1, "pass")
        assert left(table, 0)[1] == 20

    served(home, work)


@pytest.mark.slow
def test_nor_has_it_who_takes_back_what_the_bot_did(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        monkeypatch.setattr(services.thinking, "decide", never)
        table, (ann, _) = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
        clock.forward(120)
        await until(lambda: table.only_bots)
        await services.departures.back(table, ann)
        clock.forward(60)
        await until(lambda: table.only_bots)
        await play(table, 0, table.running().legal(0)[0], table.number)
        await services.departures.back(table, ann)
        await table.undo(0, None)
        assert left(table, 0) == (0, 0)
        await until(lambda: table.only_bots)

    served(home, work)


@pytest.mark.slow
def test_who_is_out_of_time_is_asked_whether_the_game_ends(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        monkeypatch.setattr(services.thinking, "decide", never)
        table, (ann, bob) = await bidden(services, votes, "Ann", "Bob", clock=LIVE)
        for seat in (0, 1):
            comes(table, seat)
        clock.forward(120)
        await until(lambda: table.record.seats[0].why == "time")
        await services.departures.call_off(table, bob, on=True)
        (vote,) = table.as_table().votes
        assert (vote.asked, vote.by) == ([0, 1], [1])
        assert table.record.status == "playing"
        await services.departures.back(table, ann)
        await services.departures.call_off(table, ann, on=True)
        assert table.record.closed == "called-off"

    served(home, work)


@pytest.mark.slow
def test_a_seat_keeps_its_nights_when_it_is_handed_on(home: Home, votes: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        rule = GameClock("days", DAY, nights=False, weekends=False)
        guests = [(await services.guests.add(name))[0] for name in ("Ann", "Bob", "Cleo", "Dan")]
        zones = ("Europe/Berlin", "", "Asia/Tokyo", "America/New_York")
        ann, bob, cleo, dan = [
            await services.guests.place(guest, zone) if zone else guest
            for guest, zone in zip(guests, zones, strict=True)
        ]
        wish = NewTable(votes, [SeatWish("me"), SeatWish("open")], lapse=0, clock=rule)
        table = await services.registry.make(ann, wish)
        await services.registry.sit(table, bob, Sit())
        for giver, taker in ((ann, cleo), (bob, dan)):
            code, _until = await services.departures.offer(table, giver)
            await services.departures.take(code, taker, "")
        # Where none was known, it is that of whoever plays there now.
        assert [seat.zone for seat in table.record.seats] == ["Europe/Berlin", "America/New_York"]

    served(home, work)


@pytest.mark.slow
def test_an_answer_that_nobody_owes_any_more_holds_up_no_clock(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        monkeypatch.setattr(services.thinking, "decide", never)
        table, _ = await seated(services, votes, "Ann", "Bob", lapse=60, clock=LIVE)
        for seat in (0, 1):
            await act(table, seat, "bid")
        # As it is kept where whoever owed the answer was deleted meanwhile.
        table.timeout_at = int(clock.now()) + 10
        services.timeouts.watch(table)
        await settled()
        clock.forward(10)
        await until(lambda: table.timeout_at is None)
        await settled()
        clock.forward(110)
        await until(lambda: table.record.seats[0].why == "time")

    served(home, work)

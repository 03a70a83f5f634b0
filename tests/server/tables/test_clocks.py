"""Test the players' clocks: when they run, how they use step and bank, and what happens when time is up."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox.engine.frames import Feed
from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.journal import loads
from cashbox.engine.match import Match
from cashbox.server.clock import DAY
from cashbox.server.errors import Refusal
from cashbox.server.tables import seating
from cashbox.server.tables.clocks import RETURN
from cashbox.server.tables.settings import GameClock
from cashbox.server.tables.wire import State
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.engine.coins import LOW
from tests.server.server_in_process import SetClock, never, seated, serving, settled, until, votes

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.wire import SeatClock
    from tests.data_folders import Home

    Work = Callable[[Services, SetClock], Coroutine[None, None, None]]

__all__ = ["votes"]

LIVE = GameClock("live", step=20, bank=100)


def run_with_services(home: Home, work: Work, clock: SetClock | None = None) -> None:
    async def run() -> None:
        at = clock or SetClock()
        async with serving(home, at) as services:
            await work(services, at)

    asyncio.run(run())


def state(table: LiveTable, viewer: int = SPECTATOR) -> State:
    found: State = msgspec.json.decode(table.state(viewer, ""), type=State)
    return found


def shown(table: LiveTable, seat: int) -> SeatClock:
    (found,) = (one for one in state(table).clocks if one.seat == seat)
    return found


def left(table: LiveTable, seat: int) -> tuple[int, int]:
    """Return the seconds that a seat has left, and how many of them belong to its step."""
    found = shown(table, seat)
    return found.time, found.step


def running(table: LiveTable) -> list[int]:
    return [one.seat for one in state(table).clocks if one.hours]


async def act(table: LiveTable, seat: int, kind: str) -> None:
    form = next(one.action for one in state(table, seat).legal if one.action["type"] == kind)
    await table.act(seat, [form])


async def table_after_bids(services: Services, game: str, *names: str, **more: Any) -> tuple[LiveTable, list[Guest]]:
    """Create a table where everyone has bid low and seat 0 is to move. Answers never time out."""
    decide = services.thinking.decide

    async def low(*_: object) -> int:
        vars(services.thinking).update(decide=decide)
        return LOW

    if "bot" in names:
        vars(services.thinking).update(decide=low)
    table, guests = await seated(services, game, *names, lapse=0, **more)
    for seat, name in enumerate(names):
        if name != "bot":
            await act(table, seat, "bid")
    await until(lambda: "bot" not in names or running(table) == [0])
    return table, guests


@pytest.mark.slow
def test_a_decision_uses_its_step_first_and_then_the_bank(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        table, _ = await table_after_bids(services, votes, "Ann", "Bob", clock=LIVE)
        assert table.as_table().clock == LIVE
        assert left(table, 0) == left(table, 1) == (120, 20)
        assert running(table) == [0]
        clock.forward(19)
        assert left(table, 0) == (101, 1)
        await act(table, 0, "pass")
        assert running(table) == [1]
        assert left(table, 0) == (120, 20)
        clock.forward(50.25)
        assert left(table, 1) == (70, 0)
        await act(table, 1, "pass")
        clock.forward(1)
        # The bank counts fractions of seconds: it lost the 30.25 seconds beyond the step.
        assert left(table, 1) == (89, 19)
        assert table.times.now is not None
        assert table.times.now.hands[1].bank == 69_750
        assert shown(table, 0).hours == shown(table, 1).hours == [(0, None)]

    run_with_services(home, work)


@pytest.mark.slow
def test_undoing_and_multi_step_answers_gain_no_time(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        table, _ = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
        clock.forward(15)
        await act(table, 0, "bid")
        assert running(table) == [1]
        clock.forward(30)
        # A clock stops after a bid, and continues from there if the bid is undone.
        await table.undo(0, None)
        assert left(table, 0) == (105, 5)
        assert left(table, 1) == (75, 0)
        for _ in range(5):
            clock.forward(10)
            await act(table, 0, "bid")
            await table.undo(0, None)
        assert left(table, 0) == (55, 0)
        await act(table, 0, "bid")
        await act(table, 1, "bid")
        assert left(table, 0) == (75, 20)
        # A step within a turn does not start a new step on the clock.
        before = table.times.now
        clock.forward(5)
        await act(table, 0, "store")
        await table.undo(0, None)
        assert table.times.now == before
        assert left(table, 0) == (70, 15)

    run_with_services(home, work)


@pytest.mark.thorough
def test_a_running_clock_sends_no_messages(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        table, _ = await seated(services, votes, "Ann", "Bob", lapse=0, clock=LIVE)
        feed, mark = Feed(1), table.frames.mark(1)
        assert table.news(feed) is not None
        clock.forward(30)
        assert table.news(feed) is None
        assert table.frames.mark(1) == mark
        # Everyone sees that a bot stands in and that its clock has stopped.
        await services.registry.change(table, lambda record: seating.let_bot_stand_in(record, 0, "random", "host"))
        news = table.news(feed)
        assert news is not None
        assert not msgspec.json.decode(news)["clocks"][0]["hours"]

    run_with_services(home, work)


@pytest.mark.thorough
def test_a_bot_stands_in_when_the_time_is_up(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        table, guests = await table_after_bids(services, votes, "Ann", "Bob", clock=LIVE, options={"rounds": 1})
        number = table.number
        clock.forward(119.5)
        await settled()
        assert table.number == number
        clock.forward(0.5)
        await until(lambda: table.due == 2)
        seat = table.as_table().seats[0]
        assert (seat.kind, seat.why, bool(seat.stand_in)) == ("guest", "time", True)
        entries = table.running().journal.entries[number + 1 :]
        assert {(entry.by, entry.why) for entry in entries} == {("stand-in", "time")}
        assert running(table) == [1]
        await services.registry.change(table, partial(seating.take_back_seat, guest=guests[0]))
        # The bank is empty. The step is left, topped up to one minute.
        assert left(table, 0) == (RETURN // 1000, 20)
        await act(table, 1, "pass")
        journal = loads(table.journal())
        assert Match.replay(table.game, journal).over

    run_with_services(home, work)


@pytest.mark.thorough
def test_each_player_in_a_simultaneous_choice_has_a_clock(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        table, _ = await table_after_bids(services, votes, "Ann", "Bob", "Cleo", "bot", clock=LIVE)
        clock.forward(60)
        for seat in range(3):
            await act(table, seat, "pass")
        await until(lambda: running(table) == [0, 1, 2])
        assert [left(table, seat) for seat in range(3)] == [(80, 20), (120, 20), (120, 20)]
        clock.forward(80)
        await until(lambda: table.record.seats[0].why == "time")
        assert running(table) == [1, 2]
        await act(table, 1, "bid")
        clock.forward(40)
        await until(lambda: table.record.seats[2].why == "time")
        assert not table.record.seats[1].why

    run_with_services(home, work)


@pytest.mark.slow
def test_a_soft_clock_is_shown_but_never_runs_out(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        table, _ = await table_after_bids(services, votes, "Ann", "Bob", clock=GameClock("soft"))
        assert table.deadline is None
        clock.forward(10 * DAY)
        await settled()
        assert left(table, 0) == (10 * DAY, 0)
        await act(table, 0, "pass")
        clock.forward(61.5)
        await act(table, 1, "pass")
        assert left(table, 1) == (61, 0)
        clock.forward(5)
        assert left(table, 1) == (66, 0)
        assert not any(seat.stand_in for seat in table.record.seats)

    run_with_services(home, work)


@pytest.mark.slow
def test_nights_and_weekends_follow_each_players_time_zone(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        # A Friday, 14:00 in Berlin, 08:00 in New York.
        clock.time = 1_799_413_200.0
        rule = GameClock("days", DAY, nights=False, weekends=False)
        ann, _ = await services.guests.add("Ann")
        ann = await services.guests.set_zone(ann, "Europe/Berlin")
        wish = NewTable(votes, [SeatWish("me"), SeatWish("open")], lapse=0, clock=rule)
        table = await services.registry.make(ann, wish)
        bob, _ = await services.guests.add("Bob")
        await services.registry.sit(table, bob, Sit())
        assert [seat.zone for seat in table.record.seats] == ["Europe/Berlin", ""]
        await services.registry.set_zone(await services.guests.set_zone(bob, "America/New_York"))
        assert table.record.seats[1].zone == "America/New_York"
        hour = 3600
        assert shown(table, 0).hours[:2] == [(0, 8 * hour), (66 * hour, 80 * hour)]
        assert shown(table, 1).hours[:2] == [(0, 14 * hour), (72 * hour, 86 * hour)]
        clock.forward(60 * hour)
        await settled()
        assert [left(table, seat)[0] / hour for seat in (0, 1)] == [16, 10]
        # A later change of the guest's zone does not affect a seat that has one.
        await services.registry.set_zone(await services.guests.set_zone(bob, "Asia/Tokyo"))
        assert table.record.seats[1].zone == "America/New_York"
        with pytest.raises(Refusal, match="no time zone"):
            await services.guests.set_zone(bob, "Mars/Olympus")

    run_with_services(home, work)


@pytest.mark.few(0, usual=2)
@pytest.mark.parametrize(
    ("clock", "why"),
    [
        (GameClock("soft", bank=60), "must have a `step` and a `bank` of 0"),
        (GameClock("live"), "at least 10"),
        (GameClock("live", step=3601), "up to 3600"),
        (GameClock("live", bank=12 * 3600 + 1), "The `bank`"),
        (GameClock("live", step=30, nights=False), "Only turn-based clocks"),
        (GameClock("days", step=DAY // 2), "1, 2, 3, or 7 days"),
        (GameClock("days", step=DAY, bank=8 * DAY), "up to 7 days"),
    ],
)
def test_an_invalid_clock_is_refused(home: Home, votes: str, clock: GameClock, why: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        ann, _token = await services.guests.add("Ann")
        with pytest.raises(GameError, match=why) as refused:
            await services.registry.make(ann, NewTable(votes, [SeatWish("me"), SeatWish("open")], clock=clock))
        assert refused.value.code == "bad-clock"

    run_with_services(home, work)


@pytest.mark.slow
def test_only_people_have_clocks(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:

    async def work(services: Services, clock: SetClock) -> None:
        monkeypatch.setattr(services.thinking, "decide", never)
        table, _ = await seated(services, votes, "Ann", "bot", lapse=0, clock=LIVE)
        await act(table, 0, "bid")
        assert [one.seat for one in state(table).clocks] == [0]
        assert table.deadline is None
        clock.forward(1000)
        await settled()
        assert not table.record.seats[1].stand_in

    run_with_services(home, work)


@pytest.mark.thorough
def test_an_answer_times_out_before_the_players_clock(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        table, _ = await seated(services, votes, "Ann", "Bob", lapse=60, clock=LIVE)
        clock.forward(60)
        await until(lambda: table.number == 2)
        assert {entry.by for entry in table.running().journal.entries[1:3]} == {"lapse"}
        assert not any(seat.stand_in for seat in table.record.seats)
        # Turns of Coins have no timeout of their own.
        clock.forward(80)
        await until(lambda: table.record.seats[0].why == "time")

    run_with_services(home, work)

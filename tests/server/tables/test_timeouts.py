"""Test the timeouts of answers: the server gives the answer for the seat. The test sets the clock."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox.engine.game import SPECTATOR, GameError
from cashbox.engine.journal import loads
from cashbox.server.errors import DiskFull
from cashbox.server.tables import timeouts
from cashbox.server.tables.timeouts import USUAL, time_out
from cashbox.server.tables.wire import Acted, Lapse, State
from cashbox.server.tasks import shielded
from cashbox.server.wire import ChangeSeat, NewTable, SeatWish
from tests.server.server_in_process import SetClock, never, seated, serving, settled, until, votes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]


def state(table: LiveTable, viewer: int) -> State:
    found: State = msgspec.json.decode(table.state(viewer, ""), type=State)
    return found


async def act(table: LiveTable, seat: int, *kinds: str) -> None:
    """Take the first legal action of each kind, one request each."""
    for kind in kinds:
        form = next(one.action for one in state(table, seat).legal if one.action["type"] == kind)
        await table.act(seat, [form])


async def offered(services: Services, **more: Any) -> tuple[LiveTable, int, int]:
    """Create a table of CASH where the current player has made an offer. Return it with the two seats."""
    table, _ = await seated(services, "cash", "Ann", "Bob", **more)
    (maker,) = state(table, SPECTATOR).due
    await act(table, maker, "offer", "give-hidden", "ask-hidden", "propose")
    assert state(table, SPECTATOR).due == [1 - maker]
    return table, maker, 1 - maker


@pytest.mark.slow
def test_an_offer_times_out_as_declined_by_the_seat(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, maker, other = await offered(services)
            assert table.record.settings.lapse == USUAL
            number = table.running().number
            clock.forward(30.5)
            assert state(table, other).lapse == Lapse([other], USUAL - 30, "Decline")
            assert state(table, maker).lapse == state(table, SPECTATOR).lapse == Lapse([other], USUAL - 30, "")
            clock.forward(89.4)
            await settled()
            assert table.running().number == number
            clock.forward(0.2)
            await until(lambda: table.running().number > number)
            assert table.match is not None
            entry = table.match.journal.entries[-1]
            assert (entry.n, entry.seat, entry.do, entry.by) == (number + 1, other, {"type": "decline"}, "lapse")
            told = state(table, maker)
            assert told.lapse is None
            assert told.due == [maker]
            assert told.log[-1].text == f"{('Ann', 'Bob')[other]} didn't answer your offer in time."
            assert "lapse" not in table.match.journal.header.options

    asyncio.run(run())


@pytest.mark.slow
def test_an_answer_in_time_counts_and_cancels_the_timeout(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, maker, other = await offered(services)
            clock.forward(119)
            await act(table, other, "decline")
            number = table.running().number
            clock.forward(500)
            await settled()
            assert table.running().number == number
            with pytest.raises(GameError, match="has already come in"):
                await time_out(table, clock.now())
            # The next offer has the full time.
            await act(table, maker, "offer", "give-hidden", "ask-hidden", "propose")
            assert state(table, other).lapse == Lapse([other], 120, "Decline")
            with pytest.raises(GameError, match="has already come in"):
                await time_out(table, clock.now())

    asyncio.run(run())


@pytest.mark.slow
def test_an_answer_at_the_moment_of_the_timeout_counts_once(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _, other = await offered(services)
            number, mark = table.running().number, table.frames.mark(other)
            table.timeout_at = int(clock.now())
            forms = [{"type": "decline"}]
            answer, now = table.act(other, forms, mark), clock.now()
            results = await asyncio.gather(answer, time_out(table, now), time_out(table, now), return_exceptions=True)
            assert results[0] == Acted(table.frames.mark(other), table.frames.position(other).lines)
            assert [getattr(one, "code", None) for one in results[1:]] == ["stale", "stale"]
            assert table.running().number == number + 1

            table, _, other = await offered(services)
            number, mark = table.running().number, table.frames.mark(other)
            table.timeout_at = int(clock.now())
            answer = shielded(table.act(other, forms, mark))
            both = await asyncio.gather(time_out(table, clock.now()), answer, return_exceptions=True)
            assert table.running().number == number + 1
            assert getattr(both[1], "code", None) == "stale"

    asyncio.run(run())


@pytest.mark.slow
def test_an_answer_in_several_steps_gains_no_time(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, maker, other = await offered(services)
            for _ in range(3):
                clock.forward(30)
                await act(table, other, "counter", "give-hidden")
                await table.undo(other, None)
            await act(table, other, "counter", "give-hidden")
            assert state(table, maker).lapse == Lapse([other], 30, "")
            clock.forward(31)
            await until(lambda: state(table, maker).due == [maker])
            assert table.match is not None
            assert table.match.journal.entries[-1].do == {"type": "decline"}

            await act(table, maker, "offer", "give-hidden", "ask-hidden", "propose")
            clock.forward(100)
            await act(table, other, "counter", "give-hidden", "ask-hidden", "propose")
            # A counteroffer is an offer, so the other player has the full time.
            assert state(table, other).lapse == Lapse([maker], 120, "")

    asyncio.run(run())


@pytest.mark.slow
def test_a_timeout_survives_a_restart(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            early, _, other = await offered(services, lapse=3600)
            late, *_ = await offered(services, lapse=60)
            clock.forward(30)
        clock.forward(1000)
        async with serving(home, clock, idle=86400.0) as services:
            # No one opens the table: it times out anyway.
            await until(lambda: late.record.id in services.registry._tables)
            again = await services.registry.table(late.record.id)
            await until(lambda: again.running().number == late.running().number + 1)
            again = await services.registry.table(early.record.id)
            await settled()
            assert again.running().number == early.running().number
            assert state(again, other).lapse == Lapse([other], 3600 - 1030, "Decline")
            clock.forward(3600)
            await until(lambda: again.running().number == early.running().number + 1)

    asyncio.run(run())


@pytest.mark.thorough
def test_a_table_outside_memory_times_out(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock, idle=0.0) as services:
            table, *_ = await offered(services)
            clock.forward(1)
            assert services.registry.sweep() == 1
            clock.forward(120)
            await until(lambda: table.record.id in services.registry._tables)
            again = await services.registry.table(table.record.id)
            await until(lambda: again.running().number == table.running().number + 1)
            assert again is not table

    asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize("fault", [DiskFull, lambda: sqlite3.OperationalError("database is locked")])
@pytest.mark.logs_errors("the store fails")
def test_a_timeout_is_retried_after_a_storage_error(
    home: Home, monkeypatch: pytest.MonkeyPatch, fault: Callable[[], Exception]
) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, *_ = await offered(services)
            number, append, faults = table.running().number, services.store.append, [fault(), fault()]

            async def seldom(*arguments: Any) -> Awaitable[None] | None:
                if faults:
                    raise faults.pop()
                return await append(*arguments)  # type: ignore[func-returns-value]

            monkeypatch.setattr(services.store, "append", seldom)
            clock.forward(121)
            await until(lambda: len(faults) == 1)
            assert table.running().number == number
            for _ in range(2):
                await settled()
                clock.forward(timeouts.LONG_PAUSE)
            await until(lambda: table.running().number == number + 1)

    asyncio.run(run())


@pytest.mark.slow
def test_each_late_player_in_a_simultaneous_choice_times_out(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", "Cleo")
            await act(table, 1, "bid")
            clock.forward(60)
            # One player's choice does not change the others' time.
            await table.undo(1, None)
            await act(table, 1, "bid")
            assert state(table, 0).lapse == Lapse([0, 2], 60, "bid low (1 in the purse)")
            assert state(table, 1).lapse == Lapse([0, 2], 60, "")
            clock.forward(60)
            await until(lambda: table.running().number == 5)
            assert table.match is not None
            assert [entry.seat for entry in table.match.journal.entries[4:]] == [0, 2]
            # Turns of Coins have no timeout.
            assert state(table, 0).lapse is None

    asyncio.run(run())


@pytest.mark.slow
def test_bots_never_time_out(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            monkeypatch.setattr(services.thinking, "decide", never)
            table, _ = await seated(services, votes, "Ann", "Bob", "bot")
            await act(table, 0, "bid")
            assert state(table, 0).lapse == Lapse([1], 120, "")
            await act(table, 1, "bid")
            assert state(table, 0).lapse is None
            clock.forward(10_000)
            await settled()
            assert table.running().number == 2

    asyncio.run(run())


@pytest.mark.thorough
def test_each_table_has_its_own_timeout(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            ann, _ = await services.guests.add("Ann")
            company, alone = [SeatWish("me"), SeatWish("open")], [SeatWish("me"), SeatWish("bot", "random")]

            async def made(game: str, seats: list[SeatWish], lapse: int | None) -> int:
                table = await services.registry.make(ann, NewTable(game, seats, lapse=lapse))
                assert table.as_table().lapse == table.record.settings.lapse
                return table.record.settings.lapse

            assert await made(votes, company, None) == USUAL
            assert await made(votes, alone, None) == 0
            assert await made(votes, alone, 600) == 600
            assert await made(votes, company, 0) == 0
            assert await made("envelopes", company, None) == await made("envelopes", company, 0) == 0
            for game, lapse in (("envelopes", 60), (votes, 9), (votes, 604_801), (votes, 1)):
                with pytest.raises(GameError) as refused:
                    await made(game, company, lapse)
                assert refused.value.code == "bad-lapse"
            assert services.catalog.infos["cash"].lapses
            assert not services.catalog.infos["envelopes"].lapses

            table, *_ = await offered(services, lapse=0)
            clock.forward(10**9)
            await settled()
            assert state(table, 0).lapse is None
            assert state(table, 0).due != []

    asyncio.run(run())


@pytest.mark.slow
def test_a_journal_records_timeouts_as_regular_actions(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            table, _ = await seated(services, votes, "Ann", "Bob", options={"rounds": 1})
            clock.forward(121)
            await until(lambda: table.running().number == 2)
            for _ in range(2):
                (seat,) = state(table, SPECTATOR).due
                await act(table, seat, "pass")
            journal = loads(table.journal())
            assert [entry.do for entry in journal.entries[1:3]] == [{"type": "bid", "high": False}] * 2

    asyncio.run(run())


@pytest.mark.slow
def test_games_of_bots_alone_get_options_that_end_them(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            monkeypatch.setattr(services.thinking, "decide", never)
            ann, _ = await services.guests.add("Ann")
            bot, registry = SeatWish("bot", "random"), services.registry

            async def options(seats: list[SeatWish], **given: Any) -> Any:
                return (await registry.make(ann, NewTable(votes, seats, options=given))).record.settings.options[
                    "rounds"
                ]

            assert await options([bot, bot]) == 1
            assert await options([bot, bot], rounds=3) == 3
            assert await options([SeatWish("me"), bot]) == 3

            open_ = SeatWish("open")
            for given, rounds in (({}, 1), ({"rounds": 2}, 2)):
                table = await registry.make(ann, NewTable(votes, [open_, bot], options=given))  # type: ignore[arg-type]
                await registry.change_seat(table, ann, ChangeSeat(0, "bot", "random"))
                assert table.record.settings.options["rounds"] == rounds
                assert table.match is not None
                assert table.match.journal.header.options["rounds"] == rounds

            cash = await registry.make(ann, NewTable("cash", [bot] * 3, mode="quick"))
            wanted = {"mode": "quick", "target": 500_000, "max_rounds": 60, "max_turns": 400}
            assert wanted.items() <= cash.record.settings.options.items()

    asyncio.run(run())

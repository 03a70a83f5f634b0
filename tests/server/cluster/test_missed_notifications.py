"""Test what one process does while news from another one has not arrived yet, or never arrives."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from typing import TYPE_CHECKING, cast

import asyncpg
import pytest
from msgspec.json import decode
from msgspec.structs import replace

from cashbox.engine.game import SPECTATOR, GameError
from cashbox.server.db.backend import Owed
from cashbox.server.db.listening import TOGETHER
from cashbox.server.db.store import Store
from cashbox.server.errors import Refusal
from cashbox.server.tables import seating
from cashbox.server.tables.timeouts import play
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.accounts.test_own_data import note, signed_in
from tests.server.cluster.test_two_processes import act, both, homes
from tests.server.server_in_process import DEADLINE, SetClock, never, seated, settled, until, votes
from tests.server.tables_with_absent_players import AWAY, connect_player, refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["homes", "votes"]

pytestmark = pytest.mark.slow


@pytest.mark.thorough
def test_a_sign_out_is_applied_after_its_news_was_missed(
    homes: tuple[Home, Home], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Services, two: Services) -> None:
        ann, _ = await one.guests.add("Ann")
        ended: list[str] = []
        for name in ("laptop", "phone"):
            session = await signed_in(one, two, ann, new=name == "phone")
            two.guests.connect(session, note(ended, name))
        with monkeypatch.context() as deaf:
            deaf.setattr(two.cluster_news, "changed", lambda _: None)
            await one.guests.end_device(ann, session.token.device)
            await settled()
        assert not ended
        two.cluster_news.missed()
        await until(lambda: ended == ["phone"])
        await settled()
        assert ended == ["phone"], "the other device stays"

    both(homes, work)


@pytest.mark.thorough
def test_a_deleted_guests_messages_disappear_in_every_process(homes: tuple[Home, Home], votes: str) -> None:
    """The messages disappear even if no one writes another one."""

    async def work(one: Services, two: Services) -> None:
        ann, bob = [(await one.guests.add(name))[0] for name in ("Ann", "Bob")]
        seats = [SeatWish("me"), SeatWish("open"), SeatWish("open")]
        table = await one.registry.make(ann, NewTable(votes, seats))
        await one.registry.sit(table, bob, Sit())
        await table.chat.say(table.record, ann, "first")
        await table.chat.say(table.record, bob, "second")
        # Bob only chatted at that table.
        await one.departures.leave(table, bob, last=False)
        other = await two.registry.table(table.record.id)
        assert [line.text for line in other.chat.messages_for(other.record, ann).lines] == ["first", "second"]
        await two.erasing.guest(bob.id)

        def left(at: LiveTable) -> bool:
            return [line.text for line in at.chat.messages_for(at.record, ann).lines] == ["first"]

        for one_of in (table, other):
            await until(partial(left, one_of))
        # Its number is not reused: a reader would take the next message for the same one.
        await other.chat.say(other.record, ann, "third")
        assert other.chat.number == 3

    both(homes, work)


async def late(patch: pytest.MonkeyPatch, acting: Callable[[], Awaitable[object]], other: Awaitable[object]) -> str:
    """Store an action after another change that it did not know of. Return the error code, or "" if it is accepted."""
    appended, done, append = asyncio.Event(), asyncio.Event(), Store.append

    async def append_late(self: Store, *given: object, **more: object) -> None:
        appended.set()
        await done.wait()
        await append(self, *given, **more)  # type: ignore[arg-type]

    patch.setattr(Store, "append", append_late)
    task = asyncio.ensure_future(acting())
    await appended.wait()
    await other
    done.set()
    try:
        await task
    except (GameError, Refusal) as refused:
        return refused.code
    return ""


@pytest.mark.thorough
def test_a_late_bot_action_is_refused_after_the_player_takes_the_seat_back(
    homes: tuple[Home, Home], votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This also holds at a table without a clock."""

    async def work(one: Services, two: Services) -> None:
        for services in (one, two):
            monkeypatch.setattr(services.thinking, "decide", never)
        table, (ann, _) = await seated(one, votes, "Ann", "Bob", lapse=0)
        await one.registry.change(table, lambda record: seating.let_bot_stand_in(record, 0, "random", "host"))
        other = await two.registry.table(table.record.id)
        action, number = other.running().legal(0)[0], other.number
        with monkeypatch.context() as patch:
            back = one.departures.take_back(table, ann)
            assert await late(patch, lambda: play(other, 0, action, number), back) == "stale"
        await until(lambda: other.record == table.record)
        assert table.number == other.number == number

    both(homes, work)


@pytest.mark.thorough
def test_a_players_late_action_is_refused_after_the_deciding_vote(
    homes: tuple[Home, Home], votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last vote is stored first, so the player's action can't count as well."""
    clock = SetClock()

    async def work(one: Services, two: Services) -> None:
        for services in (one, two):
            monkeypatch.setattr(services.thinking, "decide", never)
        table, (_, bob, cleo, _) = await seated(one, votes, "Ann", "Bob", "Cleo", "Dan", lapse=0)
        for seat in range(3):
            connect_player(table, seat)
        clock.forward(AWAY)
        await one.departures.stand_in(table, bob, 3, on=True)
        other = await two.registry.table(table.record.id)
        number = other.number
        with monkeypatch.context() as patch:
            voice = one.departures.stand_in(table, cleo, 3, on=True)
            assert await late(patch, lambda: other.act(3, [{"type": "bid", "high": True}]), voice) == "stand-in"
        await until(lambda: other.record == table.record)
        assert table.record.seats[3].stand_in
        assert table.number == other.number == number

    both(homes, work, clock)


@contextlib.asynccontextmanager
async def locked(table: LiveTable, database: str) -> AsyncIterator[Callable[[int], Awaitable[None]]]:
    """Lock a table's row, so that every change of the table waits in order. Yield a function that waits until a given
    number of changes are waiting. They proceed at the end of the block."""
    connection = await asyncpg.connect(database)
    # A transaction would see only one snapshot of the waiting queries.
    looking = await asyncpg.connect(database)
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

    async def waits(many: int) -> None:
        async with asyncio.timeout(DEADLINE):
            while await looking.fetchval(waiting) < many:  # noqa: ASYNC110 (a database tells no one who waits)
                await asyncio.sleep(0.005)

    try:
        async with connection.transaction():
            await connection.execute("SELECT FROM tables WHERE id = $1 FOR UPDATE", table.record.id)
            yield waits
    finally:
        await connection.close()
        await looking.close()


@pytest.mark.parametrize("does", ["acts", "takes back"])
def test_an_action_is_refused_if_the_seat_was_transferred_first(
    homes: tuple[Home, Home], votes: str, does: str
) -> None:
    """Both requests wait for the database in different processes, and the new player's request is first."""

    async def work(one: Services, two: Services) -> None:
        table, (ann, _bob) = await seated(one, votes, "Ann", "Bob", lapse=0)
        cleo, _ = await one.guests.add("Cleo")
        other = await two.registry.table(table.record.id)
        if does == "takes back":
            await act(other, 0)
        number = other.number
        await table.catch_up()
        code, _ = await one.departures.offer(table, ann)
        async with locked(table, homes[0].database) as waits:
            taking = asyncio.create_task(one.departures.take(code, cleo, ""))
            await waits(1)
            bid = [{"type": "bid", "high": True}]
            doing = other.act(0, bid, by=ann) if does == "acts" else other.undo(0, None, by=ann)
            acting = asyncio.create_task(doing)
            await waits(2)
        await taking
        await refused(acting, "not-your-seat", "Someone else has it now")
        await table.catch_up()
        assert table.record.seats[0].guest == cleo.id
        assert table.number == other.number == number, "nothing was recorded at the new player's seat"

    both(homes, work)


@pytest.mark.thorough
def test_an_action_is_accepted_if_it_comes_before_the_seat_transfer(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        table, (ann, _bob) = await seated(one, votes, "Ann", "Bob", lapse=0)
        cleo, _ = await one.guests.add("Cleo")
        other = await two.registry.table(table.record.id)
        code, _ = await one.departures.offer(table, ann)
        async with locked(table, homes[0].database) as waits:
            acting = asyncio.create_task(other.act(0, [{"type": "bid", "high": True}], by=ann))
            await waits(1)
            taking = asyncio.create_task(one.departures.take(code, cleo, ""))
            await waits(2)
        await asyncio.gather(acting, taking)
        assert table.number == other.number == 1
        lines = table.frames.position(SPECTATOR).lines
        assert decode(table.state(SPECTATOR, ""))["handed"] == [{"seat": 0, "lines": lines}], "it comes after the bid"

    both(homes, work)


@pytest.mark.thorough
def test_one_outdated_table_does_not_block_the_entries_of_other_tables(homes: tuple[Home, Home], votes: str) -> None:
    """Entries of many tables are stored together and announced in several messages."""

    async def work(one: Services, two: Services) -> None:
        many = TOGETHER + 2
        tables = [(await seated(one, votes, "Ann", "Bob", lapse=0))[0] for _ in range(many)]
        others = [await two.registry.table(table.record.id) for table in tables]
        changed, writer = tables[0].record, two.store.writer
        await one.store.change_table(replace(changed, version=changed.version + 1), (), Owed())
        batches: list[int] = []
        insert = writer._insert  # type: ignore[attr-defined]

        async def inserted(batch: Sequence[object]) -> set[str]:
            batches.append(len(batch))
            return cast("set[str]", await insert(batch))

        writer._insert = inserted  # type: ignore[attr-defined]
        await asyncio.gather(*(act(other, 0) for other in others))
        for table in tables:
            await until(lambda table=table: table.behind or table.number == 1)  # type: ignore[misc]
        assert [other.number for other in others] == [1] * many, "the one that changed is stored in a second try"
        assert max(batches) > TOGETHER

    both(homes, work)

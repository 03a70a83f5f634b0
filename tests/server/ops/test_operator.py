"""Test what an operator can do to tables and guests while a server runs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox import games
from cashbox.engine.journal import loads
from cashbox.engine.verify import verify
from cashbox.server.accounts.names import FORMER
from cashbox.server.accounts.tokens import hash_of
from cashbox.server.clock import DAY
from cashbox.server.db import backend, queries
from cashbox.server.errors import Closed, Refusal
from cashbox.server.ops.expiry import EVERY
from cashbox.server.ops.socket import CloseTable, DeleteGuest, DeleteTable, ListAudit, ListGuests, ListTables, Tidy
from cashbox.server.settings import Retention
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.server_in_process import SetClock, seated, serving, settled, until, votes

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]

NAME = "Zebedee Quux"


def serve(home: Home, work: Callable[[Services, SetClock], Awaitable[None]], **settings: Any) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock, **settings) as services:
            await work(services, clock)

    asyncio.run(run())


class Watcher:
    """A connected spectator."""

    seat: int | None = None
    guest: None = None

    def __init__(self) -> None:
        self.poked = 0

    def poke(self) -> None:
        self.poked += 1


async def play(table: LiveTable) -> None:
    """Take the first legal action again and again, until the game is over."""
    while (match := table.running()).due():
        seat = (match.due() & -match.due()).bit_length() - 1
        await table.act(seat, [match.game.encode(match.legal(seat)[0])])


@pytest.mark.slow
def test_a_closed_table_accepts_no_more_actions(home: Home, votes: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        table, guests = await seated(services, votes, "Ann", "Bob", lapse=60)
        watcher = Watcher()
        table.join(watcher)
        before, match = watcher.poked, table.running()
        seat = (match.due() & -match.due()).bit_length() - 1
        form = match.game.encode(match.legal(seat)[0])
        await services.admin_commands.obey(CloseTable("op", table.record.id))
        assert watcher.poked > before
        for place in (table, await reloaded(services, table)):
            assert place.record.status == place.as_table().status == "closed"
            assert place.as_table().due == []
            assert place.timeout_at is None
            state = msgspec.json.decode(place.state(seat, ""))
            assert (state["legal"], state["due"], state["can_undo"]) == ([], [], 0)
            assert state["prompt"] == str(Closed())
            for doing in (
                place.act(seat, [form]),
                place.undo(seat, None),
                place.chat.say(place.record, guests[0], "hello"),
            ):
                with pytest.raises(Closed):
                    await doing
            with pytest.raises(Refusal, match="once the game is over"):
                place.journal()
        with pytest.raises(Refusal, match="already closed"):
            await services.admin_commands.obey(CloseTable("op", table.record.id))

    serve(home, work)


async def reloaded(services: Services, table: LiveTable) -> LiveTable:
    services.registry.forget(table.record.id)
    return await services.registry.table(table.record.id)


@pytest.mark.thorough
def test_a_bots_decision_is_dropped_after_its_table_is_closed(
    home: Home, votes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(services: Services, _: SetClock) -> None:
        asked = asyncio.Event()
        answered = asyncio.Event()

        async def think(at: Any, *_: Any) -> int:
            asked.set()
            await answered.wait()
            found: int = at.legal[0]
            return found

        monkeypatch.setattr(services.thinking, "decide", think)
        table, _guests = await seated(services, votes, "Ann", "bot")
        await asked.wait()
        number = table.running().number
        await services.admin_commands.obey(CloseTable("op", table.record.id))
        answered.set()
        await until(lambda: not table.busy)
        assert table.running().number == number
        assert await services.store.read(queries.tables_needing_work) == []

    serve(home, work)


@pytest.mark.slow
def test_a_closed_table_is_not_listed_and_accepts_no_players(home: Home, votes: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        table, _guests = await seated(services, votes, "Ann", "Bob")
        waiting, _guests = await waits(services, votes)
        bob = (await services.guests.add("Bob"))[0]
        assert [one.table.id for one in await services.registry.open(None)] == [waiting.record.id]
        await services.admin_commands.obey(CloseTable("op", waiting.record.id))
        with pytest.raises(Closed):
            await services.registry.sit(waiting, bob, Sit())
        assert await services.registry.open(None) == []
        await play(table)
        with pytest.raises(Refusal, match="already over"):
            await services.admin_commands.obey(CloseTable("op", table.record.id))

    serve(home, work)


async def waits(services: Services, game: str, name: str = "Ann") -> tuple[LiveTable, Any]:
    """Create a table with an open seat, and return it with its host."""
    guest, _ = await services.guests.add(name)
    return await services.registry.make(guest, NewTable(game, [SeatWish("me"), SeatWish("open")])), guest


@pytest.mark.slow
def test_deleting_a_table_deletes_all_of_its_data(home: Home, votes: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        kept, _guests = await seated(services, votes, "Ann", "Bob")
        table, (cleo, _dan) = await seated(services, votes, "Cleo", "Dan")
        await table.chat.say(table.record, cleo, "hello")
        await table.chat.mute(table.record, cleo, 1, on=True)
        watcher = Watcher()
        table.join(watcher)
        before = watcher.poked
        await services.admin_commands.obey(DeleteTable("op", table.record.id))
        assert watcher.poked > before
        assert table.as_table().status == "closed"
        with pytest.raises(Closed):
            await table.act(0, [])
        with pytest.raises(Refusal, match="doesn't exist"):
            await services.registry.table(table.record.id)
        with pytest.raises(Refusal, match="no table"):
            await services.admin_commands.obey(DeleteTable("op", table.record.id))
        assert (await services.registry.table(kept.record.id)) is kept

    serve(home, work)
    assert len(home.rows("SELECT id FROM tables")) == 1
    for part in ("seats", "entries", "chat", "mutes"):
        assert home.rows(f"SELECT * FROM {part} WHERE table_id NOT IN (SELECT id FROM tables)") == []
    assert home.faults() == []


@pytest.mark.slow
@pytest.mark.logs_errors("a table is damaged")
def test_a_table_that_cannot_be_opened_can_be_deleted(home: Home, votes: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        table, _guests = await seated(services, votes, "Ann", "Bob")
        services.registry.forget(table.record.id)
        home.rows("UPDATE entries SET body = $1", b"\xff")
        with pytest.raises(Refusal, match="can't be opened"):
            await services.registry.table(table.record.id)
        await services.admin_commands.obey(DeleteTable("op", table.record.id))
        assert (await services.admin_commands.obey(ListTables("op"))).tables == []

    serve(home, work)


@pytest.mark.thorough
def test_a_deleted_guests_name_disappears_and_the_games_stay(home: Home, votes: str) -> None:
    kept: dict[str, str] = {}

    async def work(services: Services, _: SetClock) -> None:
        over, (guest, bob) = await seated(services, votes, NAME, "Bob")
        await play(over)
        await over.chat.say(over.record, guest, f"I am {NAME}")
        await over.chat.say(over.record, bob, "Well played.")
        await over.chat.mute(over.record, bob, 0, on=True)
        own = (await services.guests.add(NAME))[0]
        goes_on, (host, _cleo) = await seated(services, votes, NAME, "Cleo")
        alone, (lonely, *_rest) = await seated(services, votes, NAME, "bot")
        hosted, other = await waits(services, votes, NAME)
        for one in (guest, host, lonely, other, own):
            await services.admin_commands.obey(DeleteGuest("op", one.id))
        assert [seat.name for seat in over.record.seats] == [FORMER, "Bob"]
        assert [line.text for line in over.chat.messages_for(over.record, None).lines] == ["Well played."]
        assert loads(over.journal()).header.players == ("Seat 1", "Bob")
        assert NAME.encode() not in over.log(0, "") + over.answer(None)
        assert [(seat.kind, seat.name) for seat in goes_on.record.seats] == [("bot", FORMER), ("guest", "Cleo")]
        await until(lambda: not goes_on.bots & goes_on.running().due())
        assert (alone.record.status, hosted.record.status) == ("closed", "closed")
        assert await services.registry.tables_of(guest) == []
        kept.update(over=over.record.id, goes_on=goes_on.record.id)
        found = await reloaded(services, over)
        journal = loads(found.journal())
        assert journal.header.players == ("Seat 1", "Bob")
        report = verify(journal, games.load_for)
        assert report.faults == ()
        assert "Seat 1: name withdrawn." in report.guarantees
        with pytest.raises(Refusal, match="no guest"):
            await services.admin_commands.obey(DeleteGuest("op", guest.id))
        with pytest.raises(Refusal, match="no guest"):
            await services.admin_commands.obey(DeleteGuest("op", "former"))

    serve(home, work)
    assert not home.holds(NAME)
    assert home.faults() == []
    assert home.rows("SELECT count(*) FROM mutes") == [(0,)]

    async def again(services: Services, _: SetClock) -> None:
        assert (await services.registry.table(kept["over"])).record.status == "over"
        assert (await services.registry.table(kept["goes_on"])).record.seats[0].kind == "bot"

    serve(home, again)


@pytest.mark.slow
def test_a_deleted_guests_token_stops_working(home: Home, votes: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        guest, token = await services.guests.add("Ann")
        found = await services.guests._find(hash_of(token))
        assert found is not None
        assert found[0] == guest
        await services.admin_commands.obey(DeleteGuest("op", guest.id))
        assert await services.guests._find(hash_of(token)) is None

    serve(home, work)


@pytest.mark.slow
def test_old_tables_are_not_deleted_without_a_retention_setting(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        table, _guests = await seated(services, votes, "Ann", "Bob")
        await play(table)
        clock.forward(1000 * DAY)
        await settled()
        assert [row.id for row in (await services.admin_commands.obey(ListTables("op"))).tables] == [table.record.id]

    serve(home, work)


async def wait_for_deletion(clock: SetClock, holds: Callable[[], bool]) -> None:
    """Wait for a deletion by age, which runs at intervals: one that is already running may come too early."""
    for _ in range(3):
        await settled()
        if not holds():
            clock.forward(EVERY)
    await until(holds)


@pytest.mark.thorough
def test_old_tables_chats_and_guests_are_deleted_by_their_retention(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        table, (ann, _bob) = await seated(services, votes, "Ann", "Bob")
        await play(table)
        await table.chat.say(table.record, ann, "hello")
        goes_on, _guests = await seated(services, votes, "Cleo", "Dan")
        await goes_on.chat.say(goes_on.record, _guests[0], "hello")
        clock.forward(5 * DAY)
        await wait_for_deletion(
            clock, lambda: home.rows("SELECT DISTINCT table_id FROM chat") == [(goes_on.record.id,)]
        )
        assert (await services.registry.table(table.record.id)).record.status == "over"
        clock.forward(6 * DAY)
        await wait_for_deletion(clock, lambda: home.rows("SELECT id FROM tables") == [(goes_on.record.id,)])
        with pytest.raises(Refusal, match="doesn't exist"):
            await services.registry.table(table.record.id)
        clock.forward(10 * DAY)
        await wait_for_deletion(clock, lambda: home.rows("SELECT count(*) FROM guests") == [(2,)])
        found = await services.admin_commands.obey(ListGuests("op"))
        assert sorted(row.name for row in found.guests) == ["Cleo", "Dan"]
        assert len(home.rows("SELECT * FROM chat")) == 1

    serve(home, work, retain=Retention(finished=10, chats=4, guests=20))


@pytest.mark.slow
def test_an_operator_can_filter_tables_and_guests(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        old, _guests = await waits(services, votes, "Ann_1")
        clock.forward(3 * DAY)
        new, _guests = await seated(services, votes, "Bob", "Cleo")

        async def tables(**which: Any) -> list[str]:
            return [row.id for row in (await services.admin_commands.obey(ListTables("op", **which))).tables]

        assert await tables() == [new.record.id, old.record.id]
        assert await tables(status="playing") == [new.record.id]
        assert await tables(older=2) == [old.record.id]
        assert await tables(game="envelopes") == []
        (row,) = (await services.admin_commands.obey(ListTables("op", status="waiting"))).tables
        assert (row.players, row.host, row.entries) == (["Ann_1", "open"], "Ann_1", 0)
        for part, names in (("n_", ["Ann_1"]), ("%", []), ("B", ["Bob"]), ("", ["Bob", "Cleo", "Ann_1"])):
            found = (await services.admin_commands.obey(ListGuests("op", part))).guests
            assert sorted(one.name for one in found) == sorted(names)
        assert [one.tables for one in (await services.admin_commands.obey(ListGuests("op", "Bob"))).guests] == [1]

    serve(home, work)


@pytest.mark.slow
def test_the_audit_log_has_successful_commands_only(home: Home, votes: str) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        table, guests = await seated(services, votes, "Ann", "Bob")
        await services.admin_commands.obey(CloseTable("amy", table.record.id))
        with pytest.raises(Refusal):
            await services.admin_commands.obey(CloseTable("amy", "none"))
        await services.admin_commands.obey(DeleteTable("ben", table.record.id))
        await services.admin_commands.obey(DeleteGuest("ben", guests[0].id))
        await services.admin_commands.obey(Tidy("cem", finished=1))
        found = (await services.admin_commands.obey(ListAudit("amy"))).audit
        assert [(row.who, row.what, row.subject) for row in found] == [
            ("ben", "delete-guest", guests[0].id),
            ("ben", "delete", table.record.id),
            ("amy", "close", table.record.id),
        ]
        assert found[0].at == int(clock.now())

    serve(home, work)


@pytest.mark.slow
def test_old_tables_and_guests_are_deleted_in_batches(home: Home, votes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "BATCH", 2)

    async def work(services: Services, clock: SetClock) -> None:
        for name in ("Ann", "Bob", "Cleo", "Dan", "Eve"):
            table, _guests = await waits(services, votes, name)
            await services.admin_commands.obey(CloseTable("amy", table.record.id))
        clock.forward(3 * DAY)
        said = (await services.admin_commands.obey(Tidy("amy", finished=2, guests=2))).said
        assert said == "Deleted 5 tables, the chats of 0 tables, and 5 guests."
        found = (await services.admin_commands.obey(ListAudit("amy"))).audit
        assert [row.detail for row in found if row.what == "retention"] == [
            "Deleted 1 table, the chats of 0 tables, and 1 guest.",
            "Deleted 2 tables, the chats of 0 tables, and 2 guests.",
            "Deleted 2 tables, the chats of 0 tables, and 2 guests.",
        ]

    serve(home, work)

"""Test the "guest" mark on names that don't belong to an account, and that numbers never create an account's name."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.server.accounts.names import unlike
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.accounts_in_process import device, refused, sign_in_and_move_seats, with_passkey
from tests.server.cluster.test_two_processes import both, homes
from tests.server.server_in_process import SetClock, seated, serving, until, votes

if TYPE_CHECKING:
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["homes", "votes"]


def marks(table: LiveTable) -> list[bool]:
    return [seat.guest for seat in table.as_table().seats]


@pytest.mark.slow
def test_a_seat_loses_the_guest_mark_when_its_player_creates_an_account(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob")
            waits = await services.registry.make(bob, NewTable(votes, [SeatWish("me"), SeatWish("open")]))
            await services.registry.sit(waits, ann, Sit(name="Queen"))
            away = await services.registry.make(ann, NewTable(votes, [SeatWish("me"), SeatWish("open")]))
            services.registry.forget(away.record.id)
            assert (marks(table), marks(waits)) == ([True, True], [True, True])
            await services.recovery.issue(ann)
            assert (marks(table), marks(waits)) == ([False, True], [True, True])
            assert marks(await services.registry.table(away.record.id)) == [False, False]
            services.registry.forget(table.record.id)
            again = await services.registry.table(table.record.id)
            assert again.record == table.record
            # The game continues, and memory agrees with the database.
            await again.act(0, [again.game.encode(again.running().legal(0)[0])])

    asyncio.run(run())


@pytest.mark.thorough
def test_the_other_process_removes_the_guest_mark_too(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        table, (ann, _) = await seated(one, votes, "Ann", "Bob")
        other = await two.registry.table(table.record.id)
        await two.recovery.issue(ann)
        await until(lambda: marks(table) == marks(other) == [False, True])
        await table.act(0, [table.game.encode(table.running().legal(0)[0])])
        async with asyncio.timeout(120):
            while (await two.registry.table(table.record.id)).number != table.number:  # noqa: ASYNC110 (no one tells)
                await asyncio.sleep(0.02)

    both(homes, work)


@pytest.mark.thorough
def test_a_moved_seat_keeps_the_guest_mark_unless_it_has_the_accounts_name(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            # The guest had the name before the account.
            same, other, ann = [await device(services, name) for name in ("Ann", "Someone", "Ann")]
            tables = [
                await services.registry.make(one.guest, NewTable(votes, [SeatWish("me"), SeatWish("bot")]))
                for one in (same, other)
            ]
            key = await with_passkey(services, ann.guest)
            for one, table, mark in zip((same, other), tables, (False, True), strict=True):
                await sign_in_and_move_seats(services, key, one)
                assert (table.record.seat_of(ann.guest), marks(table)[0]) == (0, mark)

    asyncio.run(run())


@pytest.mark.slow
def test_a_numbered_name_never_matches_an_account(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            owner = await device(services, "Ann 2")
            await with_passkey(services, owner.guest)
            table, (host, second) = await seated(services, votes, "Ann", "Ann")
            assert list(table.names) == ["Ann", "Ann 3"]
            # Neither does a transferred seat.
            cleo = (await services.guests.add("Cleo"))[0]
            code, _ = await services.departures.offer(table, second)
            await services.departures.take(code, cleo, "Ann")
            assert list(table.names) == ["Ann", "Ann 3"]
            # The account's owner may have the name.
            waits = await services.registry.make(host, NewTable(votes, [SeatWish("me"), SeatWish("open")]))
            await services.registry.sit(waits, owner.guest, Sit())
            assert list(waits.names) == ["Ann", "Ann 2"]

    asyncio.run(run())


@pytest.mark.thorough
def test_an_account_under_another_name_gets_the_guest_mark(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann = await device(services, "Ann")
            await with_passkey(services, ann.guest)
            account = await services.store.guest(ann.guest.id)
            assert account is not None
            for name, mark in (("", False), ("ANN", False), ("Queen", True)):
                host, _ = await services.guests.add("Bob")
                table = await services.registry.make(host, NewTable(votes, [SeatWish("me"), SeatWish("open")]))
                await services.registry.sit(table, account, Sit(name=name))
                assert marks(table) == [True, mark]
                await table.chat.say(table.record, account, "hello")
                assert [line.guest for line in table.chat.messages_for(table.record, host).lines] == [mark]
            for name in ("", "Guest", "GUEST", "Gúest", " guest "):
                assert await refused(services.guests.rename(account, name)) == "no-name"

    asyncio.run(run())


def test_numbering_skips_reserved_names() -> None:
    assert unlike("Ann", ["Ann"], {"ann2"}) == "Ann 3"
    assert unlike("Ann", [], {"ann"}) == "Ann 2"

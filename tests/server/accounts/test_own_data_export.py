"""Test that an export is complete and personal: visits, time zones, reserved seats, removals, and the guest's moves."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from cashbox.server.accounts.own_data_store import iso
from cashbox.server.db.records import Visit
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.accounts_in_process import device, refused, sign_in_and_move_seats, with_passkey
from tests.server.server_in_process import SetClock, seated, serving, votes

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home

__all__ = ["votes"]


async def exported(services: Services, guest: Guest) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(b"".join([piece async for piece in services.own_data.pieces(guest, "")]))
    return found


async def play(table: LiveTable, seat: int) -> dict[str, Any]:
    """Take a legal action and return it as the journal records it."""
    await table.act(seat, [table.game.encode(table.running().legal(seat)[0])])
    entry = table.running().journal.entries[-1]
    assert entry.seat == seat
    assert entry.do is not None
    return entry.do


@pytest.mark.slow
def test_the_export_of_a_transferred_seat_has_only_the_new_players_actions(home: Home, coins: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, _ = await services.guests.add("Ann")
            ann = await services.guests.set_zone(ann, "Europe/Berlin")
            table = await services.registry.make(ann, NewTable(coins, [SeatWish("me"), SeatWish("open")]))
            bob, _ = await services.guests.add("Bob")
            await services.registry.sit(table, bob, Sit())
            hers = await play(table, 0)
            assert [one["seat"]["actions"] for one in (await exported(services, ann))["tables"]] == [[hers]]
            assert (await exported(services, ann))["tables"][0]["seat"]["zone"] == "Europe/Berlin"
            cleo, _ = await services.guests.add("Cleo")
            code, _ = await services.departures.offer(table, ann)
            await services.departures.take(code, cleo, "")
            (seat,) = [one["seat"] for one in (await exported(services, cleo))["tables"]]
            assert (seat["actions"], seat["zone"]) == ([], None)
            await play(table, 1)
            own = await play(table, 0)
            (seat,) = [one["seat"] for one in (await exported(services, cleo))["tables"]]
            assert seat["actions"] == [own]

    asyncio.run(run())


@pytest.mark.slow
def test_an_export_has_visits_reserved_seats_removals_and_codes(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            registry, now = services.registry, int(clock.now())
            table, (ann, bob) = await seated(services, votes, "Ann", "Bob")
            waits = await registry.make(ann, NewTable(votes, [SeatWish("me"), SeatWish("open")]))
            asked = msgspec.structs.replace(waits.record.seats[1], asked=bob.id, name="Bob")
            await registry.change(waits, partial(msgspec.structs.replace, seats=(waits.record.seats[0], asked)))
            other = await registry.make(ann, NewTable(votes, [SeatWish("me"), SeatWish("open"), SeatWish("open")]))
            await registry.sit(other, bob, Sit())
            await services.departures.remove(other, ann, 1)
            await services.store.keep_visits({(table.record.id, bob.id): Visit(now - 60, here=False)})
            await services.codes.issue(bob.id, "email", 600, detail="bob@example.org")
            await services.departures.offer(table, bob)
            found = await exported(services, bob)
            assert found["visits"] == [{"table": table.record.id, "seen": iso(now - 60)}]
            assert found["removed"] == [{"table": other.record.id, "until": iso(other.record.removed[bob.id])}]
            assert {one["id"]: one["kept"] for one in found["tables"]} == {table.record.id: None, waits.record.id: 1}
            codes = {one["kind"]: one for one in found["codes"]}
            assert codes["email"]["address"] == "bob@example.org"
            assert codes["email"]["until"] == iso(now + 600)
            assert (codes["seat"]["table"], codes["seat"]["seat"], codes["seat"]["address"]) == (
                table.record.id,
                1,
                None,
            )
            mine = await exported(services, ann)
            assert (mine["visits"], mine["removed"], mine["codes"]) == ([], [], [])

    asyncio.run(run())


async def removed_from(services: Services, game: str, guest: Guest) -> LiveTable:
    """Return a table whose host has removed a guest."""
    host, _ = await services.guests.add("Host")
    table = await services.registry.make(host, NewTable(game, [SeatWish("me"), SeatWish("open"), SeatWish("open")]))
    await services.registry.sit(table, guest, Sit())
    await services.departures.remove(table, host, 1)
    assert guest.id in table.record.removed
    return table


@pytest.mark.slow
def test_tables_forget_the_ids_of_removed_guests_who_are_deleted(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock, keep_waiting=0, unused=0) as services:
            ann, bob = [await device(services, name) for name in ("Ann", "Bob")]
            first, second = [await removed_from(services, votes, one.guest) for one in (ann, bob)]
            await services.erasing.guest(ann.guest.id)
            assert first.record.removed == {}
            assert home.rows("SELECT removed FROM tables WHERE id = $1", first.record.id) == [("{}",)]
            clock.forward(40 * 24 * 3600)
            await services.expiry.once()
            assert home.rows("SELECT id FROM guests WHERE id = $1", bob.guest.id) == []
            assert home.rows("SELECT removed FROM tables WHERE id = $1", second.record.id) == [("{}",)]
            # The table in memory still works.
            await services.registry.sit(second, (await services.guests.add("Cleo"))[0], Sit())

    asyncio.run(run())


@pytest.mark.slow
def test_a_removed_guest_cannot_return_by_joining_an_account(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, phone = [await device(services, name) for name in ("Ann", "Phone")]
            key = await with_passkey(services, ann.guest)
            table = await removed_from(services, votes, phone.guest)
            await services.registry.make(phone.guest, NewTable(votes, [SeatWish("me"), SeatWish("open")]))
            await sign_in_and_move_seats(services, key, phone)
            assert list(table.record.removed) == [ann.guest.id]
            assert await refused(services.registry.sit(table, ann.guest, Sit())) == "removed"

    asyncio.run(run())


@pytest.mark.slow
def test_a_long_export_pauses_between_its_pieces(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock(), quotas={}) as services:
            ann, _ = await services.guests.add("Ann")
            wish = NewTable(votes, [SeatWish("me"), SeatWish("open")])
            made = [(await services.registry.make(ann, wish)).record.id for _ in range(45)]
            rests: list[float] = []

            async def rest(seconds: float) -> None:
                rests.append(seconds)

            services.own_data.rest = rest  # type: ignore[assignment]
            pieces = [piece async for piece in services.own_data.pieces(ann, "")]
            found = json.loads(b"".join(pieces))["tables"]
            assert sorted(one["id"] for one in found) == sorted(made)
            assert [len(json.loads(b"[" + piece.strip(b",\n") + b"]")) for piece in pieces[1:-1]] == [20, 20, 5]
            assert rests[0] == 0
            assert min(rests[1:]) > 0, "as long as the piece before took"

    asyncio.run(run())

"""Test bans: a banned guest can only look, until the ban ends, and can't become a new guest in the same browser."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from cashbox.server.clock import DAY
from cashbox.server.db import queries
from cashbox.server.errors import Refusal
from cashbox.server.ops.socket import BanGuest, DeleteGuest, ListAudit, ListGuests, Unban, ask
from cashbox.server.tables import seating
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.data_folders import Home
from tests.server.accounts.test_devices import DeviceBrowser, browser_of_guest, live
from tests.server.accounts.test_tokens import opened, run_async
from tests.server.accounts_in_process import device, refused, signed_in, with_passkey
from tests.server.ops.test_operator import serve
from tests.server.server_in_process import SetClock, seated, services_of, until

if TYPE_CHECKING:
    import httpx
    from websockets.asyncio.client import ClientConnection

    from cashbox.server.ops.socket import Request
    from cashbox.server.services import Services
    from tests.server.raw_clients import LocalServer

TWO = {"game": "envelopes", "seats": [{"kind": "me"}, {"kind": "open"}]}
UNTIL = "until January 22, 2027, 08:00 UTC"
"""A week after the start of the tests' clock."""


async def run_command(server: LocalServer, asked: Request) -> str:
    """Run an operator's command, through the socket or next to the server, and return the reply."""
    if not server.home.database:
        answer = await asyncio.to_thread(ask, server.home.folder, asked)
        assert not answer.fault, answer.fault
        return answer.said
    services = services_of(Home(server.home.folder / "desk", server.home.database), server.clock)
    await services.store.start()
    try:
        return (await services.admin_commands.obey(asked)).said
    finally:
        await services.store.close()


def banned(answer: httpx.Response) -> str:
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (403, "banned"), answer.text
    told: str = problem["message"]
    return told


async def read_to_end(channel: ClientConnection) -> None:
    """Read until the channel closes."""
    async with asyncio.timeout(120):
        while True:
            await channel.recv()


@pytest.mark.thorough
def test_a_banned_guest_can_only_look_and_sees_when_the_ban_ends(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as server:
            ann, bob = await browser_of_guest(server, "Ann"), await browser_of_guest(server, "Bob")
            who = await bob.me()
            table = (await ann.ask("POST", "/api/tables", TWO)).json()["table"]["id"]
            await bob.ask("POST", f"/api/tables/{table}/sit", {})
            async with live(server, bob, table) as channel:
                assert UNTIL in await run_command(server, BanGuest("op", who, 7, "Insults\nin the chat."))
                with pytest.raises(ConnectionClosed) as ended:
                    await read_to_end(channel)
            close = ended.value.rcvd
            assert close is not None
            assert (close.code, close.reason) == (1008, "You are banned from this server.")
            doing: list[tuple[str, Any]] = [
                ("/api/tables", TWO), ("/api/guests", {"token": True}), (f"/api/tables/{table}/sit", {}),
                (f"/api/tables/{table}/chat", {"text": "Me"}), (f"/api/tables/{table}/back", None),
                (f"/api/tables/{table}/report", {"seat": 0}), ("/api/me/code", None), ("/api/me/sign-out", None),
                ("/api/sign-out", None), ("/api/me/recovery", None),
            ]  # fmt: skip
            for path, body in doing:
                told = banned(await bob.ask("POST", path, body))
                assert UNTIL in told, path
                assert told.endswith("Reason: Insults in the chat."), path
            banned(await bob.ask("PATCH", "/api/me", {"name": "Robert"}))
            with pytest.raises(InvalidStatus) as shut:
                async with live(server, bob, table):
                    pass
            assert shut.value.response.status_code == 403
            # The guest can still look, and sees the reason.
            shown = (await bob.ask("GET", f"/api/tables/{table}")).json()["you"]
            assert UNTIL in shown["banned"]
            assert (await ann.ask("GET", f"/api/tables/{table}")).json()["you"]["banned"] == ""
            assert (await bob.ask("GET", "/api/me/export")).json()["guest"]["name"] == "Bob"
            assert UNTIL in (await bob.ask("GET", "/")).text
            assert UNTIL not in (await ann.ask("GET", "/")).text
            server.clock.forward(7 * DAY)
            assert (await bob.ask("POST", "/api/tables", TWO)).status_code == 201
            assert "You are banned" not in (await bob.ask("GET", "/")).text

    run_async(work)


@pytest.mark.slow
def test_a_banned_browser_cannot_become_a_new_guest_even_after_a_deletion(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as server:
            bob = await browser_of_guest(server, "Bob")
            who = await bob.me()
            await run_command(server, BanGuest("op", who))
            assert "permanently" in banned(await bob.join())
            cookies = dict(bob.cookies)
            assert (await bob.ask("POST", "/api/me/delete")).status_code == 200
            assert (bob.cookies, await bob.me()) == (cookies, "")
            for path, body in (("/api/guests", {"name": "New"}), ("/api/tables", TWO)):
                assert "permanently" in banned(await bob.ask("POST", path, body))
            # A browser without the cookie is a new visitor, as docs/moderation.md says.
            assert (await DeviceBrowser(server, "Firefox").join()).status_code == 201
            await run_command(server, Unban("op", who))
            assert (await bob.join()).status_code == 201

    run_async(work)
    assert home.rows("SELECT * FROM marks") == home.rows("SELECT * FROM bans") == []


@pytest.mark.thorough
def test_a_ban_lets_a_bot_play_and_opens_seats_at_waiting_tables(home: Home, coins: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        desk, registry = services.admin_commands, services.registry
        table, (bob, ann) = await seated(services, coins, "Bob", "Ann")
        alone, _guests = await seated(services, coins, "Cleo", "bot")
        hosted = await registry.make(bob, NewTable(coins, [SeatWish("me"), SeatWish("open")]))
        joined = await registry.make(ann, NewTable(coins, [SeatWish("me"), SeatWish("open"), SeatWish("open")]))
        await registry.sit(joined, bob, Sit())
        said = (await desk.obey(BanGuest("op", bob.id, 3))).said
        assert "This affects 3 tables" in said
        seat = table.record.seats[0]
        assert (seat.guest, seat.why, bool(seat.stand_in), table.record.host) == (bob.id, "left", True, ann.id)
        await until(lambda: not table.due & 1)
        assert (hosted.record.status, hosted.record.closed) == ("closed", "host")
        assert [one.kind for one in joined.record.seats] == ["guest", "open", "open"]
        assert alone.record.version == (await services.store.table(alone.record.id)).record.version  # type: ignore[union-attr]
        # The player still owns the seat when the ban is over.
        await desk.obey(Unban("op", bob.id))
        await services.departures.take_back(table, bob)
        assert not table.record.seats[0].stand_in

    serve(home, work)
    assert home.faults() == []


@pytest.mark.slow
def test_a_banned_players_game_with_only_bots_waits_for_the_end_of_the_ban(home: Home, coins: str) -> None:
    async def work(services: Services, _: SetClock) -> None:
        table, (bob,) = await seated(services, coins, "Bob", "bot")
        before = table.record
        assert seating.without_banned(before, bob.id, "random") is before
        assert "0 tables" in (await services.admin_commands.obey(BanGuest("op", bob.id))).said
        assert table.record == before

    serve(home, work)


@pytest.mark.thorough
def test_a_banned_account_cannot_sign_in_on_another_device(home: Home) -> None:
    async def work(services: Services, _: SetClock) -> None:
        laptop, phone = await device(services, "Bob"), await device(services, "Guest")
        key = await with_passkey(services, laptop.guest)
        code = await services.device_links.code(laptop.guest)
        await services.admin_commands.obey(BanGuest("op", laptop.guest.id, 1))
        assert await refused(signed_in(services, key, phone)) == "banned"
        using = services.device_links.use(code, phone)
        assert await refused(services.sign_in.enter(using, phone, https=False)) == "banned"
        # The phone's guest is unchanged.
        assert await services.store.token(phone.token.hash) is not None

    serve(home, work)


@pytest.mark.slow
def test_an_operators_mistyped_ban_is_refused_and_changes_nothing(home: Home) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        desk = services.admin_commands
        bob, _ = await services.guests.add("Bob")
        for nobody in ("", "former", "nobody", bob.id + "x"):
            with pytest.raises(Refusal, match="There is no guest"):
                await desk.obey(BanGuest("op", nobody))
            with pytest.raises(Refusal, match="isn't banned"):
                await desk.obey(Unban("op", nobody))
        with pytest.raises(Refusal, match="isn't banned"):
            await desk.obey(Unban("op", bob.id))
        await desk.obey(BanGuest("op", bob.id, 1))
        await desk.obey(BanGuest("op", bob.id, 2, "Anew"))
        (row,) = (await desk.obey(ListGuests("op", banned=True))).guests
        assert (row.id, row.banned, row.until) == (bob.id, True, int(clock.now()) + 2 * DAY)
        clock.forward(2 * DAY)
        assert (await desk.obey(ListGuests("op", banned=True))).guests == []
        with pytest.raises(Refusal, match="isn't banned"):
            await desk.obey(Unban("op", bob.id))
        await desk.obey(DeleteGuest("op", bob.id))
        audit = [(row.what, row.subject) for row in (await desk.obey(ListAudit("op"))).audit]
        assert audit == [("delete-guest", bob.id), ("ban", bob.id), ("ban", bob.id)]
        assert await services.store.read(queries.guest, bob.id) is None

    serve(home, work)

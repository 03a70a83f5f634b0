"""Test the export and the deletion of personal data: on all devices, at all tables, in all processes."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import update

from cashbox.engine.game import SPECTATOR
from cashbox.engine.journal import loads
from cashbox.engine.verify import verify
from cashbox.server.accounts.names import FORMER
from cashbox.server.accounts.tokens import Session, hash_of
from cashbox.server.db.schema import CHAT, SEATS
from cashbox.server.errors import Refusal
from cashbox.server.tables import seating
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.accounts.test_devices import PHONE, DeviceBrowser, browser_of_guest, live, receive
from tests.server.accounts.test_tokens import opened, run_async
from tests.server.cluster.test_two_processes import act_when_due as acted
from tests.server.cluster.test_two_processes import both, homes
from tests.server.server_in_process import SetClock, seated, serving, until

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home
    from tests.server.conftest import Server

__all__ = ["homes"]

TWO = {"game": "coins", "seats": [{"kind": "me"}, {"kind": "open"}]}
MESSAGE = "Good evening, everybody"
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")


def test_an_export_contains_the_guests_own_data_and_no_one_elses(server: Server) -> None:
    ann, bob = server.guest("Ann Export"), server.guest("Bob Else")
    table = ann.table("me", "open", options={"rounds": 1})
    bob.sit(table)
    with ann.live(table) as mine, bob.live(table) as his:
        state, other = mine.owing(), his.owing()
        mine.act(state)
        ann.post(f"/api/tables/{table}/chat", {"text": MESSAGE}, 201)
        bob.post(f"/api/tables/{table}/chat", {"text": "Not for Ann to take"}, 201)
        ann.post(f"/api/tables/{table}/mute", {"seat": 1, "on": True})
        ann.post("/api/me/code", status=201)
        done = ann.get("/api/me/export")
        his.act(other)
    answer = ann.http.get("/api/me/export")
    assert answer.headers["content-disposition"] == 'attachment; filename="cashbox.json"'
    assert done["guest"]["name"] == "Ann Export"
    (one,) = done["tables"]
    assert (one["id"], one["host"], one["status"], one["seat"]["number"]) == (table, True, "playing", 0)
    assert one["seat"]["actions"] == [state["legal"][0]["action"]]
    assert [line["text"] for line in one["said"]] == [MESSAGE]
    assert done["mutes"] == [{"table": table, "muted": "Bob Else"}]
    assert [(code["kind"], code["used"]) for code in done["codes"]] == [("device", None)]
    (device,) = done["devices"]
    assert (device["device"], device["here"]) == ("A program", True)
    for time in (done["guest"]["made"], device["made"], one["made"], one["said"][0]["at"], done["codes"][0]["until"]):
        assert TIME.fullmatch(time)
    assert "Bob Else" not in answer.text.replace('"muted":"Bob Else"', "")
    for hidden in ("hash", "secret", "nonce", "Not for Ann", bob.get("/api/me")["id"]):
        assert hidden not in answer.text
    ((kept,),) = server.home.rows("SELECT hash FROM tokens WHERE guest = $1", done["guest"]["id"])
    assert kept[:12] not in answer.text


def test_requests_without_a_guest_cannot_export_or_delete_data(server: Server) -> None:
    ann = server.guest("Ann")
    ann.http.headers.pop("Authorization")
    for method, path in (("GET", "/api/me/export"), ("POST", "/api/me/delete"), ("GET", "/api/me/devices")):
        assert ann.http.request(method, path).json()["code"] == "no-guest"


@pytest.mark.slow
def test_a_guest_can_export_data_ten_times_an_hour(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as server:
            ann = await browser_of_guest(server, "Ann")
            many = await asyncio.gather(*(ann.ask("GET", "/api/me/export") for _ in range(12)))
            told = [answer.json().get("code", "") for answer in many]
            assert sorted(told) == [""] * 10 + ["too-fast"] * 2

    run_async(work)


@pytest.mark.slow
def test_a_deleted_guest_is_signed_out_everywhere(home: Home, coins: str) -> None:
    async def work() -> None:
        async with opened(home) as server:
            ann, phone = await browser_of_guest(server, "Ann"), DeviceBrowser(server, PHONE)
            await phone.use(await ann.code())
            table = (await ann.ask("POST", "/api/tables", {**TWO, "game": coins})).json()["table"]["id"]
            code = await ann.code()
            async with live(server, phone, table) as channel:
                await receive(channel, "table")
                assert (await ann.ask("POST", "/api/me/delete")).status_code == 200
                await asyncio.wait_for(channel.wait_closed(), 120)
                assert channel.close_code == 1008
            assert ann.cookies == {}
            assert await phone.me() == ""
            assert (await DeviceBrowser(server, PHONE).use(code)).json()["code"] == "unknown-code"
            assert (await phone.ask("GET", f"/api/tables/{table}")).json()["table"]["status"] == "closed"
        assert home.rows("SELECT id FROM guests WHERE name = 'Ann'") == []
        assert home.rows("SELECT hash FROM tokens UNION SELECT hash FROM codes") == []

    run_async(work)


@pytest.mark.thorough
def test_the_other_players_continue_when_the_host_is_deleted(home: Home, coins: str) -> None:
    """A game in progress gets a bot in the seat, and another host; a finished game stays and can be verified."""

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, bob) = await seated(services, coins, "Ann", "Bob", options={"rounds": 2})
            over, _ = await seated(services, coins, "Cleo", "Dora", options={"rounds": 1})
            await services.registry.sit(
                await services.registry.make(bob, NewTable(coins, [SeatWish("me"), SeatWish("open")])), ann, Sit()
            )
            await table.chat.say(table.record, ann, MESSAGE)
            assert await services.erasing.guest(ann.id) == 2
            assert table.record.status == "playing"
            assert (table.record.host, table.record.host_name) == (bob.id, "Bob")
            seat = table.as_table().seats[0]
            assert (seat.name, seat.kind, seat.guest) == (FORMER, "bot", False)
            assert table.chat.messages_for(table.record, bob).lines == []
            while table.due:
                await acted(table, 1)
                await until(lambda: not table.due or bool(table.due >> 1 & 1))
            assert faults(table) == ()
            entries = [entry for entry in table.running().journal.entries if entry.seat == 0 and entry.do]
            assert {(entry.by, entry.why) for entry in entries} == {("stand-in", "left")}
            log = table.running().log(SPECTATOR, [one.name for one in table.record.seats])
            assert f"{FORMER} left the game. A bot takes over." in [text for _, text in log]
            while over.due:
                for number in (0, 1):
                    if over.due >> number & 1:
                        await acted(over, number)
            gone = over.record.seats[0].guest
            assert gone is not None
            await services.erasing.guest(gone)
            assert over.as_table().seats[0].name == FORMER
            assert over.as_table().seats[0].kind == "guest"
            assert b"Cleo" not in over.journal()
            assert faults(over) == ()

    asyncio.run(run())


def faults(table: LiveTable) -> Sequence[str]:
    """Return the faults in the journal of a finished game."""
    return verify(loads(table.journal()), lambda _: table.game).faults


@pytest.mark.slow
def test_a_stand_in_becomes_a_regular_bot_when_its_player_is_deleted(home: Home, coins: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, _) = await seated(services, coins, "Ann", "Bob")
            await services.registry.change(table, lambda record: seating.let_bot_stand_in(record, 0, "random", "host"))
            await services.erasing.guest(ann.id)
            seat = table.record.seats[0]
            assert (seat.kind, seat.bot, seat.stand_in, seat.why, seat.guest) == ("bot", "random", "", "left", None)

    asyncio.run(run())


@pytest.mark.thorough
def test_all_processes_sign_out_a_deleted_guest_and_a_removed_device(homes: tuple[Home, Home], coins: str) -> None:
    async def work(one: Services, two: Services) -> None:
        table, (ann, bob) = await seated(one, coins, "Ann", "Bob")
        other = await two.registry.table(table.record.id)
        ended: list[str] = []
        sessions = {}
        for name, guest in (("ann", ann), ("phone", ann), ("bob", bob)):
            session = await signed_in(one, two, guest, new=name == "phone")
            sessions[name] = session
            two.guests.connect(session, note(ended, name))
        await one.guests.end_device(ann, sessions["phone"].token.device)
        await until(lambda: ended == ["phone"])
        assert await two.guests._find(sessions["phone"].token.hash) is None
        assert await two.guests._find(sessions["ann"].token.hash) is not None
        await one.erasing.guest(ann.id)
        await until(lambda: ended == ["phone", "ann"])
        await until(lambda: other.record.seats[0].kind == "bot")
        assert await two.guests._find(sessions["ann"].token.hash) is None

    both(homes, work)


def note(ended: list[str], name: str) -> Callable[[str], None]:
    return lambda _: ended.append(name)


async def signed_in(one: Services, two: Services, guest: Any, *, new: bool) -> Any:
    """Sign a guest of the first process in at the second. new: on a new device."""
    if new:
        code = await one.device_links.code(guest)
        token = (await one.sign_in.enter(one.device_links.use(code, None), None, https=False)).token
        found = await two.guests._find(hash_of(token))
    else:
        (record,) = await one.store.devices(guest)
        found = await two.guests._find(record.hash)
    assert found is not None
    return Session(*found, "cookie")


@pytest.mark.slow
def test_names_of_guests_are_marked_and_names_of_accounts_are_not(home: Home, coins: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            table, (ann, bob) = await seated(services, coins, "Ann", "Bob", "bot")
            for guest in (ann, bob):
                await table.chat.say(table.record, guest, MESSAGE)

            def becomes(connection: Any) -> None:
                for kept in (SEATS, CHAT):
                    connection.execute(update(kept).where(kept.c.guest == bob.id).values(account=True))

            await services.store.writer.do(becomes)
            services.registry.forget(table.record.id)
            table = await services.registry.table(table.record.id)
            assert [(seat.kind, seat.guest) for seat in table.as_table().seats] == [
                ("guest", True), ("guest", False), ("bot", False),
            ]  # fmt: skip
            assert [line.guest for line in table.chat.messages_for(table.record, ann).lines] == [True, False]

    asyncio.run(run())


def test_a_name_given_when_sitting_down_becomes_the_guests_name(server: Server) -> None:
    ann, bob = server.guest(""), server.guest("Bob")
    table = server.guest("Host").table("me", "open", "open", "open")
    ann.post(f"/api/tables/{table}/sit", {"name": "Annie"})
    bob.post(f"/api/tables/{table}/sit", {"name": "Bobby"})
    assert ann.get("/api/me")["name"] == "Annie"
    assert bob.get("/api/me")["name"] == "Bob", "a guest with a name keeps it"


@pytest.mark.slow
def test_two_simultaneous_deletions_delete_a_guest_once(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann = (await services.guests.add("Ann"))[0]
            gone = await asyncio.gather(*(services.erasing.guest(ann.id) for _ in range(2)), return_exceptions=True)
            assert sorted(type(one).__name__ for one in gone) == ["Refusal", "int"]
            with contextlib.suppress(Refusal):
                await services.erasing.guest(ann.id)

    asyncio.run(run())

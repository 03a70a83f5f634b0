"""Test one guest on several devices: one-time codes, the list of devices, and signing a device out."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

import pytest
from websockets.asyncio.client import connect

from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.codes import DEVICE_SECONDS, LETTERS, QUIET, TYPED, as_typed, draw_link
from cashbox.server.accounts.tokens import ROTATE, SAFE_COOKIE, Session, hash_of, label
from cashbox.server.ops.expiry import EVERY
from cashbox.server.settings import ALLOWANCES
from cashbox.server.web.quotas import CODE
from tests.server.accounts.test_tokens import SEATS, Browser, opened, run_async
from tests.server.server_in_process import SetClock, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import httpx
    from websockets.asyncio.client import ClientConnection

    from tests.data_folders import Home
    from tests.server.raw_clients import LocalServer

PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
LAPTOP = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Safari/605.1.15"

AGENTS = {
    PHONE: "Firefox on Android",
    LAPTOP: "Safari on a Mac",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36": (
        "Chrome on Windows"
    ),
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36"
    " Edg/139.0.0.0": "Edge on Windows",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/139.0.0.0"
    " Mobile/15E148 Safari/604.1": "Chrome on an iPhone",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0"
    " Mobile Safari/537.36": "Samsung Internet on Android",
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36": (
        "Chrome on ChromeOS"
    ),
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": "Firefox on Linux",
    "Mozilla/5.0 (something new)": "A browser",
    "python-httpx/0.28.1": "A program",
    "": "A device",
}


@pytest.mark.parametrize("agent", AGENTS)
def test_a_device_label_names_its_browser_and_system(agent: str) -> None:
    assert label(agent) == AGENTS[agent]
    assert len(label(agent * 20)) <= 40


class DeviceBrowser(Browser):
    """A browser that sends a given user agent."""

    def __init__(self, server: LocalServer, agent: str, **cookies: str) -> None:
        super().__init__(server, **cookies)
        self.http.headers["User-Agent"] = agent

    async def code(self) -> str:
        given: str = (await self.ask("POST", "/api/me/code")).json()["code"]
        return given

    async def use(self, code: str) -> httpx.Response:
        return await self.ask("POST", "/api/devices", {"code": code})

    async def devices(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self.ask("GET", "/api/me/devices")).json()["devices"]
        return found


async def browser_of_guest(server: LocalServer, name: str, agent: str = LAPTOP) -> DeviceBrowser:
    one = DeviceBrowser(server, agent)
    assert (await one.ask("POST", "/api/guests", {"name": name})).status_code == 201
    return one


@contextlib.asynccontextmanager
async def live(server: LocalServer, browser: Browser, table: str) -> AsyncIterator[ClientConnection]:
    address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
    async with connect(address, additional_headers={"Cookie": browser.header}) as channel:
        yield channel


async def receive(channel: ClientConnection, *kinds: str) -> dict[str, Any]:
    async with asyncio.timeout(120):
        while (message := json.loads(await channel.recv()))["type"] not in kinds:
            pass
    found: dict[str, Any] = message
    return found


@pytest.mark.slow
def test_a_code_signs_another_device_in_once(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as server:
            ann, phone = await browser_of_guest(server, "Ann"), DeviceBrowser(server, PHONE)
            given = (await ann.ask("POST", "/api/me/code")).json()
            code = given["code"]
            assert given["link"] == f"https://cash.example/device#{code}"
            assert (given["seconds"], len(code), set(code) <= set(LETTERS)) == (DEVICE_SECONDS, TYPED, True)
            # Opening the page and looking the code up do not use it.
            assert (await phone.ask("GET", "/device")).status_code == 200
            for _ in range(2):
                asked = await phone.ask("POST", "/api/devices/look", {"code": code})
                assert asked.json() == {"name": "Ann", "same": False, "guest": True}
            assert await phone.me() == ""
            typed = f" {code[:4].lower()}-{code[4:8]} {code[8:]}"
            assert (await phone.use(typed)).json() == {"id": await ann.me(), "name": "Ann"}
            assert list(phone.given) == [SAFE_COOKIE]
            assert await phone.me() == await ann.me() != ""
            again = await DeviceBrowser(server, PHONE).use(code)
            assert (again.status_code, again.json()["code"]) == (410, "used-code")

    run_async(work)


@pytest.mark.slow
def test_an_unusable_code_is_refused_with_a_reason(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as server:
            ann, phone = await browser_of_guest(server, "Ann"), DeviceBrowser(server, PHONE)
            replaced, code = await ann.code(), await ann.code()
            same = await ann.use(code)
            assert (same.status_code, same.json()["code"]) == (409, "same-guest")
            assert (await ann.ask("POST", "/api/devices/look", {"code": code})).json()["same"]
            server.clock.forward(DEVICE_SECONDS)
            for tried, why in ((replaced, "unknown-code"), ("ABCD-EFGH-JKMN", "unknown-code"), (code, "old-code")):
                for path in ("/api/devices", "/api/devices/look"):
                    answer = await phone.ask("POST", path, {"code": tried})
                    assert answer.json()["code"] == why
                    assert answer.json()["message"].endswith(".")
            assert await phone.me() == ""
            assert (await phone.ask("POST", "/api/me/code")).json()["code"] == "no-guest"

    run_async(work)


@pytest.mark.thorough
def test_using_a_code_on_another_guests_device_asks_what_happens_to_the_seats(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as server:
            ann, phone = await browser_of_guest(server, "Ann"), await browser_of_guest(server, "Bob", PHONE)
            bob, laptop = await phone.me(), DeviceBrowser(server, LAPTOP)
            await laptop.use(await phone.code())
            table = (await phone.ask("POST", "/api/tables", SEATS)).json()["table"]["id"]
            code = await ann.code()
            asked = await phone.use(code)
            assert (asked.status_code, asked.json()["code"]) == (409, "leave-seats")
            assert "Bob keeps them on another device" in asked.json()["message"]
            assert await phone.me() == bob
            async with live(server, phone, table) as channel:
                await receive(channel, "table")
                assert (await phone.ask("POST", "/api/devices", {"code": code, "seats": "leave"})).status_code == 201
                await asyncio.wait_for(channel.wait_closed(), 120)
            assert list(phone.cookies) == [SAFE_COOKIE]
            assert await phone.me() == await ann.me() != bob
            assert await laptop.me() == bob
            assert (await laptop.ask("GET", f"/api/tables/{table}")).json()["you"]["seat"] == 0
            # There is no question about a guest who has nothing.
            dan = await browser_of_guest(server, "Dan")
            assert (await dan.use(await ann.code())).status_code == 201

    run_async(work)


@pytest.mark.slow
def test_only_one_of_two_simultaneous_actions_from_two_devices_is_accepted(home: Home, coins: str) -> None:
    async def work() -> None:
        async with opened(home) as server:
            ann, phone = await browser_of_guest(server, "Ann"), DeviceBrowser(server, PHONE)
            await phone.use(await ann.code())
            table = (await ann.ask("POST", "/api/tables", {**SEATS, "game": coins})).json()["table"]["id"]
            bob = await browser_of_guest(server, "Bob")
            await bob.ask("POST", f"/api/tables/{table}/sit", {})
            async with live(server, ann, table) as here, live(server, phone, table) as there:
                both = (here, there)
                first, second = [await receive(channel, "state") for channel in both]
                assert first == second
                assert len(first["legal"]) > 1
                for number, channel in enumerate(both):
                    act = {"type": "act", "id": 7, "at": first["mark"], "actions": [first["legal"][number]["action"]]}
                    await channel.send(json.dumps(act))
                told = await asyncio.gather(*(receive(channel, "ack", "refused") for channel in both))
                assert sorted(one["type"] for one in told) == ["ack", "refused"]
                (late,) = (one for one in told if one["type"] == "refused")
                assert late["code"] == "stale"
                # Both then show the accepted action.
                after = [(await ann.ask("GET", f"/api/tables/{table}/state")).json(),
                         (await phone.ask("GET", f"/api/tables/{table}/state")).json()]  # fmt: skip
                assert after[0] == after[1]
                assert after[0]["legal"] == []
                # Either may undo it.
                assert (await phone.ask("POST", f"/api/tables/{table}/undo", {"steps": 1})).status_code == 200
                assert (await ann.ask("GET", f"/api/tables/{table}/state")).json()["legal"] == first["legal"]

    run_async(work)


@pytest.mark.slow
def test_only_one_of_two_devices_can_use_a_code_at_the_same_time(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as server:
            ann = await browser_of_guest(server, "Ann")
            code, both = await ann.code(), [DeviceBrowser(server, PHONE) for _ in range(2)]
            answers = await asyncio.gather(*(one.use(code) for one in both))
            assert sorted(answer.status_code for answer in answers) == [201, 410]
            assert sorted([await one.me() for one in both]) == ["", await ann.me()]

    run_async(work)


@pytest.mark.thorough
def test_each_device_is_listed_by_label_and_can_be_signed_out(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as server:
            ann, phone, program = (
                await browser_of_guest(server, "Ann"),
                DeviceBrowser(server, PHONE),
                DeviceBrowser(server, "curl/8"),
            )
            table = (await ann.ask("POST", "/api/tables", SEATS)).json()["table"]["id"]
            for one in (phone, program):
                await one.use(await ann.code())
                server.clock.forward(3600)
            found = {one["label"]: one for one in await ann.devices()}
            assert set(found) == {"Safari on a Mac", "Firefox on Android", "A program"}
            assert [one["label"] for one in found.values() if one["here"]] == ["Safari on a Mac"]
            # A browser that gets a new token is the same device.
            server.clock.forward(ROTATE)
            await phone.page()
            assert phone.given
            await phone.me()
            assert len(await ann.devices()) == 3
            async with live(server, phone, table) as there, live(server, ann, table) as here:
                await receive(there, "table")
                path = f"/api/me/devices/{found['Firefox on Android']['id']}/sign-out"
                left = (await ann.ask("POST", path)).json()["devices"]
                assert {one["label"] for one in left} == {"Safari on a Mac", "A program"}
                await asyncio.wait_for(there.wait_closed(), 120)
                assert there.close_code == 1008
                await here.send('{"type":"ping"}')
                await receive(here, "pong")
            assert await phone.me() == ""
            assert await program.me() == await ann.me() != ""
            assert (await ann.ask("POST", path)).json()["code"] == "no-such-device"
            bob = await browser_of_guest(server, "Bob")
            (own,) = await bob.devices()
            assert (await ann.ask("POST", f"/api/me/devices/{own['id']}/sign-out")).status_code == 404
            assert await bob.me()
            await bob.ask("POST", f"/api/me/devices/{own['id']}/sign-out")
            assert (bob.cookies, await bob.me()) == ({}, "")

    run_async(work)


def test_a_device_signed_out_during_a_token_renewal_stays_signed_out(home: Home) -> None:
    async def work() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            guests = services.guests
            ann, token = await guests.add("Ann")
            found = await services.store.token(hash_of(token))
            assert found is not None
            clock.forward(ROTATE)
            await guests.end_device(ann, found[1].device)
            assert await guests.renewed(Session(*found, "cookie"), https=False) == ""
            assert await services.store.devices(ann) == []

    run_async(work)


@pytest.mark.slow
def test_the_list_of_devices_shows_when_each_was_last_seen(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as server:
            ann, phone = await browser_of_guest(server, "Ann"), DeviceBrowser(server, PHONE)
            await phone.use(await ann.code())
            made = int(server.clock.now())
            phone.http.headers["User-Agent"] = PHONE.replace("Firefox", "Quixotic")
            await server.forward(7200)
            await phone.me()
            # The next search stores it, and the previous search may still be running.
            waits = 0
            while ("A browser on Android",) not in home.rows("SELECT label FROM tokens"):
                await server.forward(EVERY)
                waits += 1
            first, second = await ann.devices()
            assert (first["label"], first["made"]) == ("A browser on Android", made)
            assert made + 7200 <= first["seen"] <= made + 7200 + waits * EVERY
            assert second["seen"] < first["seen"]

    run_async(work)


@pytest.mark.slow
def test_signing_out_other_devices_ends_codes_too(home: Home) -> None:
    """Otherwise a stolen token could be used to get a code for later."""

    async def work() -> None:
        async with opened(home) as server:
            ann = await browser_of_guest(server, "Ann")
            code = await Browser(server, **ann.cookies).ask("POST", "/api/me/code")
            (before,) = await ann.devices()
            await ann.ask("POST", "/api/me/sign-out")
            assert (await DeviceBrowser(server, PHONE).use(code.json()["code"])).json()["code"] == "unknown-code"
            (after,) = await ann.devices()
            assert (after["id"], after["here"]) == (before["id"], True)

    run_async(work)


@pytest.mark.thorough
def test_the_number_of_devices_and_of_code_guesses_is_limited(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as server:
            ann = await browser_of_guest(server, "Ann")
            for _ in range(accounts_store.MOST_DEVICES - 1):
                assert (await DeviceBrowser(server, PHONE).use(await ann.code())).status_code == 201
            code = await ann.code()
            assert (await DeviceBrowser(server, PHONE).use(code)).json()["code"] == "too-many-devices"
            other = next(one["id"] for one in await ann.devices() if not one["here"])
            await ann.ask("POST", f"/api/me/devices/{other}/sign-out")
            # The device that was signed out may have created that code.
            assert (await DeviceBrowser(server, PHONE).use(code)).json()["code"] == "unknown-code"
            assert (await DeviceBrowser(server, PHONE).use(await ann.code())).status_code == 201

            stranger = DeviceBrowser(server, PHONE)
            address = ALLOWANCES["sign_in"].address
            assert address is not None
            server.clock.forward(address.seconds)
            for _ in range(address.many // CODE):
                assert (await stranger.use("ABCDEFGHJKMN")).status_code == 404
            refused = await stranger.use("ABCDEFGHJKMN")
            assert (refused.status_code, refused.json()["code"]) == (429, "too-fast")
            assert int(refused.headers["retry-after"]) > 0

    run_async(work)


@pytest.mark.slow
def test_group_links_use_up_no_sign_in_attempts(home: Home) -> None:
    """A whole class can join a group from one network and still sign in."""

    async def work() -> None:
        async with opened(home) as server:
            ann, stranger = await browser_of_guest(server, "Ann"), DeviceBrowser(server, PHONE)
            address = ALLOWANCES["sign_in"].address
            assert address is not None
            for _ in range(address.many // CODE + 1):
                looked = await stranger.ask("POST", "/api/groups/look", {"code": "x"})
                assert looked.json()["code"] != "too-fast"
            assert (await stranger.use(await ann.code())).status_code == 201

    run_async(work)


@pytest.mark.slow
def test_no_device_code_is_stored_or_logged_in_plain_text(home: Home, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with opened(home) as server:
            ann, phone = await browser_of_guest(server, "Ann"), DeviceBrowser(server, PHONE)
            used, fresh = await ann.code(), ""
            await phone.use(used)
            fresh = await ann.code()
            await phone.ask("POST", "/api/devices", {"code": fresh, "more": 1})
            for code in (used, fresh):
                assert not home.holds(code)
                assert code not in caplog.text

    run_async(work)


def test_a_qr_code_has_its_quiet_zone_and_every_dark_module() -> None:
    size, path = draw_link("https://cash.example/device#ABCDEFGHJKMN")
    dark = set()
    for piece in path.removeprefix("M").split("M"):
        start, _, rest = piece.partition("h")
        (x, y), width = map(int, start.split()), int(rest.partition("v")[0])
        dark |= {(x + k, y) for k in range(width)}
    assert {min(x for x, _ in dark), min(y for _, y in dark)} == {QUIET}
    assert {max(x for x, _ in dark), max(y for _, y in dark)} == {size - QUIET - 1}
    corner = {(x, y) for x in range(QUIET, QUIET + 7) for y in range(QUIET, QUIET + 7)} & dark
    assert len(corner) == 33, "a square of seven with a square of three in it"


def test_a_typed_code_may_contain_spaces_hyphens_and_lowercase_letters() -> None:
    assert as_typed(" abcd-efgh jkmn\n") == "ABCDEFGHJKMN"

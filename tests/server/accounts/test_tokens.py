"""Test tokens: the safe cookie behind https, its exchange, renewal, and signing out everywhere."""

from __future__ import annotations

import asyncio
import contextlib
import json
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import uvloop
from websockets.asyncio.client import connect

from cashbox.server.accounts.tokens import COOKIE, GRACE, ROTATE, SAFE_COOKIE, Session, hash_of
from tests.data_folders import Home
from tests.server.raw_clients import LocalServer
from tests.server.server_in_process import SetClock, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    from cashbox.server.db.records import Guest, TokenRecord

HTTPS = "https://cash.example"
SEATS = {"game": "envelopes", "seats": [{"kind": "me"}, {"kind": "open"}]}


def run_async(work: Callable[[], Awaitable[None]]) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work())  # type: ignore[arg-type]


class Browser:
    """A browser whose cookies the test controls."""

    def __init__(self, server: LocalServer, **cookies: str) -> None:
        # The server would close idle connections when the test moves the clock.
        once = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=20, limits=once)
        self.cookies = cookies
        self.given: SimpleCookie = SimpleCookie()

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        answer = await self.http.request(method, path, json=body, headers={"Cookie": self.header})
        self.http.cookies.clear()
        self.given = SimpleCookie()
        for line in answer.headers.get_list("set-cookie"):
            self.given.load(line)
        for name, cookie in self.given.items():
            self.cookies.pop(name, None)
            if cookie.value and cookie["max-age"] != "0":
                self.cookies[name] = cookie.value
        return answer

    @property
    def header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def me(self) -> str:
        """Return the guest's id, or "" without a guest."""
        found: str = (await self.ask("GET", "/api/me")).json().get("id", "")
        return found

    async def join(self) -> httpx.Response:
        """Become a guest."""
        return await self.ask("POST", "/api/guests", {})

    async def page(self) -> httpx.Response:
        return await self.ask("GET", "/")


@contextlib.asynccontextmanager
async def opened(home: Home, url: str | None = HTTPS, later: float = 0.0) -> AsyncIterator[LocalServer]:
    # The tests move the clock by days, and no guest may expire meanwhile.
    server = LocalServer(home, url=url, keep_guests=0, keep_waiting=0)
    server.clock.time += later
    async with server.open():
        yield server


@pytest.mark.slow
@pytest.mark.parametrize("url", [HTTPS, None])
def test_the_cookie_is_secure_exactly_when_the_server_uses_https(home: Home, url: str | None) -> None:
    async def work() -> None:
        async with opened(home, url) as server:
            one = Browser(server)
            page, answer = await one.page(), await one.join()
            assert "set-cookie" not in page.headers
            name = SAFE_COOKIE if url else f"{COOKIE}-{server.port}"
            assert list(one.given) == [name]
            cookie = one.given[name]
            assert (bool(cookie["secure"]), cookie["path"], cookie["domain"]) == (url is not None, "/", "")
            assert cookie["httponly"]
            assert cookie["samesite"] == "lax"
            for each in (page, answer):
                assert ("strict-transport-security" in each.headers) is (url is not None)
            assert await one.me()

    run_async(work)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("url", "origin", "told"),
    [(HTTPS, HTTPS, "blocks cookies"), (None, "", "blocks cookies"), (HTTPS, "", "over https")],
)
def test_a_browser_without_cookies_is_refused_and_changes_nothing(
    home: Home, url: str | None, origin: str, told: str
) -> None:
    async def work() -> None:
        async with opened(home, url) as server:
            host, browser = Browser(server), Browser(server)
            table = (await host.ask("POST", "/api/tables", SEATS)).json()["table"]["id"]
            browser.http.headers["Origin"] = origin or f"http://127.0.0.1:{server.port}"
            code = (await host.ask("POST", "/api/me/code")).json()["code"]
            known = home.rows("SELECT count(*) FROM guests")
            everything = [
                ("POST", "/api/guests", {"name": "Zoe"}),
                ("PATCH", "/api/me", {"name": "Zoe"}),
                ("POST", "/api/tables", SEATS),
                ("POST", f"/api/tables/{table}/sit", {"name": "Zoe"}),
                ("POST", f"/api/tables/{table}/mute", {"seat": 0, "on": True}),
                ("POST", "/api/devices", {"code": code}),
                ("POST", "/api/sign-in/recovery", {"name": "Zoe", "code": "ABCDEFGHJKMN"}),
                ("POST", "/api/sign-in/passkey/begin", None),
            ]
            for method, path, body in everything:
                browser.cookies.clear()
                refused = await browser.ask(method, path, body)
                assert (refused.status_code, refused.json()["code"]) == (403, "no-cookies"), path
                assert told in refused.json()["message"]
            assert home.rows("SELECT count(*) FROM guests") == known
            assert (await Browser(server).ask("POST", "/api/devices", {"code": code})).status_code == 201
            assert not (await host.ask("GET", f"/api/tables/{table}")).json()["table"]["seats"][1]["taken"]

    run_async(work)


@pytest.mark.slow
@pytest.mark.parametrize("url", [HTTPS, None])
def test_a_browser_that_returns_the_test_cookie_sits_down_on_the_second_try(home: Home, url: str | None) -> None:
    async def work() -> None:
        async with opened(home, url) as server:
            host, browser = Browser(server), Browser(server)
            table = (await host.ask("POST", "/api/tables", SEATS)).json()["table"]["id"]
            browser.http.headers["Origin"] = url or f"http://127.0.0.1:{server.port}"
            assert (await browser.ask("POST", f"/api/tables/{table}/sit", {})).status_code == 403
            (test,) = browser.given.values()
            assert (bool(test["secure"]), bool(test["httponly"]), test["path"]) == (url is not None, True, "/")
            assert (await browser.ask("POST", f"/api/tables/{table}/sit", {})).json()["you"]["seat"] == 1
            assert await browser.me()

    run_async(work)


@pytest.mark.slow
def test_two_servers_on_one_host_keep_separate_guests(home: Home, tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(home, None) as one, opened(Home(tmp_path / "two"), None) as two:
            here = Browser(one)
            await here.join()
            me = await here.me()
            # The same browser sends its cookies to both.
            there = Browser(two)
            there.cookies = here.cookies
            assert await there.me() == ""
            await there.join()
            assert await there.me() not in ("", me)
            assert await here.me() == me
            assert set(here.cookies) == {f"{COOKIE}-{one.port}", f"{COOKIE}-{two.port}"}

    run_async(work)


@pytest.mark.thorough
def test_the_old_cookie_is_exchanged_once_without_losing_a_seat(home: Home) -> None:
    async def work() -> None:
        async with opened(home, None) as server:
            ann = Browser(server)
            await ann.join()
            me, old = await ann.me(), dict(ann.cookies)
            table = (await ann.ask("POST", "/api/tables", SEATS)).json()["table"]["id"]
        async with opened(home) as server:
            ann = Browser(server, **old)
            other = Browser(server, **old)
            assert await ann.me() == me
            await ann.page()
            assert list(ann.cookies) == [SAFE_COOKIE]
            assert set(ann.given) == {*old, SAFE_COOKIE}
            seat = (await ann.ask("GET", f"/api/tables/{table}")).json()["you"]["seat"]
            assert (await ann.me(), seat) == (me, 0)
            await ann.page()
            assert not ann.given
            await other.page()
            assert not other.given
            assert await other.me() == me
            server.clock.forward(GRACE)
            assert await ann.me() == me
            assert await other.me() == ""
        async with opened(home, later=GRACE) as server:
            assert await Browser(server, **ann.cookies).me() == me
            assert await Browser(server, **old).me() == ""

    run_async(work)


@pytest.mark.slow
def test_a_token_from_the_safe_cookie_is_refused_in_the_old_cookie(home: Home) -> None:
    """Another host of the same domain could set the old cookie and make a visitor play as its guest."""

    async def work() -> None:
        async with opened(home) as server:
            ann = Browser(server)
            await ann.join()
            token = ann.cookies[SAFE_COOKIE]
            assert await Browser(server, **{COOKIE: token}).me() == ""
            assert await Browser(server, **{SAFE_COOKIE: token, COOKIE: "x"}).me() == await ann.me() != ""

    run_async(work)


@pytest.mark.thorough
def test_a_browsers_token_is_renewed_regularly(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as server:
            ann = Browser(server)
            await ann.join()
            # An unused guest would expire meanwhile.
            await ann.ask("POST", "/api/tables", SEATS)
            me, first = await ann.me(), dict(ann.cookies)
            server.clock.forward(ROTATE - 1)
            await ann.page()
            assert not ann.given
            server.clock.forward(1)
            await ann.page()
            lost = dict(ann.cookies)
            assert lost != first
            # The response was lost: the old token works until the browser sends a new one, however long that takes.
            server.clock.forward(ROTATE)
            again = Browser(server, **first)
            assert await again.me() == me
            await again.page()
            assert again.cookies not in (first, lost)
            assert await again.me() == me
            server.clock.forward(GRACE - 1)
            assert await Browser(server, **first).me() == me
            server.clock.forward(1)
            assert await Browser(server, **first).me() == ""
            assert await again.me() == me

    run_async(work)


@pytest.mark.slow
def test_a_programs_token_is_never_renewed(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as server:
            made = await Browser(server).ask("POST", "/api/guests", {"name": "Ann", "token": True})
            server.clock.forward(10 * ROTATE)
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as http:
                page = await http.get("/", headers={"Authorization": f"Bearer {made.json()['token']}"})
            assert "set-cookie" not in page.headers

    run_async(work)


@pytest.mark.thorough
def test_signing_out_everywhere_ends_every_other_token_and_its_channels(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as server:
            ann = Browser(server)
            await ann.join()
            me, old = await ann.me(), dict(ann.cookies)
            thief, bob = Browser(server, **old), Browser(server)
            await bob.join()
            table = (await ann.ask("POST", "/api/tables", SEATS)).json()["table"]["id"]
            address = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
            async with (
                connect(address, additional_headers={"Cookie": thief.header}) as stolen,
                connect(address, additional_headers={"Cookie": bob.header}) as watching,
            ):
                assert json.loads(await stolen.recv())["you"]["seat"] == 0
                answer = await ann.ask("POST", "/api/me/sign-out")
                assert answer.json() == {"id": me, "name": "Guest"}
                assert ann.cookies != old
                await asyncio.wait_for(stolen.wait_closed(), 120)
                assert (stolen.close_code, stolen.close_reason) == (1008, "You signed out.")
                await watching.send('{"type":"ping"}')
                while json.loads(await watching.recv())["type"] != "pong":
                    pass
            assert await thief.me() == ""
            assert await ann.me() == me
            assert (await ann.ask("GET", f"/api/tables/{table}")).json()["you"]["seat"] == 0
            assert (await thief.ask("POST", "/api/me/sign-out")).status_code == 401
        async with opened(home) as server:
            assert await Browser(server, **old).me() == ""
            assert await Browser(server, **ann.cookies).me() == me

    run_async(work)


@pytest.mark.slow
def test_a_program_gets_a_new_token_when_it_signs_out_everywhere(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as server, httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as http:
            first = (await http.post("/api/guests", json={"token": True})).json()["token"]
            http.cookies.clear()
            answer = await http.post("/api/me/sign-out", headers={"Authorization": f"Bearer {first}"})
            assert "set-cookie" not in answer.headers
            for token, status in ((first, 401), (answer.json()["token"], 200)):
                me = await http.get("/api/me", headers={"Authorization": f"Bearer {token}"})
                assert me.status_code == status

    run_async(work)


@pytest.mark.slow
def test_a_token_revoked_during_its_lookup_stays_revoked(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with serving(home, SetClock()) as services:
            guests, store = services.guests, services.store
            _, token = await guests.add("Ann")
            found = await guests._find(hash_of(token))
            assert found is not None
            guests._known.clear()
            read = store.token

            async def slow(token_hash: str) -> Any:
                answer = await read(token_hash)
                if answer is not None:
                    await guests.sign_out(Session(*answer, "cookie"), https=False)
                return answer

            monkeypatch.setattr(store, "token", slow)
            assert await guests._find(hash_of(token)) is None
            assert hash_of(token) not in guests._known

    run_async(work)


@pytest.mark.slow
@pytest.mark.parametrize("change", ["renew_token", "replace_tokens"])
def test_a_new_token_belongs_to_the_guest_under_the_latest_name(
    home: Home, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    """The name may change while the token is stored, when the session still has the old name."""

    async def work() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            guests = services.guests
            ann, first = await guests.add("Ann")
            session = await guests.owner(first)
            assert session is not None
            clock.forward(ROTATE)
            stores = getattr(services.store, change)

            async def slow(guest: Guest, token: TokenRecord) -> Any:
                answer = await stores(guest, token)
                await guests.rename(ann, "Bea")
                return answer

            monkeypatch.setattr(services.store, change, slow)
            does = guests.renewed if change == "renew_token" else guests.sign_out
            found = await guests.owner(await does(session, https=False))
            assert found is not None
            assert found.guest.name == "Bea"

    run_async(work)

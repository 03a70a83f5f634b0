"""Tokens: the safe cookie behind https, the exchange for it, new ones now and then, and signing out everywhere."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import sqlite3
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import uvloop
from sqlalchemy import delete
from websockets.asyncio.client import connect

from cashbox.server.people.tokens import COOKIE, GRACE, ROTATE, SAFE_COOKIE, Session, hash_of
from cashbox.server.problems import Refusal
from cashbox.server.storage.database import FILE
from cashbox.server.storage.schema import GUESTS
from tests.server.inside import SetClock, serving
from tests.server.test_old_house import OLD
from tests.server.wires import House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

HTTPS = "https://cash.example"
SEATS = {"game": "envelopes", "seats": [{"kind": "me"}, {"kind": "open"}]}


def played(work: Callable[[], Awaitable[None]]) -> None:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work())  # type: ignore[arg-type]


class Browser:
    """Somebody's cookies, which go wherever the test sends them."""

    def __init__(self, house: House, **cookies: str) -> None:
        # Connections that are kept would be closed when the time goes on.
        once = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{house.port}", timeout=20, limits=once)
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
        """The id of the guest, "" for nobody."""
        found: str = (await self.ask("GET", "/api/me")).json().get("id", "")
        return found

    async def join(self) -> httpx.Response:
        """Become a guest."""
        return await self.ask("POST", "/api/guests", {})

    async def page(self) -> httpx.Response:
        return await self.ask("GET", "/")


@contextlib.asynccontextmanager
async def opened(home: Path, url: str | None = HTTPS, later: float = 0.0) -> AsyncIterator[House]:
    house = House(home, url=url)
    house.clock.time += later
    async with house.open():
        yield house


@pytest.mark.parametrize(("url", "name"), [(HTTPS, SAFE_COOKIE), (None, COOKIE)])
def test_the_cookie_of_a_server_with_https_and_without(tmp_path: Path, url: str | None, name: str) -> None:
    async def work() -> None:
        async with opened(tmp_path, url) as house:
            one = Browser(house)
            page, answer = await one.page(), await one.join()
            assert "set-cookie" not in page.headers
            assert list(one.given) == [name]
            cookie = one.given[name]
            assert (bool(cookie["secure"]), cookie["path"], cookie["domain"]) == (url is not None, "/", "")
            assert cookie["httponly"]
            assert cookie["samesite"] == "lax"
            for each in (page, answer):
                assert ("strict-transport-security" in each.headers) is (url is not None)
            assert await one.me()

    played(work)


def test_the_old_cookie_is_exchanged_once_and_no_seat_is_lost(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path, None) as house:
            ann = Browser(house)
            await ann.join()
            me, old = await ann.me(), dict(ann.cookies)
            table = (await ann.ask("POST", "/api/tables", SEATS)).json()["table"]["id"]
        async with opened(tmp_path) as house:
            ann = Browser(house, **old)
            other = Browser(house, **old)
            assert await ann.me() == me
            await ann.page()
            assert list(ann.cookies) == [SAFE_COOKIE]
            assert set(ann.given) == {COOKIE, SAFE_COOKIE}
            seat = (await ann.ask("GET", f"/api/tables/{table}")).json()["you"]["seat"]
            assert (await ann.me(), seat) == (me, 0)
            await ann.page()
            assert not ann.given
            await other.page()
            assert not other.given
            assert await other.me() == me
            house.clock.forward(GRACE)
            assert await ann.me() == me
            assert await other.me() == ""
        async with opened(tmp_path, later=GRACE) as house:
            assert await Browser(house, **ann.cookies).me() == me
            assert await Browser(house, **old).me() == ""

    played(work)


def test_a_token_given_behind_https_counts_in_no_other_cookie(tmp_path: Path) -> None:
    """Another host of the same domain can set the old cookie, and would make somebody play as its guest."""

    async def work() -> None:
        async with opened(tmp_path) as house:
            ann = Browser(house)
            await ann.join()
            token = ann.cookies[SAFE_COOKIE]
            assert await Browser(house, **{COOKIE: token}).me() == ""
            assert await Browser(house, **{SAFE_COOKIE: token, COOKIE: "x"}).me() == await ann.me() != ""

    played(work)


def test_a_browser_gets_a_new_token_now_and_then(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            ann = Browser(house)
            await ann.join()
            # A guest who never did anything would be deleted meanwhile.
            await ann.ask("POST", "/api/tables", SEATS)
            me, first = await ann.me(), dict(ann.cookies)
            house.clock.forward(ROTATE - 1)
            await ann.page()
            assert not ann.given
            house.clock.forward(1)
            await ann.page()
            lost = dict(ann.cookies)
            assert lost != first
            # The answer was lost: the old token counts until a new one has come back, however long that takes.
            house.clock.forward(ROTATE)
            again = Browser(house, **first)
            assert await again.me() == me
            await again.page()
            assert again.cookies not in (first, lost)
            assert await again.me() == me
            house.clock.forward(GRACE - 1)
            assert await Browser(house, **first).me() == me
            house.clock.forward(1)
            assert await Browser(house, **first).me() == ""
            assert await again.me() == me

    played(work)


def test_a_program_keeps_its_token(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            made = await Browser(house).ask("POST", "/api/guests", {"name": "Ann", "token": True})
            house.clock.forward(10 * ROTATE)
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{house.port}") as http:
                page = await http.get("/", headers={"Authorization": f"Bearer {made.json()['token']}"})
            assert "set-cookie" not in page.headers

    played(work)


def test_signing_out_ends_every_other_token_and_its_channels(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house:
            ann = Browser(house)
            await ann.join()
            me, old = await ann.me(), dict(ann.cookies)
            thief, bob = Browser(house, **old), Browser(house)
            await bob.join()
            table = (await ann.ask("POST", "/api/tables", SEATS)).json()["table"]["id"]
            address = f"ws://127.0.0.1:{house.port}/api/tables/{table}/live"
            async with (
                connect(address, additional_headers={"Cookie": thief.header}) as stolen,
                connect(address, additional_headers={"Cookie": bob.header}) as watching,
            ):
                assert json.loads(await stolen.recv())["you"]["seat"] == 0
                answer = await ann.ask("POST", "/api/me/sign-out")
                assert answer.json() == {"id": me, "name": "Guest"}
                assert ann.cookies != old
                await asyncio.wait_for(stolen.wait_closed(), 20)
                assert (stolen.close_code, stolen.close_reason) == (1008, "You have signed out.")
                await watching.send('{"type":"ping"}')
                while json.loads(await watching.recv())["type"] != "pong":
                    pass
            assert await thief.me() == ""
            assert await ann.me() == me
            assert (await ann.ask("GET", f"/api/tables/{table}")).json()["you"]["seat"] == 0
            assert (await thief.ask("POST", "/api/me/sign-out")).status_code == 401
        async with opened(tmp_path) as house:
            assert await Browser(house, **old).me() == ""
            assert await Browser(house, **ann.cookies).me() == me

    played(work)


def test_a_program_signs_out(tmp_path: Path) -> None:
    async def work() -> None:
        async with opened(tmp_path) as house, httpx.AsyncClient(base_url=f"http://127.0.0.1:{house.port}") as http:
            first = (await http.post("/api/guests", json={"token": True})).json()["token"]
            http.cookies.clear()
            answer = await http.post("/api/me/sign-out", headers={"Authorization": f"Bearer {first}"})
            assert "set-cookie" not in answer.headers
            for token, status in ((first, 401), (answer.json()["token"], 200)):
                me = await http.get("/api/me", headers={"Authorization": f"Bearer {token}"})
                assert me.status_code == status

    played(work)


def test_a_token_that_is_revoked_while_it_is_looked_up_stays_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with serving(tmp_path, SetClock()) as services:
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

    played(work)


def test_tokens_of_an_old_database_go_on(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(gzip.decompress(OLD.read_bytes()))
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as database:
        (guest,) = database.execute("SELECT guest FROM seats WHERE guest IS NOT NULL").fetchone()
        database.execute("UPDATE guests SET token_hash = ? WHERE id = ?", (hash_of("secret"), guest))
        database.commit()
        many = database.execute("SELECT count(*) FROM guests").fetchone()

    async def work() -> None:
        async with opened(tmp_path) as house:
            ann = Browser(house, **{COOKIE: "secret"})
            assert await ann.me() == guest
            await ann.page()
            assert await ann.me() == guest
            assert list(ann.cookies) == [SAFE_COOKIE]
        async with serving(tmp_path, SetClock()) as services:
            with pytest.raises(Refusal, match="Something else happened"):
                await services.store.writer.do(lambda c: c.execute(delete(GUESTS).where(GUESTS.c.id == guest)))

    played(work)
    with contextlib.closing(sqlite3.connect(tmp_path / FILE)) as database:
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        assert database.execute("SELECT count(*) FROM guests").fetchone() == many
        (shape,) = database.execute("SELECT sql FROM sqlite_master WHERE name = 'seats'").fetchone()
        assert "REFERENCES guests (id)" in shape

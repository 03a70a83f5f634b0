"""Test that a token planted in the old cookie can't enter an account, and that passkeys need a known address."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from cashbox.server.accounts.tokens import COOKIE, SAFE_COOKIE
from tests.server.accounts.test_devices import live, receive
from tests.server.accounts.test_tokens import HTTPS, SEATS, Browser, opened, run_async
from tests.server.conftest import running

if TYPE_CHECKING:
    from tests.data_folders import Home


async def planted(home: Home) -> dict[str, str]:
    """Return the cookie of a guest from before https, which a thief knows too."""
    async with opened(home, None) as server:
        thief = Browser(server)
        await thief.ask("POST", "/api/guests", {"name": "Ann"})
        assert list(thief.cookies) == [f"{COOKIE}-{server.port}"]
        return dict(thief.cookies)


@pytest.mark.thorough
def test_a_guests_old_tokens_end_when_the_guest_becomes_an_account(home: Home) -> None:
    async def work(looked: bool) -> None:
        cookies = await planted(home)
        async with opened(home) as server:
            ann, thief = Browser(server, **cookies), Browser(server, **cookies)
            me = await thief.me()
            table = (await thief.ask("POST", "/api/tables", SEATS)).json()["table"]["id"]
            code = (await thief.ask("POST", "/api/me/code")).json()["code"]
            if looked:
                await ann.page()
                assert await ann.me() == me
            async with live(server, thief, table) as channel:
                await receive(channel, "table")
                assert (await ann.ask("POST", "/api/me/recovery")).status_code == 201
                await asyncio.wait_for(channel.wait_closed(), 120)
            assert await thief.me() == ""
            token = {"Authorization": f"Bearer {next(iter(cookies.values()))}"}
            assert (await thief.http.get("/api/me", headers=token)).status_code == 401
            assert (await thief.ask("POST", "/api/devices", {"code": code})).json()["code"] == "unknown-code"
            assert list(ann.cookies) == [SAFE_COOKIE]
            assert await ann.me() == me
            # Another way to sign in to the same account ends nothing.
            assert (await ann.ask("POST", "/api/me/recovery")).status_code == 201
            assert await ann.me() == me
            await ann.ask("POST", "/api/me/delete")

    for looked in (False, True):
        run_async(lambda looked=looked: work(looked))  # type: ignore[misc]


@pytest.mark.slow
def test_a_guest_without_https_stays_signed_in_after_becoming_an_account(home: Home) -> None:
    async def work() -> None:
        async with opened(home, None) as server:
            ann = Browser(server)
            await ann.ask("POST", "/api/guests", {"name": "Ann"})
            assert (await ann.ask("POST", "/api/me/recovery")).status_code == 201
            assert await ann.me()

    run_async(work)


@pytest.mark.thorough
def test_without_a_configured_url_passkeys_work_only_on_localhost_and_the_own_port(home: Home) -> None:
    """Another program on this machine can serve a page at another port, and name it in forwarded headers."""
    with running(home, CASHBOX_HOSTS="games.example", CASHBOX_PROXIES="127.0.0.1") as server:
        token = httpx.post(f"{server.url}/api/guests", json={"name": "Ann", "token": True}).json()["token"]

        def begun(host: str, **more: str) -> dict[str, Any]:
            headers = {"host": host, "authorization": f"Bearer {token}", **more}
            found: dict[str, Any] = httpx.post(f"{server.url}/api/me/passkeys/begin", headers=headers).json()
            return found

        assert begun(f"localhost:{server.port}")["options"]["rp"]["id"] == "localhost"
        for host, more in {
            "localhost:9999": {},
            "localhost": {},
            "games.example": {"x-forwarded-proto": "https"},
            f"localhost:{server.port}": {"x-forwarded-proto": "https"},
        }.items():
            refused = begun(host, **more)
            assert refused["code"] == "no-passkeys"
            assert "must set CASHBOX_URL" in refused["message"]


@pytest.mark.thorough
def test_the_configured_url_decides_where_passkeys_work(home: Home) -> None:
    with running(home, CASHBOX_URL=HTTPS) as server:
        headers = {"host": "cash.example:8443"}
        made = httpx.post(f"{server.url}/api/guests", json={"name": "Ann", "token": True}, headers=headers)
        headers["authorization"] = f"Bearer {made.json()['token']}"
        begun = httpx.post(f"{server.url}/api/me/passkeys/begin", headers=headers).json()
        assert begun["options"]["rp"]["id"] == "cash.example"

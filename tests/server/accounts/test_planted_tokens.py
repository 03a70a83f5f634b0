"""A token that another host may have planted in the old cookie lets no one into the account that its guest becomes; and
a passkey counts only where the server itself knows that it is."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from cashbox.server.accounts.tokens import COOKIE, SAFE_COOKIE
from tests.server.accounts.test_devices import heard, live
from tests.server.accounts.test_tokens import HTTPS, SEATS, Browser, opened, played
from tests.server.conftest import running

if TYPE_CHECKING:
    from tests.data_folders import Home


async def planted(home: Home) -> dict[str, str]:
    """The old cookie of a guest from before https, which whoever has planted it knows too."""
    async with opened(home, None) as house:
        thief = Browser(house)
        await thief.ask("POST", "/api/guests", {"name": "Ann"})
        assert list(thief.cookies) == [f"{COOKIE}-{house.port}"]
        return dict(thief.cookies)


@pytest.mark.thorough
def test_the_old_tokens_of_a_guest_end_when_it_becomes_an_account(home: Home) -> None:
    async def work(looked: bool) -> None:
        cookies = await planted(home)
        async with opened(home) as house:
            ann, thief = Browser(house, **cookies), Browser(house, **cookies)
            me = await thief.me()
            table = (await thief.ask("POST", "/api/tables", SEATS)).json()["table"]["id"]
            code = (await thief.ask("POST", "/api/me/code")).json()["code"]
            if looked:
                await ann.page()
                assert await ann.me() == me
            async with live(house, thief, table) as channel:
                await heard(channel, "table")
                assert (await ann.ask("POST", "/api/me/recovery")).status_code == 201
                await asyncio.wait_for(channel.wait_closed(), 120)
            assert await thief.me() == ""
            token = {"Authorization": f"Bearer {next(iter(cookies.values()))}"}
            assert (await thief.http.get("/api/me", headers=token)).status_code == 401
            assert (await thief.ask("POST", "/api/devices", {"code": code})).json()["code"] == "unknown-code"
            assert list(ann.cookies) == [SAFE_COOKIE]
            assert await ann.me() == me
            # With the account that is made already, the next way to sign in ends nothing.
            assert (await ann.ask("POST", "/api/me/recovery")).status_code == 201
            assert await ann.me() == me
            await ann.ask("POST", "/api/me/delete")

    for looked in (False, True):
        played(lambda looked=looked: work(looked))  # type: ignore[misc]


@pytest.mark.slow
def test_without_https_there_is_no_other_token_and_it_goes_on(home: Home) -> None:
    async def work() -> None:
        async with opened(home, None) as house:
            ann = Browser(house)
            await ann.ask("POST", "/api/guests", {"name": "Ann"})
            assert (await ann.ask("POST", "/api/me/recovery")).status_code == 201
            assert await ann.me()

    played(work)


@pytest.mark.thorough
def test_where_no_address_is_set_a_passkey_counts_at_the_servers_own_port_alone(home: Home) -> None:
    """Another program of this machine has a page of its own at another port, and can name that in what it passes on."""
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
def test_the_address_of_the_settings_is_what_counts(home: Home) -> None:
    with running(home, CASHBOX_URL=HTTPS) as server:
        headers = {"host": "cash.example:8443"}
        made = httpx.post(f"{server.url}/api/guests", json={"name": "Ann", "token": True}, headers=headers)
        headers["authorization"] = f"Bearer {made.json()['token']}"
        begun = httpx.post(f"{server.url}/api/me/passkeys/begin", headers=headers).json()
        assert begun["options"]["rp"]["id"] == "cash.example"

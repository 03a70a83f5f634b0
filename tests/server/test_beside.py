"""A browser that is an account, and besides the guest that it was before: whichever goes, it is still the other one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cashbox.server.accounts.tokens import SAFE_COOKIE, SAFE_OTHER_COOKIE
from tests.server.test_tokens import SEATS, Browser, opened, played

if TYPE_CHECKING:
    from tests.homes import Home
    from tests.server.wires import House


async def beside(house: House) -> tuple[Browser, str, str]:
    """A browser that is an account beside a guest with a table, and the ids of both."""
    ann, phone = Browser(house), Browser(house)
    await ann.ask("POST", "/api/guests", {"name": "Ann"})
    codes = (await ann.ask("POST", "/api/me/recovery")).json()["codes"]
    await phone.ask("POST", "/api/guests", {"name": "Phone"})
    await phone.ask("POST", "/api/tables", SEATS)
    guest = await phone.me()
    entered = (await phone.ask("POST", "/api/sign-in/recovery", {"name": "Ann", "code": codes[0]})).json()
    assert entered["beside"] == {"name": "Phone", "account": False, "tables": [], "apart": 1}
    assert set(phone.cookies) == {SAFE_COOKIE, SAFE_OTHER_COOKIE}
    return phone, await phone.me(), guest


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("how", ["sign-out", "sign-out-there", "delete"])
def test_who_goes_leaves_the_browser_to_the_other(home: Home, how: str) -> None:
    async def work() -> None:
        async with opened(home) as house:
            phone, account, guest = await beside(house)
            assert account != guest
            if how == "sign-out":
                await phone.ask("POST", "/api/sign-out")
            elif how == "delete":
                await phone.ask("POST", "/api/me/delete")
            else:
                found = (await phone.ask("GET", "/api/me/devices")).json()["devices"]
                (here,) = (one["id"] for one in found if one["here"])
                await phone.ask("POST", f"/api/me/devices/{here}/sign-out")
            assert await phone.me() == guest
            assert SAFE_OTHER_COOKIE not in phone.cookies

    played(work)


@pytest.mark.thorough
def test_who_takes_the_seats_along_is_one_again(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as house:
            phone, account, _ = await beside(house)
            assert (await phone.ask("POST", "/api/me/join", {})).json() == {"moved": 1, "shared": []}
            assert list(phone.cookies) == [SAFE_COOKIE]
            assert await phone.me() == account
            assert (await phone.ask("GET", "/api/me/account")).json()["beside"] is None
            assert (await phone.ask("POST", "/api/me/join", {})).json()["code"] == "nobody-else"

    played(work)


@pytest.mark.thorough
def test_who_signs_in_from_the_guest_again_is_that_account_once(home: Home) -> None:
    async def work() -> None:
        async with opened(home) as house:
            phone, account, guest = await beside(house)
            codes = (await phone.ask("POST", "/api/me/recovery")).json()["codes"]
            await phone.ask("POST", "/api/me/switch")
            assert await phone.me() == guest
            entered = await phone.ask("POST", "/api/sign-in/recovery", {"name": "Ann", "code": codes[0]})
            assert entered.json()["beside"]["name"] == "Phone"
            assert await phone.me() == account
            # The first device, and this one.
            assert len((await phone.ask("GET", "/api/me/devices")).json()["devices"]) == 2
            assert (await phone.ask("GET", "/api/me/account")).json()["beside"]["name"] == "Phone"

    played(work)

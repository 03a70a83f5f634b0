"""Test accounts on two processes that share one PostgreSQL database, and passkeys behind a configured address."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import httpx
import pytest

from cashbox.server.accounts.service import SET
from cashbox.server.errors import Refusal
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.accounts_in_process import HERE, device, refused, sign_in_and_move_seats, with_passkey
from tests.server.authenticator import Authenticator
from tests.server.cluster.test_two_processes import both, connected, homes
from tests.server.conftest import running
from tests.server.server_in_process import until, votes

if TYPE_CHECKING:
    from typing import Any

    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["homes", "votes"]


@pytest.mark.thorough
def test_two_processes_give_an_account_name_to_only_one_guest(homes: tuple[Home, Home]) -> None:
    async def work(one: Services, two: Services) -> None:
        for name in ("Ann", "Bob", "Cleo"):
            first, second = await device(one, name), await device(two, name)
            made = await asyncio.gather(
                one.recovery.issue(first.guest), two.recovery.issue(second.guest), return_exceptions=True
            )
            (late,) = [found for found in made if isinstance(found, BaseException)]
            assert isinstance(late, Refusal)
            assert late.code == "name-taken"
            loser = (first, second)[made.index(late)]
            assert (await one.accounts.standing(loser.guest)).account is None
        # Two accounts that ask for the same new name.
        fresh = [await device(services, name) for services, name in ((one, "Dora"), (two, "Ella"))]
        for services, session in zip((one, two), fresh, strict=True):
            await services.recovery.issue(session.guest)
        renamed = await asyncio.gather(
            *(s.guests.rename(f.guest, "Frida") for s, f in zip((one, two), fresh, strict=True)), return_exceptions=True
        )
        assert sum(isinstance(found, Refusal) for found in renamed) == 1

    both(homes, work)


@pytest.mark.slow
def test_a_sign_in_through_one_process_takes_effect_in_both(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        ann, phone = await device(one, "Ann"), await device(one, "Phone")
        key = await with_passkey(one, ann.guest)
        first = await one.registry.make(phone.guest, NewTable(votes, [SeatWish("me"), SeatWish("open")]))
        second = await two.registry.table(first.record.id)
        await two.registry.sit(second, (await device(two, "Cleo")).guest, Sit())
        await until(lambda: first.record == second.record)
        ended = list[str]()
        one.guests.connect(phone, lambda _: ended.append("phone"))
        await sign_in_and_move_seats(two, key, phone)
        await until(lambda: first.record == second.record and first.record.seat_of(ann.guest) == 0)
        await until(lambda: ended == ["phone"])
        # A process follows a table's actions only while a viewer is connected through it.
        async with connected(second):
            match = first.running()
            await first.act(0, [match.game.encode(match.legal(0)[0])])
            await until(lambda: second.number == first.number)

    both(homes, work)


@pytest.mark.thorough
def test_a_challenge_and_a_recovery_code_work_once_across_both_processes(homes: tuple[Home, Home]) -> None:
    async def work(one: Services, two: Services) -> None:
        key = await with_passkey(one, (await device(one, "Ann")).guest)
        signed = key.sign(await one.passkeys.sign_in_options(HERE))
        uses = [(await services.passkeys.use(HERE, signed))[0] for services in (one, two)]
        entered = await asyncio.gather(
            *(s.sign_in.enter(use, None, https=False) for s, use in zip((one, two), uses, strict=True)),
            return_exceptions=True,
        )
        assert sorted(getattr(found, "code", "in") for found in entered) == ["in", "old-challenge"]
        codes = await one.recovery.issue((await device(one, "Bob")).guest)
        entered = await asyncio.gather(
            *(s.sign_in.enter(s.recovery.use("Bob", codes[0]), None, https=False) for s in (one, two)),
            return_exceptions=True,
        )
        assert sorted(getattr(found, "code", "in") for found in entered) == ["in", "used-code"]
        assert await refused(two.sign_in.enter(two.recovery.use("Bob", "0" * 16), None, https=False)) == "wrong-code"

    both(homes, work)


@pytest.mark.thorough
def test_passkeys_work_only_at_the_configured_url(home: Home) -> None:
    behind = {"CASHBOX_URL": "https://games.example", "CASHBOX_HOSTS": "other.example"}
    with running(home, **behind) as server, httpx.Client(base_url=server.url) as browser:
        made = browser.post("/api/guests", json={"name": "Ann"}, headers={"host": "games.example"})
        token = made.cookies["__Host-cashbox"]

        def ask(method: str, path: str, host: str, body: Any = None) -> httpx.Response:
            headers = {"host": host, "cookie": f"__Host-cashbox={token}"}
            return browser.request(method, path, json=body, headers=headers)

        for elsewhere in ("other.example", f"127.0.0.1:{server.port}"):
            refusal = ask("POST", "/api/me/passkeys/begin", elsewhere)
            assert (refusal.status_code, refusal.json()["code"]) == (409, "no-passkeys")
            assert "only work at https://games.example" in refusal.json()["message"]
            assert "only work at https://games.example" in ask("GET", "/sign-in", elsewhere).text
        key = Authenticator("https://games.example")
        options = ask("POST", "/api/me/passkeys/begin", "games.example").json()["options"]
        assert options["rp"]["id"] == "games.example"
        made = ask("POST", "/api/me/passkeys", "games.example", {"credential": key.make(options)})
        assert made.status_code == 201, made.text
        assert made.json()["passkeys"][0]["label"] == "A program"
        options = ask("POST", "/api/sign-in/passkey/begin", "games.example").json()["options"]
        key.origin = "https://other.example"
        wrong = ask("POST", "/api/sign-in/passkey", "games.example", {"credential": key.sign(options)})
        assert (wrong.status_code, wrong.json()["code"]) == (403, "other-host")
        key.origin = "https://games.example"
        entered = ask("POST", "/api/sign-in/passkey", "games.example", {"credential": key.sign(options)})
        assert entered.json()["name"] == "Ann"
        cookie = entered.headers["set-cookie"]
        assert cookie.startswith("__Host-cashbox=")
        assert {"Secure", "HttpOnly"} <= set(cookie.split("; "))
        assert cookie.partition(";")[0] != f"__Host-cashbox={token}"


@pytest.mark.thorough
def test_deleting_an_account_deletes_every_way_to_sign_in(home: Home) -> None:
    with running(home) as server:
        ann, bob = server.guest("Ann"), server.guest("Bob")
        (code, *_more) = ann.post("/api/me/recovery", status=201)["codes"]
        assert bob.http.patch("/api/me", json={"name": "ANN"}).json()["code"] == "account-name"
        kept = ann.get("/api/me/export")["account"]
        assert (kept["recovery_codes"], kept["passkeys"], kept["email"]) == (SET, [], None)
        assert bob.get("/api/me/export")["account"] is None
        ann.post("/api/me/delete")
        for table in ("accounts", "passkeys", "codes", "challenges"):
            assert home_rows(server.home, table) == 0
        gone = bob.http.post("/api/sign-in/recovery", json={"name": "Ann", "code": code})
        assert gone.json()["code"] == "wrong-code"
        assert bob.http.patch("/api/me", json={"name": "Ann"}).status_code == 200


def home_rows(home: Home, table: str) -> int:
    found: int = home.rows(f"SELECT count(*) FROM {table}")[0][0]
    return found

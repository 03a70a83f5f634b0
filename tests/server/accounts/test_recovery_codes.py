"""Test recovery codes: each signs in once, together with the account's name, and guessing is slow."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest

from cashbox.server.accounts.service import SET, normalize_code
from cashbox.server.accounts.tokens import hash_of
from tests.server.accounts_in_process import device, refused
from tests.server.conftest import running
from tests.server.server_in_process import SetClock, serving

if TYPE_CHECKING:
    from cashbox.server.accounts.tokens import Entered
    from cashbox.server.services import Services
    from tests.data_folders import Home


async def enter(services: Services, name: str, code: str) -> Entered:
    return await services.sign_in.enter(services.recovery.use(name, code), None, https=False)


@pytest.mark.slow
def test_each_recovery_code_works_once_and_a_new_set_replaces_the_old(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = (await device(services, "Ann")).guest, (await device(services, "Bob")).guest
            codes = await services.recovery.issue(ann)
            assert len(set(codes)) == SET
            assert all(re.fullmatch(r"([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}", code) for code in codes)
            assert not any(home.holds(code) or home.holds(normalize_code(code)) for code in codes)
            assert home.holds(hash_of(normalize_code(codes[0])))
            await services.recovery.issue(bob)
            assert await refused(enter(services, "Bob", codes[0])) == "wrong-code"
            assert await refused(enter(services, "Nobody", codes[0])) == "wrong-code"
            assert await refused(enter(services, "Ann", codes[0][:-1])) == "wrong-code"
            both = await asyncio.gather(
                enter(services, "ann ", codes[0].lower().replace("-", " ")),
                enter(services, "Ann", codes[0].replace("0", "O").replace("1", "l")),
                return_exceptions=True,
            )
            assert sorted(getattr(one, "code", "in") for one in both) == ["in", "used-code"]
            assert (await services.accounts.standing(ann)).ways.recovery == SET - 1
            newer = await services.recovery.issue(ann)
            assert (await services.accounts.standing(ann)).ways.recovery == SET
            assert await refused(enter(services, "Ann", codes[1])) == "wrong-code"
            assert await refused(enter(services, "Ann", codes[0])) == "used-code"
            assert (await enter(services, "Ann", newer[0])).guest.id == ann.id

    asyncio.run(run())


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("by", ["address", "account"])
def test_guesses_of_recovery_codes_are_limited_by_address_and_by_account(home: Home, by: str) -> None:
    limits = {"address": "-,16/hour", "account": "4/hour,-"}
    with running(home, CASHBOX_QUOTAS="on", CASHBOX_QUOTA_SIGN_IN=limits[by]) as server:
        ann = server.guest("Ann")
        sentences = set()
        for name in ("Ann", "Nobody"):
            for _ in range(4 if by == "account" else 2):
                answer = ann.http.post("/api/sign-in/recovery", json={"name": name, "code": "ABCD"})
                assert answer.status_code == 403
                sentences.add(answer.json()["message"])
        assert len(sentences) == 1, "the message does not reveal whether the account exists"
        for name in ("Ann", "ann", "Nobody"):
            late = ann.http.post("/api/sign-in/recovery", json={"name": name, "code": "ABCD"})
            assert late.status_code == 429
            assert late.json()["code"] == "too-fast"
            assert "Too many sign-in attempts" in late.json()["message"]


@pytest.mark.thorough
def test_a_program_can_sign_in_with_a_recovery_code_and_sign_out(home: Home) -> None:
    with running(home) as server:
        ann, other = server.guest("Ann"), server.guest("Other")
        assert ann.post("/api/sign-out", status=409)["code"] == "no-way-back"
        codes = ann.post("/api/me/recovery", status=201)["codes"]
        table = other.table("me", "open")
        body = {"name": "Ann", "code": codes[0]}
        assert other.post("/api/sign-in/recovery", body, 409)["code"] == "move-seats"
        assert other.get(f"/api/tables/{table}")["you"]["seat"] == 0
        entered = other.post("/api/sign-in/recovery", body | {"seats": "move"})
        assert entered["name"] == "Ann"
        other.http.headers["Authorization"] = f"Bearer {entered['token']}"
        assert other.get("/api/me")["name"] == "Ann"
        assert other.get(f"/api/tables/{table}")["you"]["seat"] == 0
        assert other.get("/api/me/account")["recovery"] == SET - 1
        other.post("/api/sign-out")
        assert other.get("/api/me", 401)["code"] == "unknown-token"
        assert ann.get("/api/me")["name"] == "Ann"
        assert ann.post("/api/sign-in/recovery", body, 410)["code"] == "used-code"
        log = server.log.read_text()
        assert not any(code in log for code in codes)

"""Test what ends when a device is signed out: its channels in every process, and codes that could bring it back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.tokens import Session, hash_of
from tests.server.accounts_in_process import device, refused, signed_in, with_passkey
from tests.server.cluster.test_two_processes import both, homes
from tests.server.server_in_process import SetClock, serving, until

if TYPE_CHECKING:
    from cashbox.server.db.records import CodeKind
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["homes"]

SIGN_IN_KINDS: list[CodeKind] = ["device", "email", "sign-in"]
OTHER_KINDS: list[CodeKind] = ["recovery", "seat"]


@pytest.mark.few(0, usual=1)
@pytest.mark.parametrize("everywhere", [False, True])
def test_signing_out_any_device_ends_sign_in_codes_but_keeps_other_codes(home: Home, *, everywhere: bool) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = await device(services, "Ann"), await device(services, "Bob")
            given = {kind: await services.codes.issue(ann.guest.id, kind, 600) for kind in SIGN_IN_KINDS + OTHER_KINDS}
            others = await services.codes.issue(bob.guest.id, "sign-in", 600)
            if everywhere:
                await services.guests.sign_out(ann, https=False)
            else:
                await services.guests.end_device(ann.guest, ann.token.device)
            for kind in SIGN_IN_KINDS:
                assert await refused(services.codes.find(given[kind], kind)) == "unknown-code"
            for kind in OTHER_KINDS:
                await services.codes.find(given[kind], kind)
            await services.codes.find(others, "sign-in")

    asyncio.run(run())


@pytest.mark.thorough
def test_a_device_over_the_limit_signs_out_the_least_recently_used_one_everywhere(homes: tuple[Home, Home]) -> None:
    async def work(one: Services, two: Services) -> None:
        ann = await device(one, "Ann")
        key = await with_passkey(one, ann.guest)
        tokens = [hash_of((await signed_in(one, key)).token) for _ in range(accounts_store.MOST_DEVICES - 1)]
        oldest = tokens[3]
        await one.store.writer.do(lambda connection: accounts_store.saw_tokens(connection, {oldest: "A phone"}, 0))
        ended: list[str] = []
        for services in (one, two):
            for name, token in (("oldest", oldest), ("another", tokens[0]), ("first", ann.token.hash)):
                found = await services.guests._find(token)
                assert found is not None
                services.guests.connect(Session(*found, "cookie"), lambda _, name=name: ended.append(name))  # type: ignore[misc]
        await signed_in(one, key)
        await until(lambda: len(ended) > 1)
        assert ended == ["oldest", "oldest"]
        assert len(await one.store.devices(ann.guest)) == accounts_store.MOST_DEVICES
        for services in (one, two):
            assert await services.guests._find(oldest) is None
            assert await services.guests._find(tokens[0]) is not None

    both(homes, work)

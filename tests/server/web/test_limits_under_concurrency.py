"""Test that the limits per person also hold for simultaneous requests."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.store import PasskeyRecord
from cashbox.server.errors import Refusal
from cashbox.server.social import groups_store
from tests.server.server_in_process import SetClock, serving

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from cashbox.server.accounts.service import Accounts
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from tests.data_folders import Home

LIMIT = 3
AT_ONCE = 6
ROUNDS = 4


def passkey(guest: Guest, number: int) -> PasskeyRecord:
    return PasskeyRecord(f"key {guest.id} {number}", guest.id, "localhost", b"key", 0, f"Key {number}", 1)


async def refused(tries: Sequence[Awaitable[Any]]) -> list[str]:
    """Make several requests at the same time and return the codes of the refused ones."""
    results = await asyncio.gather(*tries, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, Refusal):
            raise result
    return [result.code for result in results if isinstance(result, Refusal)]


def in_rounds(home: Home, one: Callable[[Services, Guest], Awaitable[None]]) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            for n in range(ROUNDS):
                guest, _ = await services.guests.add(f"Ann {n}")
                await one(services, guest)

    asyncio.run(run())


async def with_passkeys(services: Services, guest: Guest, many: int) -> Accounts:
    for number in range(many):
        record = passkey(guest, number)
        await services.accounts.add_way(guest.id, lambda c, record=record: accounts_store.add_passkey(c, record))  # type: ignore[misc]
    return services.accounts


@pytest.mark.slow
@pytest.mark.databases
def test_simultaneous_removals_leave_one_way_to_sign_in(home: Home) -> None:
    async def one(services: Services, guest: Guest) -> None:
        known = await with_passkeys(services, guest, 2)
        tries = [
            known.drop_way(guest, lambda c, key=f"key {guest.id} {n}": accounts_store.drop_passkey(c, guest.id, key))  # type: ignore[misc]
            for n in range(2)
        ]
        assert await refused(tries) == ["last-way"]
        assert len((await known.standing(guest)).ways) == 1

    in_rounds(home, one)


@pytest.mark.thorough
def test_simultaneous_requests_keep_the_limit_of_passkeys(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts_store, "MOST_PASSKEYS", LIMIT)

    async def one(services: Services, guest: Guest) -> None:
        known = await with_passkeys(services, guest, LIMIT - 1)
        records = [passkey(guest, LIMIT + n) for n in range(AT_ONCE)]
        tries = [
            known.add_way(guest.id, lambda c, record=record: accounts_store.add_passkey(c, record))  # type: ignore[misc]
            for record in records
        ]
        assert await refused(tries) == ["too-many"] * (AT_ONCE - 1)
        assert len((await known.standing(guest)).ways) == LIMIT

    in_rounds(home, one)


@pytest.mark.thorough
def test_simultaneous_requests_leave_one_device_code(home: Home) -> None:
    async def one(services: Services, guest: Guest) -> None:
        await asyncio.gather(*[services.codes.issue(guest.id, "device", 600) for _ in range(AT_ONCE)])
        left = home.rows("SELECT count(*) FROM codes WHERE guest = $1 AND used IS NULL", guest.id)
        assert left == [(1,)]

    in_rounds(home, one)


@pytest.mark.thorough
def test_simultaneous_requests_keep_the_limit_of_devices(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts_store, "MOST_DEVICES", LIMIT)

    async def one(services: Services, guest: Guest) -> None:
        codes = [
            await services.codes.issue(guest.id, "device", 600, typed=True, beside=AT_ONCE) for _ in range(AT_ONCE)
        ]
        using = [services.device_links.use(code, None) for code in codes]
        tries = [services.sign_in.enter(use, None, https=False) for use in using]
        assert await refused(tries) == ["too-many-devices"] * (AT_ONCE - LIMIT + 1)

    in_rounds(home, one)


@pytest.mark.slow
@pytest.mark.databases
def test_simultaneous_requests_keep_the_limit_of_groups_and_links(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups_store, "MOST", LIMIT)
    monkeypatch.setattr(groups_store, "LINKS", LIMIT)

    async def one(services: Services, guest: Guest) -> None:
        do = services.store.writer.do

        def make(n: int) -> Awaitable[None]:
            return do(lambda c: groups_store.make(c, f"{guest.id[:8]} {n}", "Friends", guest.id, 1))

        assert await refused([make(n) for n in range(AT_ONCE)]) == ["too-many"] * (AT_ONCE - LIMIT)
        (circle, _), *_ = await services.store.read(groups_store.groups_of, guest.id)

        def link(n: int) -> Awaitable[None]:
            return do(lambda c: groups_store.add_link(c, circle, guest.id, f"{circle} {n}", 1, 9_000_000_000, None))

        assert await refused([link(n) for n in range(AT_ONCE)]) == ["too-many"] * (AT_ONCE - LIMIT)

    in_rounds(home, one)


@pytest.mark.thorough
def test_simultaneous_requests_keep_the_limit_of_joined_groups(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups_store, "MOST", LIMIT)

    async def one(services: Services, guest: Guest) -> None:
        do = services.store.writer.do
        other, _ = await services.guests.add("Bob")
        for n in range(AT_ONCE):
            name = f"{guest.id[:8]} {n}"
            host, _ = await services.guests.add("Host")
            await do(lambda c, name=name, host=host: groups_store.make(c, name, "Friends", host.id, 1))  # type: ignore[misc]
            await do(
                lambda c, name=name, host=host: groups_store.add_link(c, name, host.id, name, 1, 9_000_000_000, None)  # type: ignore[misc]
            )
        tries = [do(lambda c, n=n: groups_store.join(c, f"{guest.id[:8]} {n}", other.id, 2)) for n in range(AT_ONCE)]  # type: ignore[misc]
        assert await refused(tries) == ["too-many"] * (AT_ONCE - LIMIT)

    in_rounds(home, one)


@pytest.mark.thorough
def test_simultaneous_requests_keep_the_limit_of_followed_people(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups_store, "MOST_RELATIONS", LIMIT)

    async def one(services: Services, guest: Guest) -> None:
        others = [(await services.guests.add(f"Bob {n}"))[0].id for n in range(AT_ONCE)]
        do = services.store.writer.do
        tries = [
            do(lambda c, other=other: groups_store.tie(c, guest.id, other, "follow", 1, on=True))  # type: ignore[misc]
            for other in others
        ]
        assert await refused(tries) == ["too-many"] * (AT_ONCE - LIMIT)

    in_rounds(home, one)

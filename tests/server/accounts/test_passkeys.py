"""Test passkeys: signing in, one use per challenge, and the reasons for refusals."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from cashbox.server.accounts.passkeys import SECONDS, Place
from cashbox.server.accounts.store import MOST_PASSKEYS as MOST
from cashbox.server.errors import Refusal
from tests.server.accounts_in_process import HERE, device, refused, signed_in, with_passkey
from tests.server.authenticator import Authenticator, b64, unb64
from tests.server.server_in_process import SetClock, serving

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from cashbox.server.services import Services
    from tests.data_folders import Home


def run(home: Home, work: Callable[[Services, SetClock], Awaitable[None]]) -> None:
    async def serve() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            await work(services, clock)

    asyncio.run(serve())


@pytest.mark.slow
def test_a_guest_becomes_an_account_and_signs_in_anywhere(home: Home) -> None:
    async def work(services: Services, _: SetClock) -> None:
        ann = (await device(services, "Ann")).guest
        assert not ann.account
        key = await with_passkey(services, ann)
        standing = await services.accounts.standing(ann)
        assert standing.account is not None
        assert [one.label for one in standing.ways.passkeys] == ["Phone"]
        entered = await signed_in(services, key)
        assert entered.guest.id == ann.id
        assert entered.guest.account
        back = await services.guests.owner(entered.token)
        assert back is not None
        assert back.guest == entered.guest
        (used,) = (await services.accounts.standing(ann)).ways.passkeys
        assert used.sign_count == 1
        assert used.used is not None

    run(home, work)


@pytest.mark.slow
def test_a_passkey_challenge_works_once_and_for_five_minutes(home: Home) -> None:
    async def work(services: Services, clock: SetClock) -> None:
        key = await with_passkey(services, (await device(services, "Ann")).guest)
        options = await services.passkeys.sign_in_options(HERE)
        signed = key.sign(options)
        both = [await services.passkeys.use(HERE, signed) for _again in range(2)]
        entered = await asyncio.gather(
            *(services.sign_in.enter(use, None, https=False) for use, _account in both), return_exceptions=True
        )
        (late,) = [one for one in entered if isinstance(one, BaseException)]
        assert isinstance(late, Refusal)
        assert late.code == "old-challenge"
        options = await services.passkeys.sign_in_options(HERE)
        clock.forward(SECONDS)
        use, _account = await services.passkeys.use(HERE, key.sign(options))
        assert await refused(services.sign_in.enter(use, None, https=False)) == "old-challenge"
        # A challenge that the server did not create.
        use, _account = await services.passkeys.use(HERE, key.sign(options | {"challenge": b64(bytes(32))}))
        assert await refused(services.sign_in.enter(use, None, https=False)) == "old-challenge"

    run(home, work)


@pytest.mark.thorough
def test_a_challenge_for_a_new_passkey_belongs_to_one_guest_and_cannot_sign_in(home: Home) -> None:
    async def work(services: Services, _: SetClock) -> None:
        ann, bob = (await device(services, "Ann")).guest, (await device(services, "Bob")).guest
        key = Authenticator()
        made = key.make(await services.passkeys.creation_options(ann, HERE))
        assert await refused(services.passkeys.add(bob, HERE, made, "")) == "old-challenge"
        await services.passkeys.add(ann, HERE, made, "")
        assert await refused(services.passkeys.add(ann, HERE, made, "")) == "old-challenge"
        options = await services.passkeys.creation_options(ann, HERE)
        use, _account = await services.passkeys.use(HERE, key.sign({**options, "rpId": "localhost"}))
        assert await refused(services.sign_in.enter(use, None, https=False)) == "old-challenge"

    run(home, work)


def test_a_passkey_for_another_host_is_refused(home: Home) -> None:
    async def work(services: Services, _: SetClock) -> None:
        ann = (await device(services, "Ann")).guest
        away, there = Authenticator("https://evil.example"), Place("games.example", "https://games.example")
        made = away.make(await services.passkeys.creation_options(ann, HERE))
        assert await refused(services.passkeys.add(ann, HERE, made, "")) == "other-host"
        key = await with_passkey(services, ann)
        options = await services.passkeys.sign_in_options(HERE)
        assert await refused(services.passkeys.use(there, key.sign(options))) == "other-host"
        key.origin = "https://evil.example"
        assert await refused(services.passkeys.use(HERE, key.sign(options))) == "other-host"
        key.origin = HERE.origin
        assert await refused(services.passkeys.use(HERE, key.sign(options, "evil.example"))) == "bad-passkey"

    run(home, work)


@pytest.mark.slow
def test_an_unknown_passkey_or_one_of_another_account_is_refused(home: Home) -> None:
    async def work(services: Services, _: SetClock) -> None:
        ann, bob = (await device(services, "Ann")).guest, (await device(services, "Bob")).guest
        hers = await with_passkey(services, ann)
        options = await services.passkeys.sign_in_options(HERE)
        assert await refused(services.passkeys.use(HERE, Authenticator().sign(options))) == "unknown-passkey"
        again = hers.make(await services.passkeys.creation_options(bob, HERE))
        assert await refused(services.passkeys.add(bob, HERE, again, "")) == "known-passkey"
        assert (await services.accounts.standing(bob)).account is None
        hers.handle = bob.id.encode()
        assert await refused(services.passkeys.use(HERE, hers.sign(options))) == "bad-passkey"
        hers.handle = ann.id.encode()
        other = Authenticator()
        other.id, other.handle = hers.id, hers.handle
        assert await refused(services.passkeys.use(HERE, other.sign(options))) == "bad-passkey"

    run(home, work)


@pytest.mark.slow
def test_a_passkey_whose_counter_goes_backward_is_refused(home: Home) -> None:
    async def work(services: Services, _: SetClock) -> None:
        ann = (await device(services, "Ann")).guest
        key = await with_passkey(services, ann)
        await signed_in(services, key)
        key.count -= 1
        use, _account = await services.passkeys.use(HERE, key.sign(await services.passkeys.sign_in_options(HERE)))
        assert await refused(services.sign_in.enter(use, None, https=False)) == "copied-passkey"
        still = await with_passkey(services, ann, Authenticator(counts=False))
        for _again in range(2):
            assert (await signed_in(services, still)).guest.id == ann.id

    run(home, work)


@pytest.mark.slow
def test_the_last_way_to_sign_in_stays_and_a_removed_passkey_stops_working(home: Home) -> None:
    async def work(services: Services, _: SetClock) -> None:
        ann, bob = (await device(services, "Ann")).guest, (await device(services, "Bob")).guest
        first, second = await with_passkey(services, ann), await with_passkey(services, ann)
        assert await refused(services.passkeys.drop(bob, b64(first.id))) == "no-such-way"
        await services.passkeys.drop(ann, b64(first.id))
        assert await refused(services.passkeys.drop(ann, b64(first.id))) == "no-such-way"
        assert await refused(services.passkeys.drop(ann, b64(second.id))) == "last-way"
        options = await services.passkeys.sign_in_options(HERE)
        assert await refused(services.passkeys.use(HERE, first.sign(options))) == "unknown-passkey"
        await services.recovery.issue(ann)
        await services.passkeys.drop(ann, b64(second.id))
        assert (await services.accounts.standing(ann)).account is not None

    run(home, work)


@pytest.mark.slow
def test_the_number_of_passkeys_per_account_is_limited(home: Home) -> None:
    async def work(services: Services, _: SetClock) -> None:
        ann = (await device(services, "Ann")).guest
        for _n in range(MOST):
            await with_passkey(services, ann)
        assert await refused(services.passkeys.creation_options(ann, HERE)) == "too-many"

    run(home, work)


@pytest.mark.few(1, usual=2)
@pytest.mark.parametrize(
    "change",
    [
        {},
        {"response": {}},
        {"response": None},
        {"id": 5},
        {"type": "password"},
        {"rawId": "AAAA"},
        {"response": {"clientDataJSON": b64(b"[]"), "authenticatorData": "", "signature": ""}},
        {"response": {"clientDataJSON": b64(b'{"type":[],"challenge":5,"origin":{}}')}},
        {"response": {"clientDataJSON": "\u2603", "authenticatorData": "!", "signature": "?", "userHandle": {}}},
    ],
)
def test_a_malformed_passkey_is_refused(home: Home, change: dict[str, Any]) -> None:
    async def work(services: Services, _: SetClock) -> None:
        ann = (await device(services, "Ann")).guest
        key = await with_passkey(services, ann)
        signed = key.sign(await services.passkeys.sign_in_options(HERE)) | change if change else {}
        assert await refused(services.passkeys.use(HERE, signed)) in ("bad-passkey", "unknown-passkey")
        made = Authenticator().make(await services.passkeys.creation_options(ann, HERE)) | change if change else {}
        assert await refused(services.passkeys.add(ann, HERE, made, "")) == "bad-passkey"

    run(home, work)


def test_a_forged_signature_is_refused(home: Home) -> None:
    async def work(services: Services, _: SetClock) -> None:
        key = await with_passkey(services, (await device(services, "Ann")).guest)
        signed = key.sign(await services.passkeys.sign_in_options(HERE))
        for part in ("signature", "authenticatorData"):
            raw = bytearray(unb64(signed["response"][part]))
            raw[-1] ^= 1
            forged = {**signed, "response": {**signed["response"], part: b64(bytes(raw))}}
            assert await refused(services.passkeys.use(HERE, forged)) == "bad-passkey"

    run(home, work)

"""Test one-time codes: single use, expiry, and purpose."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.server.accounts.codes import KEPT, Codes
from cashbox.server.errors import Refusal
from tests.server.server_in_process import SetClock, serving

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from sqlalchemy import Connection

    from cashbox.server.db.records import CodeRecord
    from tests.data_folders import Home


def nothing(_: Connection, __: CodeRecord) -> None:
    """Use a code for nothing."""


async def refused(call: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as caught:
        await call
    return caught.value.code


@pytest.mark.databases
@pytest.mark.slow
def test_a_code_works_once_until_it_expires(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            codes = Codes(services.store)
            ann = (await services.guests.add("Ann"))[0]
            code = await codes.issue(ann.id, "device", 600)
            assert (await codes.find(code, "device")).guest == ann.id
            assert await refused(codes.find(code, "email")) == "unknown-code"
            both = await asyncio.gather(
                codes.use(code, "device", nothing), codes.use(code, "device", nothing), return_exceptions=True
            )
            assert sorted(getattr(one, "code", "used") for one in both) == ["used", "used-code"]
            assert await refused(codes.find(code, "device")) == "used-code"
            late = await codes.issue(ann.id, "device", 600)
            newer = await codes.issue(ann.id, "device", 600)
            assert await refused(codes.use(late, "device", nothing)) == "unknown-code"
            clock.forward(600)
            assert await refused(codes.use(newer, "device", nothing)) == "old-code"
            clock.forward(KEPT + 1)
            await codes.drop_old()
            assert await refused(codes.find(newer, "device")) == "unknown-code"

    asyncio.run(run())


@pytest.mark.slow
def test_a_code_stays_valid_when_its_use_fails(home: Home) -> None:
    def fails(_: Connection, __: CodeRecord) -> None:
        raise Refusal(409, "full", "There is no room.")

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            codes = Codes(services.store)
            ann = (await services.guests.add("Ann"))[0]
            code = await codes.issue(ann.id, "seat", None, seat=2)
            assert await refused(codes.use(code, "seat", fails)) == "full"
            assert (await codes.use(code, "seat", nothing)).seat == 2

    asyncio.run(run())

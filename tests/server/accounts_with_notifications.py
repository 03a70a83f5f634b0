"""Accounts that are told what happens, inside the test's own process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from cashbox.server.accounts import store as accounts_store
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.accounts_in_process import device
from tests.server.server_in_process import SetClock, settled

if TYPE_CHECKING:
    from collections.abc import Callable

    from cashbox.server.accounts.tokens import Session
    from cashbox.server.db.records import Guest
    from cashbox.server.notifications.wire import NoticeKind
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable

HERE: dict[str, Any] = {"targets": ("127.0.0.0/8",)}
"""Settings of a server that may send to this machine."""

ALL: list[NoticeKind] = ["turn", "clock", "invitation", "rematch", "end", "chat"]


async def account(services: Services, name: str, email: str = "") -> Session:
    """Someone with an account. email: its confirmed address."""
    found = await device(services, name)
    key, now = name.casefold(), int(services.store.clock.now())
    await services.store.writer.do(lambda connection: accounts_store.make(connection, found.guest.id, key, now))
    if email:
        await services.store.writer.do(
            lambda connection: accounts_store.set_email(connection, found.guest.id, email, email.casefold())
        )
    return found


async def hooked(services: Services, name: str, url: str, kinds: list[NoticeKind] | None = None) -> Session:
    """An account with a webhook."""
    found = await account(services, name)
    await services.notices.choices.webhook(found.guest, url, ALL if kinds is None else kinds)
    return found


async def later(clock: SetClock, holds: Callable[[], bool], seconds: float = 1.0) -> None:
    """Let time pass until something is so."""
    async with asyncio.timeout(120):
        while not holds():
            clock.forward(seconds)
            await asyncio.sleep(0.01)


async def passes(clock: SetClock, seconds: int, step: float = 1.0) -> None:
    """Let time pass."""
    for _ in range(int(seconds / step)):
        clock.forward(step)
        await asyncio.sleep(0.005)
    await settled()


SHORT = {"rounds": 1}
"""Options of a game that is over soon."""


async def together(services: Services, *guests: Guest, name: str = "Den", **more: Any) -> LiveTable:
    """A table where these guests play."""
    wishes = [SeatWish("me"), *[SeatWish("open")] * (len(guests) - 1)]
    table = await services.registry.make(guests[0], NewTable("votes", wishes, name=name, lapse=0, **more))
    for guest in guests[1:]:
        await services.registry.sit(table, guest, Sit())
    return table


async def play(table: LiveTable, seat: int) -> None:
    """A seat does the last thing that it may."""
    await table.act(seat, [table.game.encode(table.running().legal(seat)[-1])])


async def play_on(table: LiveTable) -> None:
    """The first seat that owes a decision does that."""
    await play(table, (table.due & -table.due).bit_length() - 1)


async def finish(table: LiveTable) -> None:
    """Play to the end."""
    while table.record.status == "playing":
        await play_on(table)

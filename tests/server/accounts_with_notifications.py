"""Accounts that get notifications, inside the test's own process."""

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
"""Settings that allow a server to send to this machine."""

ALL: list[NoticeKind] = ["turn", "clock", "invitation", "rematch", "end", "chat"]


async def account(services: Services, name: str, email: str = "") -> Session:
    """Create an account. email: its confirmed address."""
    found = await device(services, name)
    key, now = name.casefold(), int(services.store.clock.now())
    await services.store.writer.do(lambda connection: accounts_store.make(connection, found.guest.id, key, now))
    if email:
        await services.store.writer.do(
            lambda connection: accounts_store.set_email(connection, found.guest.id, email, email.casefold())
        )
    return found


async def account_with_webhook(
    services: Services, name: str, url: str, kinds: list[NoticeKind] | None = None
) -> Session:
    """Create an account with a webhook."""
    found = await account(services, name)
    await services.notices.choices.webhook(found.guest, url, ALL if kinds is None else kinds)
    return found


async def advance_until(clock: SetClock, holds: Callable[[], bool], seconds: float = 1.0) -> None:
    """Advance the clock in steps until a condition holds."""
    async with asyncio.timeout(120):
        while not holds():
            clock.forward(seconds)
            await asyncio.sleep(0.01)


async def advance(clock: SetClock, seconds: int, step: float = 1.0) -> None:
    """Advance the clock by some seconds in steps."""
    for _ in range(int(seconds / step)):
        clock.forward(step)
        await asyncio.sleep(0.005)
    await settled()


SHORT = {"rounds": 1}
"""Options for a short game."""


async def table_for(services: Services, *guests: Guest, name: str = "Den", **more: Any) -> LiveTable:
    """Create a table where these guests play."""
    wishes = [SeatWish("me"), *[SeatWish("open")] * (len(guests) - 1)]
    table = await services.registry.make(guests[0], NewTable("votes", wishes, name=name, lapse=0, **more))
    for guest in guests[1:]:
        await services.registry.sit(table, guest, Sit())
    return table


async def play(table: LiveTable, seat: int) -> None:
    """Take a seat's last legal action."""
    await table.act(seat, [table.game.encode(table.running().legal(seat)[-1])])


async def play_on(table: LiveTable) -> None:
    """Take the last legal action of the first seat that owes a decision."""
    await play(table, (table.due & -table.due).bit_length() - 1)


async def finish(table: LiveTable) -> None:
    """Play a game to its end."""
    while table.record.status == "playing":
        await play_on(table)

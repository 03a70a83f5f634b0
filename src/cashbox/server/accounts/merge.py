"""Signing in, and taking along what a guest has: who signs in becomes the account on this device, and nothing else
happens; only when the account says so does a guest of the same browser become part of it."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, NamedTuple

from cashbox.server.accounts import devices_store, merge_store
from cashbox.server.accounts.names import vouched
from cashbox.server.accounts.tokens import Entered, new_token
from cashbox.server.db import queries
from cashbox.server.db.backend import News, again
from cashbox.server.errors import Refusal
from cashbox.server.moderation import bans
from cashbox.server.notifications import channels
from cashbox.server.ops import expiry_store, upkeep
from cashbox.server.tasks import shielded

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from sqlalchemy import Connection

    from cashbox.server.accounts.guests import Guests
    from cashbox.server.accounts.tokens import Session
    from cashbox.server.db.records import Guest, TokenRecord
    from cashbox.server.db.store import Store
    from cashbox.server.tables.registry import Registry


class _Done(NamedTuple):
    guest: Guest
    beside: bool
    ended: list[str]


class Joining:
    """Signs devices in, and makes guests part of accounts, on the store and on what of it is in memory."""

    def __init__(self, store: Store, registry: Registry, guests: Guests) -> None:
        self._store = store
        self._live = registry
        self._guests = guests

    async def enter(
        self, use: Callable[[Connection], str], session: Session | None, *, https: bool, label: str = ""
    ) -> Entered:
        """A device signs in. use: what it signs in with, used in the same transaction; gives the id of the account's
        guest. session: whose device it was. Of a guest who has anything, nothing changes; an account, or a guest who
        has nothing, is signed out here. label: what device it is, in words. Refusal as of `use`, and ("banned") for an
        account that is."""
        entered: Entered = await shielded(self._enter(use, session, https=https, label=label))
        return entered

    async def join(self, account: Guest, guest: Guest, browser: tuple[str, str] = ("", "")) -> merge_store.Joined:
        """What a guest has becomes an account's: seats, talk, mutes. Where both sit, they stay two. browser: what
        device of the guest, and of the account, asks for it; there the account is told from now on what the guest was.
        Refusal ("no-account", "not-a-guest", "nobody-else", "banned")."""
        joined: merge_store.Joined = await shielded(self._join(account, guest, browser))
        return joined

    @contextlib.asynccontextmanager
    async def held(self, guest: str) -> AsyncIterator[set[str]]:
        """The ids of a guest's tables that are in memory. Until the end of the block nobody changes them here; then
        they are as they are stored."""
        ids = [one.id for one in await self._store.read(upkeep.tables_with, guest)]
        async with self._live.held(ids) as there:
            yield {table.record.id for table in there}
            # What cannot be read now is read when somebody asks for the table.
            with contextlib.suppress(Refusal):
                for table in there:
                    await table.caught_up()

    async def _enter(
        self, use: Callable[[Connection], str], session: Session | None, *, https: bool, label: str = ""
    ) -> Entered:
        token = new_token()
        record = self._guests.new_record(token, https=https, label=label)
        # Pages that are open as whom the device was come back as whom it is.
        gone = (session.guest.id, session.token.device) if session is not None else ("", "")
        news: list[News] = []

        def job(connection: Connection) -> _Done:
            done = _signed_in(connection, use, session, record)
            news[:] = [News(guest=gone[0], ended=True, device=gone[1])] if session is not None else []
            news.extend(News(guest=done.guest.id, ended=True, device=device) for device in done.ended)
            return done

        done = await again(lambda: self._store.writer.do(job, news=news))
        if session is not None:
            self._guests.forget({gone[0]}, device=gone[1])
        for device in done.ended:
            self._guests.forget({done.guest.id}, device=device)
        return Entered(done.guest, token, done.beside)

    async def _join(self, account: Guest, guest: Guest, browser: tuple[str, str]) -> merge_store.Joined:
        news: list[News] = []
        at = int(self._store.clock.now())

        def job(connection: Connection) -> merge_store.Joined:
            joined = _joined(connection, account.id, guest.id, browser, at)
            # The account may have a time zone since now.
            news[:] = [News(guest=guest.id, ended=True), News(guest=account.id), *map(News, joined.tables)]
            return joined

        async with self.held(guest.id) as there:
            joined = await again(lambda: self._store.writer.do(job, news=news))
        self._guests.forget({guest.id})
        self._guests.forget({account.id}, ended=False)
        with contextlib.suppress(Refusal):
            for table_id in set(joined.tables) - there:
                # The guest sat down or spoke there, or the table was loaded, meanwhile.
                await self._live.follow(table_id)
            now = await self._store.guest(account.id)
            if now is not None:
                await self._live.place(now)
        return joined


def _signed_in(
    connection: Connection, use: Callable[[Connection], str], session: Session | None, token: TokenRecord
) -> _Done:
    """Sign in, in a transaction."""
    account = use(connection)
    guest = queries.guest(connection, account)
    assert guest is not None, "what signs in goes with its guest"
    # What this device is could become part of somebody who may not have it.
    bans.check(guest.ban, token.made)
    beside = False
    if session is not None:
        old = session.guest.id
        beside = old != account and expiry_store.lost(connection, old)
        if not beside:
            devices_store.end(connection, old, session.token.device)
    ended = devices_store.make_room(connection, account, token.made)
    devices_store.add_token(connection, account, token)
    return _Done(guest, beside, ended)


def _joined(
    connection: Connection, account_id: str, guest_id: str, browser: tuple[str, str], now: int
) -> merge_store.Joined:
    """Make a guest part of an account, in a transaction."""
    account, guest = queries.guest(connection, account_id), queries.guest(connection, guest_id)
    if account is None or not account.account:
        raise Refusal(409, "no-account", "Only an account can take over a guest's seats. Sign in first.")
    if guest is None:
        raise Refusal(409, "nobody-else", "That guest no longer exists.")
    if guest.account:
        raise Refusal(409, "not-a-guest", f"{guest.name} has an account, so its seats can't be moved.")
    for one in (account, guest):
        # A ban would not go along.
        bans.check(one.ban, now)
    channels.move(connection, guest_id, browser[0], account_id, browser[1])
    return merge_store.join(connection, guest_id, account_id, lambda name: vouched(account, name))

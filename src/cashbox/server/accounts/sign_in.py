"""Sign a device in to an account, and decide what happens to the device's previous guest."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, NamedTuple

from cashbox.engine.phrases import listed
from cashbox.server.accounts import merge_store
from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.names import is_vouched
from cashbox.server.accounts.tokens import Entered, new_token
from cashbox.server.db import queries
from cashbox.server.db.backend import News, again
from cashbox.server.errors import Refusal
from cashbox.server.moderation import bans
from cashbox.server.notifications import channels
from cashbox.server.ops import upkeep
from cashbox.server.tasks import shielded

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from sqlalchemy import Connection

    from cashbox.server.accounts.guests import Guests
    from cashbox.server.accounts.own_data import Erasing
    from cashbox.server.accounts.tokens import Session
    from cashbox.server.accounts.wire import Seats
    from cashbox.server.db.records import Guest, TokenRecord
    from cashbox.server.db.store import Store
    from cashbox.server.tables.catalog import Catalog
    from cashbox.server.tables.registry import Registry


class _Done(NamedTuple):
    """A finished sign-in.

    guest: the device's new guest. ended: this guest's devices that were signed out to make room. tables: where
    something of the previous guest changed. gone: whether the previous guest was deleted.
    """

    guest: Guest
    ended: list[str]
    tables: set[str]
    gone: bool


class SignIn:
    """Signs devices in. A browser has one guest or account, so signing in asks once about a guest with seats: they move
    to the account, or bots take them over. Nothing happens to them without a choice."""

    def __init__(self, store: Store, registry: Registry, guests: Guests, catalog: Catalog, erasing: Erasing) -> None:
        self._store = store
        self._live = registry
        self._guests = guests
        self._catalog = catalog
        self._erasing = erasing

    async def enter(
        self,
        use: Callable[[Connection], str],
        session: Session | None,
        *,
        https: bool,
        label: str = "",
        seats: Seats = "ask",
    ) -> Entered:
        """Sign a device in.

        Args:
            use: Uses a code, link, or passkey in the same transaction, and returns its owner's id.
            session: The device's session until now, None if there is none.
            https: Whether the token goes into the secure cookie.
            label: A description of the device.
            seats: What happens to the previous guest's seats, if the guest would be lost.

        Raises:
            Refusal: As `use` does; "banned"; "move-seats" and "leave-seats" if `seats` must say what happens to the
                guest; "no-account" if seats can't move. Then nothing has changed.
        """
        entered: Entered = await shielded(self._enter(use, session, seats, https=https, label=label))
        return entered

    @contextlib.asynccontextmanager
    async def hold_tables(self, guest: str) -> AsyncIterator[set[str]]:
        """Lock a guest's tables that are in memory until the end of the block, and yield their ids. They are then
        reloaded."""
        ids = [one.id for one in await self._store.read(upkeep.tables_with, guest)] if guest else []
        async with self._live.hold(ids) as there:
            yield {table.record.id for table in there}
            # A table that cannot be read now is read at its next use.
            with contextlib.suppress(Refusal):
                for table in there:
                    await table.caught_up()

    async def _enter(
        self, use: Callable[[Connection], str], session: Session | None, seats: Seats, *, https: bool, label: str
    ) -> Entered:
        token = new_token()
        record = self._guests.new_record(token, https=https, label=label)
        old, device = (session.guest.id, session.token.device) if session is not None else ("", "")
        news: list[News] = []

        def job(connection: Connection) -> _Done:
            done = self._signed_in(connection, use, session, record, seats)
            # Open pages of the device reconnect as the new guest. The account may have a time zone now.
            news[:] = [News(guest=old, ended=True, device="" if done.gone else device)] if old else []
            news.extend([News(guest=done.guest.id), *map(News, done.tables)] if done.tables else [])
            news.extend(News(guest=done.guest.id, ended=True, device=one) for one in done.ended)
            return done

        async with self.hold_tables(old if seats != "ask" else "") as there:
            done = await again(lambda: self._store.writer.do(job, news=news))
        if old:
            self._guests.forget({old}, device="" if done.gone else device)
        for one in done.ended:
            self._guests.forget({done.guest.id}, device=one)
        if done.tables:
            await self._follow(done, there)
        return Entered(done.guest, token)

    async def _follow(self, done: _Done, there: set[str]) -> None:
        """Reload changed tables. there: those that are already up to date."""
        self._guests.forget({done.guest.id}, ended=False)
        with contextlib.suppress(Refusal):
            for table_id in done.tables - there:
                # The guest joined or posted there, or the table was loaded, in the meantime.
                await self._live.follow(table_id)
            now = await self._store.guest(done.guest.id)
            if now is not None:
                await self._live.set_zone(now)

    def _signed_in(
        self,
        connection: Connection,
        use: Callable[[Connection], str],
        session: Session | None,
        token: TokenRecord,
        seats: Seats,
    ) -> _Done:
        """Sign in, in a transaction."""
        guest = queries.guest(connection, use(connection))
        assert guest is not None, "a sign-in method belongs to a guest"
        # Otherwise, the previous guest could be merged into an account that must not have it.
        bans.check(guest.ban, token.made)
        tables: set[str] = set()
        gone = False
        if session is not None:
            if session.guest.id != guest.id and upkeep.would_lose(connection, session.guest.id):
                tables, gone = self._settled(connection, session, guest, token, seats)
            accounts_store.end_device(connection, session.guest.id, session.token.device)
        ended = accounts_store.make_device_room(connection, guest.id, token.made)
        accounts_store.add_token(connection, guest.id, token)
        return _Done(guest, ended, tables, gone)

    def _settled(
        self, connection: Connection, session: Session, account: Guest, token: TokenRecord, seats: Seats
    ) -> tuple[set[str], bool]:
        """Move a guest's data to an account, or drop it. Returns the changed tables, and whether the guest was deleted.
        A guest who is also signed in on another device is not deleted."""
        old = session.guest
        if seats == "ask":
            raise self._asks(connection, session, account, token.made)
        tables: set[str] = set()
        if seats == "move":
            if not account.account:
                raise Refusal(409, "no-account", f"{account.name} has no account, so seats can't move there.")
            channels.move(connection, old.id, session.token.device, account.id, token.device)
            joined = merge_store.merge(connection, old.id, account.id, lambda name: is_vouched(account, name))
            tables |= {*joined.tables}
            if not joined.shared:
                return tables, True
        if _elsewhere(connection, session, token.made):
            return tables, False
        changed, heard = self._erasing.erase(connection, old.id)
        return tables | changed | heard, True

    def _asks(self, connection: Connection, session: Session, account: Guest, now: int) -> Refusal:
        """Build the question about a guest's seats, with every consequence."""
        old = session.guest
        shared = merge_store.shared_tables(connection, old.id, account.id)
        apart = merge_store.count_apart(connection, old.id, account.id)
        many = len(shared) + apart
        has = f"seats at {many} tables" if many > 1 else "a seat at 1 table" if many else "messages or results"
        stays = _elsewhere(connection, session, now)
        bots = "bots take over in games in progress, and " if many else ""
        left = f"{old.name} keeps them on another device" if stays else f"{bots}{old.name} is deleted"
        sentences = [f"In this browser, you are the guest {old.name}, with {has}."]
        leave = f"If you leave them, {left}."
        if not account.account:
            sentences.append(f"They can't move to {account.name}, who is a guest, too.")
            sentences.append(f"{leave} To keep them, cancel, and create an account for {old.name}.")
            return Refusal(409, "leave-seats", "\n".join(sentences))
        move = f"Move them to {account.name} only if that is your account."
        if shared:
            called = merge_store.names_of(connection, shared)
            names = listed([name or self._catalog.name_of(game) for _, name, game in called])
            then = f"{old.name} keeps their seat on another device" if stays else f"a bot takes over {old.name}'s seat"
            move += f" {account.name} already has a seat at {names}, so there, {then}."
        sentences += [move, leave, "This can't be undone."]
        return Refusal(409, "move-seats", "\n".join(sentences))


def _elsewhere(connection: Connection, session: Session, now: int) -> bool:
    """Return whether a guest is also signed in on another device."""
    return any(one.device != session.token.device for one in accounts_store.devices(connection, session.guest.id, now))

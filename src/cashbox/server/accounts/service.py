"""Accounts: guests who can sign in on any device with a passkey, a recovery code, or an email link."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import msgspec

from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.names import NOBODY, is_vouched, mixed_alphabets, skeleton
from cashbox.server.accounts.tokens import hash_of
from cashbox.server.db import queries
from cashbox.server.db.backend import News, again, hold_guest
from cashbox.server.db.records import CodeRecord
from cashbox.server.errors import Refusal
from cashbox.server.tasks import shielded

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from contextlib import AbstractAsyncContextManager

    from sqlalchemy import Connection

    from cashbox.server.accounts.store import AccountRecord, Ways
    from cashbox.server.db.records import Guest
    from cashbox.server.db.store import Store


T = TypeVar("T")


class Standing(msgspec.Struct, frozen=True):
    """The state of a guest's account; account: None if it has none."""

    account: AccountRecord | None
    ways: Ways


class Made(NamedTuple):
    """The changes when a guest becomes an account. tables: where its seat now shows the account; ended: the devices
    with a token that an attacker could have planted."""

    tables: Collection[str] = ()
    ended: Collection[str] = ()


class Accounts:
    """The accounts of a server. A guest becomes one with its first sign-in method, in the transaction that stores the
    method.

    https: whether browsers reach the server through it. told: called with the id of a guest who may have become one,
    and its devices that have been signed out. held: locks a guest's tables and keeps them up to date.
    """

    def __init__(
        self,
        store: Store,
        told: Callable[[str, Collection[str]], None],
        held: Callable[[str], AbstractAsyncContextManager[Any]],
        *,
        https: bool,
    ) -> None:
        self._store = store
        self._https = https
        self._told = told
        self._held = held

    async def standing(self, guest: Guest) -> Standing:
        """Return the state of a guest's account."""
        return await self._store.read(_standing, guest.id)

    async def check(self, guest: Guest) -> None:
        """Check that a guest's name allows an account. Refusal ("no-name", "name-taken")."""
        key = key_of(guest)
        await self._store.read(accounts_store.check_free, guest.id, key)

    async def add_way(self, guest: str, keep: Callable[[Connection], T]) -> T:
        """Store a sign-in method; a guest (an id) who had none becomes an account. Refusal ("no-name", "name-taken",
        "no-guest") and those of `keep`."""
        kept: T = await shielded(self._add_way(guest, keep))
        return kept

    async def drop_way(self, guest: Guest, drop: Callable[[Connection], bool]) -> None:
        """Remove a sign-in method. Refusal ("last-way", "no-such-way")."""

        def job(connection: Connection) -> None:
            hold_guest(connection, guest.id)
            if not drop(connection):
                raise Refusal(404, "no-such-way", "That sign-in method was already removed.")
            if not len(accounts_store.ways(connection, guest.id)):
                told = "That is your only sign-in method. Add another one first, such as recovery codes."
                raise Refusal(409, "last-way", told)

        await again(lambda: self._store.writer.do(job))

    async def _add_way(self, guest: str, keep: Callable[[Connection], T]) -> T:
        now = int(self._store.clock.now())
        news: list[News] = []

        def job(connection: Connection) -> tuple[T, Made]:
            made = _made(connection, guest, now, https=self._https)
            news[:] = [News(guest=guest), *map(News, made.tables)]
            news.extend(News(guest=guest, ended=True, device=device) for device in made.ended)
            return keep(connection), made

        async with self._held(guest):
            kept, made = await again(lambda: self._store.writer.do(job, news=news))
        self._told(guest, made.ended)
        return kept


def _made(connection: Connection, guest_id: str, now: int, *, https: bool) -> Made:
    """Turn a guest into an account, unless it already is one. Refusal ("no-name", "name-taken", "no-guest")."""
    hold_guest(connection, guest_id)
    guest = queries.guest(connection, guest_id)
    if guest is None:
        raise Refusal(401, "no-guest", "This guest no longer exists.")
    if guest.account:
        return Made()
    accounts_store.make(connection, guest.id, key_of(guest), now)
    account = msgspec.structs.replace(guest, account=True)
    tables = accounts_store.vouch(connection, guest.id, lambda name: is_vouched(account, name))
    return Made(tables, accounts_store.end_plain_devices(connection, guest.id) if https else ())


def _standing(connection: Connection, guest: str) -> Standing:
    return Standing(accounts_store.account(connection, guest), accounts_store.ways(connection, guest))


def key_of(guest: Guest) -> str:
    """Return the skeleton of a guest's name. Refusal ("no-name") if it has none, ("mixed-name") if it has an old one
    that would be refused today."""
    key = skeleton(guest.name)
    if not key or key == skeleton(NOBODY):
        raise Refusal(409, "no-name", "An account needs a name. Choose one first.")
    if mixed_alphabets(guest.name):
        raise Refusal(
            409, "mixed-name", "Your name mixes letters from two alphabets in one word. Choose another name first."
        )
    return key


SET: Final = 10
"""The number of codes in a set."""

LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Letters that are easy to tell apart, from Crockford's alphabet: 5 bits each."""

GROUPS: Final = 4
"""The number of groups of four letters: 80 bits, which no one can guess, so a plain hash protects them."""

_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1"})


class Recovery:
    """The recovery codes of accounts. Only their hashes are stored."""

    def __init__(self, store: Store, known: Accounts) -> None:
        self._store = store
        self._accounts = known

    async def issue(self, guest: Guest) -> list[str]:
        """Create a new set of recovery codes, replacing the old one. Refusal as `Accounts.add_way`."""
        made, now = [_new() for _ in range(SET)], int(self._store.clock.now())
        records = [CodeRecord(hash_of(normalize_code(code)), "recovery", guest.id, now) for code in made]
        await self._accounts.add_way(guest.id, lambda connection: accounts_store.keep_codes(connection, records))
        return made

    def use(self, name: str, code: str) -> Callable[[Connection], str]:
        """Use a code of the account with that name in the transaction that signs in, which returns the guest's id.
        Refusal ("wrong-code", "used-code")."""
        key, code_hash, now = skeleton(name), hash_of(normalize_code(code)), int(self._store.clock.now())

        def job(connection: Connection) -> str:
            guest = accounts_store.find_by_look(connection, key)
            found = accounts_store.find_code(connection, code_hash, "recovery")
            if found is None or guest != found.guest:
                # Does not reveal whether there is such an account.
                raise Refusal(403, "wrong-code", "That name and code don't match.")
            if accounts_store.use_code(connection, code_hash, "recovery", now) is None:
                raise Refusal(410, "used-code", "That recovery code has already been used. Each code works once.")
            return found.guest

        return job


def normalize_code(code: str) -> str:
    """Normalize a typed code."""
    return "".join(c for c in code.upper().translate(_READ_AS) if c in LETTERS)


def _new() -> str:
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(GROUPS))

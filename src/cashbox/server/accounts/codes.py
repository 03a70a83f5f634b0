"""One-time codes: links for another device, an email address, or a seat; and recovery codes.

A typed code has 12 letters from an alphabet of 30 that are easy to tell apart: 5 * 10^17 codes. An address may try 120
an hour (the quota `codes`). An attacker with 100,000 addresses tries 12 million an hour and, with 1,000 valid codes at
a time, finds one in 44 million hours; each is valid for ten minutes. So there is no limit for all addresses together,
which an attacker could use to block everyone else.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import segno

from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.tokens import COOKIE_SECONDS, hash_of, new_token
from cashbox.server.db.backend import hold_guest
from cashbox.server.db.records import CodeRecord
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from cashbox.server.accounts.tokens import Session
    from cashbox.server.db.backend import News
    from cashbox.server.db.records import CodeKind, Guest
    from cashbox.server.db.store import Store


LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The alphabet of typed codes."""

TYPED: Final = 12
"""The number of letters in a typed code."""

KEPT: Final = 24 * 3600
"""Seconds for which a used or expired code can be distinguished from an unknown one."""


class Codes:
    """One-time codes. Anyone who has one can use it, so only their hashes are stored."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def issue(
        self, guest: str, kind: CodeKind, seconds: int | None, *, typed: bool = False, beside: int = 0, **about: Any
    ) -> str:
        """Create a code for a guest, replacing an unused one of the same kind and about the same table.

        Args:
            guest: The guest's id.
            kind: What it is for.
            seconds: How long it is valid; None for no limit.
            typed: Whether people type it.
            beside: How many earlier codes stay valid.
            **about: Other fields of the record.
        """
        code, now = typed_code() if typed else new_token(), int(self._store.clock.now())
        until = None if seconds is None else now + seconds
        record = CodeRecord(hash_of(code), kind, guest, now, until, **about)
        await self._store.writer.do(lambda connection: accounts_store.keep_codes(connection, [record], beside))
        return code

    async def find(self, code: str, kind: CodeKind) -> CodeRecord:
        """Find a code that can still be used. Refusal ("unknown-code", "used-code", "old-code")."""
        record = await self._store.read(accounts_store.find_code, hash_of(code), kind)
        self._check(record)
        assert record is not None
        return record

    async def use(
        self, code: str, kind: CodeKind, does: Callable[[Connection, CodeRecord], None], news: Sequence[News] = ()
    ) -> CodeRecord:
        """Use a code. does: the purpose of the code, in the same transaction; if it fails, the code is not used. news:
        for other processes. Refusal as `find`."""
        using = self.using(code, kind)

        def job(connection: Connection) -> CodeRecord:
            record = using(connection)
            does(connection, record)
            return record

        return await self._store.writer.do(job, news=news)

    def using(self, code: str, kind: CodeKind) -> Callable[[Connection], CodeRecord]:
        """Use a code in the transaction that serves its purpose. Refusal as `find`."""
        now, code_hash = int(self._store.clock.now()), hash_of(code)

        def job(connection: Connection) -> CodeRecord:
            record = accounts_store.use_code(connection, code_hash, kind, now)
            if record is None:
                self._check(accounts_store.find_code(connection, code_hash, kind))
                raise _used()
            return record

        return job

    async def drop_old(self) -> None:
        """Delete codes that were used or expired long ago."""
        before = int(self._store.clock.now()) - KEPT
        await self._store.writer.do(lambda connection: accounts_store.drop_old_codes(connection, before))

    def _check(self, record: CodeRecord | None) -> None:
        if record is None:
            raise Refusal(404, "unknown-code", "That code is wrong, or a newer one replaced it.")
        if record.used is not None:
            raise _used()
        if record.until is not None and self._store.clock.now() >= record.until:
            raise Refusal(410, "old-code", "That code has expired. Get a new one.")


def typed_code() -> str:
    """Generate a code for typing, which no one can guess while it is valid."""
    return "".join(secrets.choice(LETTERS) for _ in range(TYPED))


def as_typed(text: str) -> str:
    """Normalize a typed code: case, spaces, and hyphens do not matter."""
    return "".join(c for c in text.upper() if c in LETTERS)


def _used() -> Refusal:
    return Refusal(410, "used-code", "That code has already been used. Each code works once.")


DEVICE_SECONDS: Final = 600
"""Seconds for which a code is valid."""

QUIET: Final = 4
"""The width of the quiet zone around a QR code, in modules."""


class Drawn(NamedTuple):
    """A QR code. size: modules along a side, including the quiet zone; path: the dark ones, as an SVG path."""

    size: int
    path: str


class DeviceLinks:
    """Issue and use codes that sign guests in on more of their devices."""

    def __init__(self, store: Store, codes: Codes) -> None:
        self._store = store
        self._codes = codes

    async def code(self, guest: Guest) -> str:
        """Create a code that signs in one device, replacing the last one."""
        return await self._codes.issue(guest.id, "device", DEVICE_SECONDS, typed=True)

    async def owner(self, code: str) -> Guest:
        """Return the code's owner without using the code. Refusal as `Codes.find`."""
        record = await self._codes.find(as_typed(code), "device")
        guest = await self._store.guest(record.guest)
        if guest is None:
            raise Refusal(404, "unknown-code", "That code belongs to a guest who no longer exists.")
        return guest

    def use(self, code: str, session: Session | None) -> Callable[[Connection], str]:
        """Return a function that uses a code in the transaction that signs a device in, and returns its owner's id.

        Args:
            code: As typed.
            session: The device's session until now.

        Raises:
            Refusal: When called, as `Codes.find`; "same-guest", "too-many-devices".
        """
        using, now = self._codes.using(as_typed(code), "device"), int(self._store.clock.now())

        def job(connection: Connection) -> str:
            owner = using(connection).guest
            if session is not None and session.guest.id == owner:
                message = "This device is already signed in as that guest. The code still works."
                raise Refusal(409, "same-guest", message)
            hold_guest(connection, owner)
            if accounts_store.count_devices(connection, owner, now) >= accounts_store.MOST_DEVICES:
                message = f"You are signed in on {accounts_store.MOST_DEVICES} devices, which is the limit"
                raise Refusal(409, "too-many-devices", f"{message}. Sign out on one of them first.")
            return owner

        return job


def draw_link(link: str) -> Drawn:
    """Draw a link as a QR code."""
    matrix = segno.make(link, error="m", micro=False, boost_error=False).matrix
    path = []
    for y, row in enumerate(matrix, QUIET):
        x = 0
        while x < len(row):
            width = next((k for k, dark in enumerate(row[x:]) if not dark), len(row) - x)
            if width:
                path.append(f"M{x + QUIET} {y}h{width}v1h-{width}z")
            x += width or 1
    return Drawn(len(matrix) + 2 * QUIET, "".join(path))


MOST_BROWSERS: Final = 20
"""The most browsers to remember of one account: those where it signed out last."""


class Remembered:
    """Recognizes the browsers of accounts. The stored mark does not sign anyone in."""

    def __init__(self, store: Store, known: Codes) -> None:
        self._store = store
        self._codes = known

    async def remember(self, account: Guest) -> str:
        """Return a mark for a browser to store, so that it is recognized as this account's."""
        return await self._codes.issue(account.id, "browser", COOKIE_SECONDS, beside=MOST_BROWSERS - 1)

    async def account_of(self, kept: str) -> str:
        """Return the id of the account that a browser is recognized for, "" for none."""
        found = await self._store.read(accounts_store.find_code, hash_of(kept), "browser") if kept else None
        there = found is not None and found.until is not None and self._store.clock.now() < found.until
        return found.guest if found is not None and there else ""

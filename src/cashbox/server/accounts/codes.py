"""Codes of one use: links to another device, to an e-mail address, to a seat; and codes on paper.

A code that is typed by hand has 12 letters of an alphabet of 30 that nobody mistakes for each other: 5 * 10^17 codes.
An address may try 120 an hour (the quota `codes`). Somebody with 100,000 addresses tries 12 million, and where 1,000
codes count at a time, finds one of them in 44 million hours; each counts for ten minutes. So there is no limit
for all addresses together, with which one stranger could keep everybody else from theirs.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Final

from cashbox.server.accounts import store as accounts_store
from cashbox.server.accounts.tokens import hash_of, new_token
from cashbox.server.db.records import CodeRecord
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection

    from cashbox.server.db.backend import News
    from cashbox.server.db.records import CodeKind
    from cashbox.server.db.store import Store

LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What a code is made of that is typed by hand."""

TYPED: Final = 12
"""Letters of such a code."""

KEPT: Final = 24 * 3600
"""Seconds for which a code that is used or old can be told from one that never was."""


class Codes:
    """Codes of one use. Whoever has one can use it, so only their hashes are kept."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def give(
        self, guest: str, kind: CodeKind, seconds: int | None, *, typed: bool = False, beside: int = 0, **about: Any
    ) -> str:
        """A new code of a guest, in place of the one of that kind, and about that table, that the guest has not used.
        seconds: how long it counts, None: for good; typed: one to type by hand; beside: how many from before it still
        count; about: other fields of the record."""
        code, now = typed_code() if typed else new_token(), int(self._store.clock.now())
        until = None if seconds is None else now + seconds
        record = CodeRecord(hash_of(code), kind, guest, now, until, **about)
        await self._store.writer.do(lambda connection: accounts_store.keep_codes(connection, [record], beside))
        return code

    async def find(self, code: str, kind: CodeKind) -> CodeRecord:
        """A code that can still be used. Refusal ("unknown-code", "used-code", "old-code")."""
        record = await self._store.read(accounts_store.find_code, hash_of(code), kind)
        self._check(record)
        assert record is not None
        return record

    async def use(
        self, code: str, kind: CodeKind, does: Callable[[Connection, CodeRecord], None], news: Sequence[News] = ()
    ) -> CodeRecord:
        """Use a code. does: what it is for, in the same transaction; where that fails, the code is not used. news: what
        other processes are told. Refusal as `find`."""
        using = self.using(code, kind)

        def job(connection: Connection) -> CodeRecord:
            record = using(connection)
            does(connection, record)
            return record

        return await self._store.writer.do(job, news=news)

    def using(self, code: str, kind: CodeKind) -> Callable[[Connection], CodeRecord]:
        """Uses a code in the transaction that does what it is for. It refuses as `find`."""
        now, code_hash = int(self._store.clock.now()), hash_of(code)

        def job(connection: Connection) -> CodeRecord:
            record = accounts_store.use_code(connection, code_hash, kind, now)
            if record is None:
                self._check(accounts_store.find_code(connection, code_hash, kind))
                raise _used()
            return record

        return job

    async def drop_old(self) -> None:
        """Forget what was used or ended long ago."""
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
    """One that is typed by hand, and that nobody can guess in the time for which it counts."""
    return "".join(secrets.choice(LETTERS) for _ in range(TYPED))


def as_typed(text: str) -> str:
    """A code as it was given, however it was typed: in small letters, with spaces or hyphens between them."""
    return "".join(c for c in text.upper() if c in LETTERS)


def _used() -> Refusal:
    return Refusal(410, "used-code", "That code has already been used. Each code works once.")

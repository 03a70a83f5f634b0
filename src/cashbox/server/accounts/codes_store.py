"""Codes of one use, on a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, insert, or_, select, update

from cashbox.server.db.backend import hold_guest
from cashbox.server.db.records import CodeRecord
from cashbox.server.db.schema import CODES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection

    from cashbox.server.db.records import CodeKind


def keep(connection: Connection, codes: Sequence[CodeRecord], beside: int = 0) -> None:
    """Keep new codes, in place of those that the guest has not used of the same kind and table. beside: how many of
    those go on, the newest."""
    for guest, kind, table_id in sorted({(code.guest, code.kind, code.table_id) for code in codes}, key=repr):
        hold_guest(connection, guest)
        drop(connection, guest, kind, table_id, beside)
    connection.execute(insert(CODES), [msgspec.structs.asdict(code) for code in codes])


def drop(connection: Connection, guest: str, kind: CodeKind, table_id: str | None = None, but: int = 0) -> None:
    """Forget the codes of a kind that a guest has not used. table_id: that they are about; but: all but so many, the
    newest."""
    unused = (CODES.c.guest == guest) & (CODES.c.kind == kind) & CODES.c.used.is_(None)
    unused &= CODES.c.table_id.is_not_distinct_from(table_id)
    newest = select(CODES.c.hash).where(unused).order_by(CODES.c.made.desc(), CODES.c.hash).limit(but)
    connection.execute(delete(CODES).where(unused, CODES.c.hash.not_in(newest)))


def find(connection: Connection, code_hash: str, kind: CodeKind) -> CodeRecord | None:
    """A code, used or not."""
    row = connection.execute(select(CODES).where(CODES.c.hash == code_hash, CODES.c.kind == kind)).mappings().first()
    return CodeRecord(**row) if row is not None else None


def use(connection: Connection, code_hash: str, kind: CodeKind, now: int) -> CodeRecord | None:
    """A code, used from now on, in the transaction that does what it is for; None where it cannot be used."""
    found = find(connection, code_hash, kind)
    if found is None:
        return None
    hold_guest(connection, found.guest)
    fresh = CODES.c.used.is_(None) & or_(CODES.c.until.is_(None), CODES.c.until > now)
    used = update(CODES).where(CODES.c.hash == code_hash, CODES.c.kind == kind, fresh).values(used=now)
    return find(connection, code_hash, kind) if connection.execute(used).rowcount else None


def drop_old(connection: Connection, before: int) -> None:
    """Forget the codes that were used or ended before a moment."""
    connection.execute(delete(CODES).where(or_(CODES.c.used < before, CODES.c.until < before)))

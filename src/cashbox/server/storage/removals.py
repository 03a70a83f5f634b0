"""Whom hosts have removed from tables, on a connection: which tables have somebody's id, and that none keeps the id of
somebody who is not here any more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import or_, select, update

from cashbox.server.storage.schema import TABLES

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection

_removed: Final = msgspec.json.Decoder(dict[str, int])


def tables(connection: Connection, guests: Collection[str]) -> dict[str, dict[str, int]]:
    """The tables from which any of some guests has been removed, with until when each guest may not sit down there."""
    if not guests:
        return {}
    has = [TABLES.c.removed.contains(f'"{guest}"', autoescape=True) for guest in guests]
    rows = connection.execute(select(TABLES.c.id, TABLES.c.removed).where(TABLES.c.removed != "{}", or_(*has)))
    return {row.id: _removed.decode(row.removed) for row in rows}


def drop(connection: Connection, guests: Collection[str]) -> list[str]:
    """Forget guests, by id, who are deleted; the tables that had any of them."""
    return _change(connection, guests, None)


def pass_on(connection: Connection, guest: str, account: str) -> list[str]:
    """A guest was removed, and is part of an account from now on; the tables."""
    return _change(connection, [guest], account)


def _change(connection: Connection, guests: Collection[str], heir: str | None) -> list[str]:
    # No other process may change these tables meanwhile.
    held = select(TABLES.c.id).where(TABLES.c.id.in_(list(tables(connection, guests)))).order_by(TABLES.c.id)
    connection.execute(held.with_for_update())
    found = tables(connection, guests)
    for table_id, removed in found.items():
        left = {one: until for one, until in removed.items() if one not in guests}
        gone = [until for one, until in removed.items() if one in guests]
        if heir is not None:
            left[heir] = max([*gone, left.get(heir, 0)])
        text = msgspec.json.encode(left).decode()
        change = update(TABLES).where(TABLES.c.id == table_id)
        connection.execute(change.values(removed=text, version=TABLES.c.version + 1))
    return list(found)

"""Tables that name guests outside their seats, on a connection: whom hosts have removed, and who had a seat a moment
ago. None keeps the id of a guest who is deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from sqlalchemy import or_, select, update

from cashbox.server.db.schema import TABLES

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


def remembering(connection: Connection, guests: Collection[str]) -> dict[str, str]:
    """Return the tables where any of some guests had a seat or was host a moment ago, with `TableRecord.earlier`."""
    if not guests:
        return {}
    has = [TABLES.c.earlier.contains(f'"{guest}"', autoescape=True) for guest in guests]
    rows = connection.execute(select(TABLES.c.id, TABLES.c.earlier).where(TABLES.c.earlier != "", or_(*has)))
    return {row.id: row.earlier for row in rows}


def drop(connection: Connection, guests: Collection[str]) -> list[str]:
    """Forget guests, by id, who are deleted; the tables that had any of them."""
    return _change(connection, guests, None)


def pass_on(connection: Connection, guest: str, account: str) -> list[str]:
    """A guest is part of an account from now on; the tables that have the guest's id outside their seats."""
    return _change(connection, [guest], account)


def _change(connection: Connection, guests: Collection[str], heir: str | None) -> list[str]:
    # No other process may change these tables meanwhile.
    some = sorted({*tables(connection, guests), *remembering(connection, guests)})
    connection.execute(select(TABLES.c.id).where(TABLES.c.id.in_(some)).order_by(TABLES.c.id).with_for_update())
    found, looks = tables(connection, guests), remembering(connection, guests)
    for table_id, removed in found.items():
        left = {one: until for one, until in removed.items() if one not in guests}
        gone = [until for one, until in removed.items() if one in guests]
        if heir is not None:
            left[heir] = max([*gone, left.get(heir, 0)])
        text = msgspec.json.encode(left).decode()
        change = update(TABLES).where(TABLES.c.id == table_id)
        connection.execute(change.values(removed=text, version=TABLES.c.version + 1))
    for table_id, earlier in looks.items():
        # A guest who is deleted is gone at once, for spectators with a delay, too.
        text = "" if heir is None else earlier
        for guest in guests:
            text = text.replace(f'"{guest}"', f'"{heir}"')
        change = update(TABLES).where(TABLES.c.id == table_id)
        connection.execute(change.values(earlier=text, version=TABLES.c.version + 1))
    return sorted({*found, *looks})

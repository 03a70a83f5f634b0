"""Deleting what nobody needs any more: guests who never did anything, tables that never started."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, exists, select, update

from cashbox.server.storage.schema import CHAT, ENTRIES, GUESTS, MUTES, PRESENCE, SEATS, TABLES

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import ColumnElement, Connection, Select

BATCH: Final = 200
"""The most rows that one commit deletes, so that nobody waits for it."""

_UNUSED: Final = [
    ~exists().where(column == GUESTS.c.id)
    for column in (SEATS.c.guest, TABLES.c.host, CHAT.c.guest, MUTES.c.guest, MUTES.c.muted)
]


def seen(connection: Connection, guests: Collection[str], now: int) -> None:
    """Guests, by id, were here."""
    connection.execute(update(GUESTS).where(GUESTS.c.id.in_(guests)).values(seen=now))


def empty_guests(connection: Connection, before: int) -> list[str]:
    """Delete guests who never did anything and were last here before that time; their ids, at most BATCH."""
    return unused_guests(connection, GUESTS.c.seen < before)


def unused_guests(connection: Connection, which: ColumnElement[bool]) -> list[str]:
    """Delete guests who have no seat, no table, no line of a chat and muted nobody; their ids, at most BATCH. which: a
    condition on GUESTS."""
    ids = list(connection.execute(select(GUESTS.c.id).where(which, *_UNUSED).limit(BATCH)).scalars())
    connection.execute(delete(GUESTS).where(GUESTS.c.id.in_(ids)))
    return ids


def forgotten_tables(connection: Connection, before: int) -> list[str]:
    """Ids of at most BATCH tables that never started, and where nobody has done or said anything since that time."""
    return list(connection.execute(_forgotten(before).order_by(TABLES.c.changed).limit(BATCH)).scalars())


def drop_forgotten(connection: Connection, tables: Sequence[str], before: int) -> list[str]:
    """Delete those of some tables that are forgotten even now; their ids."""
    ids = list(connection.execute(_forgotten(before).where(TABLES.c.id.in_(tables)).with_for_update()).scalars())
    drop_tables(connection, ids)
    return ids


def _forgotten(before: int) -> Select[str]:
    said = exists().where(CHAT.c.table_id == TABLES.c.id, CHAT.c.at >= before)
    there = exists().where(PRESENCE.c.table_id == TABLES.c.id)
    return select(TABLES.c.id).where(TABLES.c.status == "waiting", TABLES.c.changed < before, ~said, ~there)


def drop_tables(connection: Connection, tables: Sequence[str]) -> None:
    """Delete tables with all that belongs to them."""
    for part in (CHAT, MUTES, ENTRIES, SEATS):
        connection.execute(delete(part).where(part.c.table_id.in_(tables)))
    connection.execute(delete(TABLES).where(TABLES.c.id.in_(tables)))

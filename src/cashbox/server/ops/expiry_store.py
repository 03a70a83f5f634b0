"""Deleting what nobody needs any more: guests who never did anything, tables that never started."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import and_, delete, exists, select, update

from cashbox.server.db import backend
from cashbox.server.db.schema import (
    ACCOUNTS,
    CHAT,
    ENTRIES,
    GUESTS,
    MEMBERS,
    MUTES,
    PRESENCE,
    REMARKS,
    RESULTS,
    SEATS,
    TABLES,
)
from cashbox.server.departures import store as departures_store
from cashbox.server.moderation import store as moderation_store

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import ColumnElement, Connection, Select


_UNUSED: Final = [
    ~exists().where(column == GUESTS.c.id)
    for column in (
        SEATS.c.guest,
        SEATS.c.asked,
        TABLES.c.host,
        CHAT.c.guest,
        REMARKS.c.guest,
        MUTES.c.guest,
        MUTES.c.muted,
        ACCOUNTS.c.guest,
        MEMBERS.c.guest,
    )
]
_NEW: Final = [*_UNUSED, ~exists().where(RESULTS.c.guest == GUESTS.c.id)]
"""Guests who never did anything: what was played is kept even where the tables are deleted."""


def seen(connection: Connection, guests: Collection[str], now: int) -> None:
    """Guests, by id, were here."""
    connection.execute(update(GUESTS).where(GUESTS.c.id.in_(guests)).values(seen=now))


def empty_guests(connection: Connection, before: int) -> list[str]:
    """Delete guests who never did anything and were last here before that time; their ids, at most BATCH."""
    return unused_guests(connection, and_(GUESTS.c.seen < before, *_NEW))


def unused_guests(connection: Connection, which: ColumnElement[bool]) -> list[str]:
    """Delete guests who have no account, seat, table, group or line of a chat and muted nobody, with what is kept of
    games at tables that are deleted; their ids, at most BATCH. which: a condition on GUESTS."""
    ids = list(connection.execute(select(GUESTS.c.id).where(which, *_UNUSED).limit(backend.BATCH)).scalars())
    moderation_store.leave_reports(connection, ids)
    departures_store.drop_names(connection, ids)
    connection.execute(delete(GUESTS).where(GUESTS.c.id.in_(ids)))
    return ids


def lost(connection: Connection, guest: str) -> bool:
    """Whether something would be lost with the last token of a guest: it has something, and no other way to sign in."""
    account = select(ACCOUNTS.c.guest).where(ACCOUNTS.c.guest == guest)
    return connection.execute(account).first() is None and not unused(connection, guest)


def unused(connection: Connection, guest: str) -> bool:
    """Whether a guest has none of these, and has played nothing."""
    return connection.execute(select(GUESTS.c.id).where(GUESTS.c.id == guest, *_NEW)).first() is not None


def forgotten_tables(connection: Connection, before: int) -> list[str]:
    """Ids of at most BATCH tables that never started, and where nobody has done or said anything since that time."""
    return list(connection.execute(_forgotten(before).order_by(TABLES.c.changed).limit(backend.BATCH)).scalars())


def drop_forgotten(connection: Connection, tables: Sequence[str], before: int) -> list[str]:
    """Delete those of some tables that are forgotten even now; their ids."""
    ids = list(connection.execute(_forgotten(before).where(TABLES.c.id.in_(tables)).with_for_update()).scalars())
    drop_tables(connection, ids)
    return ids


def _forgotten(before: int) -> Select[str]:
    said = exists().where(CHAT.c.table_id == TABLES.c.id, CHAT.c.at >= before)
    there = exists().where(PRESENCE.c.table_id == TABLES.c.id)
    begun = exists().where(ENTRIES.c.table_id == TABLES.c.id)
    waits = (TABLES.c.status == "waiting") | ((TABLES.c.status == "closed") & ~begun)
    return select(TABLES.c.id).where(waits, TABLES.c.changed < before, ~said, ~there)


def drop_tables(connection: Connection, tables: Sequence[str]) -> None:
    """Delete tables with all that belongs to them."""
    for part in (CHAT, REMARKS, MUTES, ENTRIES, SEATS):
        connection.execute(delete(part).where(part.c.table_id.in_(tables)))
    connection.execute(delete(TABLES).where(TABLES.c.id.in_(tables)))

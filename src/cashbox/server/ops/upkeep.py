"""Queries and deletions for operators, and deletion of expired data, on a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select, union, update

from cashbox.server.db import backend, queries
from cashbox.server.db.backend import insert_new
from cashbox.server.db.records import AuditRow, GuestRow, TableRow
from cashbox.server.db.schema import (
    ACCOUNTS,
    AUDIT,
    BANS,
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
from cashbox.server.notifications import channels
from cashbox.server.social import groups_store

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sqlalchemy import Connection, Select

    from cashbox.server.db.records import TableRecord

MOST: Final = 1000
"""The most rows of one list."""

_NOBODY: Final = "former"
"""The host of tables whose host was deleted. No one can be that guest, who has no token."""

ENDED: Final = ("over", "closed")
"""The statuses of a table at which no one can act anymore."""


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
"""Guests who never did anything; results are kept even if the tables are deleted."""


def note(connection: Connection, row: AuditRow) -> None:
    """Record an operator's action, in the transaction that performs it."""
    connection.execute(insert(AUDIT), msgspec.structs.asdict(row))


def audit(connection: Connection) -> list[AuditRow]:
    """Read the log of operators' actions, newest first."""
    rows = connection.execute(select(AUDIT).order_by(AUDIT.c.id.desc()).limit(MOST))
    return [AuditRow(row.at, row.who, row.what, row.subject, row.detail) for row in rows]


def tables(connection: Connection, status: str, game: str, before: int) -> list[TableRow]:
    """List tables, newest change first. status, game: "" for any; before: last changed before that moment."""
    entries = select(func.count()).where(ENTRIES.c.table_id == TABLES.c.id).scalar_subquery()
    query = select(TABLES, entries.label("entries")).where(TABLES.c.changed < before)
    for column, wanted in ((TABLES.c.status, status), (TABLES.c.game, game)):
        query = query.where(column == wanted) if wanted else query
    rows = connection.execute(query.order_by(TABLES.c.changed.desc()).limit(MOST)).all()
    players: dict[str, list[str]] = {row.id: [] for row in rows}
    for seat in connection.execute(select(SEATS).where(SEATS.c.table_id.in_(list(players))).order_by(SEATS.c.seat)):
        players[seat.table_id].append(seat.name or "open")
    return [
        TableRow(
            row.id, row.game, row.name, row.status, row.host_name, players[row.id], row.entries, row.made, row.changed
        )
        for row in rows
    ]


def guests(connection: Connection, name: str, before: int, now: int, *, banned: bool = False) -> list[GuestRow]:
    """List guests, newest first. name: a part of their name; before: created before that moment; banned: only currently
    banned ones."""
    sits = exists().where(SEATS.c.table_id == TABLES.c.id, SEATS.c.guest == GUESTS.c.id).correlate(TABLES, GUESTS)
    theirs = select(func.count()).select_from(TABLES).where(or_(TABLES.c.host == GUESTS.c.id, sits)).scalar_subquery()
    account = exists().where(ACCOUNTS.c.guest == GUESTS.c.id).correlate(GUESTS).label("account")
    about = (GUESTS.c.id, GUESTS.c.name, GUESTS.c.made, theirs.label("tables"), account)
    query = select(*about, BANS.c.guest.label("banned"), BANS.c.until)
    query = query.join_from(
        GUESTS, BANS, (BANS.c.guest == GUESTS.c.id) & moderation_store.ban_in_force(now), isouter=not banned
    )
    query = query.where(GUESTS.c.made < before, GUESTS.c.id != _NOBODY, GUESTS.c.name.icontains(name, autoescape=True))
    rows = connection.execute(query.order_by(GUESTS.c.made.desc()).limit(MOST))
    return [
        GuestRow(row.id, row.name, row.made, row.tables, bool(row.account), row.banned is not None, row.until)
        for row in rows
    ]


def close_table(connection: Connection, table_id: str, now: int) -> str | None:
    """Close a table. Returns its previous status, None if there is no such table."""
    found = select(TABLES.c.status).where(TABLES.c.id == table_id)
    status: str | None = connection.execute(found.with_for_update()).scalar()
    if status is not None and status not in ENDED:
        connection.execute(
            update(TABLES)
            .where(TABLES.c.id == table_id)
            .values(
                status="closed",
                closed="operator",
                votes="[]",
                changed=now,
                hidden_until=queries.hidden_until(now),
                version=TABLES.c.version + 1,
            )
        )
    return status


def delete_tables(connection: Connection, which: ColumnElement[bool]) -> list[str]:
    """Delete tables with everything that belongs to them. Returns their ids, at most BATCH. which: a condition on
    TABLES."""
    ids = list(connection.execute(select(TABLES.c.id).where(which).limit(backend.BATCH)).scalars())
    drop_tables(connection, ids)
    return ids


def ended_before(moment: int) -> ColumnElement[bool]:
    """Return a condition: the table ended before a moment."""
    return TABLES.c.status.in_(ENDED) & (TABLES.c.changed < moment)


def delete_chats(connection: Connection, which: ColumnElement[bool]) -> list[str]:
    """Delete the chats of tables. Returns the ids of those with any messages, at most BATCH. which: a condition on
    TABLES."""
    said = (exists().where(part.c.table_id == TABLES.c.id).correlate(TABLES) for part in (CHAT, REMARKS))
    ids = list(connection.execute(select(TABLES.c.id).where(which, or_(*said)).limit(backend.BATCH)).scalars())
    for part in (CHAT, REMARKS):
        connection.execute(delete(part).where(part.c.table_id.in_(ids)))
    return ids


def delete_unused_guests(connection: Connection, before: int) -> list[str]:
    """Delete guests created before a moment who have no table and no message. Returns their ids, at most BATCH."""
    return delete_guests_where(connection, GUESTS.c.made < before)


def tables_with(connection: Connection, guest_id: str) -> list[TableRecord]:
    """Read every table where a guest has a seat, is invited, or is host."""
    return queries.records(connection, queries.theirs(guest_id), None)


def hold_tables_with(connection: Connection, guest_id: str) -> list[TableRecord]:
    """Read the same tables, and lock them until the transaction ends."""
    theirs = select(TABLES.c.id).where(queries.theirs(guest_id)).order_by(TABLES.c.id)
    connection.execute(theirs.with_for_update())
    return tables_with(connection, guest_id)


def change_table(connection: Connection, record: TableRecord) -> None:
    """Store a table and its seats; a host of "" is no one."""
    connection.execute(insert_new(connection, GUESTS).values(id=_NOBODY, name="", made=0).on_conflict_do_nothing())
    channels.has_host(connection, record.id, record.host)
    row = queries.table_row(record) | {"host": record.host or _NOBODY, "version": record.version + 1}
    connection.execute(update(TABLES).where(TABLES.c.id == record.id).values(row))
    for number, seat in enumerate(record.seats):
        place = (SEATS.c.table_id == record.id) & (SEATS.c.seat == number)
        connection.execute(update(SEATS).where(place).values(msgspec.structs.asdict(seat)))


def name_guest(connection: Connection, guest_id: str, name: str) -> None:
    """Store a guest's name."""
    connection.execute(update(GUESTS).where(GUESTS.c.id == guest_id).values(name=name))


def heard_of(connection: Connection, guest_id: str) -> set[str]:
    """Return the tables where a guest has posted, muted or was muted, recently had a seat, or was removed."""
    muted = or_(MUTES.c.guest == guest_id, MUTES.c.muted == guest_id)
    spoke = (select(part.c.table_id).where(part.c.guest == guest_id) for part in (CHAT, REMARKS))
    heard = set(connection.execute(union(*spoke, select(MUTES.c.table_id).where(muted))).scalars())
    heard.update(departures_store.read_removals(connection, [guest_id]))
    return heard.union(departures_store.handed_on_by(connection, [guest_id]))


def delete_guest(connection: Connection, guest_id: str) -> bool:
    """Delete a guest who has no seat and is not a host anymore, with all messages. Returns whether there was one."""
    if guest_id == _NOBODY:
        return False
    moderation_store.leave_reports(connection, [guest_id])
    departures_store.drop_names(connection, [guest_id])
    for part in (CHAT, REMARKS):
        connection.execute(delete(part).where(part.c.guest == guest_id))
    connection.execute(delete(MUTES).where(or_(MUTES.c.guest == guest_id, MUTES.c.muted == guest_id)))
    found: Any = connection.execute(delete(GUESTS).where(GUESTS.c.id == guest_id))
    groups_store.drop_empty(connection)
    return bool(found.rowcount)


# -- expiry -----------------------------------------------------------------------------------------------------


def seen(connection: Connection, guests: Collection[str], now: int) -> None:
    """Record that guests, by id, were active."""
    connection.execute(update(GUESTS).where(GUESTS.c.id.in_(guests)).values(seen=now))


def delete_idle_guests(connection: Connection, before: int) -> list[str]:
    """Delete guests who never did anything and were last active before that time. Returns their ids, at most BATCH."""
    return delete_guests_where(connection, and_(GUESTS.c.seen < before, *_NEW))


def delete_guests_where(connection: Connection, which: ColumnElement[bool]) -> list[str]:
    """Delete guests who have no account, seat, table, group, or chat message and muted no one, with their data from
    games at deleted tables. Returns their ids, at most BATCH. which: a condition on GUESTS."""
    ids = list(connection.execute(select(GUESTS.c.id).where(which, *_UNUSED).limit(backend.BATCH)).scalars())
    moderation_store.leave_reports(connection, ids)
    departures_store.drop_names(connection, ids)
    connection.execute(delete(GUESTS).where(GUESTS.c.id.in_(ids)))
    return ids


def would_lose(connection: Connection, guest: str) -> bool:
    """Check whether deleting a guest's last token would lose something: the guest has data, and no other way to sign
    in."""
    account = select(ACCOUNTS.c.guest).where(ACCOUNTS.c.guest == guest)
    return connection.execute(account).first() is None and not is_unused(connection, guest)


def is_unused(connection: Connection, guest: str) -> bool:
    """Check whether a guest has nothing and has played nothing."""
    return connection.execute(select(GUESTS.c.id).where(GUESTS.c.id == guest, *_NEW)).first() is not None


def forgotten_tables(connection: Connection, before: int) -> list[str]:
    """Read the ids of at most BATCH tables that never started and have had no activity since that time."""
    return list(connection.execute(_forgotten(before).order_by(TABLES.c.changed).limit(backend.BATCH)).scalars())


def drop_forgotten(connection: Connection, tables: Sequence[str], before: int) -> list[str]:
    """Delete those of these tables that are still forgotten. Returns their ids."""
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
    """Delete tables with everything that belongs to them."""
    for part in (CHAT, REMARKS, MUTES, ENTRIES, SEATS):
        connection.execute(delete(part).where(part.c.table_id.in_(tables)))
    connection.execute(delete(TABLES).where(TABLES.c.id.in_(tables)))

"""Merge a guest into an account, on a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import delete, func, or_, select, update

from cashbox.server.accounts import store as accounts_store
from cashbox.server.archive import store as archive_store
from cashbox.server.db import queries
from cashbox.server.db.backend import insert_new
from cashbox.server.db.schema import CHAT, CODES, GUESTS, MUTES, REMARKS, SEATS, TABLES, VISITS
from cashbox.server.departures import store as departures_store
from cashbox.server.feedback import store as feedback_store
from cashbox.server.moderation import store as moderation_store
from cashbox.server.social import groups_store, results_store

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Connection


BATCH: Final = 500
"""The most tables in one statement."""


class Joined(NamedTuple):
    """tables: where the account took the guest's place; shared: where both have a seat and stay separate."""

    tables: list[str]
    shared: list[str]


def names_of(connection: Connection, tables: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return the id, name, and game of each of these tables."""
    rows = connection.execute(select(TABLES.c.id, TABLES.c.name, TABLES.c.game).where(TABLES.c.id.in_(tables)))
    return [(row.id, row.name, row.game) for row in rows]


def shared_tables(connection: Connection, one: str, other: str) -> list[str]:
    """Return the ids of the tables where both guests have a seat or a reserved one."""
    mine = select(SEATS.c.table_id).where(or_(SEATS.c.guest == one, SEATS.c.asked == one))
    theirs = or_(SEATS.c.guest == other, SEATS.c.asked == other)
    query = select(SEATS.c.table_id).where(theirs, SEATS.c.table_id.in_(mine)).distinct()
    return list(connection.execute(query.order_by(SEATS.c.table_id)).scalars())


def count_apart(connection: Connection, guest: str, account: str) -> int:
    """Count the tables where an account would take a guest's place."""
    theirs = select(func.count()).where(
        queries.theirs(guest), TABLES.c.id.not_in(shared_tables(connection, guest, account))
    )
    return connection.execute(theirs).scalar_one()


def merge(connection: Connection, guest: str, account: str, own: Callable[[str], bool]) -> Joined:
    """Merge a guest into an account.

    The account gets its seats and reservations, its tables as host, its messages, mutes, and votes, its results,
    relations, and groups, and its time zone if the account has none. At a table where both have a seat, they stay
    separate. If there is no such table, the guest is deleted with its tokens; otherwise it keeps them.

    Args:
        connection: The transaction.
        guest: The guest's id.
        account: The account's id.
        own: Returns whether a name belongs to the account.
    """
    # Counting a finished table locks these in the same order.
    results_store.alone(connection)
    # No other process may change these tables in the meantime.
    theirs = select(TABLES.c.id).where(queries.theirs(guest)).order_by(TABLES.c.id)
    tables = list(connection.execute(theirs.with_for_update()).scalars())
    shared = shared_tables(connection, guest, account)
    moved = sorted(set(tables) - set(shared))
    for first in range(0, len(moved), BATCH):
        some = moved[first : first + BATCH]
        connection.execute(
            update(SEATS).where(SEATS.c.table_id.in_(some), SEATS.c.guest == guest).values(guest=account)
        )
        connection.execute(
            update(SEATS).where(SEATS.c.table_id.in_(some), SEATS.c.asked == guest).values(asked=account)
        )
        connection.execute(update(TABLES).where(TABLES.c.id.in_(some), TABLES.c.host == guest).values(host=account))
        connection.execute(update(TABLES).where(TABLES.c.id.in_(some)).values(version=TABLES.c.version + 1))
    accounts_store.vouch(connection, account, own, moved)
    heard: list[str] = []
    for part in (CHAT, REMARKS):
        said = (part.c.guest == guest) & part.c.table_id.not_in(shared)
        heard += connection.execute(select(part.c.table_id).where(said).distinct()).scalars()
        connection.execute(update(part).where(said).values(guest=account))
    heard += _join_mutes(connection, guest, account, shared)
    hands_on = (CODES.c.guest == guest) & (CODES.c.kind == "seat") & CODES.c.table_id.not_in(shared)
    connection.execute(update(CODES).where(hands_on).values(guest=account))
    _join_visits(connection, guest, account, shared)
    _join_persons(connection, guest, account, shared)
    if not shared:
        moderation_store.join_reports(connection, guest, account)
        heard += departures_store.pass_on_names(connection, guest, account)
        connection.execute(delete(GUESTS).where(GUESTS.c.id == guest))
    return Joined(sorted({*moved, *heard}), shared)


def _join_visits(connection: Connection, guest: str, account: str, shared: list[str]) -> None:
    """Merge visits. Dropping a duplicate loses nothing, because the account's own visit counts as well."""
    mine = select(VISITS.c.table_id).where(VISITS.c.guest == account)
    been = (VISITS.c.guest == guest) & VISITS.c.table_id.not_in(shared) & VISITS.c.table_id.not_in(mine)
    connection.execute(update(VISITS).where(been).values(guest=account))


def _join_persons(connection: Connection, guest: str, account: str, shared: list[str]) -> None:
    """Merge a guest's results, relations, and time zone."""
    results_store.move(connection, guest, account, shared)
    archive_store.move(connection, guest, account, shared)
    feedback_store.move(connection, guest, account, shared)
    groups_store.move_relations(connection, guest, account)
    groups_store.move(connection, guest, account)
    zone = select(GUESTS.c.zone).where(GUESTS.c.id == guest).scalar_subquery()
    connection.execute(
        update(GUESTS).where(GUESTS.c.id == account, GUESTS.c.zone == "").values(zone=func.coalesce(zone, ""))
    )


def _join_mutes(connection: Connection, guest: str, account: str, shared: list[str]) -> list[str]:
    """Merge the mutes by and of a guest. Returns the tables with any."""
    theirs = or_(MUTES.c.guest == guest, MUTES.c.muted == guest) & MUTES.c.table_id.not_in(shared)
    rows = connection.execute(select(MUTES).where(theirs)).all()
    connection.execute(delete(MUTES).where(theirs))
    for row in rows:
        who, whom = (account if one == guest else one for one in (row.guest, row.muted))
        if who != whom:
            again = {"table_id": row.table_id, "guest": who, "muted": whom}
            connection.execute(insert_new(connection, MUTES).values(again).on_conflict_do_nothing())
    return sorted({row.table_id for row in rows})

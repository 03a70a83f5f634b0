"""Whom somebody follows and blocks, on a connection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import delete, func, or_, select, union

from cashbox.server.db.backend import hold_guest, insert_new
from cashbox.server.db.schema import CHAT, GUESTS, REMARKS, TIES
from cashbox.server.errors import Refusal
from cashbox.server.social.profiles_store import PersonRecord, persons_by

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection

MOST: Final = 500
"""The most persons whom one follows, or blocks."""


def kinds(connection: Connection, guest: str, other: str) -> set[str]:
    """What ties somebody to another: "follow", "block"."""
    query = select(TIES.c.kind).where(TIES.c.guest == guest, TIES.c.other == other)
    return set(connection.execute(query).scalars())


def tie(connection: Connection, guest: str, other: str, kind: str, now: int, *, on: bool) -> None:
    """Follow or block somebody, or not any more. Whom one blocks one does not follow, nor the other way round; who is
    blocked may try to, since it is not told, and learns nothing by it, see `persons.sits`. Refusal ("too-many",
    "blocked")."""
    this = (TIES.c.guest == guest) & (TIES.c.other == other) & (TIES.c.kind == kind)
    if not on:
        connection.execute(delete(TIES).where(this))
        return
    hold_guest(connection, guest)
    if kind == "follow" and "block" in kinds(connection, guest, other):
        raise Refusal(409, "blocked", "You have blocked that person. Unblock them first.")
    many = select(func.count()).where(TIES.c.guest == guest, TIES.c.kind == kind)
    if int(connection.execute(many).scalar_one()) >= MOST:
        raise Refusal(409, "too-many", f"You have reached the limit of {MOST} people. Remove one first.")
    row = {"guest": guest, "other": other, "kind": kind, "made": now}
    connection.execute(insert_new(connection, TIES).values(row).on_conflict_do_nothing())
    if kind == "block":
        for one, two in ((guest, other), (other, guest)):
            follows = (TIES.c.guest == one) & (TIES.c.other == two) & (TIES.c.kind == "follow")
            connection.execute(delete(TIES).where(follows))


def tied(connection: Connection, guest: str, kind: str) -> list[PersonRecord]:
    """Whom somebody follows or blocks, the newest first."""
    query = select(GUESTS.c.id).join(TIES, TIES.c.other == GUESTS.c.id)
    query = query.where(TIES.c.guest == guest, TIES.c.kind == kind).order_by(TIES.c.made.desc(), GUESTS.c.id)
    return persons_by(connection, list(connection.execute(query).scalars()))


def blocked_by(connection: Connection, guest: str, others: Collection[str]) -> set[str]:
    """Those of some guests who block a guest."""
    query = select(TIES.c.guest).where(TIES.c.other == guest, TIES.c.kind == "block", TIES.c.guest.in_(others))
    return set(connection.execute(query).scalars())


def blocks(connection: Connection, guest: str, others: Collection[str]) -> set[str]:
    """Those of some guests who block a guest, or whom it blocks."""
    mine = select(TIES.c.other).where(TIES.c.guest == guest, TIES.c.kind == "block", TIES.c.other.in_(others))
    theirs = select(TIES.c.guest).where(TIES.c.other == guest, TIES.c.kind == "block", TIES.c.guest.in_(others))
    return set(connection.execute(mine.union(theirs)).scalars())


def blockers(connection: Connection, other: str) -> frozenset[str]:
    """All who block a guest."""
    query = select(TIES.c.guest).where(TIES.c.other == other, TIES.c.kind == "block")
    return frozenset(connection.execute(query).scalars())


def unheard(connection: Connection, table_id: str) -> dict[str, frozenset[str]]:
    """At a table, by guest: whom it blocks of those who spoke there, as players or among those who watch."""
    spoke = union(*(select(part.c.guest).where(part.c.table_id == table_id) for part in (CHAT, REMARKS)))
    query = select(TIES.c.guest, TIES.c.other).where(TIES.c.kind == "block", TIES.c.other.in_(spoke))
    found: dict[str, frozenset[str]] = {}
    for row in connection.execute(query):
        found[row.guest] = found.get(row.guest, frozenset()) | {row.other}
    return found


def move(connection: Connection, guest: str, account: str) -> None:
    """An account takes a guest's place: whom it follows and blocks, and who does so with it."""
    rows = connection.execute(select(TIES).where(or_(TIES.c.guest == guest, TIES.c.other == guest))).mappings().all()
    connection.execute(delete(TIES).where(or_(TIES.c.guest == guest, TIES.c.other == guest)))
    for row in rows:
        moved = {**row, **{name: account for name in ("guest", "other") if row[name] == guest}}
        if moved["guest"] != moved["other"]:
            connection.execute(insert_new(connection, TIES).values(moved).on_conflict_do_nothing())

"""Store groups and relations, on a connection. The longest-standing member leads a group; a group without members is
deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from sqlalchemy import delete, exists, func, insert, or_, select, union, update

from cashbox.server.db.backend import hold_guest, insert_new
from cashbox.server.db.queries import persons_by
from cashbox.server.db.schema import CHAT, GROUP_LINKS, GROUPS, GUESTS, MEMBERS, REMARKS, TIES
from cashbox.server.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection

    from cashbox.server.db.records import PersonRecord


MOST: Final = 50
"""The most groups of one person."""

SIZE: Final = 200
"""The most members of a group."""

LINKS: Final = 20
"""The most valid links of a group."""


class MemberRecord(NamedTuple):
    """A member of a group. number: see schema_persons.MEMBERS."""

    person: PersonRecord
    number: int


class GroupRecord(NamedTuple):
    """A group. members: the longest-standing one, who leads it, first."""

    id: str
    name: str
    made: int
    members: list[MemberRecord]


def is_member(connection: Connection, group: str, guest: str) -> bool:
    """Check whether a guest is a member of a group."""
    query = select(MEMBERS.c.number).where(MEMBERS.c.circle == group, MEMBERS.c.guest == guest)
    return connection.execute(query).first() is not None


def group(connection: Connection, group_id: str) -> GroupRecord | None:
    """Find the group with this id."""
    row = connection.execute(select(GROUPS).where(GROUPS.c.id == group_id)).first()
    if row is None:
        return None
    query = select(MEMBERS.c.guest, MEMBERS.c.number).where(MEMBERS.c.circle == group_id)
    numbers = {one.guest: one.number for one in connection.execute(query.order_by(MEMBERS.c.number, MEMBERS.c.guest))}
    members = [MemberRecord(one, numbers[one.guest]) for one in persons_by(connection, list(numbers))]
    return GroupRecord(row.id, row.name, row.made, members)


def groups_of(connection: Connection, guest: str) -> list[tuple[str, str]]:
    """Read the id and the name of each of a guest's groups, by name."""
    query = select(GROUPS.c.id, GROUPS.c.name).join(MEMBERS, MEMBERS.c.circle == GROUPS.c.id)
    rows = connection.execute(query.where(MEMBERS.c.guest == guest).order_by(GROUPS.c.name, GROUPS.c.id))
    return [(row.id, row.name) for row in rows]


def make(connection: Connection, group_id: str, name: str, guest: str, now: int) -> None:
    """Store a new group with its first member. Refusal ("too-many")."""
    hold_guest(connection, guest)
    _check_room(connection, guest)
    connection.execute(insert(GROUPS), {"id": group_id, "name": name, "made": now})
    connection.execute(insert(MEMBERS), {"circle": group_id, "guest": guest, "number": 1})


def rename(connection: Connection, group_id: str, name: str) -> None:
    """Rename a group."""
    connection.execute(update(GROUPS).where(GROUPS.c.id == group_id).values(name=name))


def leave(connection: Connection, group_id: str, guest: str) -> None:
    """Remove a guest from a group and revoke its links. The group is deleted with its last member."""
    _hold(connection, group_id)
    connection.execute(delete(MEMBERS).where(MEMBERS.c.circle == group_id, MEMBERS.c.guest == guest))
    connection.execute(delete(GROUP_LINKS).where(GROUP_LINKS.c.circle == group_id, GROUP_LINKS.c.guest == guest))
    drop_empty(connection)


def remove(connection: Connection, group_id: str, guest: str) -> None:
    """Remove a member who may know others' links: revoke all links to the group."""
    leave(connection, group_id, guest)
    drop_links(connection, group_id)


def drop_empty(connection: Connection) -> None:
    """Delete groups without members."""
    has = exists().where(MEMBERS.c.circle == GROUPS.c.id)
    connection.execute(delete(GROUPS).where(~has))


# -- links ---------------------------------------------------------------------------------------------------------


def add_link(
    connection: Connection, group_id: str, guest: str, code: str, now: int, until: int, uses: int | None
) -> None:
    """Store a link to a group. code: its hash. Refusal ("too-many")."""
    _hold(connection, group_id)
    connection.execute(delete(GROUP_LINKS).where(GROUP_LINKS.c.circle == group_id, GROUP_LINKS.c.until <= now))
    many = select(func.count()).where(GROUP_LINKS.c.circle == group_id)
    if int(connection.execute(many).scalar_one()) >= LINKS:
        raise Refusal(409, "too-many", f"This group already has {LINKS} active links. Revoke them first.")
    row = {"hash": code, "circle": group_id, "guest": guest, "made": now, "until": until, "uses": uses}
    connection.execute(insert(GROUP_LINKS), row)


def drop_links(connection: Connection, group_id: str) -> None:
    """Revoke all links to a group."""
    connection.execute(delete(GROUP_LINKS).where(GROUP_LINKS.c.circle == group_id))


def links(connection: Connection, group_id: str, now: int) -> int:
    """Count the valid links to a group."""
    query = select(func.count()).where(GROUP_LINKS.c.circle == group_id, GROUP_LINKS.c.until > now)
    return int(connection.execute(query).scalar_one())


def group_of_link(connection: Connection, code: str, now: int) -> str | None:
    """Return the id of a link's group. `code` is its hash."""
    here = (GROUP_LINKS.c.hash == code) & (GROUP_LINKS.c.until > now)
    return connection.execute(select(GROUP_LINKS.c.circle).where(here)).scalar()


def join(connection: Connection, code: str, guest: str, now: int) -> str | None:
    """Make a guest a member by a link, which then has one use fewer.

    `code` is the link's hash. Returns the group's id, None if the link is not valid. Refusal ("too-many", "full").
    """
    here = (GROUP_LINKS.c.hash == code) & (GROUP_LINKS.c.until > now)
    group_id = group_of_link(connection, code, now)
    if group_id is None:
        return None
    hold_guest(connection, guest)
    _hold(connection, group_id)
    found = connection.execute(select(GROUP_LINKS).where(here)).first()
    if found is None:
        return None
    if is_member(connection, group_id, guest):
        return group_id
    _check_room(connection, guest)
    mine = MEMBERS.c.circle == group_id
    many, last = connection.execute(select(func.count(), func.max(MEMBERS.c.number)).where(mine)).one()
    if many >= SIZE:
        raise Refusal(409, "full", f"This group is full ({SIZE} members).")
    connection.execute(insert(MEMBERS), {"circle": group_id, "guest": guest, "number": (last or 0) + 1})
    if found.uses == 1:
        connection.execute(delete(GROUP_LINKS).where(GROUP_LINKS.c.hash == code))
    elif found.uses is not None:
        connection.execute(update(GROUP_LINKS).where(GROUP_LINKS.c.hash == code).values(uses=found.uses - 1))
    return group_id


def move(connection: Connection, guest: str, account: str) -> None:
    """Move a guest's memberships to an account."""
    for row in connection.execute(select(MEMBERS).where(MEMBERS.c.guest == guest)).all():
        again = {"circle": row.circle, "guest": account, "number": row.number}
        connection.execute(insert_new(connection, MEMBERS).values(again).on_conflict_do_nothing())
    connection.execute(delete(MEMBERS).where(MEMBERS.c.guest == guest))
    connection.execute(update(GROUP_LINKS).where(GROUP_LINKS.c.guest == guest).values(guest=account))


def _check_room(connection: Connection, guest: str) -> None:
    if int(connection.execute(select(func.count()).where(MEMBERS.c.guest == guest)).scalar_one()) >= MOST:
        raise Refusal(409, "too-many", f"You are in {MOST} groups, which is the limit. Leave one first.")


def _hold(connection: Connection, group_id: str) -> None:
    """Lock the membership of a group until the transaction ends."""
    connection.execute(select(GROUPS.c.id).where(GROUPS.c.id == group_id).with_for_update())


MOST_RELATIONS: Final = 500
"""The most people that a guest can follow, or block."""


def kinds(connection: Connection, guest: str, other: str) -> set[str]:
    """Read a guest's relations to another: "follow", "block"."""
    query = select(TIES.c.kind).where(TIES.c.guest == guest, TIES.c.other == other)
    return set(connection.execute(query).scalars())


def tie(connection: Connection, guest: str, other: str, kind: str, now: int, *, on: bool) -> None:
    """Follow, unfollow, block, or unblock a person. A guest cannot follow a blocked person, or vice versa. A blocked
    guest can follow, because it must not learn of the block, but learns nothing by it, see `persons.sits`. Refusal
    ("too-many", "blocked")."""
    this = (TIES.c.guest == guest) & (TIES.c.other == other) & (TIES.c.kind == kind)
    if not on:
        connection.execute(delete(TIES).where(this))
        return
    hold_guest(connection, guest)
    if kind == "follow" and "block" in kinds(connection, guest, other):
        raise Refusal(409, "blocked", "You have blocked that person. Unblock them first.")
    many = select(func.count()).where(TIES.c.guest == guest, TIES.c.kind == kind)
    if int(connection.execute(many).scalar_one()) >= MOST_RELATIONS:
        raise Refusal(409, "too-many", f"You have reached the limit of {MOST} people. Remove one first.")
    row = {"guest": guest, "other": other, "kind": kind, "made": now}
    connection.execute(insert_new(connection, TIES).values(row).on_conflict_do_nothing())
    if kind == "block":
        for one, two in ((guest, other), (other, guest)):
            follows = (TIES.c.guest == one) & (TIES.c.other == two) & (TIES.c.kind == "follow")
            connection.execute(delete(TIES).where(follows))


def tied(connection: Connection, guest: str, kind: str) -> list[PersonRecord]:
    """Read whom a person follows or blocks, newest first."""
    query = select(GUESTS.c.id).join(TIES, TIES.c.other == GUESTS.c.id)
    query = query.where(TIES.c.guest == guest, TIES.c.kind == kind).order_by(TIES.c.made.desc(), GUESTS.c.id)
    return persons_by(connection, list(connection.execute(query).scalars()))


def blocked_by(connection: Connection, guest: str, others: Collection[str]) -> set[str]:
    """Return those of these guests who block a guest."""
    query = select(TIES.c.guest).where(TIES.c.other == guest, TIES.c.kind == "block", TIES.c.guest.in_(others))
    return set(connection.execute(query).scalars())


def blocks(connection: Connection, guest: str, others: Collection[str]) -> set[str]:
    """Return those of these guests who block a guest, or are blocked by it."""
    mine = select(TIES.c.other).where(TIES.c.guest == guest, TIES.c.kind == "block", TIES.c.other.in_(others))
    theirs = select(TIES.c.guest).where(TIES.c.other == guest, TIES.c.kind == "block", TIES.c.guest.in_(others))
    return set(connection.execute(mine.union(theirs)).scalars())


def blockers(connection: Connection, other: str) -> frozenset[str]:
    """Return everyone who blocks a guest."""
    query = select(TIES.c.guest).where(TIES.c.other == other, TIES.c.kind == "block")
    return frozenset(connection.execute(query).scalars())


def unheard(connection: Connection, table_id: str) -> dict[str, frozenset[str]]:
    """Return, for each guest at a table, which of the people who have posted there, as players or spectators, it
    blocks."""
    spoke = union(*(select(part.c.guest).where(part.c.table_id == table_id) for part in (CHAT, REMARKS)))
    query = select(TIES.c.guest, TIES.c.other).where(TIES.c.kind == "block", TIES.c.other.in_(spoke))
    found: dict[str, frozenset[str]] = {}
    for row in connection.execute(query):
        found[row.guest] = found.get(row.guest, frozenset()) | {row.other}
    return found


def move_relations(connection: Connection, guest: str, account: str) -> None:
    """Move a guest's relations, in both directions, to an account."""
    rows = connection.execute(select(TIES).where(or_(TIES.c.guest == guest, TIES.c.other == guest))).mappings().all()
    connection.execute(delete(TIES).where(or_(TIES.c.guest == guest, TIES.c.other == guest)))
    for row in rows:
        moved = {**row, **{name: account for name in ("guest", "other") if row[name] == guest}}
        if moved["guest"] != moved["other"]:
            connection.execute(insert_new(connection, TIES).values(moved).on_conflict_do_nothing())

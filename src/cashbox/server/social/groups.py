"""Groups and relations: follows, blocks, and invitations."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Literal

import msgspec

from cashbox.server.accounts.names import plain, unlike
from cashbox.server.clock import DAY
from cashbox.server.db.backend import News, again
from cashbox.server.db.records import SeatRecord
from cashbox.server.errors import Refusal
from cashbox.server.ids import new_id, new_secret
from cashbox.server.moderation import store as moderation_store
from cashbox.server.social import groups_store, profiles_store
from cashbox.server.social.profiles import person_info
from cashbox.server.social.wire import Followed, Group, GroupInfo, GroupLook, Known, Member, PlaysAt

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from sqlalchemy import Connection

    from cashbox.server.db.records import Guest, PersonRecord, TableRecord
    from cashbox.server.db.store import Store
    from cashbox.server.lobby.wire import GameInfo
    from cashbox.server.social.groups_store import GroupRecord
    from cashbox.server.social.wire import LinkWish
    from cashbox.server.tables.live import LiveTable
    from cashbox.server.tables.registry import Registry
    from cashbox.server.wire import NewTable


class Groups:
    """Groups in a store. Refusal ("no-such-group") for non-members."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def groups_of(self, guest: Guest) -> list[GroupInfo]:
        """List a guest's groups."""
        rows = await self._store.read(groups_store.groups_of, guest.id)
        return [GroupInfo(group, name, _page(group)) for group, name in rows]

    async def show(self, group: str, guest: Guest) -> Group:
        """Return a group as a member sees it."""
        record = await self._need(group, guest)
        links = await self._store.read(groups_store.links, group, self._now())
        members = [
            Member(member.number, person_info(member.person, guest), place == 0, member.person.guest == guest.id)
            for place, member in enumerate(record.members)
        ]
        return Group(group, record.name, _page(group), members, links)

    async def make(self, name: str, guest: Guest) -> Group:
        """Create a group with one member. Refusal ("no-name", "too-many")."""
        group, named, now = new_id(), _named(name), self._now()
        await self._do(lambda c: groups_store.make(c, group, named, guest.id, now))
        return await self.show(group, guest)

    async def rename(self, group: str, name: str, guest: Guest) -> Group:
        """Rename a group. Refusal ("no-name", "not-the-lead")."""
        named = _named(name)
        await self._need_lead(group, guest)
        await self._do(lambda c: groups_store.rename(c, group, named))
        return await self.show(group, guest)

    async def remove(self, group: str, number: int, guest: Guest) -> Group:
        """Remove a member and revoke all links, which the member may know. Refusal ("not-the-lead",
        "no-such-member")."""
        record = await self._need_lead(group, guest)
        found = [member.person.guest for member in record.members if member.number == number]
        if not found or found[0] == guest.id:
            raise Refusal(409, "no-such-member", "That person isn't a member of this group.")
        await self._do(lambda c: groups_store.remove(c, group, found[0]))
        return await self.show(group, guest)

    async def leave(self, group: str, guest: Guest) -> None:
        """Leave a group."""
        await self._need(group, guest)
        await self._do(lambda c: groups_store.leave(c, group, guest.id))

    # -- links ---------------------------------------------------------------------------------------------------

    async def link(self, group: str, wish: LinkWish, guest: Guest) -> tuple[str, int]:
        """Create a code with which others can join. Returns the code and when it expires. Refusal ("too-many")."""
        await self._need(group, guest)
        code, now = new_secret(), self._now()
        until = now + wish.days * DAY
        await self._do(lambda c: groups_store.add_link(c, group, guest.id, _hash(code), now, until, wish.uses))
        return code, until

    async def withdraw(self, group: str, guest: Guest) -> Group:
        """Revoke all links to a group."""
        await self._need(group, guest)
        await self._do(lambda c: groups_store.drop_links(c, group))
        return await self.show(group, guest)

    async def look_up(self, code: str, guest: Guest | None) -> GroupLook:
        """Look up a link. Refusal ("no-such-link")."""
        group = await self._store.read(groups_store.group_of_link, _hash(code), self._now())
        record = await self._store.read(groups_store.group, group) if group is not None else None
        if record is None:
            raise _no_link()
        member = guest is not None and any(one.person.guest == guest.id for one in record.members)
        return GroupLook(record.name, len(record.members), member, _page(record.id) if member else "")

    async def join(self, code: str, guest: Guest) -> Group:
        """Join a group by a link. Refusal ("no-such-link", "too-many", "full")."""
        now = self._now()
        group = await again(lambda: self._store.writer.do(lambda c: groups_store.join(c, _hash(code), guest.id, now)))
        if group is None:
            raise _no_link()
        return await self.show(group, guest)

    # -- internals -----------------------------------------------------------------------------------------------------

    async def _do(self, job: Callable[[Connection], None]) -> None:
        await again(lambda: self._store.writer.do(job))

    async def _need(self, group: str, guest: Guest) -> GroupRecord:
        record = await self._store.read(groups_store.group, group) if len(group) <= 32 else None
        if record is None or all(member.person.guest != guest.id for member in record.members):
            raise Refusal(404, "no-such-group", "You aren't a member of this group, or it no longer exists.")
        return record

    async def _need_lead(self, group: str, guest: Guest) -> GroupRecord:
        record = await self._need(group, guest)
        if record.members[0].person.guest != guest.id:
            lead = record.members[0].person.name
            raise Refusal(403, "not-the-lead", f"Only the group leader, {lead}, can do that.")
        return record

    def _now(self) -> int:
        return int(self._store.clock.now())


def _named(name: str) -> str:
    named = plain(name)
    if not named:
        raise Refusal(400, "no-name", "Enter a name for the group.")
    return named


def _page(group: str) -> str:
    return f"/g/{group}"


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def _no_link() -> Refusal:
    return Refusal(404, "no-such-link", "This link has expired. Ask for a new one.")


class Relations:
    """People's follows and blocks, of which the others are not notified. changed: called when a person blocks or
    unblocks another, with the ids of the tables where the other has posted."""

    def __init__(self, store: Store, changed: Callable[[Sequence[str]], Awaitable[None]]) -> None:
        self._store = store
        self._changed = changed

    async def unblock(self, guest: Guest, number: int, name: str) -> None:
        """Unblock a person, by the position in the list. Refusal ("stale") if another person has that position."""
        blocks = await self._store.read(groups_store.tied, guest.id, "block")
        if number >= len(blocks) or blocks[number].name != name:
            raise Refusal(409, "stale", "The list has changed. Reload the page.")
        await self.tie(guest, blocks[number].guest, "block", on=False)

    async def tie(self, guest: Guest, other: str, kind: Literal["follow", "block"], *, on: bool) -> None:
        """Follow, unfollow, block, or unblock a person. Refusal ("yourself", "too-many", "blocked")."""
        if other == guest.id:
            raise Refusal(409, "yourself", f"That's you. You can't {kind} yourself.")
        now, news = int(self._store.clock.now()), list[News]()

        def job(connection: Connection) -> list[str]:
            groups_store.tie(connection, guest.id, other, kind, now, on=on)
            spoke = moderation_store.spoke_at(connection, other) if kind == "block" else []
            news[:] = map(News, spoke)
            return spoke

        spoke = await again(lambda: self._store.writer.do(job, news=news))
        if kind == "block":
            await self._changed(spoke)


async def known(store: Store, guest: Guest, names: Mapping[str, GameInfo]) -> Known:
    """Return whom a guest follows and blocks, and the tables of the followed people. names: the infos of each game."""
    follows = await store.read(groups_store.tied, guest.id, "follow")
    blocks = await store.read(groups_store.tied, guest.id, "block")
    plays: dict[str, list[PlaysAt]] = {}
    for row in await store.read(profiles_store.sits, [one.guest for one in follows], guest.id, store.clock.now()):
        game = names[row.game].name if row.game in names else row.game
        status = "playing" if row.status == "playing" else "waiting"
        plays.setdefault(row.guest, []).append(PlaysAt(f"/t/{row.id}", row.name or game, game, status))
    some = [Followed(person_info(one, guest), plays.get(one.guest, [])) for one in follows]
    return Known(some, [person_info(one, guest) for one in blocks])


async def welcome(store: Store, record: TableRecord, guest: Guest) -> None:
    """Check that the host of a table does not block a guest. Refusal ("not-welcome"), which does not mention the
    block."""
    if await store.read(groups_store.blocked_by, guest.id, [record.host]):
        raise Refusal(403, "not-welcome", "You can't sit down at this table. Choose another one, or create your own.")


async def invite(registry: Registry, store: Store, guest: Guest, wish: NewTable, people: Sequence[str]) -> LiveTable:
    """Create a table whose first open seats are reserved for the people with these handles. Refusal as
    `Registry.make`, or ("not-met", "not-asked", "no-open-seat")."""
    asked = await store.read(profiles_store.persons, list(dict.fromkeys(people)))
    met = await store.read(profiles_store.met, guest.id, [one.guest for one in asked])
    if len(asked) < len(set(people)) or any(one.guest not in met for one in asked):
        raise Refusal(403, "not-met", "You can only invite people you have finished a game with. Send others the link.")
    shut = await store.read(groups_store.blocks, guest.id, [one.guest for one in asked])
    if shut:
        name = next(one.name for one in asked if one.guest in shut)
        raise Refusal(403, "not-asked", f"{name} can't be invited to your table.")
    if len(asked) > sum(seat.kind == "open" for seat in wish.seats):
        raise Refusal(409, "no-open-seat", "You invited more people than there are open seats.")
    return await registry.make(guest, wish, lambda record: _with_kept_seats(record, asked))


def _with_kept_seats(record: TableRecord, asked: Sequence[PersonRecord]) -> TableRecord:
    """Reserve open seats for some people."""
    left, seats = list(asked), list(record.seats)
    for number, seat in enumerate(seats):
        if seat.kind == "open" and left:
            one = left.pop(0)
            name = unlike(one.name, [other.name for other in seats])
            seats[number] = SeatRecord("open", name=name, asked=one.guest)
    return msgspec.structs.replace(record, seats=tuple(seats))

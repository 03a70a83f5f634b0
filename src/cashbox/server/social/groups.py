"""Groups of persons, to which one comes by a link. Only its members know of a group."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from cashbox.server.accounts.names import plain
from cashbox.server.clock import DAY
from cashbox.server.db.backend import again
from cashbox.server.errors import Refusal
from cashbox.server.ids import new_id, new_secret
from cashbox.server.social import groups_store
from cashbox.server.social.profiles import shown
from cashbox.server.social.wire import Circle, CircleInfo, CircleLook, Member

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from cashbox.server.db.records import Guest
    from cashbox.server.db.store import Store
    from cashbox.server.social.groups_store import CircleRecord
    from cashbox.server.social.wire import LinkWish


class Circles:
    """Groups in a store. Refusal ("no-such-group") for whoever is no member."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def mine(self, guest: Guest) -> list[CircleInfo]:
        """A guest's groups."""
        rows = await self._store.read(groups_store.circles_of, guest.id)
        return [CircleInfo(circle, name, _page(circle)) for circle, name in rows]

    async def show(self, circle: str, guest: Guest) -> Circle:
        """A group, as a member sees it."""
        record = await self._need(circle, guest)
        links = await self._store.read(groups_store.links, circle, self._now())
        members = [
            Member(member.number, shown(member.person, guest), place == 0, member.person.guest == guest.id)
            for place, member in enumerate(record.members)
        ]
        return Circle(circle, record.name, _page(circle), members, links)

    async def make(self, name: str, guest: Guest) -> Circle:
        """A new group, with one member. Refusal ("no-name", "too-many")."""
        circle, named, now = new_id(), _named(name), self._now()
        await self._do(lambda c: groups_store.make(c, circle, named, guest.id, now))
        return await self.show(circle, guest)

    async def rename(self, circle: str, name: str, guest: Guest) -> Circle:
        """Give it another name. Refusal ("no-name", "not-the-lead")."""
        named = _named(name)
        await self._need_lead(circle, guest)
        await self._do(lambda c: groups_store.rename(c, circle, named))
        return await self.show(circle, guest)

    async def remove(self, circle: str, number: int, guest: Guest) -> Circle:
        """Remove a member, who may know links to the group, so that none counts any more. Refusal ("not-the-lead",
        "no-such-member")."""
        record = await self._need_lead(circle, guest)
        found = [member.person.guest for member in record.members if member.number == number]
        if not found or found[0] == guest.id:
            raise Refusal(409, "no-such-member", "That person isn't a member of this group.")
        await self._do(lambda c: groups_store.remove(c, circle, found[0]))
        return await self.show(circle, guest)

    async def leave(self, circle: str, guest: Guest) -> None:
        """Be no member any more."""
        await self._need(circle, guest)
        await self._do(lambda c: groups_store.leave(c, circle, guest.id))

    # -- links ---------------------------------------------------------------------------------------------------

    async def link(self, circle: str, wish: LinkWish, guest: Guest) -> tuple[str, int]:
        """A code with which others join, and until when it counts. Refusal ("too-many")."""
        await self._need(circle, guest)
        code, now = new_secret(), self._now()
        until = now + wish.days * DAY
        await self._do(lambda c: groups_store.add_link(c, circle, guest.id, _hash(code), now, until, wish.uses))
        return code, until

    async def withdraw(self, circle: str, guest: Guest) -> Circle:
        """No link to it counts any more."""
        await self._need(circle, guest)
        await self._do(lambda c: groups_store.drop_links(c, circle))
        return await self.show(circle, guest)

    async def look(self, code: str, guest: Guest | None) -> CircleLook:
        """To what a link leads. Refusal ("no-such-link")."""
        circle = await self._store.read(groups_store.linked, _hash(code), self._now())
        record = await self._store.read(groups_store.circle, circle) if circle is not None else None
        if record is None:
            raise _no_link()
        member = guest is not None and any(one.person.guest == guest.id for one in record.members)
        return CircleLook(record.name, len(record.members), member, _page(record.id) if member else "")

    async def join(self, code: str, guest: Guest) -> Circle:
        """Become a member by a link. Refusal ("no-such-link", "too-many", "full")."""
        now = self._now()
        circle = await again(lambda: self._store.writer.do(lambda c: groups_store.join(c, _hash(code), guest.id, now)))
        if circle is None:
            raise _no_link()
        return await self.show(circle, guest)

    # -- how -----------------------------------------------------------------------------------------------------

    async def _do(self, job: Callable[[Connection], None]) -> None:
        await again(lambda: self._store.writer.do(job))

    async def _need(self, circle: str, guest: Guest) -> CircleRecord:
        record = await self._store.read(groups_store.circle, circle) if len(circle) <= 32 else None
        if record is None or all(member.person.guest != guest.id for member in record.members):
            raise Refusal(404, "no-such-group", "You aren't a member of this group, or it no longer exists.")
        return record

    async def _need_lead(self, circle: str, guest: Guest) -> CircleRecord:
        record = await self._need(circle, guest)
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


def _page(circle: str) -> str:
    return f"/g/{circle}"


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


def _no_link() -> Refusal:
    return Refusal(404, "no-such-link", "This link has expired. Ask for a new one.")

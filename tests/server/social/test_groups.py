"""Test groups, follows, blocks, and invitations: who can do what, and what stays secret."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.server.clock import DAY
from cashbox.server.rematch.service import create_rematch
from cashbox.server.rematch.wire import Again
from cashbox.server.social import groups_store
from cashbox.server.social.groups import invite, known
from cashbox.server.social.wire import LinkWish
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.server_in_process import SetClock, serving, votes
from tests.server.social.test_profiles import counted, finished
from tests.server.tables_with_absent_players import refused

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from cashbox.server.tables.live import LiveTable
    from tests.data_folders import Home
    from tests.server.conftest import Server

__all__ = ["votes"]

TWO = [SeatWish("me"), SeatWish("open")]


async def people(services: Services, *names: str) -> list[Guest]:
    return [(await services.guests.add(name))[0] for name in names]


def test_a_group_link_has_a_limited_number_of_uses_and_expires(home: Home) -> None:
    async def run() -> None:
        clock = SetClock()
        async with serving(home, clock) as services:
            found = services.groups
            ann, bob, cleo, dan = await people(services, "Ann", "Bob", "Cleo", "Dan")
            group = (await found.make("  Fridays ", ann)).id
            once, _ = await found.link(group, LinkWish(1, 1), ann)
            assert (await found.look_up(once, bob)).members == 1
            await found.join(once, bob)
            await refused(found.join(once, cleo), "no-such-link")
            many, until = await found.link(group, LinkWish(2, None), bob)
            assert until == int(clock.now()) + 2 * DAY
            await found.join(many, cleo)
            await found.join(many, cleo)
            assert [one.who.name for one in (await found.show(group, ann)).members] == ["Ann", "Bob", "Cleo"]
            await refused(found.show(group, dan), "no-such-group")
            clock.forward(2 * DAY)
            await refused(found.join(many, dan), "no-such-link")
            await refused(found.look_up("nonsense", None), "no-such-link")
            assert not home.holds(many)

    asyncio.run(run())


@pytest.mark.slow
def test_the_longest_member_leads_and_a_group_ends_with_its_last_member(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            found = services.groups
            ann, bob, cleo = await people(services, "Ann", "Bob", "Cleo")
            group = (await found.make("Fridays", ann)).id
            code, _ = await found.link(group, LinkWish(1, None), ann)
            for guest in (bob, cleo):
                await found.join(code, guest)
            number = (await found.show(group, ann)).members[2].number
            await refused(found.remove(group, number, bob), "not-the-lead", "Ann")
            await refused(found.rename(group, "\u200b", ann), "no-name")
            await found.remove(group, number, ann)
            await refused(found.remove(group, 1, ann), "no-such-member")
            await found.leave(group, ann)
            await refused(found.join(code, cleo), "no-such-link")
            assert (await found.rename(group, "Mondays", bob)).members[0].leads
            await found.leave(group, bob)
            assert home.rows("SELECT id FROM circles") == []

    asyncio.run(run())


@pytest.mark.slow
def test_only_members_can_sit_at_a_groups_table(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob, eve = await people(services, "Ann", "Bob", "Eve")
            group = (await services.groups.make("Fridays", ann)).id
            await refused(services.registry.make(eve, NewTable(votes, TWO, circle=group)), "not-a-member")
            table = await services.registry.make(ann, NewTable(votes, TWO, circle=group, listed=True))
            assert not table.record.settings.listed
            assert await services.registry.open(eve) == []
            await refused(services.registry.sit(table, bob, Sit()), "not-a-member")
            code, _ = await services.groups.link(group, LinkWish(), ann)
            await services.groups.join(code, bob)
            await services.registry.sit(table, bob, Sit())
            assert table.record.status == "playing"

    asyncio.run(run())


@pytest.mark.slow
def test_a_blocked_person_is_muted_and_cannot_join_the_blockers_tables(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = await people(services, "Ann", "Bob")
            table = await services.registry.make(ann, NewTable(votes, TWO))
            await services.registry.sit(table, bob, Sit())
            await table.chat.say(table.record, bob, "Hello")
            await services.relations.tie(bob, ann.id, "follow", on=True)
            await services.relations.tie(ann, bob.id, "block", on=True)
            assert table.chat.messages_for(table.record, ann).lines == []
            assert len(table.chat.messages_for(table.record, bob).lines) == 1
            assert table.chat.messages_for(table.record, ann).muted == []
            assert (await known(services.store, bob, {})).follows == []
            other = await services.registry.make(ann, NewTable(votes, TWO))
            await refused(services.registry.sit(other, bob, Sit()), "not-welcome")
            theirs = await services.registry.make(bob, NewTable(votes, TWO))
            await services.registry.sit(theirs, ann, Sit())
            await refused(services.relations.tie(ann, ann.id, "block", on=True), "yourself")
            await services.relations.tie(ann, bob.id, "block", on=False)
            assert len(table.chat.messages_for(table.record, ann).lines) == 1
            await services.registry.sit(other, bob, Sit())

    asyncio.run(run())


@pytest.mark.slow
def test_former_opponents_can_be_invited_unless_one_blocks_the_other(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob, eve = await people(services, "Ann", "Bob", "Eve")
            before = await finished(services, votes, [ann, bob])
            await counted(services)
            handles = {guest.name: (await services.persons.me(guest)).handle for guest in (ann, bob, eve)}
            wish = NewTable(votes, TWO)

            def asking(*names: str) -> Awaitable[LiveTable]:
                people = [handles.get(name, name) for name in names]
                return invite(services.registry, services.store, ann, wish, people)

            table = await asking("Bob")
            assert table.record.kept_for(bob) == 1
            await refused(asking("Eve"), "not-met")
            await refused(asking("0" * 16), "not-met")
            await refused(asking("Bob", "Ann"), "not-met")
            await services.relations.tie(bob, ann.id, "block", on=True)
            await refused(asking("Bob"), "not-asked", "can't be invited")
            over = await services.registry.table(before)
            then = await create_rematch(services.registry, services.store, over, ann, Again(), "random")
            assert then.record.kept_for(bob) is None

    asyncio.run(run())


@pytest.mark.slow
def test_groups_links_members_and_follows_are_limited(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, *others = await people(services, "Ann", "Bob", "Cleo", "Dan")
            monkeypatch.setattr(groups_store, "MOST_RELATIONS", 2)
            monkeypatch.setattr(groups_store, "MOST", 1)
            monkeypatch.setattr(groups_store, "LINKS", 1)
            monkeypatch.setattr(groups_store, "SIZE", 2)
            for other in others[:2]:
                await services.relations.tie(ann, other.id, "follow", on=True)
            await refused(services.relations.tie(ann, others[2].id, "follow", on=True), "too-many")
            group = (await services.groups.make("Fridays", ann)).id
            await refused(services.groups.make("Mondays", ann), "too-many")
            code, _ = await services.groups.link(group, LinkWish(1, None), ann)
            await refused(services.groups.link(group, LinkWish(), ann), "too-many")
            await services.groups.join(code, others[0])
            await refused(services.groups.join(code, others[1]), "full")
            assert (await services.groups.withdraw(group, ann)).links == 0

    asyncio.run(run())


def test_a_groups_tables_are_listed_for_members_over_http(server: Server) -> None:
    ann, eve = server.guest("Ann"), server.guest("Eve")
    group = ann.post("/api/groups", {"name": "Fridays"}, 201)["id"]
    tables = [ann.table("me", "open", circle=group, name=name) for name in ("Den", "Attic")]
    found = ann.get(f"/api/groups/{group}/tables")["tables"]
    assert {one["table"]["id"] for one in found} == set(tables)
    changed = [one["table"]["changed"] for one in found]
    assert changed == sorted(changed, reverse=True)
    assert eve.get(f"/api/groups/{group}/tables", 404)["code"] == "no-such-group"

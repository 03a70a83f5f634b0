"""Test that blocked people, and those removed from a group, have no other way back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from cashbox.server.social.groups import known
from cashbox.server.social.wire import LinkWish
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.accounts_with_notifications import HERE, account, account_with_webhook, advance, table_for
from tests.server.server_in_process import SetClock, serving, votes
from tests.server.social.test_groups import people
from tests.server.tables_with_absent_players import refused
from tests.server.webhook_receivers import receiver

if TYPE_CHECKING:
    from tests.data_folders import Home

__all__ = ["votes"]

TWO = [SeatWish("me"), SeatWish("open")]


@pytest.mark.thorough
def test_messages_of_a_blocked_person_cause_no_notifications(home: Home, votes: str) -> None:
    async def run() -> None:
        clock = SetClock()
        async with receiver() as there, serving(home, clock, **HERE) as services:
            ann = await account_with_webhook(services, "Ann", f"{there.url}/hook", ["chat"])
            bob, cleo = await account(services, "Bob"), await account(services, "Cleo")
            table = await table_for(services, ann.guest, bob.guest, cleo.guest)
            await services.relations.tie(ann.guest, bob.guest.id, "block", on=True)
            await table.chat.say(table.record, bob.guest, "Hello")
            assert home.rows("SELECT count(*) FROM notices") == [(0,)]
            await table.chat.say(table.record, cleo.guest, "Hello")
            await advance(clock, 40)
            assert there.bodies == ["Cleo posted a message at Den."]
            # Queued notifications are not sent either.
            await services.relations.tie(ann.guest, bob.guest.id, "block", on=False)
            other = await table_for(services, ann.guest, bob.guest, name="Attic")
            await other.chat.say(other.record, bob.guest, "Hello")
            await services.relations.tie(ann.guest, bob.guest.id, "block", on=True)
            await advance(clock, 40)
            assert there.bodies == ["Cleo posted a message at Den."]

    asyncio.run(run())


@pytest.mark.slow
def test_a_blocked_person_cannot_see_the_blockers_tables_by_following_again(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob = await people(services, "Ann", "Bob")
            await services.registry.make(ann, NewTable(votes, TWO, listed=True))
            await services.relations.tie(bob, ann.id, "follow", on=True)
            (followed,) = (await known(services.store, bob, {})).follows
            assert len(followed.plays) == 1
            await services.relations.tie(ann, bob.id, "block", on=True)
            # Following seems to work, and reveals nothing.
            await services.relations.tie(bob, ann.id, "follow", on=True)
            (followed,) = (await known(services.store, bob, {})).follows
            assert followed.plays == []
            # A person can't follow someone they block.
            await refused(services.relations.tie(ann, bob.id, "follow", on=True), "blocked")

    asyncio.run(run())


@pytest.mark.slow
def test_a_blocked_persons_messages_are_hidden_at_other_peoples_tables(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob, cleo = await people(services, "Ann", "Bob", "Cleo")
            await services.relations.tie(ann, bob.id, "block", on=True)
            table = await services.registry.make(cleo, NewTable(votes, [*TWO, SeatWish("open")]))
            for guest in (ann, bob):
                await services.registry.sit(table, guest, Sit())
            await table.chat.say(table.record, bob, "Hello")
            assert table.chat.messages_for(table.record, ann).lines == []
            assert len(table.chat.messages_for(table.record, cleo).lines) == 1
            await services.relations.tie(ann, bob.id, "block", on=False)
            assert len(table.chat.messages_for(table.record, ann).lines) == 1

    asyncio.run(run())


@pytest.mark.slow
def test_a_blocked_spectators_messages_are_hidden(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob, cleo, dan = await people(services, "Ann", "Bob", "Cleo", "Dan")
            table = await services.registry.make(ann, NewTable(votes, TWO, watching="public"))
            await services.registry.sit(table, bob, Sit())
            await table.chat.spectators.say(table.record, cleo, "Hello")
            await services.relations.tie(dan, cleo.id, "block", on=True)
            assert table.chat.spectators.messages_for(dan).lines == []
            assert len(table.chat.spectators.messages_for(ann).lines) == 1
            await table.chat.spectators.say(table.record, cleo, "Dan?")
            assert table.chat.spectators.messages_for(dan).lines == []
            # A block before the first message works, too.
            await services.relations.tie(ann, dan.id, "block", on=True)
            await table.chat.spectators.say(table.record, dan, "Good evening")
            assert [line.name for line in table.chat.spectators.messages_for(ann).lines] == ["Cleo", "Cleo"]
            await services.relations.tie(ann, dan.id, "block", on=False)
            assert len(table.chat.spectators.messages_for(ann).lines) == 3

    asyncio.run(run())


@pytest.mark.slow
def test_a_removed_member_cannot_rejoin_a_group_by_an_old_link(home: Home) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            found = services.groups
            ann, bob = await people(services, "Ann", "Bob")
            group = (await found.make("Fridays", ann)).id
            code, _ = await found.link(group, LinkWish(30, None), ann)
            number = (await found.join(code, bob)).members[1].number
            assert (await found.remove(group, number, ann)).links == 0
            await refused(found.join(code, bob), "no-such-link")
            await found.join((await found.link(group, LinkWish(), ann))[0], bob)

    asyncio.run(run())

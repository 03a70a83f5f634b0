"""Test personal data in profiles: its export, its deletion, and its move to an account."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import pytest

from cashbox.server.accounts import merge_store
from cashbox.server.social import groups_store
from tests.server.server_in_process import SetClock, serving, votes
from tests.server.social.test_profiles import counted, finished
from tests.server.social.test_ratings import account

if TYPE_CHECKING:
    from cashbox.server.db.records import Guest
    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["votes"]

KEPT = ("results", "standings", "meetings", "ratings", "ties", "members", "circle_links")


async def people_with_data(services: Services, game: str) -> list[Guest]:
    """Create two accounts and a guest with every kind of stored data."""
    ann, bob = await account(services, "Ann"), await account(services, "Bob")
    eve = (await services.guests.add("Eve"))[0]
    await finished(services, game, [ann, bob], rated=True)
    await finished(services, game, [eve, bob])
    await finished(services, game, [ann, eve], listed=False)
    await counted(services)
    await services.relations.tie(ann, bob.id, "follow", on=True)
    await services.relations.tie(bob, ann.id, "follow", on=True)
    await services.relations.tie(ann, eve.id, "block", on=True)
    do = services.store.writer.do
    await do(lambda c: groups_store.make(c, "fridays", "Fridays", ann.id, 5))
    await do(lambda c: groups_store.add_link(c, "fridays", ann.id, "hash", 5, 2**40, None))
    return [ann, bob, eve]


@pytest.mark.slow
def test_the_export_has_results_relations_groups_and_ratings(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, _, _ = await people_with_data(services, votes)
            text = b"".join([piece async for piece in services.own_data.pieces(ann, "")])
            kept = msgspec.json.decode(text)
            person = kept["person"]
            assert (person["follows"], person["blocks"], person["groups"]) == (["Bob"], ["Eve"], ["Fridays"])
            assert [one["game"] for one in person["ratings"]] == [votes]
            assert {one["name"] for one in person["opponents"]} == {"Bob", "Eve"}
            assert [one["public"] for one in kept["results"]] == [True, False]
            assert kept["results"][0]["at"].endswith("+00:00")

    asyncio.run(run())


@pytest.mark.slow
def test_profile_data_is_deleted_with_the_person(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob, _ = await people_with_data(services, votes)
            await services.erasing.guest(ann.id)
            for table in KEPT:
                assert home.rows(f"SELECT guest FROM {table} WHERE guest = $1", ann.id) == [], table
            assert home.rows("SELECT id FROM circles") == []
            assert home.rows("SELECT number FROM rated WHERE guest IS NULL") == [(1,)]
            who = await services.persons.me(bob)
            games = (await services.persons.played(who, bob)).games
            assert sorted(one.others for one in games) == [["Eve"], ["a former player"]]
            assert [one.who.name for one in (await services.persons.opponents(who, bob)).opponents] == ["Eve"]
            assert home.faults() == []

    asyncio.run(run())


@pytest.mark.thorough
def test_a_guests_profile_data_moves_to_the_account(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann, bob, eve = await people_with_data(services, votes)
            await services.store.writer.do(lambda c: merge_store.merge(c, eve.id, bob.id, lambda _: False))
            who = await services.persons.me(bob)
            assert (await services.persons.page(who, bob)).standings[0].played == 3
            met = (await services.persons.opponents(who, bob)).opponents
            assert [(one.who.name, one.played) for one in met] == [("Ann", 2), ("Eve", 1)]
            assert home.rows("SELECT DISTINCT guest FROM ties WHERE kind = 'block'") == [(ann.id,)]
            assert home.rows("SELECT DISTINCT other FROM ties WHERE kind = 'block'") == [(bob.id,)]
            # At the table where both played, they stay two people.
            kept = home.rows("SELECT guest, played FROM standings WHERE game = '*' AND public ORDER BY played")
            assert dict(kept)[eve.id] == 1
            assert home.faults() == []

    asyncio.run(run())

"""Test profiles on several processes and with very many results."""

from __future__ import annotations

import asyncio
import re
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event, insert

from cashbox.server.db.schema import GUESTS, MEETINGS, RATINGS, RESULTS
from cashbox.server.social import profiles_store
from cashbox.server.social.rating import points
from cashbox.server.wire import NewTable, SeatWish, Sit
from tests.server.cluster.test_two_processes import both, homes
from tests.server.server_in_process import SetClock, serving, until, votes
from tests.server.social.test_profiles import counted, finished
from tests.server.social.test_ratings import account, admin
from tests.server.tables_with_absent_players import refused

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from cashbox.server.services import Services
    from tests.data_folders import Home

__all__ = ["homes", "votes"]

MANY = 10_000
PIECE = 0.5
"""The most seconds for one page of a list, with a margin."""


@pytest.mark.slow
def test_two_processes_count_each_game_once_in_the_same_order(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        ann, bob = await account(one, "Ann"), await account(one, "Bob")
        for services in (one, two, one, two):
            await finished(services, votes, [ann, bob], rated=True)
        await asyncio.gather(counted(one), counted(two), counted(one), counted(two))
        await until(lambda: homes[0].rows("SELECT count(*) FROM tables WHERE counted") == [(4,)])
        page = await two.persons.page(await two.persons.me(ann), ann)
        assert page.standings[0].played == 4
        assert [one.games for one in page.ratings] == [4]

    both(homes, work)
    assert homes[0].rows("SELECT DISTINCT number FROM rated ORDER BY number") == [(1,), (2,), (3,), (4,)]
    assert admin(homes[0], "ratings", "--check") == 0


@pytest.mark.thorough
def test_a_block_takes_effect_in_the_other_process_too(homes: tuple[Home, Home], votes: str) -> None:
    async def work(one: Services, two: Services) -> None:
        (ann, _), (bob, _) = await one.guests.add("Ann"), await one.guests.add("Bob")
        table = await one.registry.make(ann, NewTable(votes, [SeatWish("me"), SeatWish("open")]))
        await one.registry.sit(table, bob, Sit())
        there = await two.registry.table(table.record.id)
        await there.chat.say(there.record, bob, "Hello")
        await one.relations.tie(ann, bob.id, "block", on=True)
        await until(lambda: there.behind or not there.chat.messages_for(there.record, ann).lines)
        there = await two.registry.table(table.record.id)
        assert there.chat.messages_for(there.record, ann).lines == []
        other = await one.registry.make(ann, NewTable(votes, [SeatWish("me"), SeatWish("open")]))
        await refused(two.registry.sit(await two.registry.table(other.record.id), bob, Sit()), "not-welcome")

    both(homes, work)


def fill(connection: Connection, ann: str) -> None:
    """Insert very many results, opponents, and rated players."""
    others = [{"id": f"g{n}", "name": f"G{n}", "made": 1, "seen": 1, "handle": f"{n:016x}"} for n in range(MANY)]
    connection.execute(insert(GUESTS), others)
    usual = {"game": "votes", "mode": "", "players": 2, "rank": 1, "score": 5, "won": True, "stood_in": 0}
    rows = [
        {**usual, "table_id": f"t{n}", "seat": 0, "guest": ann, "at": n // 3, "rated": False, "public": n % 2 == 0}
        for n in range(MANY)
    ]
    connection.execute(insert(RESULTS), rows)
    met = [
        {"guest": ann, "other": f"g{n}", "public": public, "played": n % 5, "ahead": 0, "behind": 0}
        for n in range(MANY)
        for public in (False, True)
    ]
    connection.execute(insert(MEETINGS), met)
    usual = {"game": "votes", "mu": 25.0, "sigma": 8.0, "games": 5, "at": 1}
    connection.execute(insert(RATINGS), [{**usual, "guest": f"g{n}", "ordinal": n % 7 / 3} for n in range(MANY)])


@pytest.mark.slow
@pytest.mark.alone
def test_long_lists_come_in_pages_without_gaps(home: Home, votes: str) -> None:
    async def run() -> None:
        async with serving(home, SetClock()) as services:
            ann = (await services.guests.add("Ann"))[0]
            await services.store.writer.do(lambda c: fill(c, ann.id))
            who = await services.persons.me(ann)
            began, pieces, found, before = perf_counter(), 0, list[tuple[int, str]](), None
            while True:
                some = await services.store.read(profiles_store.played, ann.id, ann.id, before, 500)
                if not some:
                    break
                pieces += 1
                found += [(one.at, one.table) for one in some]
                before = found[-1]
            assert len(set(found)) == len(found) == MANY
            assert found == sorted(found, reverse=True)
            assert (perf_counter() - began) / pieces < PIECE
            place, names = "", set[str]()
            for _ in range(12):
                page = await services.persons.opponents(who, ann, place)
                names |= {one.who.name for one in page.opponents}
                place = page.after
            assert len(names) == 12 * profiles_store.MANY
            place, places, last = "", list[int](), points(9)
            for _ in range(12):
                began = perf_counter()
                board = await services.persons.leaders(votes, None, place)
                assert perf_counter() - began < PIECE
                places += [one.place for one in board.leaders]
                assert all(one.points <= last for one in board.leaders)
                last, place = board.leaders[-1].points, board.after
            assert places == list(range(1, 12 * profiles_store.MANY + 1))
            for asked in (services.persons.played(who, ann, "nonsense"), services.persons.leaders(votes, None, "1.2")):
                await refused(asked, "bad-place")

    asyncio.run(run())


@pytest.mark.sqlite
def test_each_page_of_a_list_is_found_by_an_index(home: Home) -> None:
    def plans(connection: Connection) -> list[str]:
        asked: list[tuple[str, Any]] = []
        event.listen(connection, "before_cursor_execute", lambda *seen: asked.append((seen[2], seen[3])))
        place = (5, "0" * 16)
        profiles_store.played(connection, "ann", "ann", (5, "t"))
        profiles_store.opponents(connection, "ann", place, public=True)
        profiles_store.leaders(connection, "votes", place)
        profiles_store.leaders(connection, "votes", None)
        found = []
        for statement, values in asked[:]:
            for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values):
                found.append(row[3])
        return found

    async def run() -> None:
        async with serving(home, SetClock()) as services:
            found = await services.store.read(plans)
            for index in ("results_by_guest", "meetings_by_played", "ratings_to_lead"):
                assert any(index in line for line in found), found
            # Only the seats of one page are sorted, nothing longer.
            sorting = [line for line in found if "TEMP B-TREE" in line]
            assert len(sorting) <= 1, found
            whole = re.compile(r"SCAN (results|meetings|ratings|guests|tables|seats)$")
            assert not any(whole.match(line) for line in found), found

    asyncio.run(run())
